/**
 * One end of a query: what it costs from the start (or the goal) to each entry of its region of level 0.
 *
 * On even ground an entry in plain sight of the cell is reached by a plain line. Where one is out of sight, and on weighted
 * ground, the block is flooded.
 *
 * On weighted ground an end is wide: it also knows the entries of the regions beyond borders that are near. An entry of its own
 * block may be far from where the best way crosses such a border. For a far path that is a small share of the cost; for an end
 * in expensive ground beside a road it may be most of it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, hold, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { Flood } from '../cells/cell-flood.ts'
import { freeLine, NO_LINE } from '../cells/line.ts'
import { freeUnits } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/**
 * A border is near within this many cells: of a block, one of each two; with 8 directions of an end whose other is far, one
 * of each four.
 */
const NEAR_CELLS = BLOCK_SIDE_CELLS / 2
const NEAR_CELLS_IF_FAR = BLOCK_SIDE_CELLS / 4
/** Of a path between ends so far apart what another border would save is a small share. */
const FAR_CELLS = 11 * BLOCK_SIDE_CELLS
/**
 * An end is in expensive ground where its cell costs more than 8 times the cheapest, or more than that at all with 4 directions. A path
 * leaves such ground by the nearest road, and pays for each entry that lies aside. So no border counts as far there. In a block of one
 * cost the area reaches out on each side to the first block that differs, at most two blocks away.
 */
const EXPENSIVE = 8
const EXPENSIVE_REACH_BLOCKS = 2
const EXPENSIVE_AREA_BLOCKS = 1 + 2 * EXPENSIVE_REACH_BLOCKS
const AREA_BLOCKS = 2
/** Of more regions, which only fragmented ground has, the last are passed over. */
const REGIONS_MAX = 32

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
  /** Whether it knows regions beyond its own. */
  isWide = false
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly frame: number
  private readonly block: Flood
  /** Over the blocks around, and over more in expensive ground; made when first needed. */
  private knownNear: Flood | null = null
  private knownExpensive: Flood | null = null
  /** Over what is known: one of these. */
  private flood: Flood
  private nearCells = 0
  /** The blocks that a wide end knows. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0

  /** Ends that are wide at the same time have frames of other numbers. */
  constructor(columns: AtlasColumns, frame = 0) {
    this.columns = columns
    this.terrain = columns.terrain
    this.frame = frame
    this.block = new Flood(columns.terrain)
    this.flood = this.block
  }

  /** Takes its place at the free cell (x, y) and finds the costs. */
  set(x: number, y: number): void {
    this.moveTo(x, y)
    const cost = this.costAround(x, y)
    if (cost === 0 || !this.seesAll(cost)) this.floodAll()
  }

  /** Moves to a free cell. On weighted ground it knows what is near: less where the other end is far. */
  take({ x, y }: Point, other: Point | null): void {
    const { terrain } = this
    const isThere = this.x === x && this.y === y
    if (terrain.isUniform) {
      if (!isThere) this.set(x, y)
      return
    }
    const expensiveFrom = (terrain.directions === 4 ? 1 : EXPENSIVE) * terrain.costMin
    const isAmidExpensive = terrain.costOfFree(x, y) > expensiveFrom
    const nearCells = terrain.directions === 4 || isAmidExpensive ? NEAR_CELLS : nearCellsOf(x, y, other)
    if (isThere && this.isWide && this.nearCells === nearCells) return
    this.nearCells = nearCells
    const cost = this.lookAround(x, y, nearCells)
    const isExpensive = isAmidExpensive && terrain.costOfBlock[terrain.blockOf(x, y)] > 0
    if (cost > 0 && !isExpensive) {
      if (!isThere || this.isWide) this.set(x, y)
      return
    }
    if (isExpensive) this.reachOut(x, y)
    this.moveTo(x, y)
    this.isWide = true
    this.flood = isExpensive ? this.expensiveFlood : this.nearFlood
    this.flood.loadBlocks(this.left, this.top, this.right, this.bottom)
    this.listRegions()
    this.reserve(this.knownCount)
    this.floodAll()
  }

  private get nearFlood(): Flood {
    this.knownNear ??= new Flood(this.terrain, AREA_BLOCKS, this.frame)
    return this.knownNear
  }

  private get expensiveFlood(): Flood {
    this.knownExpensive ??= new Flood(this.terrain, EXPENSIVE_AREA_BLOCKS, this.frame)
    return this.knownExpensive
  }

  /** Whether a flood of what it knows may come to a cell of a region. */
  knows(region: Region, { x, y }: Point): boolean {
    return this.isWide ? this.flood.holds(x, y) : this.region === region
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
  private moveTo(x: number, y: number): void {
    this.isWide = false
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

  /** Takes the blocks up to the borders near (x, y), and returns what all their cells cost; 0 where they differ. */
  private lookAround(x: number, y: number, cells: number): number {
    const { terrain } = this
    this.left = Math.max(0, x - cells) >> BLOCK_SHIFT
    this.top = Math.max(0, y - cells) >> BLOCK_SHIFT
    this.right = Math.min(terrain.width - 1, x + cells) >> BLOCK_SHIFT
    this.bottom = Math.min(terrain.height - 1, y + cells) >> BLOCK_SHIFT
    return terrain.oneCostWithin(x - cells, y - cells, x + cells, y + cells)
  }

  /** Takes the blocks around a block of one cost, on each side up to the first that differs. */
  private reachOut(x: number, y: number): void {
    this.left = this.reach(x, y, -1, 0)
    this.top = this.reach(x, y, 0, -1)
    this.right = this.reach(x, y, 1, 0)
    this.bottom = this.reach(x, y, 0, 1)
  }

  private reach(x: number, y: number, dx: number, dy: number): number {
    const { terrain } = this
    const { costOfBlock, blocksWide, blocksHigh } = terrain
    const cost = costOfBlock[terrain.blockOf(x, y)]
    const end = dx === 0 ? blocksHigh : blocksWide
    let [blockX, blockY] = [x >> BLOCK_SHIFT, y >> BLOCK_SHIFT]
    for (let blocks = 0; blocks < EXPENSIVE_REACH_BLOCKS; blocks++) {
      const next = dx === 0 ? blockY + dy : blockX + dx
      if (costOfBlock[blockY * blocksWide + blockX] !== cost || next < 0 || next === end) break
      blockX += dx
      blockY += dy
    }
    return dx === 0 ? blockY : blockX
  }

  /** Adds the regions around to its own. */
  private listRegions(): void {
    const { labels, levels, terrain } = this.columns
    const { regions, firstOfRegion } = this
    for (let blockY = this.top; blockY <= this.bottom; blockY++) {
      for (let blockX = this.left; blockX <= this.right; blockX++) {
        const block = blockY * terrain.blocksWide + blockX
        const endRegion = endRegionOf(labels.regionsOfBlock, block)
        for (let region = firstRegionOf(labels.regionsOfBlock, block); region < endRegion; region++) {
          const own = slotCountOf(levels[0], region)
          if (region === this.region || own === 0 || regions.length === REGIONS_MAX) continue
          regions.push(region)
          firstOfRegion.push(this.knownCount)
          this.knownCount += own
        }
      }
    }
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

function nearCellsOf(x: number, y: number, other: Point | null): number {
  const isFar = other !== null && Math.max(Math.abs(x - other.x), Math.abs(y - other.y)) >= FAR_CELLS
  return isFar ? NEAR_CELLS_IF_FAR : NEAR_CELLS
}
