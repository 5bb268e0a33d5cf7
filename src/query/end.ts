/**
 * One end of a query: what it costs from the start (or the goal) to each entry of its region of level 0. Where the plain
 * line to an entry is free no search is needed; for the others one flood inside the block serves all.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { halfStepUnits, xOf, yOf } from '../entry/crossing.ts'
import { ROW_FIRST_SLOT, ROW_LENGTH } from '../graph/level-graph.ts'
import { BlockFlood } from '../map/block-flood.ts'
import { isLineFree, LINE_EARLY, LINE_LATE, lineRuns } from '../map/line.ts'
import { freeUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { regionOfCell } from '../region/labels.ts'

const FLOODED = 2

export class QueryEnd {
  x = 0
  y = 0
  region = 0
  slotCount = 0
  /** unitsOfSlot[slot within the region]: from the cell to the middle of the entry's crossing. */
  unitsOfSlot = new Float64Array(64)
  private wayOfSlot = new Uint8Array(64)
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly flood: BlockFlood
  private readonly runs = new Int32Array(4 * BLOCK_SIDE_CELLS ** 2)

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.terrain = columns.terrain
    this.flood = new BlockFlood(columns.terrain)
  }

  /** Takes its place at the free cell (x, y) and finds the costs, that to the cell (alsoX, alsoY) of its region too. */
  set(x: number, y: number, alsoX = -1, alsoY = -1): void {
    const { terrain, columns } = this
    const block = terrain.blockOf(x, y)
    this.x = x
    this.y = y
    this.region = regionOfCell(columns.labels, block, x, y)
    const { rowOfRegion, slots } = columns.levels[0]
    const row = this.region * ROW_LENGTH
    const firstSlot = rowOfRegion[row + ROW_FIRST_SLOT]
    this.slotCount = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - firstSlot
    if (this.slotCount > this.unitsOfSlot.length) {
      this.unitsOfSlot = new Float64Array(2 * this.slotCount)
      this.wayOfSlot = new Uint8Array(2 * this.slotCount)
    }
    let isFloodNeeded = alsoX >= 0 && this.lineTo(alsoX, alsoY) === FLOODED
    if (isFloodNeeded) this.flood.addTarget(alsoX, alsoY)
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const way = this.lineTo(xOf(crossing), yOf(crossing))
      this.wayOfSlot[slot] = way
      if (way !== FLOODED) continue
      isFloodNeeded = true
      this.flood.addTarget(xOf(crossing), yOf(crossing))
    }
    if (isFloodNeeded) {
      this.flood.load(block)
      this.flood.flood(x, y)
    }
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const toX = xOf(crossing)
      const toY = yOf(crossing)
      const inside =
        this.wayOfSlot[slot] === FLOODED
          ? this.flood.unitsTo(toX, toY)
          : freeUnits(toX - x, toY - y, terrain.costMin, terrain.directions)
      this.unitsOfSlot[slot] = inside + halfStepUnits(terrain, crossing)
    }
  }

  /** Cost in units to the other cell of the region that `set` was given. */
  unitsToCell(x: number, y: number): number {
    const line = this.lineTo(x, y)
    if (line !== FLOODED) return freeUnits(x - this.x, y - this.y, this.terrain.costMin, this.terrain.directions)
    return this.flood.unitsTo(x, y)
  }

  /**
   * The runs of a cheapest path between this end and the cell (x, y) of its region, from (x, y) on: pairs of the
   * direction in which this end's own path would go, and steps. Returns the numbers written into `out`.
   */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    const line = this.lineTo(x, y)
    if (line === FLOODED) return this.flood.runsBackFrom(x, y, out)
    // The line's runs come in the order of this end's path: turn them round.
    lineRuns(x - this.x, y - this.y, line, this.terrain.directions, this.runs)
    out[0] = this.runs[2]
    out[1] = this.runs[3]
    out[2] = this.runs[0]
    out[3] = this.runs[1]
    return 4
  }

  private lineTo(x: number, y: number): number {
    if (!this.terrain.isUniform) return FLOODED
    if (isLineFree(this.terrain, this.x, this.y, x, y, LINE_EARLY)) return LINE_EARLY
    return isLineFree(this.terrain, this.x, this.y, x, y, LINE_LATE) ? LINE_LATE : FLOODED
  }
}
