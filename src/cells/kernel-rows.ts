/**
 * The rows of a frame by a kernel (kernel/source/sweeps.ts). The kernel takes eight cells of even ground at a
 * time, or four of mixed ground.
 */
import { SWEEPS } from '../kernel/bytes/sweeps-bytes.ts'
import { type Kernel, kernelOn } from '../kernel/kernel.ts'
import * as at from '../kernel/sweep-layout.ts'
import { STRAIGHT_UNITS, SWIFT_UNITS_MAX, WALL } from '../kernel/units.ts'
import type { CostColumn } from '../map/grid.ts'
import { DIAGONAL_UNITS_OF, type Directions } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

const WORD_BYTES = 4

/** The kernel's functions that lay out costs of one byte or of two. */
type Laying = Kernel<'gather' | `${'lay' | 'layTurned'}${8 | 16}`>['run']

/**
 * The rows of a frame. Each cell takes its least cost from its neighbours in the row before. Then the cells of the row take from
 * each other, along the row and back. Walls surround the cells, so nothing tests bounds.
 */
export interface SweepRows {
  /** Numbers to a row: cell `c` of row `r` is pitch * r + c. */
  readonly pitch: number
  /** The frame's rows are 1 to this. */
  rowCount: number
  /** Even ground: a bit a cell, EVEN_CELLS to a row. Mixed ground: the cost of each cell, WALL for a wall. */
  readonly ground: Int32Array
  /** Cost to reach each cell; `unreached` or more where none is known. */
  readonly units: Uint16Array | Int32Array | Float64Array
  readonly unreached: number
  /** First and last cell of each row; a row is empty where first > last. Room for twice the rows. */
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** Whether the row has changed since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** The kernel's way to lay out costs of mixed ground; null without one. */
  readonly stage: CellStage | null
  /** Widens the span of each row 1 to `rowCount` to cover that of the row `ahead` rows later. */
  takeAhead(rowCount: number, ahead: number): void
  /** Marks the cells of the rows 1 to `rowCount` unreached; those of mixed ground become walls. */
  clear(rowCount: number): void
  /** The cells of a row take from each other. */
  begin(row: number): void
  /**
   * Sweeps from row 1 down to the last row, or up; returns whether a sweep back has anything to do. On even ground only cells
   * count from which the goal may cost less than the limit. This spares most rows on the way back.
   */
  sweep(isDown: boolean, rowCount: number, limit: number): boolean
  /** Sets the goal by which `sweep` decides which cells count. */
  aim(row: number, cell: number): void
}

