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
import { AreaFlood } from '../cells/area-flood.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { AreaLandmarks } from './area-landmarks.ts'
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
 * Where all that is near costs the same, and so many times the cheapest ground, which a path goes to then, the blocks around are
 * known as well: a straight way over dear ground to a road beside it pays for each entry that lies aside. With 4 directions it
 * does so twice: then more so, and where no road is seen either, those around these.
 */
const DEAR = 8
const DEAR_CELLS = BLOCK_SIDE_CELLS
const DEAR_AREA_BLOCKS = 3
const DEAR_AREA_BLOCKS_OF_4 = 5
const AREA_BLOCKS = 2
/** Of more regions, which only torn ground has, the last are passed over. */
const REGIONS_MAX = 32

export class EndArea implements KnownArea {
  /** Of the area taken last. */
  flood: AreaFlood
  private readonly nearFlood: AreaFlood
  /** For dear ground; made when it is first needed. */
  private knownDearFlood: AreaFlood | null = null
  private readonly landmarks: AreaLandmarks
  private readonly columns: AtlasColumns
  private nearCells = NEAR_CELLS
  private fromX = 0
  private fromY = 0
  private toX = 0
  private toY = 0

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.nearFlood = new AreaFlood(columns.terrain, AREA_BLOCKS)
    this.flood = this.nearFlood
    this.landmarks = new AreaLandmarks(columns.landmarks, columns.levels[0])
  }

  /** Moves an end to a free cell, of which it knows what is near on weighted ground: less where the other end is far. */
  take(end: QueryEnd, { x, y }: Point, other: Point | null): void {
    const { directions, costMin } = this.columns.terrain
    const nearCells = directions === 4 ? NEAR_CELLS : nearCellsOf(x, y, other)
    if (end.x === x && end.y === y && end.area === this && this.nearCells === nearCells) return
    this.nearCells = nearCells
    end.landmarks = this.landmarks
    const cost = this.look(x, y, nearCells)
    const isDear = cost > (directions === 4 ? 1 : DEAR) * costMin
    if (cost > 0 && !isDear) {
      if (end.x !== x || end.y !== y || end.area !== null || (end.doubts?.count ?? 0) > 0) end.set(x, y)
      return
    }
    if (isDear && this.look(x, y, DEAR_CELLS) > 0 && directions === 4) this.look(x, y, 2 * DEAR_CELLS)
    this.flood = isDear ? this.dearFlood : this.nearFlood
    end.moveTo(x, y)
    this.flood.load(this.fromX, this.fromY, this.toX, this.toY)
    end.widen(this, this.listRegions(end))
  }

  private get dearFlood(): AreaFlood {
    const { terrain } = this.columns
    const blocks = terrain.directions === 4 ? DEAR_AREA_BLOCKS_OF_4 : DEAR_AREA_BLOCKS
    this.knownDearFlood ??= new AreaFlood(terrain, blocks)
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
