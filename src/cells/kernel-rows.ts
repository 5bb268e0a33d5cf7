/**
 * Rows of a frame that take costs from each other (sweep-rows.ts), by a kernel that works on eight cells of even ground at a
 * time, or on four of mixed ground (kernel/source/sweeps.ts).
 */
import { SWEEPS } from '../kernel/bytes/sweeps-bytes.ts'
import { type Kernel, kernelOn } from '../kernel/kernel.ts'
import * as at from '../kernel/sweep-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS, SWIFT_UNITS_MAX, WALL } from '../kernel/units.ts'
import { CellStage } from './lay-cells.ts'
import type { SweepRows } from './sweep-rows.ts'

/** Rows of mixed ground in a frame of this side, whose costs take one byte or two; null where no kernel can be. */
export function mixedRows(side: number, isDiagonal: boolean, costBytes: number): SweepRows | null {
  const kernel = side > at.MIXED_SIDE ? null : kernelOn(SWEEPS, at.MIXED_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  const sweep = isDiagonal ? run.mixed8 : run.mixed4
  return {
    ...spansIn(kernel),
    pitch: side,
    rowCount: 0,
    holder: null,
    // Up to three cells beyond a row's last are written to.
    ground: new Int32Array(memory, at.GROUND_AT, side * side + 4).fill(WALL),
    units: new Int32Array(memory, at.UNITS_AT, side * side + 4).fill(SWIFT_UNITS_MAX),
    unreached: SWIFT_UNITS_MAX,
    stage: new CellStage(memory, side, costBytes - 1, run),
    clear: rowCount => void run.clearMixed(side, rowCount),
    begin: row => void run.beginMixed(side, row),
    aim() {},
    sweep: (isDown, rowCount) =>
      (isDown ? sweep(side, 1, rowCount, 1, at.BELOW_AT) : sweep(side, rowCount, 1, -1, at.ABOVE_AT)) !== 0,
    walk: (row, cell) => (run.walkMixed(side, row, cell) - at.RUNS_AT) / 4,
  }
}

/** Rows of even ground; null where no kernel can be. */
export function evenRows(isDiagonal: boolean): SweepRows | null {
  const kernel = kernelOn(SWEEPS, at.EVEN_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  fillTables(memory, isDiagonal)
  const sweep = isDiagonal ? run.even8 : run.even4
  let goalRow = 0
  let goalCell = 0
  return {
    ...spansIn(kernel),
    pitch: at.EVEN_PITCH,
    rowCount: 0,
    holder: null,
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
    walk: (row, cell) => (run.walkEven(row, cell) - at.RUNS_AT) / 4,
  }
}

/** What rows of either ground have. */
function spansIn({ memory, run }: Kernel<'takeAhead'>) {
  const words = (place: number, length: number) => new Int32Array(memory, place, length)
  return {
    firstOfRow: words(at.FIRST_AT, 2 * at.ROWS_MAX),
    lastOfRow: words(at.LAST_AT, 2 * at.ROWS_MAX).fill(-1),
    isNewBelow: words(at.BELOW_AT, at.ROWS_MAX),
    isNewAbove: words(at.ABOVE_AT, at.ROWS_MAX),
    runs: words(at.RUNS_AT, 2 * at.RUNS_MAX),
    takeAhead: (rowCount: number, ahead: number) => void run.takeAhead((rowCount + 3) >> 2, 4 * ahead),
  }
}

/** What eight bits mean, and what steps cost between lines so far apart. */
function fillTables(memory: ArrayBuffer, isDiagonal: boolean): void {
  const meanings = new Uint16Array(memory, at.MEANINGS_AT, 256 * 8)
  for (let i = 0; i < meanings.length; i++) meanings[i] = ((i >> 3) >> (i & 7)) & 1 ? 0 : at.EVEN_FAR
  const straight = new Uint16Array(memory, at.STRAIGHT_AT, 2 * at.EVEN_CELLS)
  const aside = new Uint16Array(memory, at.ASIDE_AT, 2 * at.EVEN_CELLS)
  const asideUnits = isDiagonal ? DIAGONAL_UNITS - STRAIGHT_UNITS : STRAIGHT_UNITS
  for (let i = 0; i < straight.length; i++) {
    straight[i] = STRAIGHT_UNITS * Math.abs(i - at.EVEN_CELLS)
    aside[i] = asideUnits * Math.abs(i - at.EVEN_CELLS)
  }
}
