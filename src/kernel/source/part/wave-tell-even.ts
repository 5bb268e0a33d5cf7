/**
 * Passes the costs of a side of a block to the rim beside it, on even ground, eight cells at a time. Cells of a column are first
 * copied to a row.
 */
import * as wave from '../../wave-layout.ts'
import { DIAGONAL, ONES, STRAIGHT, shorts } from './constants.ts'
import { meaningOf, steps } from './wave-frame.ts'
import { noteNews } from './wave-news.ts'

/** Bases farther apart take values out of range. */
const APART_MAX = 30_000

/**
 * `own` is the place of the side's first cell, `beyond` that of the rim cell next to it, `edge` that behind the rim. Returns the
 * cells whose values are out of range for the sheet.
 */
export function tellEven(
  to: i32,
  direction: i32,
  own: i32,
  beyond: i32,
  edge: i32,
  farther: f64,
  leading: u32,
  gates: u64,
): u32 {
  if (Math.abs(farther) > APART_MAX) return leading
  const isRow = direction & 1
  const delta = i32(farther)
  const more = i16x8.splat(i16(max(delta, 0)))
  const less = i16x8.splat(i16(max(-delta, 0)))
  const far = shorts(ONES)
  const most = i16x8.splat(i16(wave.EVEN_TOLD_MAX))
  const ownAt = isRow ? own : copied(own, wave.TELLING_OWN_AT)
  const beyondAt = isRow ? beyond : copied(beyond, wave.TELLING_BEYOND_AT)
  let outside: u32 = 0
  let bettered: u32 = 0
  for (let byte = 0; byte < 4; byte++) {
    const known = v128.load(ownAt + 16 * byte)
    const isFar = v128.eq<i16>(known, far)
    const units = v128.sub_sat<u16>(v128.add_sat<u16>(known, more), less)
    const isOutside = v128.andnot(v128.or(v128.lt<u16>(known, less), v128.gt<u16>(units, most)), isFar)
    const told = v128.or(v128.or(units, v128.or(isFar, isOutside)), meaningOf((leading >> (8 * byte)) << 8))
    v128.store(16 * byte, told, wave.TELLING_UNITS_AT)
    outside |= i16x8.bitmask(isOutside) << (8 * byte)
    bettered |= i16x8.bitmask(v128.lt<u16>(told, v128.load(beyondAt + 16 * byte))) << (8 * byte)
  }
  if (bettered) tellBettered(to, direction, beyond, edge, bettered, gates)
  return outside & leading
}

function tellBettered(to: i32, direction: i32, beyond: i32, edge: i32, bettered: u32, gates: u64): void {
  const isRow = direction & 1
  const far = shorts(ONES)
  const edgeAt = isRow ? edge : copied(edge, wave.TELLING_EDGE_AT)
  // A step past the first or the last cell belongs to a corner.
  const before = bettered & u32(gates) & ~1
  const behind = bettered & u32(gates >> 2) & 0x7fffffff
  const isOf8 = steps >> 4
  let least = far
  let news: u32 = 0
  for (let byte = 0; byte < 4; byte++) {
    const units = v128.or(v128.load(16 * byte, wave.TELLING_UNITS_AT), meaningOf((bettered >> (8 * byte)) << 8))
    if (isRow) v128.store(beyond + 16 * byte, v128.min<u16>(v128.load(beyond + 16 * byte), units))
    const at = edgeAt + 16 * byte
    let best = ifLess(v128.add_sat<u16>(units, shorts(STRAIGHT)), v128.load(at))
    if (isOf8) {
      const diagonal = v128.add_sat<u16>(units, shorts(DIAGONAL))
      best = v128.min<u16>(best, ifLess(v128.or(diagonal, meaningOf((before >> (8 * byte)) << 8)), v128.load(at - 2)))
      best = v128.min<u16>(best, ifLess(v128.or(diagonal, meaningOf((behind >> (8 * byte)) << 8)), v128.load(at + 2)))
    }
    least = v128.min<u16>(least, best)
    news |= i16x8.bitmask(v128.ne<i16>(best, far)) << (8 * byte)
  }
  if (!isRow) {
    for (let rest = bettered; rest; rest &= rest - 1) {
      const i = ctz(rest)
      store<u16>(beyond + i * wave.EVEN_PITCH, load<u16>(i << 1, wave.TELLING_UNITS_AT))
    }
  }
  if (news) noteNews(to, direction, news, load<f64>(to, wave.BASE_AT) + f64(leastOf(least)))
}

/** Copies 32 cells of a column. */
function copied(from: i32, at: i32): i32 {
  for (let i = 0; i < 32; i++) store<u16>(at + (i << 1), load<u16>(from + i * wave.EVEN_PITCH))
  return at
}

/** The values below those known; far in other lanes. */
function ifLess(units: v128, known: v128): v128 {
  return v128.or(units, v128.ge<u16>(units, known))
}

function leastOf(eight: v128): i32 {
  let least = v128.min<u16>(eight, v128.shuffle<u16>(eight, eight, 4, 5, 6, 7, 0, 1, 2, 3))
  least = v128.min<u16>(least, v128.shuffle<u16>(least, least, 2, 3, 0, 1, 6, 7, 4, 5))
  least = v128.min<u16>(least, v128.shuffle<u16>(least, least, 1, 0, 3, 2, 5, 4, 7, 6))
  return v128.extract_lane<u16>(least, 0)
}
