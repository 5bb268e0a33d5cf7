/**
 * A step of a route on any level -> its steps on a lower one: the regions it crosses and the entries between them. The bake
 * has stored the ways, so this only follows them down.
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
  crossingAt,
  entryAt,
  entryIn,
  firstSlotOf,
  hold,
  pairOf,
  type Slot,
  slotCountOf,
  slotOfCrossing,
  slotOfEntry,
  WAY_BYTES,
  WAY_LINE_EARLY,
  WAY_SEARCHED,
  WayFinder,
} from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { type Bends, endsAt } from '../cells/bends.ts'
import { Flood } from '../cells/cell-flood.ts'
import { addFreeLine, LINE_EARLY, LINE_LATE, lineRuns } from '../cells/line.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import { type RouteSteps, StepList } from '../route/steps.ts'
import type { Corridor, Stretch } from './corridor.ts'

/** Steps in the order in which they are walked: each leaves a region by an entry, its crossing as seen from there. */
class StepStack {
  count = 0
  regionOf = new Int32Array(512)
  crossingOf = new Int32Array(512)
  entryOf = new Int32Array(512)

  push(region: Region, crossing: AnyCrossing, entry: Entry): void {
    if (this.count === this.regionOf.length) {
      this.regionOf = doubled(this.regionOf)
      this.crossingOf = doubled(this.crossingOf)
      this.entryOf = doubled(this.entryOf)
    }
    this.regionOf[this.count] = region
    this.crossingOf[this.count] = crossing
    this.entryOf[this.count++] = entry
  }

  /** Turns around the order of all steps from `first` on. */
  reverseFrom(first: number): void {
    for (const column of [this.regionOf, this.crossingOf, this.entryOf]) {
      for (let a = first, b = this.count - 1; a < b; a++, b--) {
        const last = column[b]
        column[b] = column[a]
        column[a] = last
      }
    }
  }
}

export class Unpacker {
  private readonly unpacked = new StepStack()
  private readonly levels: readonly AtlasLevel[]
  private readonly ways = new WayFinder()
  /** The steps of ways that are being followed, level over level. */
  private readonly pending = new StepStack()

  /** A way passes no entry twice but where costs were rounded: what is longer was forged, and might never end. */
  private readonly stepsMax: number

  constructor(columns: AtlasColumns) {
    this.levels = columns.levels
    this.stepsMax = 64 + 2 * columns.levels[0].entryCount
  }

  /** The step through `region` of `level` from an entry to another, as steps of `toLevel`; valid until the next call. */
  unpack(level: Level, region: Region, from: number, to: number, toLevel: Level): StepStack {
    this.unpacked.count = 0
    this.step(level, region, from, to, toLevel)
    return this.unpacked
  }

  /** Appends a step of a route, as steps of level 0, to the regions it goes through and the crossings it leaves them by. */
  unpackStep(steps: RouteSteps, step: number, regions: number[], crossings: Crossing[]): void {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    if (levelOfStep[step] === 0) {
      regions.push(regionOfStep[step])
      crossings.push(crossingOfStep[step] as Crossing)
      return
    }
    const from = entryOfStep[step - 1]
    const to = entryOfStep[step]
    const unpacked = this.unpack(levelOfStep[step], regionOfStep[step], from, to, 0)
    for (let i = 0; i < unpacked.count; i++) {
      regions.push(unpacked.regionOf[i])
      crossings.push(unpacked.crossingOf[i] as Crossing)
    }
  }

