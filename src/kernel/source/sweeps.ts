/**
 * Sweeps over rows of a frame: each row takes costs from the row before it. The exports also lay out costs and clear rows.
 */
import * as layout from '../sweep-layout.ts'
import { ONES, shorts, words, ZERO } from './part/constants.ts'
import { Eight, Four } from './part/flags.ts'
import { GAINED, GAINED_ALONG, takeBack, takeRow } from './part/take.ts'

export { clearMixed, forgetEven, takeAhead } from './part/frame.ts'
export { gather, lay8, lay16, layTurned8, layTurned16 } from './part/lay.ts'

/**
 * Sweeps from a row to another in steps of 1 or -1; `marks` is the address of the marks of rows with news. The goal's
 * row and cell are offsets from the middle of the tables, in bytes. Returns whether a sweep back has any news to take.
 */
export function even8(row: i32, end: i32, step: i32, marks: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<u16, Eight>(layout.EVEN_PITCH, row, end, step, marks, limit, goalRow, goalCell)
}
export function even4(row: i32, end: i32, step: i32, marks: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<u16, Four>(layout.EVEN_PITCH, row, end, step, marks, limit, goalRow, goalCell)
}
/** Returns whether any cell became cheaper. */
export function mixed8(side: i32, row: i32, end: i32, step: i32, marks: i32): bool {
  return sweep<u32, Eight>(side, row, end, step, marks, 0, 0, 0)
}
export function mixed4(side: i32, row: i32, end: i32, step: i32, marks: i32): bool {
  return sweep<u32, Four>(side, row, end, step, marks, 0, 0, 0)
}

/** A row's cells take from each other alone. */
export function beginEven(row: i32): void {
  begin<u16>(layout.EVEN_PITCH, row)
}
export function beginMixed(side: i32, row: i32): void {
  begin<u32>(side, row)
}

function sweep<Unit, Steps>(
  pitch: i32,
  row: i32,
  end: i32,
  step: i32,
  marks: i32,
  limit: i32,
  goalRow: i32,
  goalCell: i32,
): bool {
  const isEven = sizeof<Unit>() === 2
  const back = step * pitch * sizeof<Unit>()
  let hasNewsBack = false
  let room = words(ZERO)
  while (row !== end) {
    const mark = (row << 2) + marks
    row += step
    if (load<i32>(mark) === 0) continue
    store<i32>(mark, 0)
    const count = countOf<Unit>(row)
    if (count <= 0) continue
    const here = placeOf<Unit>(pitch, row)
    const bits = bitsOf(row)
    // Cells of the row count only up to this cost.
    if (isEven)
      room = v128.sub_sat<u16>(i16x8.splat(i16(limit)), v128.load16_splat(goalRow + (row << 1), layout.STRAIGHT_AT))
    const more = goalCell + (load<i32>(row << 2, layout.FIRST_AT) << 1)
    const gained = takeRow<Unit, Steps>(
      here,
      here - back,
      bits,
      bits - step * layout.EVEN_BITS_BYTES,
      count,
      room,
      more,
    )
    if (gained & GAINED) store<i32>((row << 2) + marks, 1)
    if ((gained & GAINED_ALONG) === 0) continue
    store<i32>((row << 2) + layout.ABOVE_AT + layout.BELOW_AT - marks, 1)
    hasNewsBack = true
  }
  return hasNewsBack
}

/** The row takes from itself: steps along it win, since they are cheaper than diagonals. */
function begin<Unit>(pitch: i32, row: i32): void {
  const count = countOf<Unit>(row)
  if (count <= 0) return
  const here = placeOf<Unit>(pitch, row)
  const bits = bitsOf(row)
  const room = shorts(ONES)
  takeRow<Unit, Four>(here, here, bits, bits, count, room, 0)
  takeBack<Unit>(here + (count << 4), bits + count, count, room, count << 4)
}

/** The address of the cell before the row's first. */
function placeOf<Unit>(pitch: i32, row: i32): i32 {
  return layout.UNITS_AT + (row * pitch + load<i32>(row << 2, layout.FIRST_AT) - 1) * i32(sizeof<Unit>())
}

function countOf<Unit>(row: i32): i32 {
  const cells = load<i32>(row << 2, layout.LAST_AT) - load<i32>(row << 2, layout.FIRST_AT)
  return sizeof<Unit>() === 2 ? (cells + 8) >> 3 : (cells + 4) >> 2
}

/** The byte of bits before those of the row's first cells. */
function bitsOf(row: i32): i32 {
  return row * layout.EVEN_BITS_BYTES + (load<i32>(row << 2, layout.FIRST_AT) >> 3) - 1
}
