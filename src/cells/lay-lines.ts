/**
 * The bits of jump lines (jump-lines.ts), made a word at a time: 32 cells of a row together.
 *
 * All of it is first known by rows. What is told of columns and diagonals is then turned, 32 x 32 bits at a time: word j of 32
 * rows taken as they stand gives columns, and each taken one bit farther than the last gives diagonals.
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** Five words side by side: of two reasons to stop for whoever comes up a line, of the same for those who come down, of steps. */
const PARTS = 5
const UP = 0
const DOWN = 2
const STEP = 4
/** Which bits of 32 words are exchanged with those of the word 16, 8, 4, 2, 1 farther on. */
const TURN_MASKS = [0x0000ffff, 0x00ff00ff, 0x0f0f0f0f, 0x33333333, 0x55555555]

/** Where the words of the lines of one kind begin; how many of each part a line has. */
export interface Axis {
  readonly first: number
  readonly lineWords: number
}

export class LinesMade {
  readonly words: Int32Array
  readonly rows: Axis
  readonly columns: Axis
  readonly falling: Axis
  readonly rising: Axis
  readonly diagonalCount: number
  /** Words of a row, and rows in bands of 32. */
  private readonly wide: number
  private readonly high: number
  /** Row by row with a row of walls before and two after: whether a cell is free. */
  private readonly free: Int32Array
  /** Whether from a cell one is seen, to the south and north, beside which a wall has just ended. */
  private readonly seesSouth: Int32Array
  private readonly seesNorth: Int32Array
  /** A band of what is to be turned, and 32 words that are. */
  private readonly band: Int32Array
  private readonly turned = new Int32Array(BLOCK_SIDE_CELLS)
  private readonly eastOfBand: Int32Array
  private readonly westOfBand: Int32Array

  constructor(terrain: Terrain) {
    const { blocksWide: wide, blocksHigh } = terrain
    const high = blocksHigh << BLOCK_SHIFT
    const lines = wide << BLOCK_SHIFT
    // Before the first line there is a word of which no step is legal.
    this.rows = { first: PARTS, lineWords: wide }
    this.columns = { first: this.rows.first + PARTS * high * wide, lineWords: blocksHigh }
    this.falling = { first: this.columns.first + PARTS * lines * blocksHigh, lineWords: blocksHigh }
    this.rising = { first: this.falling.first + PARTS * lines * blocksHigh, lineWords: blocksHigh }
    this.words = new Int32Array(this.rising.first + PARTS * lines * blocksHigh)
    this.diagonalCount = lines
    this.wide = wide
    this.high = high
    this.free = freeRows(terrain)
    this.seesSouth = new Int32Array(high * wide)
    this.seesNorth = new Int32Array(high * wide)
    this.band = new Int32Array(wide << BLOCK_SHIFT)
    this.eastOfBand = new Int32Array(wide << BLOCK_SHIFT)
    this.westOfBand = new Int32Array(wide << BLOCK_SHIFT)
    this.layRows()
    this.lookAlongColumns()
    for (let band = 0; band < blocksHigh; band++) this.turnBand(band)
  }

  /** Whether cells are free, as a word whose bits are those of the cells to the west, or to the east, of a word's own. */
  private westOf(at: number, column: number): number {
    return (this.free[at] << 1) | (column > 0 ? this.free[at - 1] >>> 31 : 0)
  }

  private eastOf(at: number, column: number): number {
    return (this.free[at] >>> 1) | (column < this.wide - 1 ? this.free[at + 1] << 31 : 0)
  }

  /** Beside which cells of a word, where the word at `side` is, a wall has just ended for those who come from the west. */
  private openedFromWest(here: number, side: number, column: number): number {
    return this.free[here] & this.free[side] & ~this.westOf(side, column)
  }

  private openedFromEast(here: number, side: number, column: number): number {
    return this.free[here] & this.free[side] & ~this.eastOf(side, column)
  }

