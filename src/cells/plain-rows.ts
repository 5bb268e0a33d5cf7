/**
 * Rows of a frame that take from each other (sweep-rows.ts), cell by cell: where no program of four cells at a time can be, and
 * where costs are beyond what such a program counts to. Units are floats, exact to 2^53.
 */
import { DIAGONAL_UNITS, DX, STRAIGHT_UNITS } from '../map/movement.ts'
import { offsetsIn, type SweepRows, WALL } from './sweep-rows.ts'

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT = STRAIGHT_UNITS
const DIAGONAL = DIAGONAL_UNITS
const NO_WAY = WALL

export class PlainRows implements SweepRows {
  readonly costs: Int32Array
  readonly units: Float64Array
  readonly unreached = Infinity
  readonly unitsMax = Infinity
  readonly lanes = 1
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  readonly runs = new Int32Array(2)
  private readonly offsets: Int32Array
  private readonly side: number
  private readonly isDiagonal: boolean

  constructor(side: number, isDiagonal: boolean) {
    this.side = side
    this.isDiagonal = isDiagonal
    this.offsets = offsetsIn(side)
    this.costs = new Int32Array(side * side).fill(WALL)
    this.units = new Float64Array(side * side).fill(Infinity)
    this.firstOfRow = new Int32Array(2 * side)
    this.lastOfRow = new Int32Array(2 * side).fill(-1)
    this.isNewBelow = new Int32Array(side)
    this.isNewAbove = new Int32Array(side)
  }

  takeAhead(rowCount: number, ahead: number): void {
    const { firstOfRow, lastOfRow } = this
    for (let row = 1; row <= rowCount; row++) {
      firstOfRow[row] = Math.min(firstOfRow[row], firstOfRow[row + ahead])
      lastOfRow[row] = Math.max(lastOfRow[row], lastOfRow[row + ahead])
    }
  }

  clear(rowCount: number): void {
    const { costs, units, side } = this
    for (let row = 1; row <= rowCount; row++) {
      const end = row * side + this.lastOfRow[row]
      for (let at = row * side + this.firstOfRow[row]; at <= end; at++) {
        costs[at] = WALL
        units[at] = Infinity
      }
    }
  }

  down(rowCount: number): boolean {
    let isAny = false
    for (let row = 1; row < rowCount; row++) if (this.isTakenFrom(row, row + 1, this.isNewBelow)) isAny = true
    return isAny
  }

  up(rowCount: number): boolean {
    let isAny = false
    for (let row = rowCount; row > 1; row--) if (this.isTakenFrom(row, row - 1, this.isNewAbove)) isAny = true
    return isAny
  }

  goBack(cell: number): number {
    const { runs, offsets } = this
    let direction = 0
    while (direction < 8 && !this.isStepBack(cell, offsets[direction], direction)) direction++
    if (direction === 8) return 0
    runs[0] = direction
    runs[1] = 0
    for (let at = cell; this.isStepBack(at, offsets[direction], direction); at -= offsets[direction]) runs[1]++
    return 2
  }

  /**
   * Whether a cheapest path may enter a cell by a step in `direction`. What that step comes from may have been bettered since:
   * then the path costs less than was said.
   */
  private isStepBack(at: number, offset: number, direction: number): boolean {
    const { costs, units } = this
    const from = at - offset
    const length = direction < 4 ? STRAIGHT : DIAGONAL
    if (costs[from] === NO_WAY || units[from] + length * (costs[from] + costs[at]) > units[at]) return false
    return direction < 4 || (costs[from + DX[direction]] !== NO_WAY && costs[at - DX[direction]] !== NO_WAY)
  }

  /** Whether a row was bettered from the one beside it. */
  private isTakenFrom(from: number, row: number, isNew: Int32Array): boolean {
    if (isNew[from] === 0) return false
    isNew[from] = 0
    const { costs, units, side } = this
    const first = row * side + this.firstOfRow[row]
    const last = row * side + this.lastOfRow[row]
    const before = side * (from - row)
    const isBetter = this.isDiagonal
      ? takeDiagonally(costs, units, first, last, before)
      : takeStraight(costs, units, first, last, before)
    if (!isBetter) return false
    alongRow(costs, units, last, first, -1)
    this.isNewBelow[row] = 1
    this.isNewAbove[row] = 1
    return true
  }
}

/** Betters a row's cells by steps from the row that lies `before` cells from them, and by steps to the right; whether any was. */
export function takeDiagonally(
  costs: Int32Array,
  units: Float64Array,
  first: number,
  last: number,
  before: number,
): boolean {
  let isAny = false
  for (let at = first; at <= last; at++) {
    const own = costs[at]
    if (own === NO_WAY) continue
    const aside = at + before
    const straight = costs[aside]
    // A wall is reached for Infinity, and so is what leads from it.
    let best = units[at - 1] + STRAIGHT * (own + costs[at - 1])
    if (straight !== NO_WAY) {
      best = Math.min(best, units[aside] + STRAIGHT * (own + straight))
      if (costs[at - 1] !== NO_WAY) best = Math.min(best, units[aside - 1] + DIAGONAL * (own + costs[aside - 1]))
      if (costs[at + 1] !== NO_WAY) best = Math.min(best, units[aside + 1] + DIAGONAL * (own + costs[aside + 1]))
    }
    if (best >= units[at]) continue
    units[at] = best
    isAny = true
  }
  return isAny
}

/** The same without diagonal steps. */
export function takeStraight(
  costs: Int32Array,
  units: Float64Array,
  first: number,
  last: number,
  before: number,
): boolean {
  let isAny = false
  for (let at = first; at <= last; at++) {
    if (costs[at] === NO_WAY) continue
    const by = units[at + before] + STRAIGHT * (costs[at] + costs[at + before])
    if (by >= units[at]) continue
    units[at] = by
    isAny = true
  }
  if (isAny) alongRow(costs, units, first, last, 1)
  return isAny
}

/** Betters the cells from one to another by steps that way. */
export function alongRow(costs: Int32Array, units: Float64Array, from: number, to: number, step: number): void {
  for (let at = from, end = to + step; at !== end; at += step) {
    if (costs[at] === NO_WAY) continue
    const by = units[at - step] + STRAIGHT * (costs[at] + costs[at - step])
    if (by < units[at]) units[at] = by
  }
}
