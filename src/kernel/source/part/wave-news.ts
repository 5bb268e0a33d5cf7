/**
 * The news of a sheet since it was settled: cells of its rim, and the least cost of a cell that they improve. Also what the
 * last settle changed, which is news for the blocks around.
 */
import { FRESH_AT, LEAST_NEWS_AT, NEWS_COUNT_AT, NEWS_SHEETS_AT, TOLD_AT, TOLD_CORNERS_AT } from '../../wave-layout.ts'

/** Rows beside rim cells with news, and fresh rows. */
function rowsWithNews(sheet: i32): u32 {
  return load<u32>(sheet, TOLD_AT) | load<u32>(sheet, TOLD_AT + 8) | load<u32>(sheet, FRESH_AT)
}

/** Rows that may gain from the one above, as bits, and those with news themselves. */
export function rowsFromAbove(sheet: i32): u32 {
  const rows = rowsWithNews(sheet)
  const isRimTold = load<u32>(sheet, TOLD_AT + 4) !== 0 || (load<u32>(sheet, TOLD_CORNERS_AT) & 3) !== 0
  return rows | (rows << 1) | u32(isRimTold)
}

export function rowsFromBelow(sheet: i32): u32 {
  const isRimTold = load<u32>(sheet, TOLD_AT + 12) !== 0 || (load<u32>(sheet, TOLD_CORNERS_AT) & 12) !== 0
  return (rowsWithNews(sheet) >> 1) | (u32(isRimTold) << 31)
}

/** Adds news from a direction: bits of cells of the rim, and the least cost of a cell that they improve. */
export function noteNews(sheet: i32, direction: i32, told: u32, units: f64): void {
  const at = sheet + (direction < 4 ? direction * 4 : 16)
  const bits = direction < 4 ? told : u32(1) << (direction - 4)
  store<u32>(at, load<u32>(at, TOLD_AT) | bits, TOLD_AT)
  if (units >= load<f64>(sheet, LEAST_NEWS_AT)) return
  store<f64>(sheet, units, LEAST_NEWS_AT)
  const count = load<i32>(0, NEWS_COUNT_AT)
  store<i32>(count * 4, sheet, NEWS_SHEETS_AT)
  store<i32>(0, count + 1, NEWS_COUNT_AT)
}

export function forgetNews(sheet: i32): void {
  store<f64>(sheet, Infinity, LEAST_NEWS_AT)
  memory.fill(sheet + TOLD_AT, 0, 24)
}

/** The cells on the sides of the block that improved as it was settled, as bits; some may be unchanged. */
export let changedEast: u32 = 0
export let changedSouth: u32 = 0
export let changedWest: u32 = 0
export let changedNorth: u32 = 0

/** Notes rows in which cells changed. */
export function noteRows(rows: u32): void {
  changedEast = changedWest = rows
  changedSouth = rows >> 31 ? -1 : 0
  changedNorth = rows & 1 ? -1 : 0
}

/** Notes a cell of the frame that changed. */
export function noteCell(row: i32, column: i32): void {
  if (column === 32) changedEast |= u32(1) << (row - 1)
  if (column === 1) changedWest |= u32(1) << (row - 1)
  if (row === 32) changedSouth |= u32(1) << (column - 1)
  if (row === 1) changedNorth |= u32(1) << (column - 1)
}
