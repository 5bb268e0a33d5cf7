/**
 * Reads a block: which free cells are reached within a limit, and where cells lead. A cell leads in the first direction to one
 * that costs less by exactly that step. A cell without a final cost is UNKNOWN. A source, or a cell that is not reached, STAYS.
 */
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../../units.ts'
import * as wave from '../../wave-layout.ts'
import {
  cellBytes,
  columnOf,
  columnStep,
  Even,
  isOfWords,
  legalFrom,
  meaningOf,
  pitchOf,
  placeOf,
  reachedAt,
  reachedIn,
  rowOf,
  rowStep,
  setUnitsIn,
  stepFrom,
  steps,
  unitsAt,
} from './wave-frame.ts'

const LAST = wave.FRAME_CELLS - 1
/** More than any step on even ground. */
const STEP_MAX = 100

/** Writes 1024 bytes. False where the block, or one beside it, has layers. Costs over `limit` are not final. */
export function arrowsOf<Kind, Value>(sheet: i32, limit: f64): bool {
  if (!pullRim<Kind, Value>(sheet)) return false
  if (idof<Kind>() === idof<Even>()) {
    evenArrows(
      sheet,
      limit < 0 ? 0 : limit === Infinity ? wave.EVEN_FAR : limit >= wave.EVEN_FAR ? wave.EVEN_FAR - 1 : i32(limit),
    )
    return true
  }
  const ground = load<i32>(sheet, wave.GROUND_AT)
  for (let row = 1; row < LAST; row++) {
    for (let column = 1; column < LAST; column++) {
      const units = reachedAt<Kind>(sheet, row, column)
      let found: i32 = units > limit ? wave.UNKNOWN : wave.STAYS
      if (units < Infinity && units <= limit) {
        for (let legal = legalFrom(ground, row, column); legal; legal &= legal - 1) {
          const direction = ctz(legal)
          const there = unitsAt<Kind, Value>(sheet, row + rowStep(direction), column + columnStep(direction))
          if ((there as f64) + stepFrom<Kind, f64>(ground, row, column, direction) !== units) continue
          found = direction
          break
        }
      }
      store<u8>(((row - 1) << 5) + column - 1, found, wave.ARROWS_AT)
    }
  }
  return true
}

/** Fills the rim: it may lack costs that improve no cell, but that cells may lead to. */
function pullRim<Kind, Value>(sheet: i32): bool {
  if (load<i32>(sheet, wave.NEXT_AT)) return false
  for (let direction = 0; direction < 8; direction++) {
    const from = load<i32>(sheet + direction * 4, wave.SIDES_AT)
    if (from === 0) continue
    if (load<i32>(from, wave.NEXT_AT)) return false
    const over = load<f64>(from, wave.BASE_AT) - load<f64>(sheet, wave.BASE_AT)
    const row = rowOf(direction, 0, 1)
    const column = columnOf(direction, 0, 1)
    const rim = placeOf<Kind>(sheet, row, column)
    const own = placeOf<Kind>(from, row - 32 * rowStep(direction), column - 32 * columnStep(direction))
    const step = direction & 1 ? cellBytes<Kind>() : pitchOf<Kind>()
    for (let at = 0, end = direction < 4 ? 32 * step : step; at < end; at += step) {
      const units = reachedIn<Kind>(own + at) + over
      if (units >= 0 && units < roomOf<Kind>()) setUnitsIn<Kind, Value>(rim + at, units as Value)
    }
  }
  return true
}

function roomOf<Kind>(): f64 {
  if (idof<Kind>() === idof<Even>()) return wave.EVEN_FAR - STEP_MAX
  return isOfWords<Kind>() ? wave.MIXED_FAR : Infinity
}

