/**
 * Implements SweepRows (kernel-rows.ts) cell by cell. It serves where no kernel can run, with exactly the same results, and
 * where costs exceed what a kernel can count. There units are floats, exact to 2^53.
 */
import { EVEN_CELLS, EVEN_FAR, EVEN_PITCH, EVEN_WORDS, ROWS_MAX } from '../kernel/sweep-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS, SWIFT_UNITS_MAX, WALL } from '../kernel/units.ts'
import { DIAGONAL_UNITS_OF, type Directions } from '../map/movement.ts'
import type { SweepRows } from './kernel-rows.ts'

type Units = SweepRows['units']

const GAINED = 1
const GAINED_ALONG = 2

export function plainEvenRows(directions: Directions): SweepRows {
  const units = new Uint16Array(EVEN_PITCH * ROWS_MAX)
  const bits = new Int32Array(EVEN_WORDS * (ROWS_MAX + 1))
  return new PlainRows(EVEN_PITCH, units, EVEN_FAR, bits, directions)
}

/** Counts as far as a kernel does; without a maximum if `isWide`. */
export function plainMixedRows(side: number, directions: Directions, isWide: boolean): SweepRows {
  const units = isWide ? new Float64Array(side * side) : new Int32Array(side * side)
  return new PlainRows(side, units, isWide ? Infinity : SWIFT_UNITS_MAX, null, directions)
}

export class PlainRows implements SweepRows {
  readonly pitch: number
  rowCount = 0
  readonly ground: Int32Array
  readonly units: Units
  readonly unreached: number
  readonly firstOfRow = new Int32Array(2 * ROWS_MAX)
  readonly lastOfRow = new Int32Array(2 * ROWS_MAX).fill(-1)
  readonly isNewBelow = new Int32Array(ROWS_MAX)
  readonly isNewAbove = new Int32Array(ROWS_MAX)
  readonly stage = null
  /** WALL for a wall. All free cells of even ground cost 1. */
  private readonly costs: Int32Array
  private readonly isEven: boolean
  /** A step costs its length times the sum of both cells' costs; `diagonal` is 0 where no step is diagonal. */
  private readonly straight: number
  private readonly diagonal: number
  /** Least extra cost per place along the row, on even ground. */
  private readonly asideUnits: number
  private goalRow = 0
  private goalCell = 0

  /** `bits` holds even ground, a bit a cell; null for mixed ground. */
  constructor(pitch: number, units: Units, unreached: number, bits: Int32Array | null, directions: Directions) {
    this.pitch = pitch
    this.units = units.fill(unreached) as Units
    this.unreached = unreached
    this.isEven = bits !== null
    this.costs = new Int32Array(units.length).fill(WALL)
    this.ground = bits ?? this.costs
    // Even ground counts in half lengths.
    const scale = this.isEven ? 2 : 1
    this.straight = STRAIGHT_UNITS / scale
    this.diagonal = directions === 8 ? DIAGONAL_UNITS / scale : 0
    this.asideUnits = DIAGONAL_UNITS_OF[directions] - STRAIGHT_UNITS
  }

  takeAhead(rowCount: number, ahead: number): void {
    const { firstOfRow, lastOfRow } = this
    for (let row = 1; row <= rowCount; row++) {
      firstOfRow[row] = Math.min(firstOfRow[row], firstOfRow[row + ahead])
      lastOfRow[row] = Math.max(lastOfRow[row], lastOfRow[row + ahead])
    }
  }

  clear(rowCount: number): void {
    const { costs, units, pitch, firstOfRow, lastOfRow, unreached, ground } = this
    for (let row = 1; row <= rowCount; row++) {
      const [from, end] = [row * pitch + firstOfRow[row], row * pitch + lastOfRow[row] + 1]
      units.fill(unreached, from, end)
      if (!this.isEven) costs.fill(WALL, from, end)
    }
    // Even ground has its bits by now; the rows before the first and after the last are walls.
    if (!this.isEven) return
    for (let row = 0; row <= rowCount + 1; row++) {
      for (let cell = 0; cell < EVEN_CELLS; cell++) {
        const isFree = ((ground[row * EVEN_WORDS + (cell >> 5)] >>> (cell & 31)) & 1) !== 0
        costs[row * pitch + cell] = isFree ? 1 : WALL
      }
    }
  }

