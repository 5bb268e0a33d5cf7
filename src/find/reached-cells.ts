/**
 * All cells whose exact cost from the start is at most a given one, found by a wave. The answer is a box of bits, in
 * whole blocks of 32 x 32 cells, as large as the reached area and not as the map.
 */
import type { Point } from '../base/answer.ts'
import { countBits } from '../base/bits.ts'
import { checkValue } from '../base/given.ts'
import { doubled } from '../base/growing.ts'
import { number } from '../base/kinds.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Wave } from '../wave/wave.ts'
import type { FieldMap } from './field.ts'
import { outlineOf } from './outline.ts'

export class ReachedCells {
  /** The box that `rows` covers, in cells: all four are multiples of 32, and it may stand out over the map. Empty, of size 0. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Row by row from the top, width / 32 words each: cell (x, y) is bit x & 31 of rows[(y - top) * width / 32 + ((x - left) >> 5)]. */
  readonly rows: Uint32Array<ArrayBuffer>
  /** The count of cells in reach. */
  readonly cellCount: number

  /** @internal */
  constructor(left: number, top: number, width: number, rows: Uint32Array<ArrayBuffer>) {
    this.left = left
    this.top = top
    this.width = width
    this.height = width === 0 ? 0 : rows.length / (width >> BLOCK_SHIFT)
    this.rows = rows
    let cellCount = 0
    for (let i = 0; i < rows.length; i++) cellCount += countBits(rows[i])
    this.cellCount = cellCount
  }

  /** Whether the cell is in reach. */
  has(x: number, y: number): boolean {
    const { left, top, width, height, rows } = this
    if (!(x >= left && y >= top && x < left + width && y < top + height)) return false
    return ((rows[((y - top) * width) / BLOCK_SIDE_CELLS + ((x - left) >> BLOCK_SHIFT)] >>> (x & 31)) & 1) !== 0
  }

  /**
   * The edge as rings of corners, x, y pairs: corner x, y is the upper left one of cell x, y. Around cells a ring runs
   * clockwise, as seen with y downwards; around a hole the other way. Each ends where it begins, and has corners only
   * where it turns. Cells that touch at a corner alone are in different rings.
   */
  outline(): Int32Array<ArrayBuffer>[] {
    return outlineOf(this)
  }
}

/** Gets the number of cells in reach so far, now and then; it may throw to end the search. */
export type ReachWatch = (cellCount: number) => void

/** The blocks that the wave settles between two looks of a watch. */
const BLOCKS_A_LOOK = 16

/** Nothing is in reach of a wall. */
export function reachFrom(
  { columns, waves }: FieldMap,
  { x, y }: Point,
  cost: number,
  watch?: ReachWatch,
): ReachedCells {
  checkValue(cost, number(0, Infinity), 'The cost')
  const { terrain } = columns
  if (!terrain.isFree(x, y)) return new ReachedCells(0, 0, 0, new Uint32Array(0))
  const wave = waves.make()
  wave.begin([x, y])
  // The greatest number of whole units that does not exceed the cost, as `costAt` of a field tells costs.
  let units = Math.round(cost * UNITS_PER_CELL)
  if (units / UNITS_PER_CELL > cost) units--
  try {
    if (watch) advanceWatched(wave, units, watch)
    wave.advance(units + 1)
    return boxOf(wave, units, terrain.blocksWide)
  } finally {
    wave.release()
  }
}

function advanceWatched(wave: Wave, units: number, watch: ReachWatch): void {
  let cellCount = 0
  // Counting takes longer as the reach grows, so each count waits until the wave has doubled.
  const last = Math.min(units, Number.MAX_VALUE)
  for (let countedBlocks = 0; wave.finalUnits <= last; wave.advance(units + 1, BLOCKS_A_LOOK)) {
    if (wave.settledCount >= 2 * countedBlocks) {
      countedBlocks = wave.settledCount
      cellCount = 0
      wave.showWithin(wave.finalUnits, (_, rows) => {
        for (const word of rows) cellCount += countBits(word)
      })
    }
    watch(cellCount)
  }
}

function boxOf(wave: Wave, units: number, blocksWide: number): ReachedCells {
  const blocks: number[] = []
  let bits = new Int32Array(64 * BLOCK_SIDE_CELLS)
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  wave.showWithin(units, (block, rows) => {
    const at = blocks.length * BLOCK_SIDE_CELLS
    if (at === bits.length) bits = doubled(bits)
    bits.set(rows, at)
    blocks.push(block)
    const column = block % blocksWide
    const row = (block - column) / blocksWide
    if (column < left) left = column
    if (column > right) right = column
    if (row < top) top = row
    if (row > bottom) bottom = row
  })
  const pitch = right + 1 - left
  const words = new Uint32Array(pitch * (bottom + 1 - top) * BLOCK_SIDE_CELLS)
  for (let i = 0; i < blocks.length; i++) {
    const column = blocks[i] % blocksWide
    let at = ((blocks[i] - column) / blocksWide - top) * BLOCK_SIDE_CELLS * pitch + column - left
    const end = (i + 1) * BLOCK_SIDE_CELLS
    for (let row = i * BLOCK_SIDE_CELLS; row < end; row++, at += pitch) words[at] |= bits[row]
  }
  return new ReachedCells(left << BLOCK_SHIFT, top << BLOCK_SHIFT, pitch << BLOCK_SHIFT, words)
}
