/**
 * Turns a step of a route on any level into steps of level 0: its regions and the entries between them. The bake stored
 * these ways, so this only follows them down. The tracer below turns steps into the bends of a path.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import {
  type AnyCrossing,
  type Crossing,
  isOverCorner,
  landingOf,
  reversed,
  sideOf,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import {
  entryIn,
  firstSlotOf,
  hold,
  pairOf,
  slotCountOf,
  slotOfCrossing,
  slotOfEntry,
  WAY_BYTES,
  WAY_LINE_EARLY,
  WAY_SEARCHED,
  WayFinder,
} from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { type Bends, endsAt } from '../cells/bends.ts'
import { addLine, addSightLine, LINE_EARLY, LINE_LATE } from '../cells/line.ts'
import { Sweep } from '../cells/sweep.ts'
import { OPPOSITE } from '../map/movement.ts'
import { BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { RouteSteps } from '../route/steps.ts'
import type { Stretch } from './corridor.ts'

/** Numbers of a pending step. */
const STEP_NUMBERS = 3

export class Unpacker {
  private readonly levels: readonly AtlasLevel[]
  private readonly ways = new WayFinder()
  /** The steps of ways that are being followed, level over level: the region that each leaves, by which crossing and entry. */
  private readonly pending: number[] = []
  /** A way passes no entry twice except where costs were rounded. A longer one was forged, and might never end. */
  private readonly stepsMax: number
  private regions: number[] = []
  private crossings: Crossing[] = []
  private regionsMax = 0

  constructor(columns: AtlasColumns) {
    this.levels = columns.levels
    this.stepsMax = 64 + 2 * columns.levels[0].entryCount
  }

  /** Appends a step of a route, as steps of level 0: its regions, and the crossings by which it leaves them. */
  unpackStep(steps: RouteSteps, step: number, regions: number[], crossings: Crossing[]): void {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    this.regions = regions
    this.crossings = crossings
    this.regionsMax = regions.length + this.stepsMax
    // A route begins on level 0: every other step has an entry before it.
    this.leave(levelOfStep[step], regionOfStep[step], entryOfStep[step - 1], crossingOfStep[step], entryOfStep[step])
  }

  /** Appends the steps from an entry of a region to the entry by which it is left. */
  private leave(level: Level, region: Region, from: Entry, crossing: AnyCrossing, to: Entry): void {
    if (level === 0) {
      this.regions.push(region)
      this.crossings.push(crossing as Crossing)
      return
    }
    const graph = this.levels[level]
    const fromSlot = slotOfEntry(graph, region, from)
    const toSlot = slotOfEntry(graph, region, to)
    const slotCount = slotCountOf(graph, region)
    hold(fromSlot < slotCount && toSlot < slotCount && fromSlot !== toSlot, 'ways')
    hold(this.regions.length < this.regionsMax, 'ways')
    const isForward = fromSlot < toSlot
    const { pending } = this
    const first = pending.length
    const lastChild = this.readWay(level, region, fromSlot, toSlot)
    const end = pending.length
    let at = from
    for (let i = first; i < end; i += STEP_NUMBERS) {
      const place = isForward ? i : first + end - STEP_NUMBERS - i
      const next = pending[place + 2]
      this.leave(level - 1, pending[place], at, pending[place + 1] as AnyCrossing, next)
      at = next
    }
    this.leave(level - 1, lastChild, at, crossing, to)
    pending.length = first
  }

  /**
   * Puts the way between two slots on the pending list, as steps of the level below, from the lower slot to the higher. Returns
   * the region of the last step of the walk, which ends at the second slot.
   */
  private readWay(level: Level, region: Region, fromSlot: number, toSlot: number): Region {
    const graph = this.levels[level]
    const lower = this.levels[level - 1]
    const { tableBytes, slots } = graph
    const { pending, ways } = this
    ways.find(graph, region, pairOf(fromSlot, toSlot))
    const isForward = fromSlot < toSlot
    const lowSlot = firstSlotOf(graph, region) + Math.min(fromSlot, toSlot)
    const firstChild = lower.regionOfSide[2 * entryIn(slots[2 * lowSlot]) + sideOf(slots[2 * lowSlot + 1])]
    let child = firstChild
    for (let at = ways.from; at < ways.end; ) {
      let slot = tableBytes[at] & 127
      for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
      hold(slot >= 0 && slot < slotCountOf(lower, child) && pending.length < STEP_NUMBERS * this.stepsMax, 'ways')
      const place = 2 * (firstSlotOf(lower, child) + slot)
      const entry = entryIn(lower.slots[place])
      const crossing = lower.slots[place + 1]
      const next = lower.regionOfSide[2 * entry + 1 - sideOf(crossing)]
      if (isForward) pending.push(child, crossing, entry)
      else pending.push(next, reversed(crossing), entry)
      child = next
    }
    return isForward ? child : firstChild
  }
}

