/**
 * One end of a query: what it costs from the start (or the goal) to each entry of its region of level 0.
 *
 * On uniform ground an entry in plain sight of the cell is reached by a plain line, and that is the true cost. To an entry
 * behind something the cost by way of an entry in sight is taken, never too low, if a bound from below is close to it; else
 * it is searched on the cells. Only where no entry is in sight, where too many stay in doubt, and on weighted
 * ground, the block is flooded.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { halfStepUnits, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { regionOfCell } from '../atlas/labels.ts'
import { firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BlockFlood } from '../cells/block-flood.ts'
import { isLineFree, LINE_EARLY, LINE_LATE } from '../cells/line.ts'
import { GAVE_UP } from '../cells/near-window.ts'
import type { Near } from '../cells/no-near.ts'
import { freeUnits, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/** An entry out of sight may cost so much too much; else it is searched on the cells. */
const DOUBT_UNITS = 3 * UNITS_PER_CELL
const EXPANSIONS_MAX = 1000
/** One flood takes about as long as this many searches. */
const SEARCHES_MAX = 4

export class QueryEnd {
  x = -1
  y = -1
  region = 0
  slotCount = 0
  /** unitsOfSlot[slot within the region]: from the cell to the middle of the entry's crossing. */
  unitsOfSlot = new Float64Array(64)
  /** What every free cell of its block and of those around costs; 0 where they differ. */
  private cost = 0
  private inSight = new Int32Array(64)
  private readonly doubtful = new Int32Array(SEARCHES_MAX + 1)
  /** Whether the flood made last reached all entries. */
  private isFlooded = false
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly near: Near
  private readonly flood: BlockFlood

  constructor(columns: AtlasColumns, near: Near) {
    this.columns = columns
    this.near = near
    this.terrain = columns.terrain
    this.flood = new BlockFlood(columns.terrain)
  }

  /** Takes its place at the free cell (x, y) and finds the costs. */
  set(x: number, y: number): void {
    const ground = this.columns.levels[0]
    this.isFlooded = false
    this.x = x
    this.y = y
    this.region = regionOfCell(this.columns.labels, this.terrain.blockOf(x, y), x, y)
    this.slotCount = slotCountOf(ground, this.region)
    if (this.slotCount > this.unitsOfSlot.length) {
      this.unitsOfSlot = new Float64Array(2 * this.slotCount)
      this.inSight = new Int32Array(2 * this.slotCount)
    }
    const firstSlot = firstSlotOf(ground, this.region)
    this.cost = this.costAround(x, y)
    const inSightCount = this.cost > 0 ? this.look(firstSlot) : 0
    if (inSightCount === 0) this.floodFrom(firstSlot)
    else if (inSightCount < this.slotCount) this.goByWayOf(firstSlot, inSightCount)
  }

  /** What the cheapest path to (x, y) costs that stays in the region, which must hold it; `runsBackFrom` then has it. */
  floodTo(x: number, y: number): number {
    this.isFlooded = false
    this.flood.load(this.terrain.blockOf(this.x, this.y))
    this.flood.addTarget(x, y)
    this.flood.flood(this.x, this.y)
    return this.flood.unitsTo(x, y)
  }

  /** The runs of that path, last run first, as direction and steps; returns the numbers written into `out`. */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    const length = this.flood.runsBackFrom(x, y, out)
    hold(length >= 0, 'regions')
    return length
  }

  /** Makes sure that `runsBackFrom` has the paths to all entries. */
  floodToEntries(): void {
    if (this.isFlooded) return
    this.floodFrom(firstSlotOf(this.columns.levels[0], this.region))
  }

  private costAround(x: number, y: number): number {
    const left = x & ~BLOCK_MASK
    const top = y & ~BLOCK_MASK
    return this.terrain.oneCostWithin(left - 1, top - 1, left + BLOCK_SIDE_CELLS, top + BLOCK_SIDE_CELLS)
  }

  /** Notes the entries in sight and what they cost; the others cost Infinity. */
  private look(firstSlot: number): number {
    const { terrain, x, y, unitsOfSlot } = this
    const { slots } = this.columns.levels[0]
    let count = 0
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const toX = xOf(crossing)
      const toY = yOf(crossing)
      unitsOfSlot[slot] = Infinity
      if (!isLineFree(terrain, x, y, toX, toY, LINE_EARLY) && !isLineFree(terrain, x, y, toX, toY, LINE_LATE)) continue
      const units = freeUnits(toX - x, toY - y, this.cost, terrain.directions)
      unitsOfSlot[slot] = units + halfStepUnits(terrain, crossing)
      this.inSight[count++] = slot
    }
    return count
  }

  /**
   * Finds the costs to the entries out of sight, from those in sight: by way of each, a path; and as a difference, a bound.
   * Those that stay in doubt are searched, or, if they are many, flooded for.
   */
  private goByWayOf(firstSlot: number, inSightCount: number): void {
    const { unitsOfSlot, inSight, doubtful } = this
    let doubtfulCount = 0
    for (let slot = 0, next = 0; slot < this.slotCount; slot++) {
      if (next < inSightCount && inSight[next] === slot) next++
      else if (!this.isEstimated(slot, inSightCount)) doubtful[doubtfulCount++] = slot
      if (doubtfulCount > SEARCHES_MAX) {
        this.floodFrom(firstSlot)
        return
      }
    }
    for (let i = 0; i < doubtfulCount; i++) {
      const slot = doubtful[i]
      const units = this.searchTo(firstSlot + slot, unitsOfSlot[slot])
      if (units === GAVE_UP) {
        this.floodFrom(firstSlot)
        return
      }
      unitsOfSlot[slot] = units
    }
  }

  /** Sets what an entry out of sight costs at most; whether that is close enough. */
  private isEstimated(slot: number, inSightCount: number): boolean {
    const ground = this.columns.levels[0]
    const { unitsOfSlot, inSight } = this
    const { tables } = ground
    const firstPair = firstPairOf(ground, this.region)
    const scale = unitsOfStep(ground, this.region)
    // The table leads from the middle of one crossing to that of another: the first half step is not taken here.
    const step = 2 * this.cost * STRAIGHT_UNITS
    let most = Infinity
    let least = 0
    for (let i = 0; i < inSightCount; i++) {
      const by = inSight[i]
      const between = tables[firstPair + pairOf(by, slot)] * scale
      most = Math.min(most, unitsOfSlot[by] - step + between)
      least = Math.max(least, between - unitsOfSlot[by])
    }
    unitsOfSlot[slot] = most
    return most - least <= DOUBT_UNITS * this.cost
  }

  /** The true cost to an entry that is known to cost no more than `most`; GAVE_UP where it is not soon found. */
  private searchTo(slot: number, most: number): number {
    const crossing = this.columns.levels[0].slots[2 * slot + 1]
    const units = this.near.find(this.x, this.y, xOf(crossing), yOf(crossing), most, EXPANSIONS_MAX)
    if (units === GAVE_UP) return GAVE_UP
    return units < 0 ? most : units + halfStepUnits(this.terrain, crossing)
  }

  private floodFrom(firstSlot: number): void {
    const { terrain, flood, unitsOfSlot } = this
    const { slots } = this.columns.levels[0]
    flood.load(terrain.blockOf(this.x, this.y))
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      flood.addTarget(xOf(crossing), yOf(crossing))
    }
    flood.flood(this.x, this.y)
    this.isFlooded = true
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      unitsOfSlot[slot] = flood.unitsTo(xOf(crossing), yOf(crossing)) + halfStepUnits(terrain, crossing)
    }
  }
}
