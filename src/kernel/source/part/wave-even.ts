/**
 * Settles a block of even ground by rows, eight cells at a time: a row takes from the one above or below. Only where a
 * step along the row improves one of its cells, the row is walked to both sides.
 */
import { BITS_BYTES, CELLS_AT, EVEN_PITCH, FRESH_AT, GROUND_AT } from '../../wave-layout.ts'
import { DIAGONAL, ONES, STRAIGHT, shorts, ZERO } from './constants.ts'
import { Eight } from './flags.ts'
import { backward, firstOf, forward, lastOf } from './take.ts'
import { meaningOf } from './wave-frame.ts'
import { rowsFromAbove, rowsFromBelow } from './wave-news.ts'

class First {}
class Second {}
class Third {}
class Fourth {}

/** From the start of a row to its first cell in the block. */
const FIRST = 4

/** What was found: the row gained (1), and more by steps along it (2). */
const GAINED = 1
const ALONG = 2

export function settleEven<Steps>(sheet: i32): u32 {
  const ground = load<i32>(sheet, GROUND_AT)
  let down = rowsFromAbove(sheet)
  let up = rowsFromBelow(sheet)
  let bettered = load<u32>(sheet, FRESH_AT)
  do {
    while (down) {
      const row = down & -down
      down ^= row
      const gained = takeAt<Steps>(sheet, ground, ctz(row), -1)
      if (!gained) continue
      bettered |= row
      down |= row << 1
      if (gained & ALONG) up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      const gained = takeAt<Steps>(sheet, ground, ctz(row), 1)
      if (!gained) continue
      bettered |= row
      up |= row >> 1
      if (gained & ALONG) down |= row << 1
    }
  } while (down)
  return bettered
}

function takeAt<Steps>(sheet: i32, ground: i32, row: u32, aside: i32): i32 {
  const here = sheet + CELLS_AT + EVEN_PITCH + i32(row) * EVEN_PITCH
  const bits = ground + BITS_BYTES + i32(row) * BITS_BYTES
  return take<Steps>(here, here + aside * EVEN_PITCH, bits, bits + aside * BITS_BYTES)
}

function take<Steps>(here: i32, beside: i32, bits: i32, bitsBeside: i32): i32 {
  const straight = shorts(STRAIGHT)
  const walls0 = meaningOf(load<u32>(bits, 0))
  const walls1 = meaningOf(load<u32>(bits, 1))
  const walls2 = meaningOf(load<u32>(bits, 2))
  const walls3 = meaningOf(load<u32>(bits, 3))
  const taken0 = v128.or(walls0, takenBy<Steps, First>(beside, bits, bitsBeside))
  const taken1 = v128.or(walls1, takenBy<Steps, Second>(beside, bits, bitsBeside))
  const taken2 = v128.or(walls2, takenBy<Steps, Third>(beside, bits, bitsBeside))
  const taken3 = v128.or(walls3, takenBy<Steps, Fourth>(beside, bits, bitsBeside))
  const known0 = v128.load(here, FIRST)
  const known1 = v128.load(here, FIRST + 16)
  const known2 = v128.load(here, FIRST + 32)
  const known3 = v128.load(here, FIRST + 48)
  const units0 = v128.min<u16>(known0, taken0)
  const units1 = v128.min<u16>(known1, taken1)
  const units2 = v128.min<u16>(known2, taken2)
  const units3 = v128.min<u16>(known3, taken3)
  let gained = v128.or(v128.xor(units0, known0), v128.xor(units1, known1))
  gained = v128.or(gained, v128.or(v128.xor(units2, known2), v128.xor(units3, known3)))
  const rim0 = v128.load16_splat(here, FIRST - 2)
  const rim3 = v128.load16_splat(here, FIRST + 64)
  let toRight = gainRight(rim0, units0, walls0, straight)
  toRight = v128.or(toRight, gainRight(units0, units1, walls1, straight))
  toRight = v128.or(toRight, gainRight(units1, units2, walls2, straight))
  toRight = v128.or(toRight, gainRight(units2, units3, walls3, straight))
  let toLeft = gainLeft(units0, units1, walls0, straight)
  toLeft = v128.or(toLeft, gainLeft(units1, units2, walls1, straight))
  toLeft = v128.or(toLeft, gainLeft(units2, units3, walls2, straight))
  toLeft = v128.or(toLeft, gainLeft(units3, rim3, walls3, straight))
  const isToRight = v128.any_true(toRight)
  const isToLeft = v128.any_true(toLeft)
  if (!isToRight && !isToLeft && !v128.any_true(gained)) return 0
  v128.store(here, units0, FIRST)
  v128.store(here, units1, FIRST + 16)
  v128.store(here, units2, FIRST + 32)
  v128.store(here, units3, FIRST + 48)
  if (isToRight) goRight(here, bits, straight)
  if (isToLeft) goLeft(here, bits, straight)
  return isToRight || isToLeft ? GAINED | ALONG : GAINED
}

