/**
 * The map as bake and queries see it: one bit per cell, in blocks of 32 x 32 cells. The 32 row words of a block lie side by
 * side, so a walk in any direction stays within two cache lines. A block whose free cells all cost the same stores that one
 * cost; other blocks store a cost for each cell.
 *
 * Bit x & 31 of word ((y >> 5) * blocksWide + (x >> 5)) * 32 + (y & 31) tells whether cell (x, y) is free. Cells beyond
 * the map's edge are walls.
 */
import type { CostColumn } from './grid.ts'
import type { Directions } from './movement.ts'

export const BLOCK_SHIFT = 5
export const BLOCK_SIDE_CELLS = 1 << BLOCK_SHIFT
export const BLOCK_MASK = BLOCK_SIDE_CELLS - 1
export const BLOCK_CELLS_SHIFT = 2 * BLOCK_SHIFT
export const BLOCK_CELLS = 1 << BLOCK_CELLS_SHIFT

export class Terrain {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly blocksWide: number
  readonly blocksHigh: number
  /** rowBits[block * 32 + row] */
  readonly rowBits: Int32Array
  /** The one cost of a block's free cells; 0 where none is free; ~n where costs differ, as the n-th block of `costOfCell`. */
  readonly costOfBlock: Int32Array
  /** costOfCell[n * 1024 + (y & 31) * 32 + (x & 31)], for blocks of mixed cost; bytes where no cost of the map exceeds 255. */
  readonly costOfCell: CostColumn
  /** The lowest cost of a free cell; 1 where there is none. */
  readonly costMin: number
  /** @internal */
  readonly ground: Ground

  /** @internal */
  constructor(
    width: number,
    height: number,
    directions: Directions,
    costMin: number,
    rowBits: Int32Array,
    costOfBlock: Int32Array,
    costOfCell: CostColumn,
  ) {
    this.width = width
    this.height = height
    this.directions = directions
    this.blocksWide = (width + BLOCK_MASK) >> BLOCK_SHIFT
    this.blocksHigh = (height + BLOCK_MASK) >> BLOCK_SHIFT
    this.costMin = costMin
    this.rowBits = rowBits
    this.costOfBlock = costOfBlock
    this.costOfCell = costOfCell
    this.ground = groundOfBlocks(costOfBlock, costMin, directions)
  }

  /** Whether every free cell of the map costs `costMin`. */
  get isUniform(): boolean {
    return this.ground.isEven
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
    return this.costOfFree(x, y)
  }

  /** The cost of (x, y), which must be a free cell. */
  costOfFree(x: number, y: number): number {
    const cost = this.costOfBlock[(y >> BLOCK_SHIFT) * this.blocksWide + (x >> BLOCK_SHIFT)]
    return cost >= 0 ? cost : this.costOfCell[placeIn(cost, x, y)]
  }

  /**
   * The costs of both cells of each of `steps` steps from the free cell (x, y), summed. The steps are legal and lead by (dx, dy). A
   * block of one cost takes one addition. @internal
   */
  costsAlong(x: number, y: number, dx: number, dy: number, steps: number): number {
    if (this.ground.isEven) return 2 * this.costMin * steps
    const { costOfBlock, costOfCell } = this
    // Each inner cell counts twice, half for the step in and half for the step out; both end cells count once.
    const first = this.costOfFree(x, y)
    const by = dx + (dy << BLOCK_SHIFT)
    let last = first
    let sum = 0
    for (let left = steps + 1; left > 0; ) {
      const toSide = dx > 0 ? BLOCK_SIDE_CELLS - (x & BLOCK_MASK) : dx < 0 ? (x & BLOCK_MASK) + 1 : left
      const toEnd = dy > 0 ? BLOCK_SIDE_CELLS - (y & BLOCK_MASK) : dy < 0 ? (y & BLOCK_MASK) + 1 : left
      const count = Math.min(toSide, toEnd, left)
      left -= count
      const cost = costOfBlock[this.blockOf(x, y)]
      if (cost > 0) {
        last = cost
        sum += count * cost
      } else {
        let at = placeIn(cost, x, y)
        for (let i = 0; i < count; i++, at += by) {
          last = costOfCell[at]
          sum += last
        }
      }
      x += count * dx
      y += count * dy
    }
    return 2 * sum - first - last
  }
}