/** Appends ways that the atlas does not have: to the landing in region i of a stretch, or where that is `count`, to the goal. */
export interface Gaps<End = QueryEnd> {
  fill(stretch: Stretch<End>, i: number, x: number, y: number, bends: Bends): void
}

/** Turns the entries of a corridor into bends. The atlas has the ways between them. */
export class Tracer<End extends Point = QueryEnd> {
  readonly gaps: Gaps<End>
  private readonly columns: AtlasColumns
  private readonly ways = new WayFinder()

  constructor(columns: AtlasColumns, gaps: Gaps<End>) {
    this.columns = columns
    this.gaps = gaps
  }

  /**
   * Appends the path through the regions first .. end - 1 of a stretch; region number `count` is the goal's. It begins where the
   * stretch does, or at `at`, the crossing that enters the first region, seen from inside. Returns the crossing that enters the
   * next region, and ends just across it.
   */
  trace(
    stretch: Stretch<End>,
    first: number,
    end: number,
    at: Crossing,
    bends: Bends,
    gaps: Gaps<End> = this.gaps,
  ): Crossing {
    const { regionOf, corridor, count, from, goal } = stretch
    const { slotOf, crossingOf } = corridor
    const { terrain } = this.columns
    let entered = at
    for (let i = first; i < end; i++) {
      if (i === count) {
        if (!endsAt(bends, goal!.x, goal!.y)) gaps.fill(stretch, i, goal!.x, goal!.y, bends)
        break
      }
      let left = crossingOf[i] as Crossing
      const to = landingOf(terrain, left)
      const isStart = i === 0 && typeof from !== 'number'
      if (isStart || !this.through(terrain, regionOf[i], entered, slotOf[i], to, bends))
        gaps.fill(stretch, i, xOf(to), yOf(to), bends)
      if (i + 1 < count && isOverCorner(terrain, left, crossingOf[i + 1])) left = crossingOf[++i] as Crossing
      entered = stepOver(terrain, left, to, bends)
    }
    return entered
  }

  /** Appends the way from the crossing that enters a region to the one that leaves it. Returns false if the atlas lacks it. */
  private through(
    terrain: Terrain,
    region: Region,
    entered: Crossing,
    leftSlot: number,
    to: Crossing,
    bends: Bends,
  ): boolean {
    const { levels } = this.columns
    const { tableBytes } = levels[0]
    const enteredSlot = slotOfCrossing(levels[0], region, entered)
    const isForward = enteredSlot < leftSlot
    const way = this.ways.find(levels[0], region, pairOf(enteredSlot, leftSlot))
    if (way === WAY_SEARCHED) return false
    if (way !== WAY_BYTES) {
      // A line read from its other end is the other kind of line.
      const kind = (way === WAY_LINE_EARLY) === isForward ? LINE_EARLY : LINE_LATE
      addLine(terrain, xOf(to), yOf(to), kind, bends)
      return true
    }
    addRuns(tableBytes, this.ways, isForward, bends)
    return true
  }
}

/** Appends the step over a crossing, from one landing to the other. Returns the crossing as seen from there. */
function stepOver(terrain: Terrain, left: Crossing, landing: Crossing, bends: Bends): Crossing {
  hold(endsAt(bends, xOf(landing), yOf(landing)), 'ways')
  const entered = reversed(left)
  const at = landingOf(terrain, entered)
  bends.add(xOf(at), yOf(at))
  return entered
}

/** Appends a way that the atlas has as bytes. */
function addRuns(bytes: Uint8Array, { from, end }: WayFinder, isForward: boolean, bends: Bends): void {
  if (isForward) for (let at = from; at < end; at++) bends.run(bytes[at] >> 5, (bytes[at] & 31) + 1)
  else for (let at = end; at-- > from; ) bends.run((bytes[at] >> 5) ^ OPPOSITE, (bytes[at] & 31) + 1)
}

/**
 * Fills gaps by floods. The two ends lead to the first and the last entry: on even ground by a line where these are in sight.
 */
export class FloodGaps implements Gaps {
  private readonly terrain: Terrain
  private readonly sweep: Sweep

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.sweep = new Sweep(terrain, 1)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.sweep.forgetMap()
  }

  fill({ count, from, goal }: Stretch, i: number, x: number, y: number, bends: Bends): void {
    const { terrain } = this
    const isToGoal = i === count
    const end = isToGoal ? goal! : i > 0 ? null : from
    if (end === null || typeof end === 'number') this.withinRegion(x, y, bends)
    else if (!addSightLine(terrain, x, y, bends)) {
      end.floodToEntries()
      if (isToGoal) end.addWayBack(bends)
      else end.addWayTo(x, y, bends)
    }
  }

  /** Appends the cheapest path inside the region to a landing, by a flood of its block from there, as the bake did. */
  private withinRegion(x: number, y: number, bends: Bends): void {
    const { sweep } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    sweep.coverBlocks(x0 >> BLOCK_SHIFT, y0 >> BLOCK_SHIFT)
    sweep.addTarget(x0, y0)
    sweep.flood(x, y)
    hold(sweep.addWayBack(bends), 'ways')
  }
}
