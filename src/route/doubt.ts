/**
 * What an end knows of entries that it does not see, on uniform ground: what one costs by way of an entry in sight, never too
 * low, and a bound from below. Where the two are close that is enough. Else it is in doubt, and searched on the cells: most
 * are on no cheapest way, so who needs few of the costs has only those searched that would be. Where many are in doubt the
 * block is flooded.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { xOf, yOf } from '../atlas/crossing.ts'
import { halfStepUnits } from '../atlas/landing.ts'
import { crossingAt, firstPairOf, firstSlotOf, pairOf, unitsOfStep } from '../atlas/level-graph.ts'
import { NONE } from '../base/none.ts'
import { GAVE_UP, type NearSearch } from '../cells/near-search.ts'
import { freeUnits, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import type { QueryEnd } from './end.ts'

/** An entry out of sight may cost so much too much; else it is searched on the cells. */
const DOUBT_UNITS = 3 * UNITS_PER_CELL
/** One flood takes about as long as this many searches. */
const SEARCHES_MAX = 4
/** As long as few of those in doubt are asked for, this many are left so. */
const DOUBTS_MAX = 16
/** Where many are in doubt, so many are searched for one by one. */
const SEARCHES_OF_MANY = 2

export class Doubts {
  /** How many slots of the end's own region are in doubt: `unitsOfSlot` is what they cost at most. */
  count = 0
  private readonly slots = new Int32Array(DOUBTS_MAX + 1)
  private readonly leastOf = new Float64Array(DOUBTS_MAX + 1)
  private searchedCount = 0
  private readonly columns: AtlasColumns
  private readonly near: NearSearch

  constructor(columns: AtlasColumns, near: NearSearch) {
    this.columns = columns
    this.near = near
  }

  /** What the entry in a slot of the end's own region costs at least. */
  leastTo(end: QueryEnd, slot: number): number {
    const n = this.numberOf(slot)
    return n === NONE ? end.unitsOfSlot[slot] : this.leastOf[n]
  }

  /** Finds what it costs; whether that was in doubt. */
  settle(end: QueryEnd, slot: number): boolean {
    const n = this.numberOf(slot)
    if (n === NONE) return false
    if (this.count > SEARCHES_MAX && this.searchedCount === SEARCHES_OF_MANY) end.floodAll()
    else this.search(end, n)
    return true
  }

  settleAll(end: QueryEnd): void {
    if (this.count > SEARCHES_MAX) end.floodAll()
    while (this.count > 0) this.search(end, this.count - 1)
  }

  /** Finds the costs to the entries out of sight, from the first `inSightCount` ones in sight. */
  goByWayOf(end: QueryEnd, inSightCount: number): void {
    this.columns.settleTable?.(0, end.region)
    this.searchedCount = 0
    for (let slot = 0; slot < end.slotCount && this.count <= DOUBTS_MAX; slot++) {
      const isKnown = end.unitsOfSlot[slot] < Infinity || this.isEstimated(end, slot, inSightCount)
      if (!isKnown) this.slots[this.count++] = slot
    }
    if (this.count > DOUBTS_MAX) end.floodAll()
  }

  /** Sets what an entry out of sight costs at most; whether that is close enough. */
  private isEstimated(end: QueryEnd, slot: number, inSightCount: number): boolean {
    const { terrain } = this.columns
    const [levelZero] = this.columns.levels
    const { unitsOfSlot, inSight, region, cost } = end
    const crossing = crossingAt(levelZero, firstSlotOf(levelZero, region) + slot)
    const { tables } = levelZero
    const firstPair = firstPairOf(levelZero, region)
    const scale = unitsOfStep(levelZero, region)
    // The table leads from the middle of one crossing to that of another: the first half step is not taken here.
    const step = 2 * cost * STRAIGHT_UNITS
    let most = Infinity
    let least = 0
    for (let i = 0; i < inSightCount; i++) {
      const by = inSight[i]
      const between = tables[firstPair + pairOf(by, slot)] * scale
      most = Math.min(most, unitsOfSlot[by] - step + between)
      least = Math.max(least, between - unitsOfSlot[by])
    }
    unitsOfSlot[slot] = most
    const flight = freeUnits(xOf(crossing) - end.x, yOf(crossing) - end.y, terrain.costMin, terrain.directions)
    this.leastOf[this.count] = Math.max(least, flight + halfStepUnits(terrain, crossing))
    return most - least <= DOUBT_UNITS * cost
  }

  /** Searches for what the n-th of those in doubt costs; where that is not soon found, a flood tells of all. */
  private search(end: QueryEnd, n: number): void {
    const { slots, leastOf, near } = this
    const { terrain, levels } = this.columns
    const slot = slots[n]
    const crossing = crossingAt(levels[0], firstSlotOf(levels[0], end.region) + slot)
    const units = near.find(end.x, end.y, xOf(crossing), yOf(crossing), end.unitsOfSlot[slot])
    if (units >= 0) end.unitsOfSlot[slot] = units + halfStepUnits(terrain, crossing)
    this.searchedCount++
    end.isAsPlaced = false
    slots[n] = slots[--this.count]
    leastOf[n] = leastOf[this.count]
    if (units === GAVE_UP) end.floodAll()
  }

  private numberOf(slot: number): number {
    let n = this.count - 1
    while (n >= 0 && this.slots[n] !== slot) n--
    return n
  }
}