  private step(level: Level, region: Region, from: number, to: number, toLevel: Level): void {
    const graph = this.levels[level]
    const { slots } = graph
    const firstSlot = firstSlotOf(graph, region)
    const toSlot = slotOfEntry(graph, region, to)
    hold(toSlot < slotCountOf(graph, region) && this.unpacked.count < this.stepsMax, 'ways')
    const toCrossing = slots[2 * (firstSlot + toSlot) + 1]
    if (level === toLevel) {
      this.unpacked.push(region, toCrossing, to)
      return
    }
    const fromSlot = slotOfEntry(graph, region, from)
    hold(fromSlot < slotCountOf(graph, region) && fromSlot !== toSlot, 'ways')
    const { pending } = this
    const first = pending.count
    const lastChild = this.readWay(level, region, fromSlot, toSlot)
    const end = pending.count
    if (level - 1 === toLevel) {
      for (let i = first; i < end; i++) {
        this.unpacked.push(pending.regionOf[i], pending.crossingOf[i], pending.entryOf[i])
      }
      this.unpacked.push(lastChild, toCrossing, to)
    } else {
      let at = from
      for (let i = first; i < end; i++) {
        this.step(level - 1, pending.regionOf[i], at, pending.entryOf[i], toLevel)
        at = pending.entryOf[i]
      }
      this.step(level - 1, lastChild, at, to, toLevel)
    }
    pending.count = first
  }

  /**
   * Puts the steps of the level below between two slots on the pending list, in the order in which they are walked;
   * returns the region of the last step, which leads to the second slot.
   */
  private readWay(level: Level, region: Region, fromSlot: number, toSlot: number): number {
    const lower = this.levels[level - 1]
    const { tableBytes, slots } = this.levels[level]
    const { pending } = this
    this.ways.find(this.levels[level], region, pairOf(fromSlot, toSlot))
    const { end } = this.ways
    // Ways are noted from the lower slot on.
    const isForward = fromSlot < toSlot
    const lowSlot = firstSlotOf(this.levels[level], region) + (isForward ? fromSlot : toSlot)
    const firstChild = lower.regionOfSide[2 * entryIn(slots[2 * lowSlot]) + sideOf(slots[2 * lowSlot + 1])]
    const firstPending = pending.count
    let child = firstChild
    for (let at = this.ways.from; at < end; ) {
      let slot = tableBytes[at] & 127
      for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
      hold(slot >= 0 && slot < slotCountOf(lower, child) && pending.count < this.stepsMax, 'ways')
      const place = 2 * (firstSlotOf(lower, child) + slot)
      const entry = entryIn(lower.slots[place])
      const crossing = lower.slots[place + 1]
      const next = lower.regionOfSide[2 * entry + 1 - sideOf(crossing)]
      if (isForward) pending.push(child, crossing, entry)
      else pending.push(next, reversed(crossing), entry)
      child = next
    }
    if (isForward) return child
    pending.reverseFrom(firstPending)
    return firstChild
  }
}

/** What is not above this level is left to the corridor. */
const LEFT_LEVEL = 2

/** The level of the steps that are to be refined: the highest of the route; NONE if there is nothing to gain. */
export function levelToRefine({ levelOfStep }: RouteSteps): number {
  let highest = NONE
  for (let step = 0; step < levelOfStep.length; step++) highest = Math.max(highest, levelOfStep[step])
  return highest > LEFT_LEVEL ? highest : NONE
}

/**
 * The steps of a route on its highest level -> steps one level lower, chosen again: the high level keeps few entries, so
 * the route bends towards them. Over all entries of the level below between the same regions it finds the cheapest
 * sequence. Levels further down gain nothing more: the corridor on level 0 takes back what is then still too expensive.
 */
export function refine(
  steps: RouteSteps,
  highest: Level,
  { levels }: AtlasColumns,
  unpacker: Unpacker,
  corridor: Corridor,
): RouteSteps {
  const refined = lower(steps, highest, unpacker)
  const { levelOfStep } = refined
  const level = highest - 1
  for (let first = 0; first < levelOfStep.length; first++) {
    if (levelOfStep[first] !== level) continue
    let end = first
    while (levelOfStep[end] === level) end++
    if (end - first > 1) optimise(refined, level, levels[level], corridor, first, end)
    first = end
  }
  return refined
}

