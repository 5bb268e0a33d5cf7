/**
 * Rows of a frame that take from each other (sweep-rows.ts) where all free cells cost the same: a kernel that works on eight
 * cells at a time. Cells are bits, so 32 of them are laid out as one word. From the bits of two rows follows which of eight steps between
 * them are legal, and a table turns that into eight numbers that change nothing, or make a step lead nowhere.
 *
 * Costs are counted in half lengths of steps, straight ones and diagonal ones, up to what 16 bits hold: what would cost more is
 * not reached.
 *
 * Most of what sweeps better leads nowhere. Rows tell others only of cells from which the goal may yet be reached for less than the
 * limit: on the way back this spares most rows.
 */
import { EVEN_SWEEP } from '../kernel/bytes/even-sweep-bytes.ts'
import * as at from '../kernel/even-layout.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { DIAGONAL_UNITS, type Directions, STRAIGHT_UNITS } from '../map/movement.ts'

export { ROW_CELLS, ROW_PITCH, ROW_WORDS, ROWS_MAX, UNREACHED } from '../kernel/even-layout.ts'

const { ROW_CELLS, ROWS, UNREACHED } = at
const CELL_BYTES = 2

export interface EvenRows {
  /** bits[row * ROW_WORDS + (cell >> 5)] */
  readonly bits: Int32Array
  /** units[row * ROW_PITCH + cell] */
  readonly units: Uint16Array
  /** By row, eight cells at a time: the first of its cells that are looked at, and how many are. */
  readonly firstOfRow: Int32Array
  readonly countOfRow: Int32Array
  /** Whether the row has cells that were bettered, and may count, since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** Forgets what the rows from 1 to the last of so many are reached for. */
  forget(rowCount: number): void
  /** Where the ways that count lead. */
  setGoal(row: number, cell: number): void
  /**
   * From row 1 down to the last of so many, or up again: whether a sweep back has anything to take. What counts are cells from which a
   * way costs less than the limit if only ground were open.
   */
  sweep(isDown: boolean, rowCount: number, limit: number): boolean
}

const knownRows: { 4?: EvenRows | null; 8?: EvenRows | null } = {}

/** Those of this thread, which are left as they are until whoever swept them has read the costs; null where none can be. */
export function evenRows(directions: Directions): EvenRows | null {
  const known = knownRows[directions]
  if (known !== undefined) return known
  const rows = makeRows(directions === 8)
  knownRows[directions] = rows
  return rows
}

function makeRows(isDiagonal: boolean): EvenRows | null {
  const bound = kernelOn(EVEN_SWEEP, at.END_AT)
  if (bound === null) return null
  const { memory, run } = bound
  const words = (place: number, length: number) => new Int32Array(memory, place, length)
  const meanings = new Uint16Array(memory, at.MEANINGS_AT, 256 * 8)
  for (let i = 0; i < meanings.length; i++) meanings[i] = ((i >> 3) >> (i & 7)) & 1 ? 0 : UNREACHED
  const straight = new Uint16Array(memory, at.STRAIGHT_AT, 2 * ROW_CELLS)
  const aside = new Uint16Array(memory, at.ASIDE_AT, 2 * ROW_CELLS)
  const asideUnits = isDiagonal ? DIAGONAL_UNITS - STRAIGHT_UNITS : STRAIGHT_UNITS
  for (let i = 0; i < straight.length; i++) {
    straight[i] = STRAIGHT_UNITS * Math.abs(i - ROW_CELLS)
    aside[i] = asideUnits * Math.abs(i - ROW_CELLS)
  }
  const down = isDiagonal ? run.even8Down : run.even4Down
  const up = isDiagonal ? run.even8Up : run.even4Up
  let goalRow = 0
  let goalCell = 0
  return {
    bits: words(at.BITS_AT, (at.BITS_BYTES / 4) * ROWS),
    units: new Uint16Array(memory, at.UNITS_AT, at.ROW_PITCH * ROWS),
    firstOfRow: words(at.FIRST_AT, ROWS),
    countOfRow: words(at.COUNT_AT, ROWS),
    isNewBelow: words(at.BELOW_AT, ROWS),
    isNewAbove: words(at.ABOVE_AT, ROWS),
    forget: run.evenForget,
    setGoal(row, cell) {
      goalRow = CELL_BYTES * (ROW_CELLS - row)
      goalCell = CELL_BYTES * (ROW_CELLS - cell)
    },
    sweep(isDown, rowCount, limit) {
      return (isDown ? down : up)(rowCount, Math.min(Math.ceil(limit), UNREACHED), goalRow, goalCell) !== 0
    },
  }
}