/** The costs of eight cells of a row by steps from the row beside; walls are not masked yet. */
function takenBy<Steps, Eighth>(beside: i32, bits: i32, bitsBeside: i32): v128 {
  const byte =
    idof<Eighth>() === idof<First>()
      ? 0
      : idof<Eighth>() === idof<Second>()
        ? 1
        : idof<Eighth>() === idof<Third>()
          ? 2
          : 3
  const taken = v128.add_sat<u16>(v128.load(beside, FIRST + 16 * byte), shorts(STRAIGHT))
  if (idof<Steps>() !== idof<Eight>()) return taken
  const own = load<u32>(bits, byte)
  const aside = load<u32>(bitsBeside, byte)
  const fromLeft = v128.or(v128.load(beside, FIRST + 16 * byte - 2), meaningOf((own << 1) & aside))
  const fromRight = v128.or(v128.load(beside, FIRST + 16 * byte + 2), meaningOf((own >> 1) & aside))
  return v128.min<u16>(taken, v128.add_sat<u16>(v128.min<u16>(fromLeft, fromRight), shorts(DIAGONAL)))
}

/** Not zero where a step to the right improves a cell of the eight. */
function gainRight(before: v128, units: v128, walls: v128, straight: v128): v128 {
  return gain(units, v128.shuffle<u16>(before, units, 7, 8, 9, 10, 11, 12, 13, 14), walls, straight)
}

function gainLeft(units: v128, behind: v128, walls: v128, straight: v128): v128 {
  return gain(units, v128.shuffle<u16>(units, behind, 1, 2, 3, 4, 5, 6, 7, 8), walls, straight)
}

function gain(units: v128, beside: v128, walls: v128, straight: v128): v128 {
  return v128.sub_sat<u16>(units, v128.or(v128.add_sat<u16>(beside, straight), walls))
}

/** The cells of a row take from one, two and four cells before, and from the last of the eight before. */
function goRight(here: i32, bits: i32, straight: v128): void {
  const far = shorts(ONES)
  const nothing = shorts(ZERO)
  let before = v128.load16_splat(here, FIRST - 2)
  for (let byte = 0; byte < 4; byte++) {
    const at = here + 16 * byte
    let units = v128.load(at, FIRST)
    const steps = v128.or(straight, meaningOf(load<u32>(bits + byte)))
    units = forward<u16>(units, steps, before, far, nothing)
    before = lastOf<u16>(units)
    v128.store(at, units, FIRST)
  }
}

function goLeft(here: i32, bits: i32, straight: v128): void {
  const far = shorts(ONES)
  const nothing = shorts(ZERO)
  let before = v128.load16_splat(here, FIRST + 64)
  for (let byte = 3; byte >= 0; byte--) {
    const at = here + 16 * byte
    let units = v128.load(at, FIRST)
    const steps = v128.or(straight, meaningOf(load<u32>(bits + byte)))
    units = backward<u16>(units, steps, before, far, nothing)
    before = firstOf<u16>(units)
    v128.store(at, units, FIRST)
  }
}
