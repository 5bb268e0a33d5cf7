/**
 * A block settled cell by cell: cells that were bettered wait in a ring and tell those around them. It takes any ground. On open ground
 * rows side by side are faster; between walls that stand close it is the other way round.
 */
import { FRAME_CELLS, FRESH_AT, GROUND_AT, TOLD_AT, TOLD_CORNERS_AT } from '../../wave-layout.ts'
import { columnStep, isInside, legalFrom, reachedAt, rowStep, setUnits, stepFrom, unitsAt } from './wave-frame.ts'
import { clearRing, isRingEmpty, pop, push } from './wave-ring.ts'

const LAST = FRAME_CELLS - 1

/** Completes the block of a sheet; the rows in which cells were bettered, as bits. */
export function settleByCells<Kind, Value, Steps>(sheet: i32): u32 {
  const ground = load<i32>(sheet, GROUND_AT)
  let bettered = load<u32>(sheet, FRESH_AT)
  clearRing()
  pushNews(sheet)
  while (!isRingEmpty()) {
    const place = pop()
    const row = place >> 6
    const column = place & 63
    const units = unitsAt<Kind, Value>(sheet, row, column)
    for (let legal = legalFrom<Steps>(ground, row, column); legal; legal &= legal - 1) {
      const direction = ctz(legal)
      const toRow = row + rowStep(direction)
      const toColumn = column + columnStep(direction)
      if (!isInside(toRow, toColumn)) continue
      const there = (units + stepFrom<Kind, Value>(ground, row, column, direction)) as Value
      if (there >= unitsAt<Kind, Value>(sheet, toRow, toColumn)) continue
      setUnits<Kind, Value>(sheet, toRow, toColumn, there)
      bettered |= u32(1) << (toRow - 1)
      push(toRow, toColumn)
    }
  }
  return bettered
}

/** Cells that ways begin at, and those of the rim that were told something. */
function pushNews(sheet: i32): void {
  for (let rest = load<u32>(sheet, FRESH_AT); rest; rest &= rest - 1) {
    for (let column = 1; column < LAST; column++) push(ctz(rest) + 1, column)
  }
  for (let rest = load<u32>(sheet, TOLD_AT); rest; rest &= rest - 1) push(ctz(rest) + 1, 0)
  for (let rest = load<u32>(sheet, TOLD_AT + 4); rest; rest &= rest - 1) push(0, ctz(rest) + 1)
  for (let rest = load<u32>(sheet, TOLD_AT + 8); rest; rest &= rest - 1) push(ctz(rest) + 1, LAST)
  for (let rest = load<u32>(sheet, TOLD_AT + 12); rest; rest &= rest - 1) push(LAST, ctz(rest) + 1)
  const corners = load<u32>(sheet, TOLD_CORNERS_AT)
  if (corners & 1) push(0, 0)
  if (corners & 2) push(0, LAST)
  if (corners & 4) push(LAST, LAST)
  if (corners & 8) push(LAST, 0)
}

/** The least value for which a value at a place betters a cell of the block; far, where it betters none. */
export function leastBettered<Kind, Steps>(sheet: i32, row: i32, column: i32, units: f64): f64 {
  const ground = load<i32>(sheet, GROUND_AT)
  let least = Infinity
  for (let legal = legalFrom<Steps>(ground, row, column); legal; legal &= legal - 1) {
    const direction = ctz(legal)
    const toRow = row + rowStep(direction)
    const toColumn = column + columnStep(direction)
    if (!isInside(toRow, toColumn)) continue
    const there = units + stepFrom<Kind, f64>(ground, row, column, direction)
    if (there < reachedAt<Kind>(sheet, toRow, toColumn) && there < least) least = there
  }
  return least
}
