/**
 * What an end of a query costs to the entries around it, on weighted ground: to those of its own region, and of the regions
 * beyond the borders that are near. An entry of its own block may be far from where the best way crosses a border that is
 * near; for a far path that is a small share of what it costs to get anywhere, and so the bake has chosen entries. For an
 * end in dear ground beside a road it may be most of it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf } from '../atlas/labels.ts'
import { slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import { Flood } from '../cells/cell-flood.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { KnownArea, QueryEnd } from './end.ts'

/**
 * A border is near that is no more cells away: of a block, one of each two; with 8 directions of an end whose other is far, one
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
const DEAR = 8
const DEAR_REACH_BLOCKS = 2
const DEAR_AREA_BLOCKS = 1 + 2 * DEAR_REACH_BLOCKS
const AREA_BLOCKS = 2
/** Of more regions, which only torn ground has, the last are passed over. */
const REGIONS_MAX = 32

export class EndArea implements KnownArea {
  /** Of the area taken last. */
  flood: Flood
  private readonly nearFlood: Flood
  /** For dear ground; made when it is first needed. */
  private knownDearFlood: Flood | null = null
  private readonly columns: AtlasColumns
  private readonly frame: number
  private nearCells = NEAR_CELLS
  private fromX = 0
  private fromY = 0
  private toX = 0
  private toY = 0

  /** Those of one search have frames of other numbers. */
  constructor(columns: AtlasColumns, frame = 0) {
    this.columns = columns
    this.frame = frame
    this.nearFlood = new Flood(columns.terrain, AREA_BLOCKS, frame)
    this.flood = this.nearFlood
  }

  /** Moves an end to a free cell, of which it knows what is near on weighted ground: less where the other end is far. */
  take(end: QueryEnd, { x, y }: Point, other: Point | null): void {
    const { directions, costMin } = this.columns.terrain
    const dearFrom = (directions === 4 ? 1 : DEAR) * costMin
    const isAmidDear = this.columns.terrain.costOfFree(x, y) > dearFrom
    const nearCells = directions === 4 || isAmidDear ? NEAR_CELLS : nearCellsOf(x, y, other)
    if (end.x === x && end.y === y && end.area === this && this.nearCells === nearCells) return
    this.nearCells = nearCells
    const cost = this.look(x, y, nearCells)
    const isDear = isAmidDear && this.columns.terrain.costOfBlock[this.columns.terrain.blockOf(x, y)] > 0
    if (cost > 0 && !isDear) {
      if (end.x !== x || end.y !== y || end.area !== null) end.set(x, y)
      return
    }
    if (isDear) this.reachOut(x, y)
    this.flood = isDear ? this.dearFlood : this.nearFlood
    end.moveTo(x, y)
    this.flood.loadBlocks(this.fromX, this.fromY, this.toX, this.toY)
    end.widen(this, this.listRegions(end))
  }

  private get dearFlood(): Flood {
    this.knownDearFlood ??= new Flood(this.columns.terrain, DEAR_AREA_BLOCKS, this.frame)
    return this.knownDearFlood
  }

  /** Takes the blocks up to the borders that near (x, y), and says what all their cells cost; 0 where they differ. */
  private look(x: number, y: number, cells: number): number {
    const { terrain } = this.columns
    this.fromX = Math.max(0, x - cells) >> BLOCK_SHIFT
    this.fromY = Math.max(0, y - cells) >> BLOCK_SHIFT
    this.toX = Math.min(terrain.width - 1, x + cells) >> BLOCK_SHIFT
    this.toY = Math.min(terrain.height - 1, y + cells) >> BLOCK_SHIFT
    return terrain.oneCostWithin(x - cells, y - cells, x + cells, y + cells)
  }

  /** Takes the blocks around a block of one cost, on each side up to the first that differs. */
  private reachOut(x: number, y: number): void {
    this.fromX = this.reach(x, y, -1, 0)
    this.fromY = this.reach(x, y, 0, -1)
    this.toX = this.reach(x, y, 1, 0)
    this.toY = this.reach(x, y, 0, 1)
  }

  private reach(x: number, y: number, dx: number, dy: number): number {
    const { terrain } = this.columns
    const { costOfBlock, blocksWide, blocksHigh } = terrain
    const cost = costOfBlock[terrain.blockOf(x, y)]
    const end = dx === 0 ? blocksHigh : blocksWide
    let [blockX, blockY] = [x >> BLOCK_SHIFT, y >> BLOCK_SHIFT]
    for (let blocks = 0; blocks < DEAR_REACH_BLOCKS; blocks++) {
      const next = dx === 0 ? blockY + dy : blockX + dx
      if (costOfBlock[blockY * blocksWide + blockX] !== cost || next < 0 || next === end) break
      blockX += dx
      blockY += dy
    }
    return dx === 0 ? blockY : blockX
  }

  holds(x: number, y: number): boolean {
    return this.flood.holds(x, y)
  }

  /** Adds the regions around to those of the end; returns how many slots they have together. */
  private listRegions(end: QueryEnd): number {
    const { labels, levels, terrain } = this.columns
    const { regions, firstOfRegion } = end
    let slotCount = end.slotCount
    for (let blockY = this.fromY; blockY <= this.toY; blockY++) {
      for (let blockX = this.fromX; blockX <= this.toX; blockX++) {
        const block = blockY * terrain.blocksWide + blockX
        const endRegion = endRegionOf(labels.regionsOfBlock, block)
        for (let region = firstRegionOf(labels.regionsOfBlock, block); region < endRegion; region++) {
          const own = slotCountOf(levels[0], region)
          if (region === end.region || own === 0 || regions.length === REGIONS_MAX) continue
          regions.push(region)
          firstOfRegion.push(slotCount)
          slotCount += own
        }
      }
    }
    return slotCount
  }
}

function nearCellsOf(x: number, y: number, other: Point | null): number {
  const isFar = other !== null && Math.max(Math.abs(x - other.x), Math.abs(y - other.y)) >= FAR_CELLS
  return isFar ? NEAR_CELLS_IF_FAR : NEAR_CELLS
}