/** The one cost of all free cells in the blocks from (left, top) to (right, bottom); 0 where costs differ or none is free. */
export function oneCostWithin(terrain: Terrain, left: number, top: number, right: number, bottom: number): number {
  const { costOfBlock, blocksWide, blocksHigh } = terrain
  if (terrain.ground.isEven) return terrain.costMin
  const blockLeft = left < 0 ? 0 : left >> BLOCK_SHIFT
  const blockRight = Math.min(blocksWide - 1, right >> BLOCK_SHIFT)
  const blockBottom = Math.min(blocksHigh - 1, bottom >> BLOCK_SHIFT)
  let one = 0
  for (let blockY = top < 0 ? 0 : top >> BLOCK_SHIFT; blockY <= blockBottom; blockY++) {
    for (let blockX = blockLeft; blockX <= blockRight; blockX++) {
      const cost = costOfBlock[blockY * blocksWide + blockX]
      if (cost === 0 || cost === one) continue
      if (cost < 0 || one !== 0) return 0
      one = cost
    }
  }
  return one
}

/** Where `costOfCell` has a cell of a block of mixed cost, whose `costOfBlock` is `cost`. */
export function placeIn(cost: number, x: number, y: number): number {
  return (~cost << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}

/** Visits the blocks with cells from (left, top) to (right, bottom), as far as the map goes, row by row. */
export function forEachBlockIn(
  { blocksWide, blocksHigh }: Pick<Terrain, 'blocksWide' | 'blocksHigh'>,
  left: number,
  top: number,
  right: number,
  bottom: number,
  visit: (block: number) => void,
): void {
  const blockLeft = Math.max(0, left >> BLOCK_SHIFT)
  const blockRight = Math.min(blocksWide - 1, right >> BLOCK_SHIFT)
  const blockBottom = Math.min(blocksHigh - 1, bottom >> BLOCK_SHIFT)
  for (let y = Math.max(0, top >> BLOCK_SHIFT); y <= blockBottom; y++)
    for (let x = blockLeft; x <= blockRight; x++) visit(y * blocksWide + x)
}

/** Visits the free cells of a block, row by row. */
export function forEachFreeCell(terrain: Terrain, block: number, visit: (x: number, y: number) => void): void {
  const left = (block % terrain.blocksWide) << BLOCK_SHIFT
  const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    for (let bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]; bits !== 0; bits &= bits - 1) {
      visit(left + (31 - Math.clz32(bits & -bits)), top + row)
    }
  }
}

/** The same terrain, with columns of its own. */
export function copyOf({ width, height, directions, costMin, rowBits, costOfBlock, costOfCell }: Terrain): Terrain {
  return new Terrain(width, height, directions, costMin, rowBits.slice(), costOfBlock.slice(), costOfCell.slice())
}

/** A value for each kind of ground. */
export interface ByGround<T> {
  readonly even: T
  readonly mixed: T
  /** For mixed ground with 4 directions, if that differs. */
  readonly mixedOf4?: T
}

/**
 * What a map, or a window of it, is made of: even ground, where all free cells cost the same, or mixed ground. It also knows
 * whether units step in 4 or in 8 directions. What follows from these two is chosen here, once: other files name what they want
 * of each.
 */
class Ground {
  /** Whether all free cells cost the same. */
  readonly isEven: boolean
  /** Whether the best of several diagonal steps depends on what cells cost. */
  readonly hasDiagonalCosts: boolean

  constructor(isEven: boolean, isOf8: boolean) {
    this.isEven = isEven
    this.hasDiagonalCosts = isOf8 && !isEven
  }

  /** The value for this ground. */
  of<T>({ even, mixed, mixedOf4 = mixed }: ByGround<T>): T {
    return this.isEven ? even : this.hasDiagonalCosts ? mixed : mixedOf4
  }
}

export type { Ground }

const GROUNDS = {
  4: [new Ground(false, false), new Ground(true, false)],
  8: [new Ground(false, true), new Ground(true, true)],
}

export function groundOf(isEven: boolean, directions: Directions): Ground {
  return GROUNDS[directions][isEven ? 1 : 0]
}

/** The ground of blocks with these costs (Terrain.costOfBlock), where the cheapest free cell costs `costMin`. */
export function groundOfBlocks(costOfBlock: Int32Array, costMin: number, directions: Directions): Ground {
  return groundOf(
    costOfBlock.every(cost => cost === 0 || cost === costMin),
    directions,
  )
}