/** The steps on `level` as steps on the one below it. */
function lower(steps: RouteSteps, level: Level, unpacker: Unpacker): RouteSteps {
  const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
  const list = new StepList()
  for (let step = 0; step < levelOfStep.length; step++) {
    if (levelOfStep[step] < level) {
      list.push(levelOfStep[step], regionOfStep[step], entryOfStep[step], crossingOfStep[step])
      continue
    }
    const unpacked = unpacker.unpack(level, regionOfStep[step], entryOfStep[step - 1], entryOfStep[step], level - 1)
    for (let i = 0; i < unpacked.count; i++) {
      list.push(level - 1, unpacked.regionOf[i], unpacked.entryOf[i], unpacked.crossingOf[i])
    }
  }
  return list.steps()
}

/** Chooses the entries between the steps first .. end - 1, all on `level`, again. */
function optimise(
  steps: RouteSteps,
  level: Level,
  graph: AtlasLevel,
  corridor: Corridor,
  first: number,
  end: number,
): void {
  const { regionOfStep, entryOfStep, crossingOfStep } = steps
  const regions = regionOfStep.subarray(first, end)
  const count = end - first
  const from = slotOfEntry(graph, regions[0], entryOfStep[first - 1])
  const to = slotOfEntry(graph, regions[count - 1], entryOfStep[end - 1])
  corridor.solve(level, regions, crossingOfStep.subarray(first, end), count, from, to)
  for (let i = 0; i < count; i++) {
    const slot = firstSlotOf(graph, regions[i]) + corridor.slotOf[i]
    entryOfStep[first + i] = entryAt(graph, slot)
    crossingOfStep[first + i] = crossingAt(graph, slot)
  }
}

/** Two for each run, of which there are fewer than cells in the 2 x 2 blocks that an end may know. */
const RUN_NUMBERS_MAX = 2 * (2 * BLOCK_SIDE_CELLS) ** 2

/**
 * The corridor's entries -> the bends of the path: the first and the last segment from the two ends' own searches, the
 * moves between from the atlas.
 */