function evenArrows(sheet: i32, limit: i32): void {
  const ground = load<i32>(sheet, wave.GROUND_AT)
  const limits = i16x8.splat(i16(limit))
  const isOf8 = steps >> 4
  for (let row = 0; row < 32; row++) {
    // The cell before the first, in the row itself.
    const cells = sheet + (row + 1) * wave.EVEN_PITCH + wave.EVEN_CORNER_AT
    const bits = ground + (row + 1) * 8
    let low = i16x8.splat(0)
    for (let eight = 0; eight < 4; eight++) {
      const at = cells + 16 * eight
      const own = v128.load(at, 2)
      let found = i16x8.splat(i16(wave.STAYS))
      if (isOf8) {
        const here = load<u32>(bits + eight)
        const above = load<u32>(bits + eight - 8)
        const below = load<u32>(bits + eight + 8)
        found = lead(found, v128.load(at - wave.EVEN_PITCH, 4), DIAGONAL_UNITS, meaningOf((here >> 1) & above), own, 7)
        found = lead(found, v128.load(at - wave.EVEN_PITCH, 0), DIAGONAL_UNITS, meaningOf((here << 1) & above), own, 6)
        found = lead(found, v128.load(at + wave.EVEN_PITCH, 0), DIAGONAL_UNITS, meaningOf((here << 1) & below), own, 5)
        found = lead(found, v128.load(at + wave.EVEN_PITCH, 4), DIAGONAL_UNITS, meaningOf((here >> 1) & below), own, 4)
      }
      const open = i16x8.splat(0)
      found = lead(found, v128.load(at - wave.EVEN_PITCH, 2), STRAIGHT_UNITS, open, own, 3)
      found = lead(found, v128.load(at, 0), STRAIGHT_UNITS, open, own, 2)
      found = lead(found, v128.load(at + wave.EVEN_PITCH, 2), STRAIGHT_UNITS, open, own, 1)
      found = lead(found, v128.load(at, 4), STRAIGHT_UNITS, open, own, 0)
      const isOver = v128.ne<i16>(v128.sub_sat<u16>(own, limits), open)
      const isFar = v128.eq<i16>(own, i16x8.splat(-1))
      found = v128.bitselect(i16x8.splat(i16(wave.STAYS)), found, isFar)
      found = v128.bitselect(i16x8.splat(i16(wave.UNKNOWN)), found, isOver)
      if (eight & 1) v128.store((row << 5) + ((eight >> 1) << 4), i8x16.narrow_i16x8_u(low, found), wave.ARROWS_AT)
      low = found
    }
  }
}

/** A later call wins, so the lowest direction comes last. */
function lead(found: v128, there: v128, step: i32, walls: v128, own: v128, direction: i16): v128 {
  const leads = v128.andnot(v128.eq<i16>(v128.add_sat<u16>(there, i16x8.splat(i16(step))), own), walls)
  return v128.bitselect(i16x8.splat(direction), found, leads)
}

/** Writes a word of bits for each row, of the free cells within a limit over the base. Returns whether any bit is set. */
export function withinOf<Kind>(sheet: i32, limit: f64): bool {
  const ground = load<i32>(sheet, wave.GROUND_AT)
  let any: u32 = 0
  for (let row = 0; row < 32; row++) {
    const free = u32(load<u64>(ground + (row + 1) * wave.BITS_BYTES) >> (wave.FIRST_BIT + 1))
    const bits = free & reachedOf<Kind>(sheet, row + 1, limit)
    store<u32>(row << 2, bits, wave.ARROWS_AT)
    any |= bits
  }
  return any !== 0
}

function reachedOf<Kind>(sheet: i32, row: i32, limit: f64): u32 {
  let bits: u32 = 0
  if (idof<Kind>() === idof<Even>()) {
    const limits = i16x8.splat(i16(i32(Math.min(limit, wave.EVEN_FAR - 1))))
    for (let eight = 0; eight < 4; eight++) {
      const units = v128.load(sheet + row * wave.EVEN_PITCH + 16 * eight, wave.EVEN_CORNER_AT + 2)
      bits |= i16x8.bitmask(v128.le<u16>(units, limits)) << (8 * eight)
    }
  } else if (isOfWords<Kind>()) {
    const limits = i32x4.splat(i32(Math.min(limit, wave.MIXED_FAR - 1)))
    for (let four = 0; four < 8; four++) {
      const units = v128.load(sheet + row * wave.MIXED_PITCH + 16 * four, wave.CELLS_AT + 4)
      bits |= i32x4.bitmask(v128.le<i32>(units, limits)) << (4 * four)
    }
  } else {
    for (let column = 0; column < 32; column++) bits |= u32(reachedAt<Kind>(sheet, row, column + 1) <= limit) << column
  }
  return bits
}
