/**
 * The passes over a route that make its path. They unpack some regions to level 0, choose their entries again inside the
 * corridor, trace the way and tighten it. A path is made in pieces, first steps first. The last cells of a piece are held
 * back and tightened again together with the next piece, so that joints do not show. So the first cells cost the same however
 * long the path is. A path made in pieces equals one made as a whole.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, NOWHERE, reversed } from '../atlas/crossing.ts'
import type { Point, Quality } from '../base/answer.ts'
import { Bends, boxAround, cutSteps, goAlong, take } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { oneCostWithin } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { EntrySearch } from '../route/entry-search.ts'
import { RouteGuide, routeSearch } from '../route/route-guide.ts'
import type { BestSteps, RouteSteps } from '../route/steps.ts'
import { Corridor, endOfPart, regionBeyond, type Stretch } from './corridor.ts'
import { cheaperLine, RunSlider, StringPuller } from './pull.ts'
import { FloodGaps, Tracer, Unpacker } from './unpack.ts'
import { WindowTracer } from './window-tracer.ts'

/** The first piece is small, because a unit waits for it. The rest of most paths on a million cells is one more piece. */
const FIRST_PIECE_REGIONS = 12
const NEXT_PIECE_REGIONS = 64
const PIECE_REGIONS_MAX = 128
/** Regions beyond a piece whose entries help to choose where it ends. */
const AHEAD_REGIONS = 4
/** A straight stretch between two walls is rarely longer. A longer one may keep a slack corner at a joint. */
const HELD_CELLS_MAX = 512
/** About half of a straight piece, so that a small piece gives out some cells. */
const HELD_CELLS_PER_REGION = 12

/** Windows are wider on paths between ends so far apart: high levels keep too few entries for narrow ones. */
const FAR_CELLS = 1024
/** Routes between ends so far apart are searched again where ground is fragmented. */
export const FINER_CELLS = 2048
/** That search stays this far below the highest level of the route. */
const FINER_LEVELS = 2
const FINER_LEVELS_OF_ROOMS = 3
/** Routes on lower levels gain nothing by it. */
const FINER_LEVEL_MIN = 3

/*
 * The count of entries a block shows how fragmented even ground is. Open terrain has some 4, caves and rooms 7 to 11,
 * scattered walls up to 14, mazes more.
 */
const FRAGMENTED_ENTRIES_A_BLOCK = 7
const ROOMS_ENTRIES_A_BLOCK = 9
const SCATTERED_ENTRIES_A_BLOCK = 11
const DENSE_ENTRIES_A_BLOCK = 14

/** A route whose cells are asked for. */
export interface RouteToTrace {
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
  /** In cell lengths: its path never costs more. */
  readonly estimate: number
  readonly steps: RouteSteps | null
}

