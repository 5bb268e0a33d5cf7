/** Which free cells of a block are reached within a limit over the base of its sheet: a word of bits for each row. */
import {
  ARROWS_AT,
  BITS_BYTES,
  CELLS_AT,
  EVEN_CORNER_AT,
  EVEN_FAR,
  EVEN_PITCH,
  FIRST_BIT,
  GROUND_AT,
  MIXED_FAR,
  MIXED_PITCH,
} from '../../wave-layout.ts'
import { Even, isOfWords, reachedAt } from './wave-frame.ts'

/** Writes the words at ARROWS_AT. Returns whether any bit is set. */
export function within<Kind>(sheet: i32, limit: f64): bool {
  const ground = load<i32>(sheet, GROUND_AT)
  let any: u32 = 0
  for (let row = 0; row < 32; row++) {
    const free = u32(load<u64>(ground + (row + 1) * BITS_BYTES) >> (FIRST_BIT + 1))
    const bits = free & reachedOf<Kind>(sheet, row + 1, limit)
    store<u32>(row << 2, bits, ARROWS_AT)
    any |= bits
  }
  return any !== 0
}

function reachedOf<Kind>(sheet: i32, row: i32, limit: f64): u32 {
  let bits: u32 = 0
  if (idof<Kind>() === idof<Even>()) {
    const limits = i16x8.splat(i16(i32(Math.min(limit, EVEN_FAR - 1))))
    for (let eight = 0; eight < 4; eight++) {
      const units = v128.load(sheet + row * EVEN_PITCH + 16 * eight, EVEN_CORNER_AT + 2)
      bits |= i16x8.bitmask(v128.le<u16>(units, limits)) << (8 * eight)
    }
  } else if (isOfWords<Kind>()) {
    const limits = i32x4.splat(i32(Math.min(limit, MIXED_FAR - 1)))
    for (let four = 0; four < 8; four++) {
      const units = v128.load(sheet + row * MIXED_PITCH + 16 * four, CELLS_AT + 4)
      bits |= i32x4.bitmask(v128.le<i32>(units, limits)) << (4 * four)
    }
  } else {
    for (let column = 0; column < 32; column++) bits |= u32(reachedAt<Kind>(sheet, row, column + 1) <= limit) << column
  }
  return bits
}
