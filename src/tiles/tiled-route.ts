/**
 * The answer of a tiled map. Its cells come tile by tile: the first ones are there before the tiles of the last are read.
 */
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import type { TileCrossing } from './crown-search.ts'
import type { TileCache } from './tile-cache.ts'
import { type PathPiece, TiledPath } from './tiled-path.ts'

interface Found {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  /** What the route costs at most, in cell lengths, before its cells are made; Infinity without a route. */
  readonly estimate: number
  /** The tiles that it leads through. */
  readonly tiles: readonly number[]
}

interface Way {
  readonly cache: TileCache
  readonly crossings: readonly TileCrossing[]
  readonly quality: Quality
}

export class TiledRoute {
  readonly status: RouteStatus
  /** Why there is no route, in words. */
  readonly message: string
  readonly start: Point
  readonly goal: Point
  /** About what it costs, in cell lengths; Infinity without a route. */
  readonly estimate: number
  /** The tiles that it leads through, one after the other. */
  readonly tiles: readonly number[]
  private readonly way: Way | null
  private whole: Promise<PathPiece> | null = null

  /** @internal */
  constructor({ status, message, start, goal, estimate, tiles }: Found, way: Way | null) {
    this.status = status
    this.message = message
    this.start = start
    this.goal = goal
    this.estimate = estimate
    this.tiles = tiles
    this.way = way
  }

  /** The cells as x, y pairs, in pieces as their tiles are read; each begins with the last cell of the one before. */
  async *stream(): AsyncGenerator<Int32Array> {
    for await (const { cells } of this.pieces()) yield cells
  }

  /** All cells as x, y pairs; none without a route. */
  async cells(): Promise<Int32Array> {
    return (await this.path()).cells.slice()
  }

  /** What the path along the cells costs, in cell lengths; Infinity without a route. */
  async cost(): Promise<number> {
    return (await this.path()).cost
  }

  toJSON() {
    const { status, message, start, goal, tiles } = this
    const estimate = this.estimate === Infinity ? null : this.estimate
    return { status, ...(message && { message }), start, goal, estimate, tiles: tiles.length }
  }

  private path(): Promise<PathPiece> {
    this.whole ??= this.collect()
    return this.whole
  }

  private async collect(): Promise<PathPiece> {
    const pieces: PathPiece[] = []
    for await (const piece of this.pieces()) pieces.push(piece)
    if (pieces.length === 0) return { cells: new Int32Array(0), cost: Infinity }
    const length = pieces.reduce((sum, { cells }) => sum + cells.length - 2, 2)
    const cells = new Int32Array(length)
    let at = 0
    let cost = 0
    for (const piece of pieces) {
      cells.set(piece.cells, at)
      at += piece.cells.length - 2
      cost += piece.cost
    }
    return { cells, cost }
  }

  private async *pieces(): AsyncGenerator<PathPiece> {
    const { way, start, goal, tiles } = this
    if (way === null) return
    const { cache, crossings, quality } = way
    if (crossings.length > 0) {
      yield* new TiledPath(cache, crossings, goal, quality).pieces(start)
      return
    }
    const tile = await cache.get(tiles[0])
    const cells = tile.cellsOf(start, goal, quality)
    yield { cells, cost: tile.costOf(cells) }
  }
}