/** What paths are made with: the two ends of a query with what they know around them, and the tools of the passes. */
export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  readonly unpacker: Unpacker
  readonly corridor: Corridor
  readonly gaps: FloodGaps
  readonly tracer: Tracer
  /** Traces what suits it instead of the tracer. */
  readonly windows: WindowTracer
  readonly puller: StringPuller
  readonly slider: RunSlider
  readonly columns: AtlasColumns
  /** Scratch: the last steps of a piece. */
  readonly cut = new Bends()
  /** Whether the goal has flooded to the start. */
  private isBackwards = false
  /** Made when it is first needed. */
  private finer: { readonly guide: RouteGuide; readonly search: EntrySearch } | null = null

  constructor(columns: AtlasColumns) {
    const { terrain } = columns
    this.columns = columns
    this.start = new QueryEnd(columns)
    this.goal = new QueryEnd(columns, 1)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.gaps = new FloodGaps(terrain)
    this.tracer = new Tracer(columns, this.gaps)
    this.windows = new WindowTracer(columns, this.tracer)
    this.puller = new StringPuller(terrain)
    this.slider = new RunSlider(terrain)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.start.forgetMap()
    this.goal.forgetMap()
    this.gaps.forgetMap()
    this.windows.forgetMap()
  }

  /**
   * The steps to trace. High levels keep few entries, and on fragmented ground hardly one of many ways about as good leads
   * through those. So a far route is searched again there over more of the entries, and the cheaper of both counts.
   */
  finerSteps({ start, goal, quality, estimate, steps }: RouteToTrace): RouteSteps {
    const { columns } = this
    // The landmarks of a live map that has not settled say less: this search may take ten times as long.
    const { isMended } = columns.landmarks
    const entries = entriesABlock(columns)
    if (quality === 'fast' || isMended || !isFragmented(columns) || entries > DENSE_ENTRIES_A_BLOCK) return steps!
    const highest = steps!.levelOfStep.reduce((most, level) => Math.max(most, level), 0)
    if (highest < FINER_LEVEL_MIN) return steps!
    if (this.finer === null) {
      const guide = new RouteGuide(columns)
      this.finer = { guide, search: routeSearch(columns, guide) }
    }
    const { guide, search } = this.finer
    const isOfRooms = entries > ROOMS_ENTRIES_A_BLOCK && entries <= SCATTERED_ENTRIES_A_BLOCK
    guide.topLevelMax = highest - (isOfRooms ? FINER_LEVELS_OF_ROOMS : FINER_LEVELS)
    this.start.take(start, goal)
    this.goal.take(goal, start)
    return search.find(this.start, this.goal, estimate * UNITS_PER_CELL) < Infinity ? search.steps() : steps!
  }

  /**
   * Moves an end to where it stood in the search: a route may be asked for its cells long afterwards. A route of one level may
   * leave by any entry of its end's region.
   */
  takeEnd(end: QueryEnd, { start, goal, steps }: RouteToTrace): QueryEnd {
    const [here, there] = end === this.start ? [start, goal] : [goal, start]
    return end.take(here, steps!.isOfOneLevel ? null : there)
  }

  /** Appends the path through a stretch. Returns whether it is the cheapest one near it, so that nothing is left to tighten. */
  trace(stretch: Stretch, bends: Bends, quality: Quality, isFar: boolean): boolean {
    const { count, from, goal } = stretch
    const { tracer, windows } = this
    const isSuited = windows.suits(stretch)
    if (isSuited) windows.trace(stretch, quality, bends, isFar)
    else tracer.trace(stretch, 0, goal === null ? count : count + 1, typeof from === 'number' ? from : NOWHERE, bends)
    return isSuited && windows.isSearched
  }

  /** Tightens a path that was traced along entries. */
  tighten(bends: Bends, quality: Quality): void {
    const { terrain } = this.columns
    const isEven = oneCostWithin(terrain, ...boxAround(bends)) > 0
    this.puller.pull(bends, isEven ? null : cheaperLine)
    if (!isEven && quality !== 'fast') this.puller.pull(bends, null, this.slider)
  }

  /** The cost of the cheapest path inside the regions that one end knows; Infinity without one. `traceInside` has that path. */
  unitsInside(): number {
    const { start, goal } = this
    const isForwards = start.knows(goal.region, goal)
    this.isBackwards = !isForwards && goal.knows(start.region, start)
    if (this.isBackwards) return goal.floodTo(start.x, start.y)
    return isForwards ? start.floodTo(goal.x, goal.y) : Infinity
  }

  traceInside(bends: Bends): void {
    const { start, goal } = this
    bends.start(start.x, start.y)
    if (this.isBackwards) goal.addWayBack(bends)
    else start.addWayTo(goal.x, goal.y, bends)
  }
}

export class PathStream {
  private readonly maker: PathMaker
  private readonly steps: RouteSteps
  private readonly asked: RouteToTrace
  private nextStep = 0
  private pieceRegions = FIRST_PIECE_REGIONS
  /** What is unpacked and not yet walked: regions, and the crossings by which the route leaves them. */
  private readonly regions: number[] = []
  private readonly crossings: Crossing[] = []
  /** The crossing by which the next region is entered, seen from inside; null at the start. */
  private entered: Crossing | null = null
  /** From the last cell that was given out on. */
  private readonly held: Bends
  isDone = false

  /** `held` is memory for one stream at a time. */
  constructor(maker: PathMaker, asked: RouteToTrace, held: Bends = new Bends(64)) {
    this.maker = maker
    this.asked = asked
    this.steps = maker.finerSteps(asked)
    this.held = held
    held.start(asked.start.x, asked.start.y)
    if (this.steps.best !== undefined) this.pieceRegions = NEXT_PIECE_REGIONS
  }

