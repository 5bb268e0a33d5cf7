/**
 * A route on a tiled map. Its cells come tile by tile: the first are ready before the last tiles are read.
 */
import type { Point, RouteStatus } from '../base/answer.ts'
import { cellsFor, type MapCells } from './loaded-tile.ts'
import { type PathOf, type PathPiece, pathPieces } from './tiled-path.ts'

interface Found {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  readonly isReplaced: boolean
  /** The approximate cost before the cells exist, in cell lengths; Infinity without a route. */
  readonly estimate: number
  /** The tiles along the route. */
  readonly tiles: readonly number[]
}

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
  constructor({ status, message, start, goal, isReplaced, estimate, tiles }: Found, way: PathOf | null) {
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
