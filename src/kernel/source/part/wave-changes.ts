/** The cells on the sides of a block that a settle improved, as bits; some of them may be unchanged. */
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
