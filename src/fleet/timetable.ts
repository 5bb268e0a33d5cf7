/**
 * Who is on which cell when. Each cell has its stays in order of time, each of one unit from one tick to another. A search finds
 * the way of one more unit around all stays. It knows the earliest arrival in each gap between two stays, so waiting costs it
 * nothing (SIPP, Phillips and Likhachev, 2011).
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { Distances } from './distances.ts'
import type { Steps } from './legal-steps.ts'

/** After the last tick. */
const FOREVER = 0x3fffffff
/** Gaps that one search looks at before it gives up. */
const GAPS_MAX = 20_000
/** More than any steps that a unit has left: puts the ticks of a way before them in one key. */
const TICKS_BIT = 0x200000

export class Timetable {
  private readonly steps: Steps
  private readonly distances: Distances
  /** The stays of each cell in order of time. The last one, whose number is that of the cell, begins after the last tick. */
  private readonly staysOfCell: number[][]
  private readonly cellOfStay: Int32Array
  private readonly fromOfStay: Int32Array
  private readonly toOfStay: Int32Array
  private readonly unitOfStay: Int32Array
  private readonly nextFree: Int32Array
  private firstFree: number
  /** Of the gap before each stay: the search that last reached it, its earliest arrival, and the gap it came from. */
  private readonly searchOfGap: Int32Array
  private readonly arrivalInGap: Int32Array
  private readonly gapBefore: Int32Array
  private readonly heap = new Heap()
  private searches = 0
  /** The unit that a way is searched for, and the least and the most ticks of the way. */
  private unit = NONE
  private ticksLeast = 0
  private ticksMost = 0

  /** Ways of at most `tickCount` ticks in all can be entered at the same time. */
  constructor(steps: Steps, distances: Distances, tickCount: number) {
    const { cellCount } = steps
    const column = () => new Int32Array(cellCount + tickCount)
    this.steps = steps
    this.distances = distances
    this.staysOfCell = Array.from({ length: cellCount }, (_, cell) => [cell])
    this.cellOfStay = column().map((_, cell) => cell)
    this.fromOfStay = column().fill(FOREVER)
    this.toOfStay = column().fill(FOREVER)
    this.unitOfStay = column().fill(NONE)
    this.nextFree = column().map((_, stay) => stay + 1)
    this.firstFree = cellCount
    this.searchOfGap = column()
    this.arrivalInGap = column()
    this.gapBefore = column()
  }

  /** Enters the way of a unit: its cell in each tick, on the last of which it rests. */
  enter(unit: number, way: Int32Array): void {
    const { cellOfStay, fromOfStay, toOfStay, unitOfStay, nextFree } = this
    for (let from = 0, end = 0; from < way.length; from = end) {
      end = endOfStay(way, from)
      const stay = this.firstFree
      this.firstFree = nextFree[stay]
      cellOfStay[stay] = way[from]
      fromOfStay[stay] = from
      toOfStay[stay] = end === way.length ? FOREVER : end - 1
      unitOfStay[stay] = unit
      const stays = this.staysOfCell[way[from]]
      stays.splice(this.indexAt(stays, from), 0, stay)
    }
  }

  /** Takes the way of a unit out. */
  leave(way: Int32Array): void {
    for (let from = 0; from < way.length; from = endOfStay(way, from)) {
      const stays = this.staysOfCell[way[from]]
      const [stay] = stays.splice(this.indexAt(stays, from), 1)
      this.nextFree[stay] = this.firstFree
      this.firstFree = stay
    }
  }

  /** The unit on a cell at a tick, or NONE. */
  unitAt(cell: number, tick: number): number {
    const stays = this.staysOfCell[cell]
    const stay = stays[this.indexAt(stays, tick)]
    return this.fromOfStay[stay] <= tick ? this.unitOfStay[stay] : NONE
  }

