/**
 * A route over the crown -> cells, tile by tile, first cells first. The route names few entries of each border; so a leg
 * does not end at one, but beyond it, where the way on leaves what its tile sees of the neighbours, and the next leg begins
 * before the border, where its own tile begins to see. Each border is thus crossed where both tiles find it best.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { LoadedTile } from './loaded-tile.ts'
import type { TileCache } from './tile-cache.ts'
import type { TiledWay } from './tiled-search.ts'

/** Cells of the way on that are looked at first. */
const AHEAD_CELLS = 512

/** Cells of the map, as x, y pairs; each piece begins with the last cell of the one before. */
export interface PathPiece {
  readonly cells: Int32Array
  readonly cost: number
}

/** What the cells of a route follow from. */
export interface PathOf extends Pick<TiledWay, 'tiles' | 'crossings'> {
  readonly cache: TileCache
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
}

export async function* pathPieces(path: PathOf): AsyncGenerator<PathPiece> {
  const { cache, tiles, crossings, goal, quality } = path
  let from = path.start
  let next = 0
  while (next < crossings.length) {
    const tile = await cache.get(crossings[next].tile)
    const ahead = await lookAhead(path, tile, next)
    if (ahead === null) break
    const beyond = await cache.get(crossings[ahead.crossing].toTile)
    const leg = tile.cellsOf(from, ahead.cell, quality)
    const end = firstSeen(leg, beyond)
    if (end > 0) yield pieceOf(tile, leg.slice(0, 2 * end + 2))
    from = { x: leg[2 * end], y: leg[2 * end + 1] }
    next = ahead.crossing + 1
  }
  const tile = await cache.get(tiles[next])
  yield pieceOf(tile, tile.cellsOf(from, goal, quality))
}

function pieceOf(tile: LoadedTile, cells: Int32Array): PathPiece {
  return { cells, cost: tile.costOf(cells) }
}

/**
 * Follows the way on from a crossing to where it leaves what a tile sees: the last cell before that, and behind which crossing
 * it is; null where it comes to the goal before.
 */
async function lookAhead({ cache, crossings, goal }: PathOf, tile: LoadedTile, first: number) {
  for (let crossing = first; ; crossing++) {
    const { to, toTile } = crossings[crossing]
    const isLast = crossing + 1 === crossings.length
    if (!isLast) cache.expect(crossings[crossing + 1].toTile)
    const beyond = await cache.get(toTile)
    const cell = lastSeen(tile, beyond, to, isLast ? goal : crossings[crossing + 1].from)
    if (cell !== null) return { cell, crossing }
    if (isLast) return null
    if (!tile.holds(crossings[crossing + 1].to)) return { cell: crossings[crossing + 1].from, crossing }
  }
}

/** The last cell of the way between two cells of `beyond` before it leaves what `tile` sees; null where it does not. */
function lastSeen(tile: LoadedTile, beyond: LoadedTile, from: Point, to: Point): Point | null {
  const route = beyond.find(from, to, 'fast')
  for (let count = AHEAD_CELLS; ; count *= 4) {
    const cells = beyond.headOf(route, count)
    for (let i = 0; i < cells.length; i += 2) {
      if (!tile.holds({ x: cells[i], y: cells[i + 1] })) return { x: cells[i - 2], y: cells[i - 1] }
    }
    if (cells.length < 2 * count) return null
  }
}

/** From which cell on all cells of a leg are seen by the tile that goes on. */
function firstSeen(cells: Int32Array, tile: LoadedTile): number {
  let cell = cells.length / 2 - 1
  while (cell > 0 && tile.holds({ x: cells[2 * cell - 2], y: cells[2 * cell - 1] })) cell--
  return cell
}
