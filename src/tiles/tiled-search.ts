/**
 * Finds the way between two cells of a tiled map, tile by tile. The atlas of a window finds ways inside it; the crown
 * finds ways that leave a tile. The cheaper of both wins. Tiles are read when needed; only the cache keeps them.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { RouteEnd } from '../route/entry-search.ts'
import { type Crown, regionWith } from './crown-file.ts'
import { CrownSearch, type TileCrossing } from './crown-search.ts'
import { damaged } from './sections.ts'
import type { TileCache } from './tile-cache.ts'
import type { CellFacts } from './tile-parts.ts'
import { isWithin, type TileWindow, windowOf } from './tile-plan.ts'

/** More than the number of cells in a tile. */
const ISLANDS_A_TILE_MAX = 2 ** 30

/** A cell of the map as start or goal. */
export interface TiledEnd extends Point, CellFacts {
  readonly tile: number
  /** The region in the crown; NONE where it leads to no neighbour. */
  readonly region: Region
  /** The end for searches over the crown; null until a search needs it. */
  across: RouteEnd | null
}

export interface TiledWay {
  readonly units: number
  readonly tiles: readonly number[]
  /** None for a way within the window of the first tile. */
  readonly crossings: readonly TileCrossing[]
}

interface Inside {
  readonly tile: number
  readonly units: number
  /** A lower bound for ways that leave the window. */
  readonly leastOutsideUnits: number
}

export class TiledSearch {
  readonly crown: Crown
  readonly cache: TileCache
  private readonly search: CrownSearch

  constructor(crown: Crown, cache: TileCache) {
    this.crown = crown
    this.cache = cache
    this.search = new CrownSearch(crown)
  }

  /** Reads a few pages of the cell's tile. */
  async endAt(point: Point): Promise<TiledEnd> {
    const { tileSide, columns } = this.crown.plan
    const { x, y } = point
    const tile = Math.floor(y / tileSide) * columns + Math.floor(x / tileSide)
    const { cost, island } = await this.cache.factsOf(tile, point)
    return { x, y, cost, island, tile, region: this.regionOf(tile, island), across: null }
  }

  /**
   * The same number for two cells that a path joins. Islands of the crown come first, islands within one tile have
   * higher numbers; -1 for a wall.
   */
  islandOf({ tile, island }: Pick<TiledEnd, 'tile' | 'island'>): number {
    const { islandOfRegion, islandCount } = this.crown.columns
    const region = this.regionOf(tile, island)
    if (region !== NONE) return islandOfRegion[region]
    return island < 0 ? -1 : islandCount + tile * ISLANDS_A_TILE_MAX + island
  }

  /** The region of the crown for an island of a tile; NONE where the island leads to no neighbour. */
  private regionOf(tile: number, island: number): Region {
    return regionWith(this.crown, this.crown.islandInTile, tile, island)
  }

  /** Whether a tile may have cells of the island with this number. */
  mayHold(tile: number, island: number): boolean {
    const { islandOfRegion, islandCount } = this.crown.columns
    if (island >= islandCount) return Math.floor((island - islandCount) / ISLANDS_A_TILE_MAX) === tile
    return regionWith(this.crown, islandOfRegion, tile, island) !== NONE
  }

  areJoined(start: TiledEnd, goal: TiledEnd): boolean {
    return start.island >= 0 && this.islandOf(start) === this.islandOf(goal)
  }

  /** The way between two cells that a path joins. */
  async way(start: TiledEnd, goal: TiledEnd, quality: Quality): Promise<TiledWay> {
    const inside = await this.inside(start, goal, quality)
    const insideUnits = inside?.units ?? Infinity
    const mayLeave = inside === null || insideUnits > inside.leastOutsideUnits
    if (mayLeave && start.region !== NONE && goal.region !== NONE) {
      const [from, to] = await Promise.all([start, goal].map(end => this.acrossFrom(end)))
      const across = this.search.find(from, to, insideUnits)
      if (across !== null && across.units < insideUnits)
        return { ...across, tiles: [start.tile, ...across.crossings.map(({ toTile }) => toTile)] }
    }
    if (inside !== null) return { units: inside.units, tiles: [inside.tile], crossings: [] }
    throw damaged(this.crown.name, `it knows no way from ${start.x},${start.y} to ${goal.x},${goal.y}`)
  }

  /** Reads the tile data for ways across tiles from this end. */
  async prepare(end: TiledEnd): Promise<void> {
    if (end.region !== NONE) await this.acrossFrom(end)
  }

  private async acrossFrom(end: TiledEnd): Promise<RouteEnd> {
    const { search } = this
    end.across ??= search.endAt(end, end.region, await this.cache.unitsOf(search, end))
    return end.across
  }

  /** The best way inside a window that holds both ends; null if no window does. */
  private async inside(start: TiledEnd, goal: TiledEnd, quality: Quality): Promise<Inside | null> {
    let best: Inside | null = null
    for (const index of new Set([start.tile, goal.tile])) {
      const window = windowOf(this.crown.plan, index)
      if (!isWithin(start, window) || !isWithin(goal, window)) continue
      const tile = await this.cache.get(index)
      if (tile.islandOf(start) !== tile.islandOf(goal)) continue
      const units = tile.find(start, goal, quality).estimate * UNITS_PER_CELL
      if (best !== null && best.units <= units) continue
      const cells = this.cellsToLeave(window, start) + this.cellsToLeave(window, goal)
      best = { tile: index, units, leastOutsideUnits: cells * UNITS_PER_CELL * tile.columns.terrain.costMin }
    }
    return best
  }

  /** The distance in cells from a cell to the nearest part of the map outside its window. */
  private cellsToLeave(window: TileWindow, { x, y }: Point): number {
    const { width, height } = this.crown.plan
    const endX = window.x + window.width
    const endY = window.y + window.height
    return Math.min(
      window.x > 0 ? x - window.x : Infinity,
      window.y > 0 ? y - window.y : Infinity,
      endX < width ? endX - 1 - x : Infinity,
      endY < height ? endY - 1 - y : Infinity,
    )
  }
}