  /** The way of a unit from `start` now to `goal`, where it can rest in `ticksMost` ticks; null where there is none. */
  wayOf(unit: number, start: number, goal: number, ticksMost: number): Int32Array | null {
    const { heap, cellOfStay, fromOfStay, steps } = this
    const staysOnGoal = this.staysOfCell[goal]
    this.unit = unit
    this.ticksMost = ticksMost
    this.ticksLeast = staysOnGoal.length < 2 ? 0 : this.toOfStay[staysOnGoal[staysOnGoal.length - 2]] + 1
    this.searches++
    heap.clear()
    this.reach(this.staysOfCell[start][0], start, 0, NONE)
    for (let gaps = 0; heap.size > 0 && gaps < GAPS_MAX; gaps++) {
      const gap = heap.pop()
      if (gap === goal) return this.wayTo(gap)
      // A gap reached earlier while it waited comes out twice; the second time changes nothing.
      const end = Math.min(fromOfStay[gap] - 1, ticksMost)
      for (let mask = steps.legalOf(cellOfStay[gap]); mask !== 0; mask &= mask - 1) {
        this.step(gap, end, 31 - Math.clz32(mask & -mask))
      }
    }
    return null
  }

  /** Reaches all gaps of a neighbouring cell that a unit can step into from a gap which ends at `end`. */
  private step(gap: number, end: number, direction: number): void {
    const { cellOfStay, fromOfStay, toOfStay, unitOfStay, steps } = this
    const cell = cellOfStay[gap]
    const next = cell + steps.deltaOfDirection[direction]
    const earliest = this.arrivalInGap[gap] + 1
    const stays = this.staysOfCell[next]
    for (let at = this.indexAt(stays, earliest); ; at++) {
      const from = at === 0 ? 0 : toOfStay[stays[at - 1]] + 1
      if (from > end + 1) return
      const stay = stays[at]
      const last = Math.min(fromOfStay[stay] - 1, end + 1)
      let tick = Math.max(earliest, from)
      // The unit that leaves the next cell may come to this one.
      if (at > 0 && tick === from && fromOfStay[gap] === tick && unitOfStay[gap] === unitOfStay[stays[at - 1]]) tick++
      if (direction >= 4) while (tick <= last && this.isCrossed(cell, next, tick)) tick++
      if (tick <= last) this.reach(stay, next, tick, gap)
      if (stay === next) return
    }
  }

  private reach(gap: number, cell: number, tick: number, before: number): void {
    const { searches, searchOfGap, arrivalInGap, gapBefore } = this
    if (searchOfGap[gap] === searches && arrivalInGap[gap] <= tick) return
    const rest = this.distances.from(this.unit, cell)
    const ticks = Math.max(tick + rest, this.ticksLeast)
    if (ticks > this.ticksMost) return
    searchOfGap[gap] = searches
    arrivalInGap[gap] = tick
    gapBefore[gap] = before
    // Of equally long ways the one that has the least left comes first.
    this.heap.push(ticks * TICKS_BIT + rest, gap)
  }

  /** Whether a diagonal step that arrives at `tick` crosses that of another unit. */
  private isCrossed(cell: number, next: number, tick: number): boolean {
    const { width } = this.steps
    const beside = next - (next % width) + (cell % width)
    const other = cell + next - beside
    return this.hasStep(beside, other, tick) || this.hasStep(other, beside, tick)
  }

  /** Whether a unit goes from `cell` to `next` and arrives at `tick`. */
  private hasStep(cell: number, next: number, tick: number): boolean {
    const unit = this.unitAt(cell, tick - 1)
    return unit !== NONE && unit === this.unitAt(next, tick)
  }

  private wayTo(last: number): Int32Array {
    const { cellOfStay, arrivalInGap, gapBefore } = this
    const way = new Int32Array(arrivalInGap[last] + 1)
    for (let gap = last, end = way.length; gap !== NONE; end = arrivalInGap[gap], gap = gapBefore[gap]) {
      way.fill(cellOfStay[gap], arrivalInGap[gap], end)
    }
    return way
  }

  /** The index of the first stay that ends at `tick` or later. */
  private indexAt(stays: readonly number[], tick: number): number {
    const { toOfStay } = this
    let low = 0
    for (let high = stays.length - 1; low < high; ) {
      const middle = (low + high) >> 1
      if (toOfStay[stays[middle]] < tick) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The tick in which a unit leaves the cell that it is on at `from`. */
function endOfStay(way: Int32Array, from: number): number {
  let end = from + 1
  while (end < way.length && way[end] === way[from]) end++
  return end
}
