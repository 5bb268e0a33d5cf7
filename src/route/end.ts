/**
 * One end of a query: the costs from its cell to the entries of its region of level 0.
 *
 * A plain line leads to an entry in sight on even ground. If one is out of sight, and on weighted ground, the end floods its block.
 *
 * On weighted ground an end is wide: it also knows the entries of regions beyond borders that are near. The best way may cross such
 * a border far from every entry of the end's own block. That is a small share of a far path's cost, but may be most of it in
 * expensive ground beside a road.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import { forEachRegionIn, regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, hold, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { Bends } from '../cells/bends.ts'
import { freeLine, NO_LINE } from '../cells/line.ts'
import { Sweep } from '../cells/sweep.ts'
import { freeUnits } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, oneCostWithin, type Terrain } from '../map/terrain.ts'
import type { RouteEnd } from './entry-search.ts'

/** A border is near within half a block's side; within a quarter where the other end is far, with 8 directions. */
const NEAR_CELLS = BLOCK_SIDE_CELLS / 2
const NEAR_CELLS_IF_FAR = { 4: NEAR_CELLS, 8: BLOCK_SIDE_CELLS / 4 }
/** Between ends this far apart another border saves a small share of the cost. */
const FAR_CELLS = 11 * BLOCK_SIDE_CELLS
/**
 * Ground is expensive where a cell costs more than 8 times the cheapest; with 4 directions where it costs more than the cheapest. A
 * path leaves such ground by the nearest road and pays for each entry beside it. So half a block counts as near. If the end's block
 * has one cost, the end knows blocks on each side up to the first other one, at most two. If not, with 4 directions it knows the
 * block on each side. There, ground of more than 8 times the cheapest cost has no short cuts to roads.
 */
const EXPENSIVE_FROM = { 4: 1, 8: 8 }
const REACHES_OUT_FROM = { 4: 8, 8: Infinity }
const EXPENSIVE_REACH_BLOCKS = 2
const EXPENSIVE_AREA_BLOCKS = 1 + 2 * EXPENSIVE_REACH_BLOCKS
const AREA_BLOCKS = 2
/** An end knows no more regions. Only fragmented ground has more, and the last are left out. */
const REGIONS_MAX = 32

export class QueryEnd implements RouteEnd {
  x = -1
  y = -1
  region = 0
  /** The count of slots of all known regions. */
  knownCount = 0
  /** From the cell to the middle of each entry's crossing. */
  unitsOfSlot = new Float64Array(64)
  private landings = new Int32Array(64)
  /** Whether the flood made last reached all entries. */
  private isFlooded = false
  regions: number[] = []
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly frame: number
  private readonly block: Sweep
  /** Sweeps of the blocks around, and of more blocks in expensive ground; made when first needed. */
  private knownNear: Sweep | null = null
  private knownExpensive: Sweep | null = null
  /** The sweep of what the end knows: one of these three. */
  private sweep: Sweep
  private nearCells = 0
  /** The rectangle of blocks that a wide end knows. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0

  /** Two ends that are wide at the same time need different frames. */
  constructor(columns: AtlasColumns, frame = 0) {
    this.columns = columns
    this.terrain = columns.terrain
    this.frame = frame
    this.block = new Sweep(columns.terrain, 1)
    this.sweep = this.block
  }

  /** The map has changed: whatever cell comes next is a new one. */
  forgetMap(): void {
    this.x = -1
    for (const sweep of [this.block, this.knownNear, this.knownExpensive]) sweep?.forgetMap()
  }

  /** Moves to the free cell (x, y) and finds the costs in its own region. */
  set(x: number, y: number): void {
    this.moveTo(x, y)
    const cost = this.costAround(x, y)
    if (cost === 0 || !this.seesAll(cost)) this.floodAll()
  }

  /** Moves to a free cell. On weighted ground it then knows what is near: less where the other end is far. Returns itself. */
  take({ x, y }: Point, other: Point | null): this {
    const { terrain } = this
    const isThere = this.x === x && this.y === y
    const { directions, costMin } = terrain
    const isAmidExpensive = terrain.costOfFree(x, y) > EXPENSIVE_FROM[directions] * costMin
    const isFar = other !== null && Math.max(Math.abs(x - other.x), Math.abs(y - other.y)) >= FAR_CELLS
    const nearCells = isFar && !isAmidExpensive ? NEAR_CELLS_IF_FAR[directions] : NEAR_CELLS
    if (isThere && this.isWide && this.nearCells === nearCells) return this
    this.nearCells = nearCells
    const cost = this.lookAround(x, y, nearCells)
    const isOfOneCost = terrain.costOfBlock[terrain.blockOf(x, y)] > 0
    const reachesOut = terrain.costOfFree(x, y) > REACHES_OUT_FROM[directions] * costMin
    const isExpensive = isAmidExpensive && (isOfOneCost || reachesOut)
    if (cost > 0 && !isExpensive) {
      if (!isThere || this.isWide) this.set(x, y)
      return this
    }
    if (isExpensive) this.reachOut(x, y)
    this.moveTo(x, y)
    this.sweep = isExpensive ? this.expensive : this.near
    this.sweep.coverBlocks(this.left, this.top, this.right, this.bottom)
    this.listRegions()
    this.reserve(this.knownCount)
    this.floodAll()
    return this
  }

  /** Whether it knows regions beyond its own. */
  private get isWide(): boolean {
    return this.sweep !== this.block
  }

  private get near(): Sweep {
    this.knownNear ??= new Sweep(this.terrain, AREA_BLOCKS, this.frame)
    return this.knownNear
  }

  private get expensive(): Sweep {
    this.knownExpensive ??= new Sweep(this.terrain, EXPENSIVE_AREA_BLOCKS, this.frame)
    return this.knownExpensive
  }

