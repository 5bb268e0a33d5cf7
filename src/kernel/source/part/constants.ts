/**
 * Constants for all lanes, read from memory. The optimizer moves literal constants into the loops that use them. There V8 of
 * Node 24 makes them again in each round, which takes an eighth to a half of the time. A value from memory stays in a
 * register.
 */
import { DIAGONAL_UNITS, STRAIGHT_UNITS, SWIFT_UNITS_MAX, WALL } from '../../units.ts'

const TABLE = i32(
  memory.data<i32>([0, STRAIGHT_UNITS, DIAGONAL_UNITS, WALL, SWIFT_UNITS_MAX, SWIFT_UNITS_MAX / 2, -1, i32.MAX_VALUE]),
)
/** The first six in floats, of which walls and what is not reached are infinite. */
const FLOATS = i32(memory.data<f64>([0, STRAIGHT_UNITS, DIAGONAL_UNITS, Infinity, Infinity, Infinity]))

export const ZERO = 0
export const STRAIGHT = 4
export const DIAGONAL = 8
export const WALLED = 12
export const FAR = 16
export const STEP_MAX = 20
export const ONES = 24
/** For floods inside a block. */
export const UNREACHED = 28

/** A constant in all lanes of a type: u16, u32 or f64. */
export function lanes<Unit>(which: i32): v128 {
  if (sizeof<Unit>() === 8) return v128.load64_splat(FLOATS + 2 * which)
  return sizeof<Unit>() === 2 ? shorts(which) : words(which)
}

export function words(which: i32): v128 {
  return v128.load32_splat(TABLE + which)
}

export function shorts(which: i32): v128 {
  return v128.load16_splat(TABLE + which)
}
