/**
 * The corridor's entries -> the bends of the path: the first and the last segment from the two ends' own searches, the
 * moves between from the atlas.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, NOWHERE, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { isOverCorner, landingOf } from '../atlas/landing.ts'
import { pairOf, type Slot, slotOfCrossing } from '../atlas/level-graph.ts'
import { WAY_BYTES, WAY_LINE_EARLY, WAY_SEARCHED, WayFinder } from '../atlas/ways.ts'
import type { Region } from '../base/ids.ts'
import type { Bends } from '../cells/bends.ts'
import { LINE_EARLY, LINE_LATE, lineRuns } from '../cells/line.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { CorridorWay } from './corridor.ts'
import { type Leap, RegionFlood, type Sight } from './leap.ts'

/** Two for each run, of which there are fewer than cells in the 2 x 2 blocks that an end may know. */
const RUN_NUMBERS_MAX = 2 * (2 * BLOCK_SIDE_CELLS) ** 2

export class Tracer {
  /** Crosses regions whose ways are not in the atlas, if it is there; else they are flooded one by one. */
  leap: Leap | null = null
  /** Skips the regions that the path can see across, if it is there. */
  sight: Sight | null = null
  readonly within: RegionFlood
  private readonly columns: AtlasColumns
  private readonly ways = new WayFinder()
  private readonly runs = new Int32Array(RUN_NUMBERS_MAX)

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.within = new RegionFlood(columns.terrain)
  }

  /**
   * Appends the path through the corridor's regions regionOf[0 .. count - 1]: from the start, or from the crossing (seen
   * from inside) by which the first is entered; to the goal, or just across the crossing by which the last is left.
   */
  trace(
    regionOf: ArrayLike<number>,
    corridor: CorridorWay,
    count: number,
    from: QueryEnd | Crossing,
    goal: QueryEnd | null,
    bends: Bends,
  ): void {
    const { slotOf, crossingOf, unitsOf } = corridor
    const { leap } = this
    const { terrain } = this.columns
    let entered = typeof from === 'number' ? from : NOWHERE
    for (let i = 0; i < count; i++) {
      const seen = this.sight?.follow(corridor, i, count, goal, bends) ?? i
      if (seen > i) {
        i = seen
        if (i < count) entered = reversed(crossingOf[i] as Crossing)
        continue
      }
      let left = crossingOf[i] as Crossing
      let to = landingOf(terrain, left)
      if (i === 0 && typeof from !== 'number') this.fromStart(from, to, unitsOf[0], bends)
      else if (!this.through(regionOf[i], entered, slotOf[i], to, bends)) {
        if (leap === null) this.within.take(to, bends)
        else i = leap.over(this, regionOf, corridor, i, count, entered, bends)
        left = crossingOf[i] as Crossing
        to = landingOf(terrain, left)
      }
      if (i + 1 < count && isOverCorner(terrain, left, crossingOf[i + 1])) left = crossingOf[++i] as Crossing
      entered = this.stepOver(left, to, bends)
    }
    if (goal === null || bends.endsAt(goal.x, goal.y)) return
    this.toGoal(goal, corridor.units - unitsOf[count - 1], bends)
  }

  /** The first segment, to a landing. */
  fromStart(start: QueryEnd, to: Crossing, units: number, bends: Bends): void {
    const [x, y] = [xOf(to), yOf(to)]
    if (start.area === null && this.leap?.jump(x, y, units, bends)) return
    start.floodToEntries()
    this.traceInside(start, x, y, bends)
  }

  /** The last segment, from where the region is entered. */
  toGoal(goal: QueryEnd, units: number, bends: Bends): void {
    if (goal.area === null && this.leap?.jump(goal.x, goal.y, units, bends)) return
    goal.floodToEntries()
    this.traceBack(goal, bends.xOf(bends.count - 1), bends.yOf(bends.count - 1), bends)
  }

  /** Goes on over a crossing, from one landing to the other; returns the crossing as seen from there. */
  stepOver(left: Crossing, landing: Crossing, bends: Bends): Crossing {
    hold(bends.endsAt(xOf(landing), yOf(landing)), 'ways')
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