  /** Whether a flood of what it knows may come to a cell of a region. */
  knows(region: Region, { x, y }: Point): boolean {
    if (!this.isWide) return this.region === region
    const [blockX, blockY] = [x >> BLOCK_SHIFT, y >> BLOCK_SHIFT]
    return blockX >= this.left && blockX <= this.right && blockY >= this.top && blockY <= this.bottom
  }

  /** The cost of the cheapest path to (x, y) inside what the end knows. `addWayTo` then has that path. */
  floodTo(x: number, y: number): number {
    this.isFlooded = false
    const { sweep } = this
    if (!this.isWide) sweep.coverBlocks(this.x >> BLOCK_SHIFT, this.y >> BLOCK_SHIFT)
    sweep.addTarget(x, y)
    sweep.flood(this.x, this.y)
    return sweep.unitsTo(x, y)
  }

  /** Appends that path to bends, which are at this end. */
  addWayTo(x: number, y: number, bends: Bends): void {
    hold(this.sweep.addWayTo(x, y, bends), 'regions')
  }

  /** Appends that path from (x, y), where bends are, to this end. */
  addWayBack(bends: Bends): void {
    hold(this.sweep.addWayBack(bends), 'regions')
  }

  /** Makes sure that `addWayTo` and `addWayBack` have the paths to all entries. */
  floodToEntries(): void {
    if (!this.isFlooded) this.floodAll()
  }

  /** Moves to a cell, without finding costs. */
  private moveTo(x: number, y: number): void {
    this.sweep = this.block
    this.isFlooded = false
    this.x = x
    this.y = y
    this.region = regionOfCell(this.columns.labels, this.terrain.blockOf(x, y), x, y)
    this.regions = [this.region]
    this.knownCount = slotCountOf(this.columns.levels[0], this.region)
    this.reserve(this.knownCount)
  }

  /** Takes the blocks up to the borders near (x, y). Returns the cost of all their cells; 0 where they differ. */
  private lookAround(x: number, y: number, cells: number): number {
    const { terrain } = this
    this.left = Math.max(0, x - cells) >> BLOCK_SHIFT
    this.top = Math.max(0, y - cells) >> BLOCK_SHIFT
    this.right = Math.min(terrain.width - 1, x + cells) >> BLOCK_SHIFT
    this.bottom = Math.min(terrain.height - 1, y + cells) >> BLOCK_SHIFT
    return oneCostWithin(terrain, x - cells, y - cells, x + cells, y + cells)
  }

  /**
   * Takes the blocks around a block. Around one of a single cost, it takes those up to the first other one on each side. Around a mixed one
   * it takes one on each side.
   */
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
    for (let blocks = 0; blocks < (cost < 0 ? 1 : EXPENSIVE_REACH_BLOCKS); blocks++) {
      const next = dx === 0 ? blockY + dy : blockX + dx
      if (costOfBlock[blockY * blocksWide + blockX] !== cost || next < 0 || next === end) break
      blockX += dx
      blockY += dy
    }
    return dx === 0 ? blockY : blockX
  }

  /** Adds the regions of these blocks to its own. */
  private listRegions(): void {
    const { regions, left, top, right, bottom } = this
    const rectangle = [left, top, right, bottom].map(block => block << BLOCK_SHIFT) as [number, number, number, number]
    forEachRegionIn(this.columns, ...rectangle, region => {
      const own = slotCountOf(this.columns.levels[0], region)
      if (region === this.region || own === 0 || regions.length === REGIONS_MAX) return
      regions.push(region)
      this.knownCount += own
    })
  }

  private reserve(slotCount: number): void {
    if (slotCount <= this.unitsOfSlot.length) return
    this.unitsOfSlot = new Float64Array(2 * slotCount)
    this.landings = new Int32Array(2 * slotCount)
  }

  private costAround(x: number, y: number): number {
    const left = x & ~BLOCK_MASK
    const top = y & ~BLOCK_MASK
    return oneCostWithin(this.terrain, left - 1, top - 1, left + BLOCK_SIDE_CELLS, top + BLOCK_SIDE_CELLS)
  }

  /** Notes the costs of plain lines to the entries of its region over ground of `cost`. Returns false if one is out of sight. */
  private seesAll(cost: number): boolean {
    const { terrain, x, y, unitsOfSlot } = this
    const { slots } = this.columns.levels[0]
    const firstSlot = firstSlotOf(this.columns.levels[0], this.region)
    for (let slot = 0; slot < this.knownCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const [toX, toY] = [xOf(crossing), yOf(crossing)]
      if (freeLine(terrain, x, y, toX, toY) === NO_LINE) return false
      unitsOfSlot[slot] = freeUnits(toX - x, toY - y, cost, terrain.directions) + halfStepUnits(terrain, crossing)
    }
    return true
  }

  /** Finds the costs to the entries of all known regions. */
  floodAll(): void {
    const { terrain, sweep, regions, unitsOfSlot, landings } = this
    const levelZero = this.columns.levels[0]
    if (!this.isWide) sweep.coverBlocks(this.x >> BLOCK_SHIFT, this.y >> BLOCK_SHIFT)
    let known = 0
    for (const region of regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        const crossing = crossingAt(levelZero, slot)
        const landing = landingOf(terrain, crossing)
        landings[known] = landing
        unitsOfSlot[known++] = halfStepUnits(terrain, crossing, landing)
        sweep.addTarget(xOf(landing), yOf(landing))
      }
    }
    sweep.flood(this.x, this.y)
    for (let i = 0; i < known; i++)
      unitsOfSlot[i] += sweep.unitsTo(xOf(landings[i] as Crossing), yOf(landings[i] as Crossing))
    this.isFlooded = true
  }
}
