/**
 * What an end of a query costs to the entries around it, on weighted ground: to those of its own region, and of the regions
 * beyond the borders that are near. An entry of its own block may be far from where the best way crosses a border that is
 * near; for a far path that is a small share of what it costs to get anywhere, and so the bake has chosen entries. For an
 * end in dear ground beside a road it may be most of it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf } from '../atlas/labels.ts'
import { slotCountOf } from '../atlas/level-graph.ts'
import { AreaFlood } from '../cells/area-flood.ts'
import { BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import { AreaLandmarks } from './area-landmarks.ts'
import type { KnownArea, QueryEnd } from './end.ts'

/** A border is near that is no more cells away. */
const NEAR_CELLS = 8
/** Ground is even whose dearest cell costs no more than so many times what the cheapest does: no way there is worth a detour. */
const EVEN_RATIO = 1.5
/** Of more regions, which only torn ground has, the last are passed over. */
const REGIONS_MAX = 32

export class EndArea implements KnownArea {
  readonly flood: AreaFlood
  readonly landmarks: AreaLandmarks
  private readonly columns: AtlasColumns
  private fromX = 0
  private fromY = 0
  private toX = 0
  private toY = 0

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.flood = new AreaFlood(columns.terrain)
    this.landmarks = new AreaLandmarks(columns.landmarks, columns.levels[0])
  }

  /** Moves an end to the free cell (x, y), of which it knows what is near on weighted ground. */
  take(end: QueryEnd, x: number, y: number): void {
    if (!this.isNear(x, y)) {
      if (end.x !== x || end.y !== y || end.area !== null) end.set(x, y)
      return
    }
    end.moveTo(x, y)
    this.flood.load(this.fromX, this.fromY, this.toX, this.toY)
    end.widen(this, this.listRegions(end))
  }

  /** Whether a border is near (x, y), and the ground there does not all cost the same. */
  private isNear(x: number, y: number): boolean {
    const { terrain } = this.columns
    if (terrain.isUniform) return false
    this.fromX = Math.max(0, x - NEAR_CELLS) >> BLOCK_SHIFT
    this.fromY = Math.max(0, y - NEAR_CELLS) >> BLOCK_SHIFT
    this.toX = Math.min(terrain.width - 1, x + NEAR_CELLS) >> BLOCK_SHIFT
    this.toY = Math.min(terrain.height - 1, y + NEAR_CELLS) >> BLOCK_SHIFT
    if (this.fromX === this.toX && this.fromY === this.toY) return false
    return !isEven(terrain, x, y)
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

/** Whether the free cells around (x, y) cost about the same. */
function isEven(terrain: Terrain, x: number, y: number): boolean {
  const [left, top, right, bottom] = [x - NEAR_CELLS, y - NEAR_CELLS, x + NEAR_CELLS, y + NEAR_CELLS]
  if (terrain.oneCostWithin(left, top, right, bottom) > 0) return true
  let least = Infinity
  let most = 0
  for (let cellY = top; cellY <= bottom; cellY++) {
    for (let cellX = left; cellX <= right; cellX++) {
      const cost = terrain.costAt(cellX, cellY)
      if (cost === 0) continue
      if (cost < least) least = cost
      if (cost > most) most = cost
    }
    if (most > EVEN_RATIO * least) return false
  }
  return true
}
