/** Clears rows of a frame, and widens their spans to those of other rows. */
import { COSTS_BEHIND, EVEN_PITCH, FIRST_AT, LAST_AT, UNITS_AT } from '../../sweep-layout.ts'
import { SWIFT_UNITS_MAX, WALL } from '../../units.ts'

/** Marks the cells of rows `row` .. 1 as not reached. */
export function forgetEven(row: i32): void {
  for (; row; row--) {
    const first = load<i32>(row << 2, FIRST_AT)
    let at = (row * EVEN_PITCH + first) << 1
    for (let cells = load<i32>(row << 2, LAST_AT) - first; cells >= 0; cells -= 8, at += 16)
      v128.store(at, i16x8.splat(-1), UNITS_AT)
  }
}

/** Makes the cells of rows `row` .. 1 walls that are not reached. */
export function clearMixed(side: i32, row: i32): void {
  for (; row; row--) {
    const first = load<i32>(row << 2, FIRST_AT)
    let at = UNITS_AT + ((row * side + first) << 2)
    for (let cells = load<i32>(row << 2, LAST_AT) - first; cells >= 0; cells -= 4, at += 16) {
      v128.store(at, i32x4.splat(SWIFT_UNITS_MAX))
      v128.store(at, i32x4.splat(WALL), COSTS_BEHIND)
    }
  }
}

/** Widens the spans of rows, four at a time, to cover those of the rows `ahead` bytes on. */
export function takeAhead(fours: i32, ahead: i32): void {
  for (let here: i32 = 4; fours; fours--, here += 16) {
    v128.store(here, v128.min<i32>(v128.load(here, FIRST_AT), v128.load(here + ahead, FIRST_AT)), FIRST_AT)
    v128.store(here, v128.max<i32>(v128.load(here, LAST_AT), v128.load(here + ahead, LAST_AT)), LAST_AT)
  }
}
