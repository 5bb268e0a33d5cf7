/**
 * A route on a tiled map. Its cells come tile by tile: the first are ready before the last tiles are read. The route names
 * only few entries of each border, so a leg does not end at one. It runs on until the way leaves the window of its tile.
 * The next leg begins before the border, where the window of its own tile begins. So the path crosses each border where
 * both tiles find it cheapest. Legs need whole tiles, so a piece from few blocks around the start comes before them.
 */
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { turningLate } from './first-cells.ts'
import { cellsFor, cellsOnMap, type LoadedTile, type MapCells } from './loaded-tile.ts'
import type { TileCache } from './tile-cache.ts'
import { windowOf } from './tile-plan.ts'
import type { TiledWay } from './tiled-search.ts'

export class TiledRoute {
  readonly status: RouteStatus
  /** Why there is no route, in words. */
  readonly message: string
  readonly start: Point
  readonly goal: Point
  /** Whether `nearest` moved the start or the goal. */
  readonly isReplaced: boolean
  /** The approximate cost in cell lengths; Infinity without a route. */
  readonly estimate: number
  /** The tiles along the route, in order. */
  readonly tiles: readonly number[]
  private readonly way: PathOf | null
  private whole: Promise<PathPiece> | null = null

  /** @internal */
  constructor({ status, message, start, goal, isReplaced, estimate, tiles }: FoundRoute, way: PathOf | null) {
    this.status = status
    this.message = message
    this.start = start
    this.goal = goal
    this.isReplaced = isReplaced
    this.estimate = estimate
    this.tiles = tiles
    this.way = way
  }

  /** The cells as x, y pairs, in pieces as their tiles are read; each begins with the last cell of the one before. */
  async *stream(): AsyncGenerator<MapCells> {
    if (this.way !== null) for await (const { cells } of pathPieces(this.way)) yield cells
  }

  /** All cells as x, y pairs; none without a route. */
  async cells(): Promise<MapCells> {
    return (await this.path()).cells.slice()
  }

  /** The cost of the path along the cells, in cell lengths; Infinity without a route. */
  async cost(): Promise<number> {
    return (await this.path()).cost
  }

  toJSON() {
    const { status, message, start, goal, isReplaced, tiles } = this
    const estimate = this.estimate === Infinity ? null : this.estimate
    return { status, ...(message && { message }), start, goal, isReplaced, estimate, tiles: tiles.length }
  }

  private path(): Promise<PathPiece> {
    this.whole ??= this.collect().catch(error => {
      // A later call may be able to read the tile.
      this.whole = null
      throw error
    })
    return this.whole
  }

  private async collect(): Promise<PathPiece> {
    if (this.way === null) return { cells: new Int32Array(0), cost: Infinity }
    const pieces: PathPiece[] = []
    for await (const piece of pathPieces(this.way)) pieces.push(piece)
    const length = pieces.reduce((sum, { cells }) => sum + cells.length - 2, 2)
    const cells = cellsFor(this.way.cache.plan, length)
    let at = 0
    let cost = 0
    for (const piece of pieces) {
      cells.set(piece.cells, at)
      at += piece.cells.length - 2
      cost += piece.cost
    }
    return { cells, cost }
  }
}

type FoundRoute = Pick<TiledRoute, 'status' | 'message' | 'start' | 'goal' | 'isReplaced' | 'estimate' | 'tiles'>

/** The cells of the way ahead that are checked first. */
const AHEAD_CELLS = 512
/** A shorter leg is drawn a second time where the way on shows a better end. In a longer one the end weighs little. */
const SHORT_CELLS = 1024

/** Cells of the map, as x, y pairs; each piece begins with the last cell of the one before. */
export interface PathPiece {
  readonly cells: MapCells
  readonly cost: number
}

/** What determines the cells of a route. */
export interface PathOf extends Pick<TiledWay, 'tiles' | 'crossings'> {
  readonly cache: TileCache
  readonly start: Point
  readonly goal: Point
  readonly quality: Quality
}

async function* pathPieces(path: PathOf): AsyncGenerator<PathPiece> {
  const { cache, tiles, crossings, goal, quality } = path
  const { directions } = cache.plan
  let from = path.start
  let next = 0
  if (crossings.length > 0) {
    const [{ tile }] = crossings
    const first = await cache.firstCells(crossings[0], from)
    if (first !== null) {
      const cells = cellsOnMap(cache.plan, windowOf(cache.plan, tile), first.cells)
      yield { cells, cost: first.cost }
      from = { x: cells[cells.length - 2], y: cells[cells.length - 1] }
    }
  }
  while (next < crossings.length) {
    cache.expect(crossings[next].toTile)
    const tile = await cache.get(crossings[next].tile)
    const ahead = await lookAhead(path, tile, next)
    if (ahead === null) break
    const beyond = await cache.get(crossings[ahead.crossing].toTile)
    const legTo = (cell: Point) => turningLate(from, cell, directions, (a, b) => tile.cellsOf(a, b, quality))
    let leg = legTo(ahead.cell)
    let end = firstSeen(leg, beyond)
    if (end < SHORT_CELLS) {
      // The way on from there may leave the window elsewhere.
      const onTo = crossings[ahead.crossing + 1]?.from ?? goal
      const cell = lastSeen(tile, beyond, { x: leg[2 * end], y: leg[2 * end + 1] }, onTo)
      if (cell !== null && (cell.x !== ahead.cell.x || cell.y !== ahead.cell.y)) {
        leg = legTo(cell)
        end = firstSeen(leg, beyond)
      }
    }
    if (end > 0) yield pieceOf(tile, leg.slice(0, 2 * end + 2))
    from = { x: leg[2 * end], y: leg[2 * end + 1] }
    next = ahead.crossing + 1
  }
  const tile = await cache.get(tiles[next])
  yield pieceOf(tile, tile.cellsOf(from, goal, quality))
}

function pieceOf(tile: LoadedTile, cells: MapCells): PathPiece {
  return { cells, cost: tile.costOf(cells) }
}

/**
 * Follows the way from a crossing until it leaves the tile's window. Returns the last cell before that, and the last
 * crossing before the cell; null if the way reaches the goal first.
 */
async function lookAhead({ cache, crossings, goal }: PathOf, tile: LoadedTile, first: number) {
  for (let crossing = first; ; crossing++) {
    const { to, toTile } = crossings[crossing]
    const isLast = crossing + 1 === crossings.length
    const beyond = await cache.get(toTile)
    // Not earlier: the next cells wait for these two tiles alone.
    if (!isLast) cache.expect(crossings[crossing + 1].toTile)
    const cell = lastSeen(tile, beyond, to, isLast ? goal : crossings[crossing + 1].from)
    if (cell !== null) return { cell, crossing }
    if (isLast) return null
    if (!tile.holds(crossings[crossing + 1].to)) return { cell: crossings[crossing + 1].from, crossing }
  }
}

/**
 * The last cell of the way between two cells of `beyond` inside the window of `tile`; null if the way never leaves it.
 */
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

/** The first cell of the last part of a leg that lies in the window of the next tile. */
function firstSeen(cells: MapCells, tile: LoadedTile): number {
  let cell = cells.length / 2 - 1
  while (cell > 0 && tile.holds({ x: cells[2 * cell - 2], y: cells[2 * cell - 1] })) cell--
  return cell
}
