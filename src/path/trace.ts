/**
 * The corridor's entries -> the bends of the path: the first and the last segment from the two ends' own searches, the
 * moves between from the atlas.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { directionOfCrossing, reversed, xOf, yOf } from '../entry/crossing.ts'
import { pairOf, ROW_FIRST_SLOT, ROW_LENGTH } from '../graph/level-graph.ts'
import { WAY_LINE_EARLY, WAY_LINE_LATE, WayFinder } from '../graph/ways.ts'
import { LINE_EARLY, LINE_LATE, lineRuns } from '../map/line.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { QueryEnd } from '../query/end.ts'
import type { Bends } from './bends.ts'

export class Tracer {
  private readonly columns: AtlasColumns
  private readonly ways = new WayFinder()
  private readonly runs = new Int32Array(4 * BLOCK_SIDE_CELLS ** 2)

  constructor(columns: AtlasColumns) {
    this.columns = columns
  }

  /** The path from `start` through regionOf[i], left by slotOf[i], to `goal`. */
  trace(regionOf: Int32Array, slotOf: Int32Array, count: number, start: QueryEnd, goal: QueryEnd, bends: Bends): void {
    bends.start(start.x, start.y)
    let entered = 0
    for (let i = 0; i < count; i++) {
      const left = this.crossingAt(regionOf[i], slotOf[i])
      if (i === 0) this.fromStart(start, xOf(left), yOf(left), bends)
      else this.through(regionOf[i], entered, slotOf[i], left, bends)
      bends.run(directionOfCrossing(left), 1)
      entered = reversed(left)
    }
    this.toGoal(goal, xOf(entered), yOf(entered), bends)
  }

  /** The path between two cells of one region. */
  traceInside(start: QueryEnd, x: number, y: number, bends: Bends): void {
    bends.start(start.x, start.y)
    this.fromStart(start, x, y, bends)
  }

  private fromStart(start: QueryEnd, x: number, y: number, bends: Bends): void {
    const length = start.runsBackFrom(x, y, this.runs)
    for (let i = length - 2; i >= 0; i -= 2) bends.run(this.runs[i], this.runs[i + 1])
  }

  private toGoal(goal: QueryEnd, x: number, y: number, bends: Bends): void {
    const length = goal.runsBackFrom(x, y, this.runs)
    for (let i = 0; i < length; i += 2) bends.run(this.runs[i] ^ 2, this.runs[i + 1])
  }

  /** From the crossing by which the path came in to the one by which it leaves, as the atlas has it. */
  private through(region: number, entered: number, leftSlot: number, left: number, bends: Bends): void {
    const { levels, terrain } = this.columns
    const { wayBytes, lengthOfPair, rowOfRegion } = levels[0]
    const enteredSlot = this.slotOf(region, entered)
    const isForward = enteredSlot < leftSlot
    const pair = pairOf(enteredSlot, leftSlot)
    const at = this.ways.find(levels[0], region, pair)
    const code = lengthOfPair[rowOfRegion[region * ROW_LENGTH + 1] + pair]
    if (code === WAY_LINE_EARLY || code === WAY_LINE_LATE) {
      // A line read from its other end is the other kind of line.
      const kind = (code === WAY_LINE_EARLY) === isForward ? LINE_EARLY : LINE_LATE
      lineRuns(xOf(left) - xOf(entered), yOf(left) - yOf(entered), kind, terrain.directions, this.runs)
      bends.run(this.runs[0], this.runs[1])
      bends.run(this.runs[2], this.runs[3])
      return
    }
    const end = at + this.ways.length
    if (isForward) for (let i = at; i < end; i++) bends.run(wayBytes[i] >> 5, (wayBytes[i] & 31) + 1)
    else for (let i = end - 1; i >= at; i--) bends.run((wayBytes[i] >> 5) ^ 2, (wayBytes[i] & 31) + 1)
  }

  private crossingAt(region: number, slot: number): number {
    const { rowOfRegion, slots } = this.columns.levels[0]
    return slots[2 * (rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT] + slot) + 1]
  }

  private slotOf(region: number, crossing: number): number {
    const { rowOfRegion, slots } = this.columns.levels[0]
    const firstSlot = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT]
    let slot = 0
    while (slots[2 * (firstSlot + slot) + 1] !== crossing) slot++
    return slot
  }
}
