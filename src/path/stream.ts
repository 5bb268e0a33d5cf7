/**
 * The passes over a route that make its path, first steps first: some regions at a time are unpacked to level 0, their entries
 * chosen again inside the corridor, the way traced and pulled taut. The last cells of a piece are held back and worked on
 * again together with the next, so that joints do not show. So the head of a path costs no more however long the path is, and
 * a path in pieces and a path as a whole are the same.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, NOWHERE, reversed, sideOf } from '../atlas/crossing.ts'
import { crossingAt, entryAt, firstSlotOf, type Slot } from '../atlas/level-graph.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { Bends, moveSteps } from '../cells/bends.ts'
import type { Terrain } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { BestSteps, RouteSteps } from '../route/steps.ts'
import { Corridor, endOfPart } from './corridor.ts'
import { isEvenAlong, type StringPuller } from './pull.ts'
import type { RunSlider } from './slide.ts'
import { Tracer, Unpacker } from './unpack.ts'
import { WindowTracer } from './window-tracer.ts'

/** The first piece is small: a unit wants to set out. After it, most paths on maps of a million cells are one piece more. */
const FIRST_PIECE_REGIONS = 12
const NEXT_PIECE_REGIONS = 64
const PIECE_REGIONS_MAX = 128
/** Regions beyond a piece that have a say in where it ends. */
const AHEAD_REGIONS = 4
/** A stretch between two walls is seldom longer; one that is may keep a slack corner at a joint. */
const HELD_CELLS_MAX = 512
/** About half of a piece that goes straight, so that a small one gives something out. */
const HELD_CELLS_PER_REGION = 12

/** Ends half as far apart as those whose routes are searched again, on levels that keep too few entries for a narrow look. */
const FAR_CELLS = 1024

/** A route whose cells are asked for. */
export interface RouteToTrace {
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
  /** In cell lengths: its path never costs more. */
  readonly estimate: number
}

export interface PathTools {
  readonly maker: PathMaker
  readonly puller: StringPuller
  readonly slider: RunSlider
  readonly terrain: Terrain
}

/** The two ends of a query with what they know around them, and what paths between them are made with. */
export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  readonly unpacker: Unpacker
  readonly corridor: Corridor
  readonly tracer: Tracer
  /** Traces instead what suits it. */
  readonly windows: WindowTracer
  /** Whether the piece made last is the best of what lies near it. */
  isSwept = false
  private readonly terrain: Terrain
  /** Whether the goal has flooded to the start. */
  private isBackwards = false
  private readonly levelZero: AtlasLevel

  constructor(columns: AtlasColumns) {
    this.terrain = columns.terrain
    this.levelZero = columns.levels[0]
    this.start = new QueryEnd(columns)
    this.goal = new QueryEnd(columns, 1)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns)
    this.windows = new WindowTracer(columns, this.tracer)
  }

  /**
   * Chooses the entries through the first `count` of these regions of level 0, which a route leaves by these crossings:
   * entered by a crossing seen from inside, null at the start; the last left by its own, or by any to the goal's region.
   */
  solve(
    regions: number[],
    crossings: Crossing[],
    count: number,
    entered: Crossing | null,
    isToGoal: boolean,
    start: Point,
    goal: Point,
  ): void {
    const { corridor, tracer } = this
    // A route may be asked for its cells long after its search: then its ends have moved on to other queries.
    const from = entered === null ? this.endAt(this.start, start, goal) : tracer.slotOf(regions[0], entered)
    const last = tracer.slotOf(regions[count - 1], crossings[count - 1])
    const to = isToGoal ? this.endAt(this.goal, goal, start) : last
    corridor.solve(0, regions, crossings, count, from, to, this.regionBeyond(regions[count - 1], last))
  }

  /** The region that a slot of a region leads to. */
  private regionBeyond(region: Region, slot: Slot): Region {
    const { levelZero } = this
    const at = firstSlotOf(levelZero, region) + slot
    return levelZero.regionOfSide[2 * entryAt(levelZero, at) + 1 - sideOf(crossingAt(levelZero, at))]
  }

  /**
   * The same of a route that is the cheapest over level 0: its entries are kept, and what the path costs up to each of them is
   * known. Through `count` regions, from the step `first` on; counted from the start or from the step before.
   */
  follow({ crossingOfStep }: RouteSteps, best: BestSteps, first: number, count: number): void {
    const { corridor } = this
    corridor.reserve(count)
    const { slotOf, crossingOf, unitsOf } = corridor
    const { slotOfStep, unitsOfStep } = best
    const before = first > 0 ? unitsOfStep[first - 1] : 0
    for (let i = 0; i < count; i++) {
      slotOf[i] = slotOfStep[first + i]
      crossingOf[i] = crossingOfStep[first + i]
      unitsOf[i] = unitsOfStep[first + i] - before
    }
    corridor.units = best.units - before
    corridor.searchedMax = best.searchedMax
  }

  /** Before which of the regions solved last a piece may end that is to have about `count`. */
  endOfPiece(count: number): number {
    return endOfPart(this.terrain, this.corridor, count)
  }

  /** Appends the path through the first `count` of the regions solved last; returns the crossing by which it leaves them. */
  addPiece(
    regions: number[],
    count: number,
    entered: Crossing | null,
    isLast: boolean,
    bends: Bends,
    quality: Quality = 'fast',
    isFar = false,
  ): Crossing {
    const { corridor, tracer, windows } = this
    const from = entered === null ? this.start : entered
    const goal = isLast ? this.goal : null
    const stretch = { regionOf: regions, corridor, count, from, goal }
    const isSuited = windows.suits(stretch)
    if (isSuited) windows.trace(stretch, quality, bends, isFar)
    else tracer.trace(stretch, 0, isLast ? count + 1 : count, entered ?? NOWHERE, bends)
    this.isSwept = isSuited && windows.isSearched
    return corridor.crossingOf[count - 1] as Crossing
  }

  /** An end with all the entries that are near, of a path to the other, if there is one. */
  endAt(end: QueryEnd, point: Point, other: Point | null): QueryEnd {
    end.take(point, other)
    return end
  }

  /** An end with its own region's entries. */
  ownEndAt(end: QueryEnd, { x, y }: Point): QueryEnd {
    if (end.x !== x || end.y !== y || end.isWide) end.set(x, y)
    return end
  }

  /** What the cheapest path costs inside what one of the ends knows, and `traceInside` then has; Infinity without one. */
  unitsInside(): number {
    const { start, goal } = this
    const isForwards = start.knows(goal.region, goal)
    this.isBackwards = !isForwards && goal.knows(start.region, start)
    if (this.isBackwards) return goal.floodTo(start.x, start.y)
    return isForwards ? start.floodTo(goal.x, goal.y) : Infinity
  }

  traceInside(bends: Bends): void {
    const { start, goal, tracer } = this
    bends.start(start.x, start.y)
    if (this.isBackwards) tracer.traceBack(goal, start.x, start.y, bends)
    else tracer.traceInside(start, goal.x, goal.y, bends)
  }
}

