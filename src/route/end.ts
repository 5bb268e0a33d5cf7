/**
 * One end of a query: what it costs from the start (or the goal) to each entry of its region of level 0.
 *
 * On even ground an entry in plain sight of the cell is reached by a plain line. Where one is out of sight, and on weighted
 * ground, the block is flooded.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { regionOfCell } from '../atlas/labels.ts'
import { halfStepUnits, landingOf } from '../atlas/landing.ts'
import { crossingAt, endSlotOf, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Region } from '../base/ids.ts'
import { Flood } from '../cells/cell-flood.ts'
import { freeLine, NO_LINE } from '../cells/line.ts'
import { freeUnits } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/** What an end knows beyond its own region. */
export interface KnownArea {
  readonly flood: Flood
  holds(x: number, y: number): boolean
}

/** What a search over entries asks of an end. */
export type RouteEnd = Pick<QueryEnd, 'x' | 'y' | 'region' | 'regions' | 'slotCount' | 'unitsOfSlot' | 'through'>

export class QueryEnd {
  x = -1
  y = -1
  region = 0
  slotCount = 0
  /** Slots of all regions that are known. */
  knownCount = 0
  /** unitsOfSlot[slot within the region]: from the cell to the middle of the entry's crossing. */
  unitsOfSlot = new Float64Array(64)
  private landings = new Int32Array(64)
  /** Whether the flood made last reached all entries. */
  private isFlooded = false
  /** The regions whose entries are known, its own first, and where in `unitsOfSlot` the slots of each lie. */
  regions: number[] = []
  firstOfRegion: number[] = [0]
  /** What it knows beyond its own region, if anything (end-area.ts). */
  area: KnownArea | null = null
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly block: Flood
  /** Over what is known: the block, or more. */
  private flood: Flood

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.terrain = columns.terrain
    this.block = new Flood(columns.terrain)
    this.flood = this.block
  }

  /** Takes its place at the free cell (x, y) and finds the costs. */
  set(x: number, y: number): void {
    this.moveTo(x, y)
    const cost = this.costAround(x, y)
    if (cost === 0 || !this.seesAll(cost)) this.floodAll()
  }

  /** Where in `unitsOfSlot` the slots of a region lie; -1 for one that is not known. */
  firstUnitsOf(region: Region): number {
    const { regions } = this
    for (let i = 0; i < regions.length; i++) if (regions[i] === region) return this.firstOfRegion[i]
    return -1
  }

  /** What a way costs that comes to a slot of a region for these units and ends here; Infinity where that is not known. */
  through(region: Region, slot: number, units: number): number {
    const first = this.firstUnitsOf(region)
    return first < 0 ? Infinity : units + this.unitsOfSlot[first + slot]
  }

  /** What the cheapest path to (x, y) costs that stays in what is known around; `runsBackFrom` then has it. */
  floodTo(x: number, y: number): number {
    this.isFlooded = false
    if (this.flood === this.block) this.block.load(this.terrain.blockOf(this.x, this.y))
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
    if (!this.isFlooded) this.floodAll()
  }

  /** Takes its place, without the costs. */
  moveTo(x: number, y: number): void {
    this.area = null
    this.flood = this.block
    this.firstOfRegion = [0]
    this.isFlooded = false
    this.x = x
    this.y = y
    this.region = regionOfCell(this.columns.labels, this.terrain.blockOf(x, y), x, y)
    this.regions = [this.region]
    this.slotCount = slotCountOf(this.columns.levels[0], this.region)
    this.knownCount = this.slotCount
    this.reserve(this.slotCount)
  }

  /** Knows all ways around that a flood finds, to the entries of `regions`. */
  widen(area: KnownArea, slotCount: number): void {
    this.area = area
    this.flood = area.flood
    this.knownCount = slotCount
    this.reserve(slotCount)
    this.floodAll()
  }

  private reserve(slotCount: number): void {
    if (slotCount <= this.unitsOfSlot.length) return
    this.unitsOfSlot = new Float64Array(2 * slotCount)
    this.landings = new Int32Array(2 * slotCount)
  }

  private costAround(x: number, y: number): number {
    const left = x & ~BLOCK_MASK
    const top = y & ~BLOCK_MASK
    return this.terrain.oneCostWithin(left - 1, top - 1, left + BLOCK_SIDE_CELLS, top + BLOCK_SIDE_CELLS)
  }

  /** Notes what the entries of its region cost by plain lines over ground of this cost; false if one is out of sight. */
  private seesAll(cost: number): boolean {
    const { terrain, x, y, unitsOfSlot } = this
    const { slots } = this.columns.levels[0]
    const firstSlot = firstSlotOf(this.columns.levels[0], this.region)
    for (let slot = 0; slot < this.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const [toX, toY] = [xOf(crossing), yOf(crossing)]
      if (freeLine(terrain, x, y, toX, toY) === NO_LINE) return false
      unitsOfSlot[slot] = freeUnits(toX - x, toY - y, cost, terrain.directions) + halfStepUnits(terrain, crossing)
    }
    return true
  }

  /** To the entries of all regions that are known. */
  floodAll(): void {
    const { terrain, flood, regions, unitsOfSlot, landings } = this
    const levelZero = this.columns.levels[0]
    if (flood === this.block) this.block.load(terrain.blockOf(this.x, this.y))
    let known = 0
    for (const region of regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        const crossing = crossingAt(levelZero, slot)
        const landing = landingOf(terrain, crossing)
        landings[known] = landing
        unitsOfSlot[known++] = halfStepUnits(terrain, crossing, landing)
        flood.addTarget(xOf(landing), yOf(landing))
      }
    }
    flood.flood(this.x, this.y)
    for (let i = 0; i < known; i++)
      unitsOfSlot[i] += flood.unitsTo(xOf(landings[i] as Crossing), yOf(landings[i] as Crossing))
    this.isFlooded = true
  }
}