  /** Appends the next piece to `out`, which starts or ends where this piece begins. */
  next(out: Bends): void {
    const { maker, held } = this
    const { start, goal, quality } = this.asked
    this.unpack()
    const stretch = this.choose()
    const isCheapest = maker.trace(stretch, held, quality, areFar(start, goal, FAR_CELLS))
    if (!isCheapest) maker.tighten(held, quality)
    this.giveOut(stretch, out)
  }

  private unpack(): void {
    const { maker } = this
    // One region more than is looked at tells whether the goal comes after these.
    const wanted = this.pieceRegions + AHEAD_REGIONS
    while (this.regions.length <= wanted && this.nextStep < this.steps.entryOfStep.length) {
      maker.unpacker.unpackStep(this.steps, this.nextStep++, this.regions, this.crossings)
    }
  }

  /** Chooses the entries of the regions again, and how many regions make the piece. */
  private choose(): Stretch {
    const { asked, regions, crossings, pieceRegions, maker } = this
    const { columns, corridor } = maker
    const { best } = this.steps
    // The goal comes right after these regions: a last piece of a few regions would take more work than it saves.
    const isLast = regions.length <= pieceRegions + AHEAD_REGIONS
    const ahead = isLast ? regions.length : pieceRegions + AHEAD_REGIONS
    const from = this.entered ?? maker.takeEnd(maker.start, asked)
    const goal = isLast ? maker.takeEnd(maker.goal, asked) : null
    if (best === undefined)
      corridor.solve(regions, crossings, ahead, from, goal, regionBeyond(columns, crossings[ahead - 1]))
    else follow(corridor, this.steps, best, this.nextStep - regions.length, ahead)
    const count = isLast ? ahead : endOfPart(columns.terrain, corridor, pieceRegions)
    return { regionOf: regions, corridor, count, from, goal }
  }

  /** Gives out what the next piece cannot change any more, and goes on behind the stretch. */
  private giveOut({ corridor, count, goal }: Stretch, out: Bends): void {
    const { regions, crossings, maker, held } = this
    this.isDone = goal !== null
    this.entered = reversed(corridor.crossingOf[count - 1] as Crossing)
    if (!this.isDone) {
      regions.splice(0, count)
      crossings.splice(0, count)
    }
    cutSteps(held, this.isDone ? 0 : Math.min(HELD_CELLS_PER_REGION * count, HELD_CELLS_MAX), maker.cut)
    goAlong(out, held)
    take(held, maker.cut)
    this.pieceRegions = Math.min(Math.max(2 * this.pieceRegions, NEXT_PIECE_REGIONS), PIECE_REGIONS_MAX)
  }
}

/**
 * Gives a corridor the entries of a route that is the cheapest over level 0, with their known costs: `count` steps from `first`
 * on. Costs count from the start, or from the step before `first`.
 */
function follow(
  corridor: Corridor,
  { crossingOfStep }: RouteSteps,
  { slotOfStep, unitsOfStep, units, searchedMax }: BestSteps,
  first: number,
  count: number,
): void {
  corridor.reserve(count)
  const { slotOf, crossingOf, unitsOf } = corridor
  const before = first > 0 ? unitsOfStep[first - 1] : 0
  for (let i = 0; i < count; i++) {
    slotOf[i] = slotOfStep[first + i]
    crossingOf[i] = crossingOfStep[first + i]
    unitsOf[i] = unitsOfStep[first + i] - before
  }
  corridor.units = units - before
  corridor.searchedMax = searchedMax
}

/** How many entries level 0 keeps a block of even ground; 0 on mixed ground, where costs make entries too. */
function entriesABlock({ levels, terrain, entriesInUse = levels[0].entryCount }: AtlasColumns): number {
  return terrain.ground.of({ even: entriesInUse / terrain.costOfBlock.length, mixed: 0 })
}

export function isFragmented(columns: AtlasColumns): boolean {
  return entriesABlock(columns) > FRAGMENTED_ENTRIES_A_BLOCK
}

/** Whether scattered walls fragment ground of one cost. */
export function isScattered(columns: AtlasColumns): boolean {
  const entries = entriesABlock(columns)
  return entries > SCATTERED_ENTRIES_A_BLOCK && entries <= DENSE_ENTRIES_A_BLOCK
}

/** Whether ends are `cells` cells apart. */
export function areFar(start: Point, goal: Point, cells: number): boolean {
  return Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) >= cells
}
