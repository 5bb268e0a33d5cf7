/**
 * After a change of ground or of cells beside it, a block keeps the cells whose way back to a source still exists. A cell stays
 * while a step leads to one that stays and costs less by exactly that step. All costs that stay belong to ways, so a wave can go
 * on from them.
 */
import { BASE_AT, FRAME_CELLS, GROUND_AT, LOWEST_AT, NEXT_AT, SIDES_AT } from '../../wave-layout.ts'
import {
  columnOf,
  columnStep,
  farOf,
  isInside,
  legalFrom,
  reachedAt,
  rowOf,
  rowStep,
  setUnits,
  stepFrom,
} from './wave-frame.ts'
import { clearRing, isRingEmpty, pop, push } from './wave-ring.ts'

const LAST = FRAME_CELLS - 1
const HAS_PRUNED = 256

/**
 * Returns the directions of the blocks beside forgotten cells, and HAS_PRUNED if there are any. Stores the least cost
 * of a cell in the frame.
 */
export function pruneOf<Kind, Value>(sheet: i32): i32 {
  const base = load<f64>(sheet, BASE_AT)
  pruneRim<Kind, Value>(sheet, base)
  clearRing()
  for (let row = 1; row < LAST; row++) for (let column = 1; column < LAST; column++) push(row, column)
  let pruned = 0
  while (!isRingEmpty()) {
    const place = pop()
    const row = place >> 6
    const column = place & 63
    const units = reachedAt<Kind>(sheet, row, column)
    if (units === Infinity || base + units === 0 || leads<Kind>(sheet, row, column, units)) continue
    setUnits<Kind, Value>(sheet, row, column, farOf<Kind, Value>())
    pruned |= sidesOf(row, column) | HAS_PRUNED
    for (let direction = 0; direction < 8; direction++) {
      const besideRow = row + rowStep(direction)
      const besideColumn = column + columnStep(direction)
      if (isInside(besideRow, besideColumn)) push(besideRow, besideColumn)
    }
  }
  let least = Infinity
  for (let row = 0; row <= LAST; row++)
    for (let column = 0; column <= LAST; column++) least = Math.min(least, reachedAt<Kind>(sheet, row, column))
  store<f64>(0, base + least, LOWEST_AT)
  return pruned
}

/** Forgets the costs of rim cells that have changed since. */
function pruneRim<Kind, Value>(sheet: i32, base: f64): void {
  for (let direction = 0; direction < 8; direction++) {
    const count = direction < 4 ? 32 : 1
    for (let i = 0; i < count; i++) {
      const row = rowOf(direction, i, 1)
      const column = columnOf(direction, i, 1)
      const units = reachedAt<Kind>(sheet, row, column)
      if (units === Infinity) continue
      let from = load<i32>(sheet + direction * 4, SIDES_AT)
      const fromRow = row - 32 * rowStep(direction)
      const fromColumn = column - 32 * columnStep(direction)
      while (from && load<f64>(from, BASE_AT) + reachedAt<Kind>(from, fromRow, fromColumn) !== base + units)
        from = load<i32>(from, NEXT_AT)
      if (from === 0) setUnits<Kind, Value>(sheet, row, column, farOf<Kind, Value>())
    }
  }
}

function leads<Kind>(sheet: i32, row: i32, column: i32, units: f64): bool {
  const ground = load<i32>(sheet, GROUND_AT)
  for (let legal = legalFrom(ground, row, column); legal; legal &= legal - 1) {
    const direction = ctz(legal)
    const there = reachedAt<Kind>(sheet, row + rowStep(direction), column + columnStep(direction))
    if (there + stepFrom<Kind, f64>(ground, row, column, direction) === units) return true
  }
  return false
}

/** The directions of the blocks that a cell lies beside, as bits. */
function sidesOf(row: i32, column: i32): i32 {
  const east = i32(column === LAST - 1)
  const south = i32(row === LAST - 1)
  const west = i32(column === 1)
  const north = i32(row === 1)
  const corners = (south & east) | ((south & west) << 1) | ((north & west) << 2) | ((north & east) << 3)
  return east | (south << 1) | (west << 2) | (north << 3) | (corners << 4)
}
