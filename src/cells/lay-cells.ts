/**
 * Lays costs of cells out for sweeps (kernel-rows.ts), blocks at a time: the blocks that a few rows of a frame go through are
 * copied side by side as they lie in the terrain, a byte or two a cell, and a kernel makes numbers of 32 bits of those cells
 * that the rows have, four at a time. Where rows of the frame are columns of the map the blocks lie one below the other, and
 * the kernel goes down them.
 *
 * Costs of one byte and of two have functions of their own: `byteShift` is 0 or 1.
 */
import type { Kernel } from '../kernel/kernel.ts'
import { STAGE_AT, STAGE_BLOCKS_MAX } from '../kernel/sweep-layout.ts'
import type { CostColumn } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

const WORD_BYTES = 4

/** The kernel's functions that lay out costs of one byte or of two. */
type Laying = Kernel<`${'gather' | 'lay' | 'layTurned'}${8 | 16}`>['run']

/** Lays out the rows row .. end - 1 of a frame at `left` and `top`, which lie in one row, or column, of blocks. */
type LayBlocks = (
  terrain: Terrain,
  left: number,
  top: number,
  row: number,
  end: number,
  first: number,
  last: number,
) => void

export interface Stage {
  /** Rows are rows of the map, and have cells of its columns first..last. */
  across: LayBlocks
  /** Rows are columns of the map, and have cells of its rows first..last. */
  down: LayBlocks
}

export class CellStage implements Stage {
  private readonly cells: CostColumn
  private readonly words: Int32Array
  /** By the bits of a word's cells, all bits of those that are set. */
  private readonly masks: Int32Array
  private readonly run: Laying
  private readonly side: number
  private readonly byteShift: number
  private readonly stride: number

  constructor(memory: ArrayBuffer, side: number, byteShift: number, run: Laying) {
    const Column = byteShift === 0 ? Uint8Array : Uint16Array
    this.cells = new Column(memory, STAGE_AT, STAGE_BLOCKS_MAX * BLOCK_CELLS)
    this.words = new Int32Array(memory, STAGE_AT, this.cells.byteLength / WORD_BYTES)
    this.masks = masksOf(WORD_BYTES >> byteShift)
    this.byteShift = byteShift
    this.stride = (STAGE_BLOCKS_MAX * BLOCK_SIDE_CELLS) << byteShift
    this.side = side
    this.run = run
  }

  /**
   * Lays out the rows row .. end - 1, all of one row of blocks, which have cells of the columns first..last of the map; `left`
   * and `top` say where the frame lies.
   */
  across(terrain: Terrain, left: number, top: number, row: number, end: number, first: number, last: number): void {
    const blockOfRow = ((top + row) >> BLOCK_SHIFT) * terrain.blocksWide
    let slot = 0
    for (let column = first >> BLOCK_SHIFT; column <= last >> BLOCK_SHIFT; column++) {
      this.take(terrain, blockOfRow + column, slot++, (top + row) & BLOCK_MASK, (top + end - 1) & BLOCK_MASK)
    }
    const place = this.cells.byteOffset
    const rows = place + this.cells.byteLength
    const { run, side, stride, byteShift } = this
    const gather = byteShift === 0 ? run.gather8 : run.gather16
    gather(place, rows, stride, slot)
    const zero = (left - (first & ~BLOCK_MASK)) << byteShift
    const lay = byteShift === 0 ? run.lay8 : run.lay16
    lay(side, row, end, rows + ((top + row) & BLOCK_MASK) * stride + zero, stride)
  }

  /** The same of rows that are columns of the map, and have cells of the rows first..last of it. */
  down(terrain: Terrain, left: number, top: number, row: number, end: number, first: number, last: number): void {
    const x = top + row
    const base = first & ~BLOCK_MASK
    for (let y = base; y <= last; y += BLOCK_SIDE_CELLS) {
      const from = Math.max(first, y) & BLOCK_MASK
      this.take(terrain, terrain.blockOf(x, y), (y - base) >> BLOCK_SHIFT, from, Math.min(last - y, BLOCK_MASK))
    }
    const zero = (left - base) * BLOCK_SIDE_CELLS + (x & BLOCK_MASK)
    const lay = this.byteShift === 0 ? this.run.layTurned8 : this.run.layTurned16
    lay(this.side, row, end, this.cells.byteOffset + (zero << this.byteShift))
  }

  /** The rows first..last of a block. */
  private take(
    { costOfBlock, costOfCell, rowBits }: Terrain,
    block: number,
    slot: number,
    first: number,
    last: number,
  ): void {
    const cost = costOfBlock[block]
    if (cost < 0) {
      const rows = ~cost << BLOCK_SHIFT
      // Copied at once, which is worth the view of it that this takes.
      const copied = costOfCell.subarray((rows + first) << BLOCK_SHIFT, (rows + last + 1) << BLOCK_SHIFT)
      this.cells.set(copied, ((slot << BLOCK_SHIFT) + first) << BLOCK_SHIFT)
      return
    }
    const { words, masks } = this
    const same = this.byteShift === 0 ? cost * 0x01010101 : cost * 0x00010001
    const cellsOfWord = WORD_BYTES >> this.byteShift
    const wordsOfRow = BLOCK_SIDE_CELLS / cellsOfWord
    let to = ((slot << BLOCK_SHIFT) + first) * wordsOfRow
    for (let row = first; row <= last; row++) {
      let bits = rowBits[(block << BLOCK_SHIFT) + row]
      const end = to + wordsOfRow
      // Most rows are free from end to end, or walls.
      if (bits === -1 || bits === 0) while (to < end) words[to++] = bits & same
      else for (; to < end; bits >>>= cellsOfWord) words[to++] = masks[bits & (masks.length - 1)] & same
    }
  }
}

function masksOf(cellsOfWord: number): Int32Array {
  const bitsOfCell = 32 / cellsOfWord
  const wholeCell = 2 ** bitsOfCell - 1
  const masks = new Int32Array(1 << cellsOfWord)
  for (let bits = 0; bits < masks.length; bits++) {
    for (let cell = 0; cell < cellsOfWord; cell++) {
      if (((bits >> cell) & 1) !== 0) masks[bits] |= wholeCell << (cell * bitsOfCell)
    }
  }
  return masks
}
