/**
 * The map's bits along both axes. A tile holds a block of the terrain twice, as 32 row words and as 32 column words. Bit i of a
 * column word is the cell in row i. Each half includes the line beyond either side, so a look along a line sees both lines beside
 * it without reading another block.
 *
 * Tiles are made on first use and kept in a fixed number of slots. A block's slot depends on its coordinates alone; two
 * blocks of one search's window never share one.
 *
 * A block's side is the width of a word, so x >> 5 is a cell's block and x & 31 its bit.
 */
import type { Terrain } from '../map/terrain.ts'

/** Slots to a side. A window is 512 cells a side and touches at most 17 blocks a side. */
const SLOT_SHIFT = 5
const SLOT_MASK = (1 << SLOT_SHIFT) - 1

/** The 32 lines of an axis and one before and after them. */
const AXIS_WORDS = 34
const TILE_WORDS = 2 * AXIS_WORDS

/** Where in a tile the lines of an axis begin. */
export const ROWS = 0
export const COLUMNS = AXIS_WORDS

export class Tiles {
  private readonly terrain: Terrain
  readonly words = new Int32Array(TILE_WORDS << (2 * SLOT_SHIFT))
  /** The block whose tile a slot holds, as (y + 1) << 16 | x + 1; 0 for none. */
  private readonly holderOfSlot = new Int32Array(1 << (2 * SLOT_SHIFT))

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /**
   * The first word of a block's tile. It lasts until a block 32 blocks away is asked for: farther than any ray goes.
   * Beyond the map's edge a tile is all wall.
   */
  tileOf(blockX: number, blockY: number): number {
    const slot = ((blockY & SLOT_MASK) << SLOT_SHIFT) | (blockX & SLOT_MASK)
    const holder = ((blockY + 1) << 16) | (blockX + 1)
    if (this.holderOfSlot[slot] !== holder) {
      this.holderOfSlot[slot] = holder
      this.fill(slot * TILE_WORDS, blockX, blockY)
    }
    return slot * TILE_WORDS
  }

  /** The map has changed: tiles are made again. */
  forget(): void {
    this.holderOfSlot.fill(0)
  }

  /** Where the words of a block's columns begin: bit i of each is the cell in row i. */
  columnsOf(blockX: number, blockY: number): number {
    return this.tileOf(blockX, blockY) + COLUMNS + 1
  }

  private fill(tile: number, blockX: number, blockY: number): void {
    const { words } = this
    const { rowBits, blocksWide, blocksHigh } = this.terrain
    if (blockX < 0 || blockY < 0 || blockX >= blocksWide || blockY >= blocksHigh) {
      words.fill(0, tile, tile + TILE_WORDS)
      return
    }
    const block = (blockY * blocksWide + blockX) * 32
    const south = block + blocksWide * 32
    const north = block - blocksWide * 32
    const rows = tile + ROWS
    words[rows] = blockY > 0 ? rowBits[north + 31] : 0
    for (let row = 0; row < 32; row++) words[rows + 1 + row] = rowBits[block + row]
    words[rows + 33] = blockY < blocksHigh - 1 ? rowBits[south] : 0

    const columns = tile + COLUMNS
    let before = 0
    let after = 0
    for (let row = 0; row < 32; row++) {
      if (blockX > 0) before |= (rowBits[block - 32 + row] >>> 31) << row
      if (blockX < blocksWide - 1) after |= (rowBits[block + 32 + row] & 1) << row
    }
    words[columns] = before
    transpose(rowBits, block, words, columns + 1)
    words[columns + 33] = after
  }
}

/** Turns 32 words at `from` into the 32 words at `to` whose word i, bit j is word j, bit i of the former. */
export function transpose(source: Int32Array, from: number, target: Int32Array, to: number): void {
  // Swaps the two off-diagonal quarters of the square, then of each of its quarters, and so on down to single bits.
  for (let i = 0; i < 16; i++) {
    const low = source[from + i]
    const high = source[from + i + 16]
    target[to + i] = (low & 0xffff) | (high << 16)
    target[to + i + 16] = (low >>> 16) | (high & ~0xffff)
  }
  for (let half = 8, mask = 0x00ff00ff; half !== 0; half >>= 1, mask ^= mask << half) {
    for (let i = 0; i < 32; i = ((i | half) + 1) & ~half) {
      const low = target[to + i]
      const high = target[to + i + half]
      const swapped = ((low >>> half) ^ high) & mask
      target[to + i] = low ^ (swapped << half)
      target[to + i + half] = high ^ swapped
    }
  }
}
