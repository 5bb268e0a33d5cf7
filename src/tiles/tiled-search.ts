/**
 * Finds the way between two cells of a tiled map, tile by tile. The atlas of a window finds ways inside it; the crown
 * finds ways that leave a tile. The cheaper of both wins. Tiles are read when needed; only the cache keeps them.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { RouteEnd } from '../route/end.ts'
import { type Crown, regionOfIsland } from './crown-file.ts'
import { CrownSearch, type TileCrossing } from './crown-search.ts'
import { damaged } from './sections.ts'
import type { TileCache } from './tile-cache.ts'
import type { CellFacts } from './tile-parts.ts'
import { isWithin, type Plan, type TileWindow, tileOf, windowOf } from './tile-plan.ts'

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
  private readonly crown: Crown
  private readonly cache: TileCache
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
    return { x, y, cost, island, tile, region: regionOfIsland(this.crown, tile, island), across: null }
  }

  /**
   * The same number for two cells that a path joins. Islands of the crown come first, islands within one tile have
   * higher numbers; -1 for a wall.
   */
  islandOf({ tile, island, region }: TiledEnd): number {
    const { islandOfRegion, islandCount } = this.crown.columns
    if (region !== NONE) return islandOfRegion[region]
    return island < 0 ? -1 : islandCount + tile * ISLANDS_A_TILE_MAX + island
  }

  areJoined(start: TiledEnd, goal: TiledEnd): boolean {
    return start.island >= 0 && this.islandOf(start) === this.islandOf(goal)
  }

  /** The free cell closest in a straight line, at most `withinCells` away. It reads tiles ring by ring. */
  async nearestFree(point: Point, withinCells: number): Promise<Point | null> {
    const { plan } = this.crown
    const [column, row] = [Math.floor(point.x / plan.tileSide), Math.floor(point.y / plan.tileSide)]
    let best: Point | null = null
    let bestCells = withinCells
    for (let ring = 0; ring < Math.max(plan.columns, plan.rows); ring++) {
      // All cells of this ring are farther off than this.
      if ((ring - 1) * plan.tileSide > bestCells) break
      for (const tile of tilesOnRing(plan, column, row, ring)) {
        if (cellsTo(tileOf(plan, tile), point) > bestCells) continue
        const near = (await this.cache.get(tile)).nearestFree(point, bestCells)
        if (near === null) continue
        const cells = Math.hypot(near.x - point.x, near.y - point.y)
        // Among equally close cells the first by rows wins, whichever tile has it.
        if (best !== null && cells === bestCells && (near.y - best.y || near.x - best.x) > 0) continue
        best = near
        bestCells = cells
      }
    }
    return best
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

function* tilesOnRing({ columns, rows }: Plan, column: number, row: number, ring: number): Generator<number> {
  for (let y = Math.max(0, row - ring); y <= Math.min(rows - 1, row + ring); y++) {
    const step = ring === 0 || Math.abs(y - row) === ring ? 1 : 2 * ring
    for (let x = column - ring; x <= column + ring; x += step) if (x >= 0 && x < columns) yield y * columns + x
  }
}

/** A lower bound of the distance from a point to the cells of a window. */
function cellsTo(window: TileWindow, { x, y }: Point): number {
  const dx = Math.max(0, window.x - x, x - (window.x + window.width - 1))
  const dy = Math.max(0, window.y - y, y - (window.y + window.height - 1))
  return Math.hypot(dx, dy)
}
