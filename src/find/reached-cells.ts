/**
 * All cells whose exact cost from the start is at most a given one, found by a wave. The answer is a box of bits, in whole blocks
 * of 32 x 32 cells. It is as large as the reached area, not as the map.
 */
import type { Point } from '../base/answer.ts'
import { countBits } from '../base/bits.ts'
import { checkValue } from '../base/given.ts'
import { doubled } from '../base/growing.ts'
import { number } from '../base/kinds.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Wave } from '../wave/wave.ts'
import type { FieldMap } from './field.ts'

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

/** Headings: east, south, west, north. The two cells ahead, of the four around a corner, as offsets from the corner. */
const AHEAD_X = [1, 0, -1, 0]
const AHEAD_Y = [0, 1, 0, -1]
const RIGHT_X = [0, -1, -1, 0]
const RIGHT_Y = [0, 0, -1, -1]
const LEFT_X = [0, 0, -1, -1]
const LEFT_Y = [-1, 0, 0, -1]
const EAST = 0

/**
 * Every ring has an edge along the top of one of its cells. From the first of these, row by row, it is walked with the set on the
 * right hand until it closes.
 */
function outlineOf(set: ReachedCells): Int32Array<ArrayBuffer>[] {
  const { left, top, rows, height } = set
  const pitch = set.width >> BLOCK_SHIFT
  /** Bits of cells along whose top no ring was walked yet. */
  const tops = rows.map((word, i) => word & ~(i < pitch ? 0 : rows[i - pitch]))
  const rings: Int32Array<ArrayBuffer>[] = []
  for (let at = 0; at < pitch * height; at++) {
    while (tops[at] !== 0) {
      const bit = 31 - Math.clz32(tops[at] & -tops[at])
      const y = top + Math.floor(at / pitch)
      rings.push(walk(set, tops, left + ((at % pitch) << BLOCK_SHIFT) + bit, y))
    }
  }
  return rings
}

/** Walks a ring from its first top edge. The edge to its left is no top edge, or an earlier walk had found it: so the ring turns there. */
function walk(set: ReachedCells, tops: Uint32Array, startX: number, startY: number): Int32Array<ArrayBuffer> {
  const { left, top, width } = set
  const pitch = width >> BLOCK_SHIFT
  const ring = [startX, startY]
  let [x, y, heading] = [startX, startY, EAST]
  do {
    if (heading === EAST) tops[(y - top) * pitch + ((x - left) >> BLOCK_SHIFT)] &= ~(1 << (x & BLOCK_MASK))
    x += AHEAD_X[heading]
    y += AHEAD_Y[heading]
    let turn = 0
    if (!set.has(x + RIGHT_X[heading], y + RIGHT_Y[heading])) turn = 1
    else if (set.has(x + LEFT_X[heading], y + LEFT_Y[heading])) turn = 3
    if (turn !== 0) ring.push(x, y)
    heading = (heading + turn) & 3
  } while (x !== startX || y !== startY || heading !== EAST)
  return Int32Array.from(ring)
}
