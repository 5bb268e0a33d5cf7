/**
 * The directions of cells, half a byte each, as far as callers asked. The cells of a block lie together, and all blocks lie
 * in one array. So a step reads two numbers, and units that are spread over a large map touch little memory.
 */
import { grownTo } from '../base/growing.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

/** Of cells that nobody asked about, or whose cost is not final. */
export const NOT_KNOWN = 15
const BLOCK_BYTES = BLOCK_CELLS / 2
const BLOCKS_MIN = 16

export class Arrows {
  /** By the place of a block and the number of a cell in it. The first bytes stand for all blocks without a place. */
  bytes = new Uint8Array(BLOCKS_MIN * BLOCK_BYTES).fill(255)
  readonly placeOfBlock: Int32Array
  private asksOfPlace = new Uint8Array(BLOCKS_MIN)
  private end = BLOCK_BYTES

  constructor(blockCount: number) {
    this.placeOfBlock = new Int32Array(blockCount)
  }

  get(block: number, x: number, y: number): number {
    return (this.bytes[this.placeOfBlock[block] + byteOf(x, y)] >> ((x & 1) << 2)) & 15
  }

  set(block: number, x: number, y: number, direction: number): void {
    const at = this.take(block) + byteOf(x, y)
    const shift = (x & 1) << 2
    this.bytes[at] = (this.bytes[at] & (0xf0 >> shift)) | (direction << shift)
  }

  /** Takes the directions of all cells of a block, a byte each, row by row. */
  setAll(block: number, directions: Uint8Array): void {
    const { bytes } = this
    for (let i = 0, at = this.take(block); i < BLOCK_CELLS; i += 2, at++)
      bytes[at] = (directions[i] & 15) | (directions[i + 1] << 4)
  }

  /** Counts a question about a single cell of a block. Returns true, and counts anew, after more than `most`. */
  isAskedOften(block: number, most: number): boolean {
    const at = this.take(block) / BLOCK_BYTES
    const { asksOfPlace } = this
    asksOfPlace[at] = asksOfPlace[at] < most ? asksOfPlace[at] + 1 : 0
    return asksOfPlace[at] === 0
  }

  forget(block: number): void {
    const place = this.placeOfBlock[block]
    if (place !== 0) this.bytes.fill(255, place, place + BLOCK_BYTES)
  }

  /** The place of a block, which has one from now on. */
  private take(block: number): number {
    const { placeOfBlock, end } = this
    if (placeOfBlock[block] !== 0) return placeOfBlock[block]
    if (end === this.bytes.length) {
      this.bytes = grownTo(this.bytes, 2 * end).fill(255, end)
      this.asksOfPlace = grownTo(this.asksOfPlace, (2 * end) / BLOCK_BYTES)
    }
    placeOfBlock[block] = end
    this.end = end + BLOCK_BYTES
    return end
  }
}

/** The byte of a cell among those of its block. */
function byteOf(x: number, y: number): number {
  return (((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)) >> 1
}
