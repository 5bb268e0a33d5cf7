/**
 * The map as bake and queries see it: one bit per cell, 32 x 32 cells to a block, a block's 32 row words side by side, so
 * a walk in any direction stays within two cache lines; and cost bytes only where the map is not uniform.
 *
 * Bit x & 31 of word ((y >> 5) * blocksWide + (x >> 5)) * 32 + (y & 31) tells whether cell (x, y) is free. Cells beyond
 * the map's edge are walls.
 */
import type { Directions } from './movement.ts'

export const BLOCK_SHIFT = 5
export const BLOCK_SIDE_CELLS = 1 << BLOCK_SHIFT
export const BLOCK_MASK = BLOCK_SIDE_CELLS - 1

export class Terrain {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly blocksWide: number
  readonly blocksHigh: number
  /** rowBits[block * 32 + row] */
  readonly rowBits: Int32Array
  /** costOfCell[block * 1024 + (y & 31) * 32 + (x & 31)], or empty where every free cell costs `costMin`. */
  readonly costOfCell: Uint8Array
  /** The lowest cost of a free cell; 1 where there is none. */
  readonly costMin: number

  constructor(
    width: number,
    height: number,
    directions: Directions,
    costMin: number,
    rowBits: Int32Array,
    costOfCell: Uint8Array,
  ) {
    this.width = width
    this.height = height
    this.directions = directions
    this.blocksWide = (width + BLOCK_MASK) >> BLOCK_SHIFT
    this.blocksHigh = (height + BLOCK_MASK) >> BLOCK_SHIFT
    this.costMin = costMin
    this.rowBits = rowBits
    this.costOfCell = costOfCell
  }

  get isUniform(): boolean {
    return this.costOfCell.length === 0
  }

  /** Whether searches on the cells can jump over uniform ground. */
  get canJump(): boolean {
    return this.isUniform && this.directions === 8
  }

  isInside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  blockOf(x: number, y: number): number {
    return (y >> BLOCK_SHIFT) * this.blocksWide + (x >> BLOCK_SHIFT)
  }

  /** Whether (x, y) is a free cell of the map; false outside. */
  isFree(x: number, y: number): boolean {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false
    return ((this.rowBits[(this.blockOf(x, y) << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (x & BLOCK_MASK)) & 1) !== 0
  }

  /** The cost of (x, y): 0 for a wall and outside the map. */
  costAt(x: number, y: number): number {
    if (!this.isFree(x, y)) return 0
    if (this.costOfCell.length === 0) return this.costMin
    return this.costOfCell[this.blockOf(x, y) * 1024 + ((y & BLOCK_MASK) << BLOCK_SHIFT) + (x & BLOCK_MASK)]
  }
}