export class PathStream {
  private readonly tools: PathTools
  private readonly steps: RouteSteps
  private readonly start: Point
  private readonly goal: Point
  private readonly quality: Quality
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
  constructor(tools: PathTools, steps: RouteSteps, asked: RouteToTrace, held: Bends = new Bends(64)) {
    const { start, goal, quality } = asked
    this.tools = tools
    this.steps = steps
    this.start = start
    this.goal = goal
    this.quality = quality
    this.held = held
    held.start(start.x, start.y)
    if (steps.best !== undefined) this.pieceRegions = NEXT_PIECE_REGIONS
  }

  /** Appends the next piece to `out`, which starts or ends where this piece begins. */
  next(out: Bends): void {
    this.unpack()
    const { regions, crossings, pieceRegions } = this
    const { maker, puller, slider, terrain } = this.tools
    const { best } = this.steps
    // So few are known only where the goal comes after them: a last piece of a few regions would be more work than it is.
    const isLast = regions.length <= pieceRegions + AHEAD_REGIONS
    const ahead = isLast ? regions.length : pieceRegions + AHEAD_REGIONS
    if (best !== undefined) this.follow(best, ahead, isLast)
    else maker.solve(regions, crossings, ahead, this.entered, isLast, this.start, this.goal)
    const count = isLast ? regions.length : maker.endOfPiece(pieceRegions)
    const isFar = areFar(this.start, this.goal, FAR_CELLS)
    this.entered = reversed(maker.addPiece(regions, count, this.entered, isLast, this.held, this.quality, isFar))
    if (!isLast) {
      regions.splice(0, count)
      crossings.splice(0, count)
    }
    const heldCells = isLast ? 0 : Math.min(HELD_CELLS_PER_REGION * count, HELD_CELLS_MAX)
    if (!maker.isSwept) {
      const isEven = isEvenAlong(terrain, this.held)
      puller.pull(this.held, isEven)
      if (!isEven && this.quality !== 'fast') slider.slide(this.held)
    }
    moveSteps(this.held, out, heldCells)
    this.pieceRegions = Math.min(Math.max(2 * pieceRegions, NEXT_PIECE_REGIONS), PIECE_REGIONS_MAX)
    this.isDone = isLast
  }

  private follow(best: BestSteps, count: number, isToGoal: boolean): void {
    const { maker } = this.tools
    // A route may be asked for its cells long after its search: then its ends have moved on to other queries.
    // As the search has seen them: what leads out of their regions is part of what the route costs.
    // What entries cost is known: the ends need only be there.
    if (this.entered === null) maker.endAt(maker.start, this.start, this.goal)
    if (isToGoal) maker.endAt(maker.goal, this.goal, this.start)
    maker.follow(this.steps, best, this.nextStep - this.regions.length, count)
  }

  private unpack(): void {
    const { maker } = this.tools
    // One region more than is looked at, so that it is known whether the goal is in sight.
    const wanted = this.pieceRegions + AHEAD_REGIONS
    while (this.regions.length <= wanted && this.nextStep < this.steps.entryOfStep.length) {
      maker.unpacker.unpackStep(this.steps, this.nextStep++, this.regions, this.crossings)
    }
  }
}

/** Whether ends are `cells` cells apart. */
export function areFar(start: Point, goal: Point, cells: number): boolean {
  return Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) >= cells
}