/** Rows of mixed ground in a frame of this side, with costs of one byte or two; null where no kernel can run. */
export function mixedRows(side: number, directions: Directions, costBytes: number): SweepRows | null {
  const kernel = side > at.MIXED_SIDE ? null : kernelOn(SWEEPS, at.MIXED_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  const sweep = run[`mixed${directions}`]
  return {
    ...spansIn(kernel),
    pitch: side,
    rowCount: 0,
    // The kernel writes up to three cells beyond a row's last.
    ground: new Int32Array(memory, at.GROUND_AT, side * side + 4).fill(WALL),
    units: new Int32Array(memory, at.UNITS_AT, side * side + 4).fill(SWIFT_UNITS_MAX),
    unreached: SWIFT_UNITS_MAX,
    stage: new CellStage(memory, side, costBytes - 1, run),
    clear: rowCount => void run.clearMixed(side, rowCount),
    begin: row => void run.beginMixed(side, row),
    aim() {},
    sweep: (isDown, rowCount) =>
      (isDown ? sweep(side, 1, rowCount, 1, at.BELOW_AT) : sweep(side, rowCount, 1, -1, at.ABOVE_AT)) !== 0,
  }
}

/** Rows of even ground; null where no kernel can run. */
export function evenRows(directions: Directions): SweepRows | null {
  const kernel = kernelOn(SWEEPS, at.EVEN_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  fillTables(memory, directions)
  const sweep = run[`even${directions}`]
  let goalRow = 0
  let goalCell = 0
  return {
    ...spansIn(kernel),
    pitch: at.EVEN_PITCH,
    rowCount: 0,
    ground: new Int32Array(memory, at.GROUND_AT, at.EVEN_WORDS * (at.ROWS_MAX + 1)),
    units: new Uint16Array(memory, at.UNITS_AT, at.EVEN_PITCH * at.ROWS_MAX),
    unreached: at.EVEN_FAR,
    stage: null,
    clear: rowCount => void run.forgetEven(rowCount),
    begin: row => void run.beginEven(row),
    aim(row, cell) {
      goalRow = 2 * (at.EVEN_CELLS - row)
      goalCell = 2 * (at.EVEN_CELLS - cell)
    },
    sweep(isDown, rowCount, limit) {
      const most = Math.min(Math.ceil(limit), at.EVEN_FAR)
      const hasNews = isDown
        ? sweep(1, rowCount, 1, at.BELOW_AT, most, goalRow, goalCell)
        : sweep(rowCount, 1, -1, at.ABOVE_AT, most, goalRow, goalCell)
      return hasNews !== 0
    },
  }
}

/** The members that rows of both kinds of ground share. */
function spansIn({ memory, run }: Kernel<'takeAhead'>) {
  const words = (place: number, length: number) => new Int32Array(memory, place, length)
  return {
    firstOfRow: words(at.FIRST_AT, 2 * at.ROWS_MAX),
    lastOfRow: words(at.LAST_AT, 2 * at.ROWS_MAX).fill(-1),
    isNewBelow: words(at.BELOW_AT, at.ROWS_MAX),
    isNewAbove: words(at.ABOVE_AT, at.ROWS_MAX),
    takeAhead: (rowCount: number, ahead: number) => void run.takeAhead((rowCount + 3) >> 2, 4 * ahead),
  }
}

/** Fills the kernel's tables: costs of eight cells by their bits, and least costs by distance along and across rows. */
function fillTables(memory: ArrayBuffer, directions: Directions): void {
  const meanings = new Uint16Array(memory, at.MEANINGS_AT, 256 * 8)
  for (let i = 0; i < meanings.length; i++) meanings[i] = ((i >> 3) >> (i & 7)) & 1 ? 0 : at.EVEN_FAR
  const straight = new Uint16Array(memory, at.STRAIGHT_AT, 2 * at.EVEN_CELLS)
  const aside = new Uint16Array(memory, at.ASIDE_AT, 2 * at.EVEN_CELLS)
  const asideUnits = DIAGONAL_UNITS_OF[directions] - STRAIGHT_UNITS
  for (let i = 0; i < straight.length; i++) {
    straight[i] = STRAIGHT_UNITS * Math.abs(i - at.EVEN_CELLS)
    aside[i] = asideUnits * Math.abs(i - at.EVEN_CELLS)
  }
}

/**
 * Lays out costs of cells, some blocks at a time. It copies the blocks that some rows of a frame cross, side by side. The terrain
 * keeps them so, a byte or two a cell. A kernel then widens the cells of the rows to 32 bits, four at a time. Where rows of the
 * frame are columns of the map, the blocks are stacked, and the kernel goes down them.
 *
 * Costs of one byte and of two have functions of their own: `byteShift` is 0 or 1.
 */
export class CellStage {
  private readonly cells: CostColumn
  private readonly words: Int32Array
  /** By a word's free bits: a mask that covers all bits of its free cells. */
  private readonly masks: Int32Array
  private readonly run: Laying
  private readonly side: number
  private readonly byteShift: number
  private readonly stride: number

  constructor(memory: ArrayBuffer, side: number, byteShift: number, run: Laying) {
    const Column = byteShift === 0 ? Uint8Array : Uint16Array
    this.cells = new Column(memory, at.STAGE_AT, at.STAGE_BLOCKS_MAX * BLOCK_CELLS)
    this.words = new Int32Array(memory, at.STAGE_AT, this.cells.byteLength / WORD_BYTES)
    this.masks = masksOf(WORD_BYTES >> byteShift)
    this.byteShift = byteShift
    this.stride = (at.STAGE_BLOCKS_MAX * BLOCK_SIDE_CELLS) << byteShift
    this.side = side
    this.run = run
  }

  /**
   * Lays out the rows row .. end - 1, all in one row of blocks. They have cells in the columns first..last of the map. The
   * frame's origin is (`left`, `top`).
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
    run.gather(place, rows, BLOCK_SIDE_CELLS << byteShift, stride, slot)
    const zero = (left - (first & ~BLOCK_MASK)) << byteShift
    const lay = byteShift === 0 ? run.lay8 : run.lay16
    lay(side, row, end, rows + ((top + row) & BLOCK_MASK) * stride + zero, stride)
  }

  /** The same for rows that are columns of the map, with cells in its rows first..last. */
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

  /** Copies the rows first..last of a block to a slot. */
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
      // One `set` is worth the view that it needs.
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
