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

/** A border is near that is no more cells away: of a block, one of each two; of an end whose other is far, one of each four. */
const NEAR_CELLS = BLOCK_SIDE_CELLS / 2
const NEAR_CELLS_IF_FAR = BLOCK_SIDE_CELLS / 4
/** Of a path between ends so far apart what another border would save is a small share. */
const FAR_CELLS = 11 * BLOCK_SIDE_CELLS
/** Of more regions, which only torn ground has, the last are passed over. */
const REGIONS_MAX = 32

export class EndArea implements KnownArea {
  readonly flood: AreaFlood
  private readonly landmarks: AreaLandmarks
  private readonly columns: AtlasColumns
  private nearCells = NEAR_CELLS
  private fromX = 0
  private fromY = 0
  private toX = 0
  private toY = 0

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.flood = new AreaFlood(columns.terrain)
    this.landmarks = new AreaLandmarks(columns.landmarks, columns.levels[0])
  }

  /** Moves an end to a free cell, of which it knows what is near on weighted ground: less where the other end is far. */
  take(end: QueryEnd, { x, y }: Point, other: Point | null): void {
    const nearCells = nearCellsOf(x, y, other)
    if (end.x === x && end.y === y && end.area === this && this.nearCells === nearCells) return
    this.nearCells = nearCells
    end.landmarks = this.landmarks
    if (!this.isMixed(x, y)) {
      if (end.x !== x || end.y !== y || end.area !== null || (end.doubts?.count ?? 0) > 0) end.set(x, y)
      return
    }
    end.moveTo(x, y)
    this.flood.load(this.fromX, this.fromY, this.toX, this.toY)
    end.widen(this, this.listRegions(end))
  }

  /** Whether the blocks up to the borders near (x, y) do not all cost the same. */
  private isMixed(x: number, y: number): boolean {
    const { terrain } = this.columns
    if (terrain.isUniform) return false
    const { nearCells } = this
    this.fromX = Math.max(0, x - nearCells) >> BLOCK_SHIFT
    this.fromY = Math.max(0, y - nearCells) >> BLOCK_SHIFT
    this.toX = Math.min(terrain.width - 1, x + nearCells) >> BLOCK_SHIFT
    this.toY = Math.min(terrain.height - 1, y + nearCells) >> BLOCK_SHIFT
    const right = ((this.toX + 1) << BLOCK_SHIFT) - 1
    const bottom = ((this.toY + 1) << BLOCK_SHIFT) - 1
    return terrain.oneCostWithin(this.fromX << BLOCK_SHIFT, this.fromY << BLOCK_SHIFT, right, bottom) === 0
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