export class Tracer {
  readonly within: RegionFlood
  private readonly columns: AtlasColumns
  private readonly ways = new WayFinder()
  private readonly runs = new Int32Array(RUN_NUMBERS_MAX)

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.within = new RegionFlood(columns.terrain)
  }

  /**
   * Appends the path through the regions first .. end - 1 of a stretch, the one after all others being the goal's: from where
   * the stretch begins, or from the crossing (seen from inside) by which the first of them is entered. Returns the crossing by
   * which the next one is entered, and ends just across it.
   */
  trace(
    { regionOf, corridor, count, from, goal }: Stretch,
    first: number,
    end: number,
    at: Crossing,
    bends: Bends,
  ): Crossing {
    const { slotOf, crossingOf } = corridor
    const { terrain } = this.columns
    let entered = at
    for (let i = first; i < end; i++) {
      if (i === count) {
        if (!endsAt(bends, goal!.x, goal!.y)) this.toGoal(goal!, bends)
        break
      }
      let left = crossingOf[i] as Crossing
      const to = landingOf(terrain, left)
      if (i === 0 && typeof from !== 'number') this.fromStart(from, to, bends)
      else if (!this.through(regionOf[i], entered, slotOf[i], to, bends)) this.within.take(to, bends)
      if (i + 1 < count && isOverCorner(terrain, left, crossingOf[i + 1])) left = crossingOf[++i] as Crossing
      entered = this.stepOver(left, to, bends)
    }
    return entered
  }

  /** The first segment, to a landing. */
  fromStart(start: QueryEnd, to: Crossing, bends: Bends): void {
    const [x, y] = [xOf(to), yOf(to)]
    if (this.isInSight(x, y, bends)) return
    start.floodToEntries()
    this.traceInside(start, x, y, bends)
  }

  /** The last segment, from where the region is entered. */
  toGoal(goal: QueryEnd, bends: Bends): void {
    if (this.isInSight(goal.x, goal.y, bends)) return
    goal.floodToEntries()
    this.traceBack(goal, bends.xOf(bends.count - 1), bends.yOf(bends.count - 1), bends)
  }

  /** Appends the line to a cell in plain sight on uniform ground, where none is cheaper; false where there is none. */
  private isInSight(x: number, y: number, bends: Bends): boolean {
    const { terrain } = this.columns
    return terrain.isUniform && addFreeLine(terrain, x, y, bends)
  }

  /** Goes on over a crossing, from one landing to the other; returns the crossing as seen from there. */
  stepOver(left: Crossing, landing: Crossing, bends: Bends): Crossing {
    hold(endsAt(bends, xOf(landing), yOf(landing)), 'ways')
    const entered = reversed(left)
    const at = landingOf(this.columns.terrain, entered)
    bends.add(xOf(at), yOf(at))
    return entered
  }

  /** Appends the path from (x, y) to `goal`, which has flooded to it. */
  traceBack(goal: QueryEnd, x: number, y: number, bends: Bends): void {
    const length = goal.runsBackFrom(x, y, this.runs)
    for (let i = 0; i < length; i += 2) bends.run(this.runs[i] ^ 2, this.runs[i + 1])
  }

  /** Appends the path from `start`, which has flooded to it, to (x, y). */
  traceInside(start: QueryEnd, x: number, y: number, bends: Bends): void {
    const length = start.runsBackFrom(x, y, this.runs)
    for (let i = length - 2; i >= 0; i -= 2) bends.run(this.runs[i], this.runs[i + 1])
  }

  /** From the crossing by which the path came in to the one by which it leaves; false if the atlas does not have it. */
  through(region: Region, entered: Crossing, leftSlot: number, to: Crossing, bends: Bends): boolean {
    const { levels, terrain } = this.columns
    const { tableBytes } = levels[0]
    const enteredSlot = this.slotOf(region, entered)
    const isForward = enteredSlot < leftSlot
    const way = this.ways.find(levels[0], region, pairOf(enteredSlot, leftSlot))
    if (way === WAY_SEARCHED) return false
    if (way !== WAY_BYTES) {
      // A line read from its other end is the other kind of line.
      const kind = (way === WAY_LINE_EARLY) === isForward ? LINE_EARLY : LINE_LATE
      const at = landingOf(terrain, entered)
      lineRuns(xOf(to) - xOf(at), yOf(to) - yOf(at), kind, terrain.directions, this.runs)
      bends.run(this.runs[0], this.runs[1])
      bends.run(this.runs[2], this.runs[3])
      return true
    }
    const { from, end } = this.ways
    if (isForward) for (let i = from; i < end; i++) bends.run(tableBytes[i] >> 5, (tableBytes[i] & 31) + 1)
    else for (let i = end - 1; i >= from; i--) bends.run((tableBytes[i] >> 5) ^ 2, (tableBytes[i] & 31) + 1)
    return true
  }

  /** The slot of a crossing, as seen from its region. */
  slotOf(region: Region, crossing: Crossing): Slot {
    return slotOfCrossing(this.columns.levels[0], region, crossing)
  }
}

/**
 * The cheapest path between two cells of a region that stays in it, by a flood of its block: what the bake did that wrote
 * the table.
 */
export class RegionFlood {
  private readonly terrain: Terrain
  private readonly flood: Flood
  private readonly runs = new Int32Array(2 * BLOCK_SIDE_CELLS ** 2)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.flood = new Flood(terrain)
  }

  /** Appends it, from where the path stands to a landing. */
  take(to: Crossing, bends: Bends): void {
    const { flood, runs } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    flood.load(this.terrain.blockOf(x0, y0))
    flood.addTarget(x0, y0)
    flood.flood(xOf(to), yOf(to))
    hold(flood.unitsTo(x0, y0) < Infinity, 'ways')
    // Flooded from its end, so that the runs back to that are the way there.
    const length = flood.runsBackFrom(x0, y0, runs)
    hold(length >= 0, 'regions')
    for (let i = 0; i < length; i += 2) bends.run(runs[i] ^ 2, runs[i + 1])
  }
}