  /** The same to the east or west of those who come from the word at `before`. */
  private openedToEast(here: number, before: number, column: number): number {
    return this.free[here] & this.eastOf(here, column) & ~this.eastOf(before, column)
  }

  private openedToWest(here: number, before: number, column: number): number {
    return this.free[here] & this.westOf(here, column) & ~this.westOf(before, column)
  }

  private layRows(): void {
    const { free, wide, high, words } = this
    let to = this.rows.first
    for (let row = 0, here = wide; row < high; row++) {
      for (let column = 0; column < wide; column++, here++, to += PARTS) {
        words[to + UP] = this.openedFromWest(here, here + wide, column)
        words[to + UP + 1] = this.openedFromWest(here, here - wide, column)
        words[to + DOWN] = this.openedFromEast(here, here + wide, column)
        words[to + DOWN + 1] = this.openedFromEast(here, here - wide, column)
        words[to + STEP] = free[here] & this.eastOf(here, column)
      }
    }
  }

  private lookAlongColumns(): void {
    const { free, wide, high, seesSouth, seesNorth } = this
    for (let row = high - 2; row >= 0; row--) {
      for (let column = 0, i = row * wide, here = i + wide; column < wide; column++, i++, here++) {
        const next = here + wide
        const opened = this.openedToEast(next, here, column) | this.openedToWest(next, here, column)
        seesSouth[i] = free[here] & free[next] & (opened | seesSouth[i + wide])
      }
    }
    for (let row = 1; row < high; row++) {
      for (let column = 0, i = row * wide, here = i + wide; column < wide; column++, i++, here++) {
        const next = here - wide
        const opened = this.openedToEast(next, here, column) | this.openedToWest(next, here, column)
        seesNorth[i] = free[here] & free[next] & (opened | seesNorth[i - wide])
      }
    }
  }

