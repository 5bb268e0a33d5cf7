/**
 * Settles a block cell by cell, on any ground: improved cells wait in a ring and pass on their costs. On open ground
 * rows are faster; on fragmented ground cells are.
 */
import { FRAME_CELLS, FRESH_AT, GROUND_AT, INSIDE_AT, TOLD_AT, TOLD_CORNERS_AT } from '../../wave-layout.ts'
import {
  cellBytes,
  columnStep,
  isInside,
  legalFrom,
  pitchOf,
  placeOf,
  reachedAt,
  rowStep,
  setUnitsIn,
  stepFrom,
  unitsIn,
} from './wave-frame.ts'
import { noteCell, noteRows } from './wave-news.ts'
import { clearRing, isRingEmpty, pop, push, pushPlace } from './wave-ring.ts'

const LAST = FRAME_CELLS - 1

/** Completes the block of a sheet. */
export function settleByCells<Kind, Value>(sheet: i32): void {
  const ground = load<i32>(sheet, GROUND_AT)
  noteRows(load<u32>(sheet, FRESH_AT))
  clearRing()
  pushNews(sheet)
  let next = 0
  while (next !== 0 || !isRingEmpty()) {
    const place = next === 0 ? pop() : next
    next = 0
    const row = place >> 6
    const column = place & 63
    const at = placeOf<Kind>(sheet, row, column)
    const units = unitsIn<Kind, Value>(at)
    const inside = load<u8>(place, INSIDE_AT)
    for (let legal = legalFrom(ground, row, column) & inside; legal; legal &= legal - 1) {
      const direction = ctz(legal)
      const dy = rowStep(direction)
      const dx = columnStep(direction)
      const toAt = at + dy * pitchOf<Kind>() + dx * cellBytes<Kind>()
      const there = (units + stepFrom<Kind, Value>(ground, row, column, direction)) as Value
      if (there >= unitsIn<Kind, Value>(toAt)) continue
      setUnitsIn<Kind, Value>(toAt, there)
      const to = place + (dy << 6) + dx
      // From a cell on a side, some directions lead to the rim.
      if (load<u8>(to, INSIDE_AT) !== 255) noteCell(row + dy, column + dx)
      // The last one goes on at once: in a corridor it is the only one.
      if (next !== 0) pushPlace(next)
      next = to
    }
  }
}

/** Queues the cells of fresh rows, and those of the rim with news. */
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

/** The least cost of a cell that a value at a place improves; Infinity where it improves none. */
export function leastBettered<Kind>(sheet: i32, row: i32, column: i32, units: f64): f64 {
  const ground = load<i32>(sheet, GROUND_AT)
  let least = Infinity
  for (let legal = legalFrom(ground, row, column); legal; legal &= legal - 1) {
    const direction = ctz(legal)
    const toRow = row + rowStep(direction)
    const toColumn = column + columnStep(direction)
    if (!isInside(toRow, toColumn)) continue
    const there = units + stepFrom<Kind, f64>(ground, row, column, direction)
    if (there < reachedAt<Kind>(sheet, toRow, toColumn) && there < least) least = there
  }
  return least
}
