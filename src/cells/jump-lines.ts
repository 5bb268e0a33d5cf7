/**
 * How far each cell sees, as jump tables tell it (jump-tables.ts), for large maps: two and a half bytes a cell in place of eight.
 *
 * Rows, columns and the diagonals of both slopes are kept as lines of bits, five a cell: what is to be seen there by whoever comes
 * up the line (east, south, or on a diagonal southward) and by whoever comes down it, two bits each; and whether the step up from
 * there is legal. On rows and columns one bit is for the side to the south or east, the other for that to the north or west; on
 * diagonals one is for what is seen along the row, the other for the column. A run is found by looking for the next such bit,
 * 32 cells at a time, which takes longer than to look it up.
 */
import type { Terrain } from '../map/terrain.ts'
import { IS_STOP, RUN_MAX } from './jump-tables.ts'
import { LinesMade } from './lay-lines.ts'

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
/** A word of each of the five bits, side by side. */
const STRIDE = 5
const DOWN = 2
const STEP = 4
const STOP = IS_STOP
const LONG = RUN_MAX
/** A run that is to be looked for again from its end, whatever there is. */
const GOES_ON = STOP | LONG
const KINDS_SHIFT = 8

export class JumpLines {
  private readonly words: Int32Array
  /** Where the words of rows, columns, and diagonals down to the east and to the west begin. */
  private readonly firstOfRows: number
  private readonly firstOfColumns: number
  private readonly firstOfFalling: number
  private readonly firstOfRising: number
  /** Words from one line to the next. */
  private readonly rowStride: number
  private readonly columnStride: number
  /** Diagonals are numbered by where they pass the map's first row; what leaves it on one side comes in on the other. */
  private readonly diagonalCount: number

  constructor(terrain: Terrain) {
    const made = new LinesMade(terrain)
    this.words = made.words
    this.firstOfRows = made.rows.first
    this.firstOfColumns = made.columns.first
    this.firstOfFalling = made.falling.first
    this.firstOfRising = made.rising.first
    this.rowStride = STRIDE * made.rows.lineWords
    this.columnStride = STRIDE * made.columns.lineWords
    this.diagonalCount = made.diagonalCount
  }

  /**
   * The run from a cell, by the slot of where it goes: as a byte of the tables, and above it what is to be seen at the stop at its
   * end: of a diagonal 256 along the row, 512 along the column.
   */
  look(slot: number, x: number, y: number): number {
    if (slot < 2) {
      const row = (this.firstOfRows + Math.imul(y, this.rowStride)) | 0
      return slot === 0 ? this.runUp(row, x) : this.runDown(row, x)
    }
    if (slot < 4) {
      const column = (this.firstOfColumns + Math.imul(x, this.columnStride)) | 0
      return slot === 2 ? this.runUp(column, y) : this.runDown(column, y)
    }
    const isFalling = (slot & 1) === 0
    const first = isFalling ? this.firstOfFalling : this.firstOfRising
    const line = (first + Math.imul(this.diagonalAt(isFalling ? x - y : x + y), this.columnStride)) | 0
    return slot < 6 ? this.runUp(line, y) : this.runDown(line, y)
  }

  /** On which sides a wall has ended at the stop of a straight run: 1 to the south or east of it, 2 on the other. */
  sidesAt(told: number): number {
    return told >> KINDS_SHIFT
  }

  private diagonalAt(column: number): number {
    const { diagonalCount } = this
    if (column >= 0 && column < diagonalCount) return column
    const rest = column % diagonalCount
    return rest < 0 ? rest + diagonalCount : rest
  }

  private runUp(line: number, along: number): number {
    const { words } = this
    const from = along & 31
    let at = (line + Math.imul(along >> 5, STRIDE)) | 0
    let events = (words[at] | words[at + 1]) & (-2 << from)
    let stops = events | (~words[at + STEP] & (-1 << from))
    // How far the word's first bit is ahead.
    let ahead = -from | 0
    while (stops === 0) {
      ahead = (ahead + 32) | 0
      if (ahead >= LONG) return GOES_ON
      at = (at + STRIDE) | 0
      events = words[at] | words[at + 1]
      stops = events | ~words[at + STEP]
    }
    const bit = 31 - Math.clz32(stops & -stops)
    const steps = (ahead + bit) | 0
    if (steps >= LONG) return GOES_ON
    return ((events >>> bit) & 1) === 0 ? steps : this.stopAt(steps, at, bit)
  }

  private runDown(line: number, along: number): number {
    const { words } = this
    const from = along & 31
    let at = (line + Math.imul(along >> 5, STRIDE)) | 0
    let events = (words[at + DOWN] | words[at + DOWN + 1]) & ~(-1 << from)
    // A run ends where the step up from the cell beyond is not legal: of a word's first bit that is told by the word before.
    let stops = events | (~(words[at + STEP] << 1) & ~(-2 << from) & -2)
    let ahead = from
    while (stops === 0) {
      if (ahead >= LONG) return GOES_ON
      at = (at - STRIDE) | 0
      const steps = words[at + STEP]
      if (steps >= 0) return ahead
      ahead = (ahead + 32) | 0
      events = words[at + DOWN] | words[at + DOWN + 1]
      stops = events | (~(steps << 1) & -2)
    }
    const bit = 31 - Math.clz32(stops)
    const steps = (ahead - bit) | 0
    if (steps >= LONG) return GOES_ON
    return ((events >>> bit) & 1) === 0 ? steps : this.stopAt(steps, at + DOWN, bit)
  }

  /** What is told of a run to a stop: its two kinds above the byte. */
  private stopAt(steps: number, at: number, bit: number): number {
    const { words } = this
    return (
      steps | STOP | (((words[at] >>> bit) & 1) << KINDS_SHIFT) | (((words[at + 1] >>> bit) & 1) << (KINDS_SHIFT + 1))
    )
  }
}