  aim(row: number, cell: number): void {
    this.goalRow = row
    this.goalCell = cell
  }

  begin(row: number): void {
    const { pitch, firstOfRow, lastOfRow } = this
    for (let cell = firstOfRow[row] + 1; cell <= lastOfRow[row]; cell++)
      this.takeBeside(row * pitch + cell, row * pitch + cell - 1)
    for (let cell = lastOfRow[row] - 1; cell >= firstOfRow[row]; cell--)
      this.takeBeside(row * pitch + cell, row * pitch + cell + 1)
  }

  sweep(isDown: boolean, rowCount: number, limit: number): boolean {
    const [marks, marksBack] = isDown ? [this.isNewBelow, this.isNewAbove] : [this.isNewAbove, this.isNewBelow]
    const step = isDown ? 1 : -1
    let hasNewsBack = false
    for (let from = isDown ? 1 : rowCount, end = isDown ? rowCount : 1; from !== end; from += step) {
      if (marks[from] === 0) continue
      marks[from] = 0
      const gained = this.take(from + step, step, this.roomOf(from + step, limit))
      if ((gained & GAINED) !== 0) marks[from + step] = 1
      if ((gained & GAINED_ALONG) === 0) continue
      marksBack[from + step] = 1
      hasNewsBack = true
    }
    return hasNewsBack
  }

  /** Cells of a row count only below this cost. */
  private roomOf(row: number, limit: number): number {
    if (!this.isEven) return Infinity
    return Math.min(Math.ceil(limit), this.unreached) - STRAIGHT_UNITS * Math.abs(row - this.goalRow)
  }

  /** Whether a cell of this cost may be on a way to the goal below the limit. */
  private counts(cell: number, units: number, room: number): boolean {
    return !this.isEven || units + this.asideUnits * Math.abs(cell - this.goalCell) < room
  }

  /** Updates a row from the row before it, then along itself both ways; returns what improved, as GAINED bits. */
  private take(row: number, step: number, room: number): number {
    const { units, pitch } = this
    const [first, last] = [this.firstOfRow[row], this.lastOfRow[row]]
    let gained = 0
    for (let cell = first, at = row * pitch + first; cell <= last; cell++, at++) {
      const known = units[at]
      this.takeAside(at, at - step * pitch)
      const taken = units[at]
      if (cell > first) this.takeBeside(at, at - 1)
      if (units[at] === known || !this.counts(cell, units[at], room)) continue
      // On even ground a cost taken from the row before cannot improve that row in return.
      gained |= this.isEven && units[at] === taken ? GAINED : GAINED | GAINED_ALONG
    }
    if (gained === 0) return 0
    for (let cell = last - 1, at = row * pitch + cell; cell >= first; cell--, at--) {
      if (this.takeBeside(at, at + 1) && this.counts(cell, units[at], room)) gained |= GAINED_ALONG
    }
    return gained
  }

  /** Updates a cell from the cell at `aside` in the next row and from both its neighbours there. */
  private takeAside(at: number, aside: number): void {
    const { costs, units, straight, diagonal } = this
    const own = costs[at]
    if (own === WALL || costs[aside] === WALL) return
    let best = units[aside] + straight * (own + costs[aside])
    // A wall is not reached, and costs more than any way.
    if (diagonal > 0 && costs[at - 1] !== WALL)
      best = Math.min(best, units[aside - 1] + diagonal * (own + costs[aside - 1]))
    if (diagonal > 0 && costs[at + 1] !== WALL)
      best = Math.min(best, units[aside + 1] + diagonal * (own + costs[aside + 1]))
    if (best < units[at]) units[at] = best
  }

  /** Updates a cell from the cell beside it in its row. */
  private takeBeside(at: number, beside: number): boolean {
    const { costs, units, straight } = this
    if (costs[at] === WALL || costs[beside] === WALL) return false
    const by = units[beside] + straight * (costs[at] + costs[beside])
    if (by >= units[at]) return false
    units[at] = by
    return true
  }
}
