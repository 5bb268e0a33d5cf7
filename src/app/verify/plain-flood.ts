/**
 * Connected pieces of ground, found by flooding cell by cell: the plainest way there is, and none that the bake uses.
 * Under the movement rule two cells are connected exactly when straight steps connect them.
 */
import type { Grid } from '../../index.ts'

export type OnPiece = (x: number, y: number) => string
export type OnCell = (x: number, y: number) => string

/** Floods the pieces of ground inside squares of a grid, one square after the other. */
export class Flood {
  private readonly grid: Grid
  /** One bit a cell. */
  private readonly seenBits: Uint8Array
  /** The cells on the edge of the water, and those it reaches next. */
  private frontier: number[] = []
  private reached: number[] = []

  constructor(grid: Grid) {
    this.grid = grid
    this.seenBits = new Uint8Array(Math.ceil(grid.cost.length / 8))
  }

  /**
   * Floods every piece of ground inside the square of `side` cells at (left, top): `onPiece` hears a cell of each
   * before `onCell` hears them all. A sentence from either ends the flood and is returned.
   */
  square(left: number, top: number, side: number, onPiece: OnPiece, onCell: OnCell): string {
    const right = Math.min(this.grid.width, left + side)
    const bottom = Math.min(this.grid.height, top + side)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (!this.enter(x, y)) continue
        const problem = onPiece(x, y) || this.piece(left, top, right, bottom, onCell)
        if (problem !== '') return problem
      }
    }
    return ''
  }

  /** Spreads from the frontier, ring after ring, so that memory follows the length of a ring and not the area. */
  private piece(left: number, top: number, right: number, bottom: number, onCell: OnCell): string {
    const { width } = this.grid
    while (this.frontier.length > 0) {
      for (const cell of this.frontier) {
        const x = cell % width
        const y = (cell - x) / width
        const problem = onCell(x, y)
        if (problem !== '') return problem
        if (x + 1 < right) this.reach(x + 1, y)
        if (x > left) this.reach(x - 1, y)
        if (y + 1 < bottom) this.reach(x, y + 1)
        if (y > top) this.reach(x, y - 1)
      }
      const done = this.frontier
      this.frontier = this.reached
      done.length = 0
      this.reached = done
    }
    return ''
  }

  private enter(x: number, y: number): boolean {
    if (!this.see(x, y)) return false
    this.frontier.push(y * this.grid.width + x)
    return true
  }

  private reach(x: number, y: number): void {
    if (this.see(x, y)) this.reached.push(y * this.grid.width + x)
  }

  /** Whether (x, y) is free and was not seen before. */
  private see(x: number, y: number): boolean {
    const cell = y * this.grid.width + x
    const byte = Math.floor(cell / 8)
    const bit = 1 << (cell % 8)
    if (this.grid.cost[cell] === 0 || (this.seenBits[byte] & bit) !== 0) return false
    this.seenBits[byte] |= bit
    return true
  }
}
