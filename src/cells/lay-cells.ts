/**
 * Lays costs of cells out for sweeps (swift-rows.ts), blocks at a time: the blocks that a few rows of a frame go through are
 * copied side by side as they lie in the terrain, a byte or two a cell, and a program makes numbers of 32 bits of those cells
 * that the rows have, four at a time. Where rows of the frame are columns of the map the blocks lie one below the other, and the
 * program goes down them.
 *
 * Costs of one byte and of two have programs of their own: `byteShift` is 0 or 1.
 */
import { advance, type Code, f64x2, flow, I32, I32X4, i32, i32x4, local, type Routine } from '../base/wasm.ts'
import type { CostColumn } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Stage, WALL } from './sweep-rows.ts'

const LANES = 4
const CELL_BYTES = 4
const VECTOR_BYTES = LANES * CELL_BYTES
const WORD_BYTES = 4

/** How many blocks the rows of a frame may go through. */
function blocksAlong(side: number): number {
  return (side >> BLOCK_SHIFT) + 2
}

/** Room for the blocks as they lie, and for their rows side by side; and for what is read beyond. */
export function stageBytes(side: number, byteShift: number): number {
  return (2 * blocksAlong(side) * BLOCK_CELLS + VECTOR_BYTES * BLOCK_SIDE_CELLS) << byteShift
}

export type StageProgram = Readonly<Record<'gather' | 'lay' | 'layTurned', (...values: number[]) => void>>

export class CellStage implements Stage {
  private readonly cells: CostColumn
  private readonly words: Int32Array
  /** By the bits of a word's cells, all bits of those that are set. */
  private readonly masks: Int32Array
  private readonly program: StageProgram
  private readonly byteShift: number
  private readonly stride: number

  constructor(memory: ArrayBuffer, place: number, side: number, byteShift: number, program: StageProgram) {
    const Column = byteShift === 0 ? Uint8Array : Uint16Array
    this.cells = new Column(memory, place, blocksAlong(side) * BLOCK_CELLS)
    this.words = new Int32Array(memory, place, this.cells.byteLength / WORD_BYTES)
    this.masks = masksOf(WORD_BYTES >> byteShift)
    this.byteShift = byteShift
    this.stride = (blocksAlong(side) * BLOCK_SIDE_CELLS) << byteShift
    this.program = program
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
    this.program.gather(place, rows, slot)
    const zero = (left - (first & ~BLOCK_MASK)) << this.byteShift
    this.program.lay(row, end, rows + ((top + row) & BLOCK_MASK) * this.stride + zero)
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
    this.program.layTurned(row, end, this.cells.byteOffset + (zero << this.byteShift))
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

/** Puts the rows of blocks side by side: where they lie, where their rows are to lie, and how many there are. */
export function gathering(side: number, byteShift: number): Routine {
  const FROM = 0
  const TO = 1
  const BLOCKS = 2
  const ROWS = 3
  const copy = (offset: number): Code => [local.get(TO), local.get(FROM), i32x4.load(offset), i32x4.store(offset)]
  const rowBytes = BLOCK_SIDE_CELLS << byteShift
  const stride = blocksAlong(side) * rowBytes
  const places = Array.from({ length: rowBytes / VECTOR_BYTES }, (_, i) => i * VECTOR_BYTES)
  return {
    values: 3,
    locals: [[1, I32]],
    body: flow.repeat(
      [i32.of(BLOCK_SIDE_CELLS), local.set(ROWS)],
      flow.repeat(places.map(copy), advance(FROM, rowBytes), advance(TO, stride), [
        local.get(ROWS),
        i32.of(1),
        i32.sub,
        local.tee(ROWS),
      ]),
      advance(TO, rowBytes - stride * BLOCK_SIDE_CELLS),
      [local.get(BLOCKS), i32.of(1), i32.sub, local.tee(BLOCKS)],
    ),
  }
}

/** Arguments: the first row, the one to end before, and where the first row's cell 0 lies, or would, among the bytes. */
const ROW = 0
const END = 1
const ZERO = 2
const HERE = 3
const FROM = 4
const LEFT = 5
const COSTS = 6

/** A program's function that lays rows out; `firstAt` and `lastAt` say where their first and last cells are kept. */
export function laying(side: number, firstAt: number, lastAt: number, byteShift: number, isTurned: boolean): Routine {
  const cellShift = byteShift + (isTurned ? BLOCK_SHIFT : 0)
  const ofRow = (place: number): Code => [local.get(ROW), i32.of(2), i32.shiftLeft, i32.load(place)]
  const placeOf = (cell: Code): Code => [
    [local.get(ROW), i32.of(side), i32.mul, cell, i32.add],
    [i32.of(2), i32.shiftLeft],
  ]
  const count: Code = [ofRow(lastAt), ofRow(firstAt), i32.sub, i32.of(LANES), i32.add]
  const down = (lane: number): Code => [
    [local.get(FROM), local.get(COSTS), i32x4.loadLane(byteShift, lane << cellShift, lane)],
    local.set(COSTS),
  ]
  const take: Code = isTurned ? [0, 1, 2, 3].map(down) : [local.get(FROM), f64x2.loadSame(0), local.set(COSTS)]
  const layRow: Code = [
    [placeOf(ofRow(firstAt)), local.set(HERE)],
    [ofRow(firstAt), i32.of(cellShift), i32.shiftLeft, local.get(ZERO), i32.add, local.set(FROM)],
    [count, i32.of(2), i32.shiftRight, local.set(LEFT)],
    flow.repeat(
      take,
      [local.get(HERE), local.get(COSTS), byteShift === 0 ? i32x4.ofBytes : i32x4.ofShorts, local.tee(COSTS)],
      [local.get(COSTS), i32x4.of(0), i32x4.isSame, i32x4.of(WALL), i32x4.and, i32x4.or, i32x4.store(0)],
      advance(FROM, LANES << cellShift),
      advance(HERE, VECTOR_BYTES),
      [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
    ),
    // What was written beyond the last cell is wall again.
    [placeOf(ofRow(lastAt)), i32x4.of(WALL), i32x4.store(CELL_BYTES)],
  ]
  return {
    values: 3,
    locals: [
      [3, I32],
      [1, I32X4],
    ],
    body: flow.during(
      [local.get(ROW), local.get(END), i32.isOther],
      [count, i32.of(LANES - 1), i32.isAbove, flow.when(layRow)],
      advance(ROW, 1),
      advance(ZERO, (isTurned ? 1 : blocksAlong(side) * BLOCK_SIDE_CELLS) << byteShift),
    ),
  }
}
