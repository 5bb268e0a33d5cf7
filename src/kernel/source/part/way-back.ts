/**
 * Walks back along a cheapest path from a cell, as runs: a direction and the most steps that it can go back. It takes
 * the first direction that leads back, and ends where none does or the room is full. Returns where the runs end.
 */
import {
  COSTS_BEHIND,
  EVEN_BITS_BYTES,
  EVEN_PITCH,
  GROUND_AT,
  RUNS_AT,
  RUNS_END,
  UNITS_AT,
} from '../../sweep-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS, WALL } from '../../units.ts'

/** Two bits a direction: one more than its step to the east, and to the south. */
const EAST = 0x8246
const SOUTH = 0x0a19

export function walkEven(row: i32, cell: i32): i32 {
  return walk<u16>(EVEN_PITCH, row, cell)
}
export function walkMixed(side: i32, row: i32, cell: i32): i32 {
  return walk<u32>(side, row, cell)
}

function walk<Unit>(pitch: i32, row: i32, cell: i32): i32 {
  let to: i32 = RUNS_AT
  for (let direction = 0; direction < 8 && to < RUNS_END; direction++) {
    const dx = deltaOf(EAST, direction)
    const dy = deltaOf(SOUTH, direction)
    let steps = 0
    while (isStepBack<Unit>(pitch, row, cell, dx, dy)) {
      row -= dy
      cell -= dx
      steps++
    }
    if (steps === 0) continue
    store<i32>(to, direction)
    store<i32>(to, steps, 4)
    to += 8
    direction = -1
  }
  return to
}

/**
 * Whether a cheapest path may enter a cell by this step. The cell before may have become cheaper since; then the path
 * costs less than the search found. No sum needs more than 32 unsigned bits.
 */
function isStepBack<Unit>(pitch: i32, row: i32, cell: i32, dx: i32, dy: i32): bool {
  const isDiagonal = dx !== 0 && dy !== 0
  const length = isDiagonal ? DIAGONAL_UNITS : STRAIGHT_UNITS
  if (sizeof<Unit>() === 2) {
    if (!isFree(row - dy, cell - dx)) return false
    if (isDiagonal && !(isFree(row - dy, cell) && isFree(row, cell - dx))) return false
    const here = UNITS_AT + ((row * pitch + cell) << 1)
    return i32(load<u16>(here - ((dy * pitch + dx) << 1))) + length <= i32(load<u16>(here))
  }
  const here = UNITS_AT + ((row * pitch + cell) << 2)
  const from = here - ((dy * pitch + dx) << 2)
  const cost = load<u32>(from, COSTS_BEHIND)
  const corners = isDiagonal
    ? load<u32>(here - (dx << 2), COSTS_BEHIND) | load<u32>(here - ((dy * pitch) << 2), COSTS_BEHIND)
    : 0
  if (((cost | corners) & WALL) !== 0) return false
  return load<u32>(from) + (cost + load<u32>(here, COSTS_BEHIND)) * length <= load<u32>(here)
}

function isFree(row: i32, cell: i32): bool {
  return ((load<u8>(row * EVEN_BITS_BYTES + (cell >> 3), GROUND_AT) >> u8(cell & 7)) & 1) !== 0
}

function deltaOf(table: u32, direction: i32): i32 {
  return i32((table >> u32(direction << 1)) & 3) - 1
}