  /** What is told of the columns and diagonals in 32 rows. */
  private turnBand(band: number): void {
    const { wide, free, columns, falling, rising, eastOfBand, westOfBand, seesSouth, seesNorth } = this
    const from = (band << BLOCK_SHIFT) * wide
    const first = from + wide
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) this.lookAlongRow((band << BLOCK_SHIFT) | row, row)
    this.turn(band, columns, UP, 0, (i, column) => this.openedToEast(first + i, first + i - wide, column))
    this.turn(band, columns, UP + 1, 0, (i, column) => this.openedToWest(first + i, first + i - wide, column))
    this.turn(band, columns, DOWN, 0, (i, column) => this.openedToEast(first + i, first + i + wide, column))
    this.turn(band, columns, DOWN + 1, 0, (i, column) => this.openedToWest(first + i, first + i + wide, column))
    this.turn(band, columns, STEP, 0, i => free[first + i] & free[first + i + wide])
    this.turn(band, falling, UP, 1, i => eastOfBand[i])
    this.turn(band, falling, UP + 1, 1, i => seesSouth[from + i])
    this.turn(band, falling, DOWN, 1, i => westOfBand[i])
    this.turn(band, falling, DOWN + 1, 1, i => seesNorth[from + i])
    this.turn(band, falling, STEP, 1, (i, column) => {
      const here = first + i
      return free[here] & this.eastOf(here, column) & free[here + wide] & this.eastOf(here + wide, column)
    })
    this.turn(band, rising, UP, -1, i => westOfBand[i])
    this.turn(band, rising, UP + 1, -1, i => seesSouth[from + i])
    this.turn(band, rising, DOWN, -1, i => eastOfBand[i])
    this.turn(band, rising, DOWN + 1, -1, i => seesNorth[from + i])
    this.turn(band, rising, STEP, -1, (i, column) => {
      const here = first + i
      return free[here] & this.westOf(here, column) & free[here + wide] & this.westOf(here + wide, column)
    })
  }

  /**
   * From which cells of a row a stop is seen, along the row. Within a word the runs that are known double in length five
   * times; from one word to the next it is carried on.
   */
  private lookAlongRow(row: number, rowOfBand: number): void {
    const { words, wide, rows, eastOfBand, westOfBand } = this
    const from = rows.first + PARTS * row * wide
    let seen = 0
    for (let column = wide - 1; column >= 0; column--) {
      const at = from + PARTS * column
      const opened = words[at + UP] | words[at + UP + 1]
      let steps = words[at + STEP]
      let sees = steps & ((opened >>> 1) | (seen << 31))
      for (let shift = 1; shift < 32; shift <<= 1) {
        sees |= steps & (sees >>> shift)
        steps &= steps >>> shift
      }
      eastOfBand[rowOfBand * wide + column] = sees
      seen = (sees | opened) & 1
    }
    seen = 0
    let step = 0
    for (let column = 0; column < wide; column++) {
      const at = from + PARTS * column
      const opened = words[at + DOWN] | words[at + DOWN + 1]
      let steps = (words[at + STEP] << 1) | step
      let sees = steps & ((opened << 1) | seen)
      step = words[at + STEP] >>> 31
      for (let shift = 1; shift < 32; shift <<= 1) {
        sees |= steps & (sees << shift)
        steps &= steps << shift
      }
      westOfBand[rowOfBand * wide + column] = sees
      seen = (sees | opened) >>> 31
    }
  }

  /** Writes one of the five bits of 32 rows to the lines of an axis, that go so many columns east with each row. */
  private turn(
    band: number,
    { first, lineWords }: Axis,
    part: number,
    lean: number,
    wordAt: (i: number, column: number) => number,
  ): void {
    const { wide, turned, words, band: rows } = this
    for (let i = 0, row = 0; row < BLOCK_SIDE_CELLS; row++) {
      for (let column = 0; column < wide; column++, i++) rows[i] = wordAt(i, column)
    }
    const top = band << BLOCK_SHIFT
    for (let group = 0; group < wide; group++) {
      for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
        const x = (group << BLOCK_SHIFT) + lean * (top + row)
        const column = (((x >> BLOCK_SHIFT) % wide) + wide) % wide
        const word = rows[row * wide + column]
        const shift = x & BLOCK_MASK
        const next = rows[row * wide + (column + 1 < wide ? column + 1 : 0)]
        turned[row] = shift === 0 ? word : (word >>> shift) | (next << (32 - shift))
      }
      turnBits(turned)
      let to = first + PARTS * ((group << BLOCK_SHIFT) * lineWords + band) + part
      for (let line = 0; line < BLOCK_SIDE_CELLS; line++, to += PARTS * lineWords) words[to] = turned[line]
    }
  }
}

/** The terrain's bits row by row, between a row of walls and two. */
function freeRows({ blocksWide, blocksHigh, rowBits }: Terrain): Int32Array {
  const free = new Int32Array(((blocksHigh << BLOCK_SHIFT) + 3) * blocksWide)
  for (let y = 0, to = blocksWide; y < blocksHigh << BLOCK_SHIFT; y++) {
    const words = (((y >> BLOCK_SHIFT) * blocksWide) << BLOCK_SHIFT) | (y & BLOCK_MASK)
    for (let block = 0; block < blocksWide; block++) free[to++] = rowBits[words + (block << BLOCK_SHIFT)]
  }
  return free
}

/** Bit i of word k becomes bit k of word i. */
function turnBits(words: Int32Array): void {
  for (let apart = 16, turn = 0; apart > 0; apart >>= 1, turn++) {
    const mask = TURN_MASKS[turn]
    for (let k = 0; k < BLOCK_SIDE_CELLS; k = ((k | apart) + 1) & ~apart) {
      const exchanged = ((words[k] >>> apart) ^ words[k | apart]) & mask
      words[k] ^= exchanged << apart
      words[k | apart] ^= exchanged
    }
  }
}
