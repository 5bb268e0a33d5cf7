/**
 * The cost for a traveller of several cells to stand on a cell: the highest cost within its footprint, or 0 if the
 * footprint covers a wall or leaves the map. One edited cell thus changes size x size standing cells. Blocks are made
 * one at a time; the highest cost of each square is found as for whole maps (map/footprint.ts).
 */
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { reachBefore } from '../map/traveller.ts'
import type { Blocks } from './cell-pages.ts'

/** The costs of single cells of a block; cells beyond the map are walls. */
type PlainCosts = (block: number) => Uint16Array

export class Footing {
  /** Cells that a footprint covers to the west and north of its cell; `after`, to the east and south. */
  readonly before: number
  readonly after: number
  readonly size: number
  private readonly blocks: Blocks
  private readonly side: number
  private readonly window: Uint16Array

  constructor(blocks: Blocks, size: number) {
    this.blocks = blocks
    this.size = size
    this.before = reachBefore(size)
    this.after = size - 1 - this.before
    this.side = BLOCK_SIDE_CELLS + size - 1
    this.window = new Uint16Array(this.side * this.side)
  }

  /** Visits the blocks with a cell whose footprint reaches into this block. */
  forEachStanding(block: number, visit: (block: number) => void): void {
    this.forEachWithin(block, this.after, this.before, visit)
  }

  /** Visits the blocks that footprints of this block's cells reach. */
  forEachUnder(block: number, visit: (block: number) => void): void {
    this.forEachWithin(block, this.before, this.after, visit)
  }

  private forEachWithin(block: number, before: number, after: number, visit: (block: number) => void): void {
    const { blocks } = this
    const left = Math.max(0, blocks.leftOf(block) - before) >> BLOCK_SHIFT
    const top = Math.max(0, blocks.topOf(block) - before) >> BLOCK_SHIFT
    const last = BLOCK_SIDE_CELLS - 1 + after
    const right = Math.min(blocks.width - 1, blocks.leftOf(block) + last) >> BLOCK_SHIFT
    const bottom = Math.min(blocks.height - 1, blocks.topOf(block) + last) >> BLOCK_SHIFT
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) visit(y * blocks.wide + x)
  }

  /** Writes the standing cost of each cell of a block to `out`, from `at` on. */
  write(block: number, plain: PlainCosts, out: Uint16Array, at = 0): void {
    if (this.size === 1) {
      out.set(plain(block), at)
      return
    }
    this.gather(block, plain)
    const { window, side, size } = this
    // A wall, 0, wraps round to the highest 16-bit number.
    for (let i = 0; i < window.length; i++) window[i]--
    for (let reach = 1; reach < size; ) {
      const step = Math.min(reach, size - reach)
      raise(window, step)
      raise(window, step * side)
      reach += step
    }
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const from = row * side
      for (let column = 0; column < BLOCK_SIDE_CELLS; column++) out[at++] = window[from + column] + 1
    }
  }

  /** Gathers the costs of all single cells that footprints of the block cover. */
  private gather(block: number, plain: PlainCosts): void {
    const { blocks, window, side } = this
    const left = blocks.leftOf(block) - this.before
    const top = blocks.topOf(block) - this.before
    window.fill(0)
    this.forEachUnder(block, under => {
      const costs = plain(under)
      const [x0, y0] = [blocks.leftOf(under), blocks.topOf(under)]
      const [from, to] = [Math.max(left, x0), Math.min(left + side, x0 + BLOCK_SIDE_CELLS)]
      const [first, end] = [Math.max(top, y0), Math.min(top + side, y0 + BLOCK_SIDE_CELLS)]
      for (let y = first; y < end; y++) {
        const row = (y - y0) << BLOCK_SHIFT
        window.set(costs.subarray(row + from - x0, row + to - x0), (y - top) * side + from - left)
      }
    })
  }
}

/**
 * Raises each value to the value `next` places on, if that is higher. Rows run into each other only beyond what is
 * read.
 */
function raise(ranks: Uint16Array, next: number): void {
  const end = ranks.length - next
  for (let cell = 0; cell < end; cell++) if (ranks[cell + next] > ranks[cell]) ranks[cell] = ranks[cell + next]
}
