/**
 * Settles a block by rows: eight cells of even ground at a time, four of mixed ground, or two where costs are so high that
 * units are floats. A row takes from the one above or below. Only where a step along the row improves one of its cells, the
 * row is walked to that side.
 *
 * Even ground has bits for cells, and a table turns bits into steps that lead nowhere. On mixed ground a wall is a cell so
 * expensive that no way through it counts. A diagonal past its corner is as expensive, so nothing tests for walls.
 */
import * as wave from '../../wave-layout.ts'
import { DIAGONAL, lanes, ONES, STEP_MAX, STRAIGHT, WALLED, words, ZERO } from './constants.ts'
import { Eight } from './flags.ts'
import { add, back1, backward, firstOf, forward, lastOf, least, past, stepsOf } from './take.ts'
import { meaningOf } from './wave-frame.ts'
import { rowsFromAbove, rowsFromBelow } from './wave-news.ts'

/** What was found: the row gained, and a step to the right or to the left improves a cell. */
const GAINED = 1
const TO_RIGHT = 2
const TO_LEFT = 4

/** Returns the rows that gained, as bits. */
export function settleRows<Unit, Steps>(sheet: i32): u32 {
  let down = rowsFromAbove(sheet)
  let up = rowsFromBelow(sheet)
  let bettered = load<u32>(sheet, wave.FRESH_AT)
  do {
    while (down) {
      const row = down & -down
      down ^= row
      const found = takeAt<Unit, Steps>(sheet, ctz(row), -1)
      if (!found) continue
      bettered |= row
      down |= row << 1
      if (leadsBack<Unit>(found)) up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      const found = takeAt<Unit, Steps>(sheet, ctz(row), 1)
      if (!found) continue
      bettered |= row
      up |= row >> 1
      if (leadsBack<Unit>(found)) down |= row << 1
    }
  } while (down)
  return bettered
}

/** Whether the row that was taken from may gain in return: on mixed ground always, as a way may dip into cheap cells. */
function leadsBack<Unit>(found: i32): bool {
  return sizeof<Unit>() > 2 || (found & (TO_RIGHT | TO_LEFT)) !== 0
}

function takeAt<Unit, Steps>(sheet: i32, row: u32, aside: i32): i32 {
  const isEven = sizeof<Unit>() === 2
  // Costs of cells, and cells of mixed ground, have the same size and rows.
  const pitch = isEven ? wave.EVEN_PITCH : wave.FRAME_CELLS * i32(sizeof<Unit>())
  const groundPitch = isEven ? wave.BITS_BYTES : pitch
  const here = sheet + (isEven ? wave.EVEN_CORNER_AT : wave.CELLS_AT) + pitch + i32(row) * pitch
  const ground = load<i32>(sheet, wave.GROUND_AT) + (isEven ? 0 : wave.COSTS_AT) + groundPitch + i32(row) * groundPitch
  const found = take<Unit, Steps>(here, here + aside * pitch, ground, ground + aside * groundPitch)
  if (found & TO_RIGHT) goRight<Unit>(here, ground)
  if (found & TO_LEFT) goLeft<Unit>(here, ground)
  return found
}

/** The cells behind `here`, which is on the rim, take from those behind `beside`. */
function take<Unit, Steps>(here: i32, beside: i32, ground: i32, groundBeside: i32): i32 {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const diagonal = lanes<Unit>(DIAGONAL)
  const wall = lanes<Unit>(WALLED)
  let gained = words(ZERO)
  let toRight = gained
  let toLeft = gained
  let before = v128.load_splat<Unit>(here)
  // The rim itself gains nothing, and neither do walls: cells that may gain, else 0.
  let gainers = gained
  for (let groups = 2 * one; groups; groups--) {
    const known = v128.load(here, one)
    const gainersBefore = gainers
    let units: v128
    let step = straight
    if (sizeof<Unit>() === 2) {
      const walls = meaningOf(load<u32>(ground))
      const taken = byBits<Steps>(beside, ground, groundBeside, straight, diagonal)
      units = v128.min<u16>(known, v128.or(walls, taken))
      gainers = v128.andnot(units, walls)
    } else {
      units = byCosts<Unit, Steps>(known, beside, ground, groundBeside, straight, diagonal, wall)
      step = v128.mul<Unit>(v128.add<Unit>(v128.load(ground, one), v128.load(ground)), straight)
      gainers = units
    }
    gained = v128.or(gained, v128.xor(units, known))
    toRight = v128.or(toRight, gain<Unit>(gainers, add<Unit>(back1<Unit>(before, units), step)))
    toLeft = v128.or(toLeft, gain<Unit>(back1<Unit>(gainersBefore, gainers), add<Unit>(units, step)))
    v128.store(here, units, one)
    before = units
    here += 16
    beside += 16
    ground += strideOf<Unit>()
    groundBeside += strideOf<Unit>()
  }
  // The rim behind the last cell.
  const behind = v128.load_splat<Unit>(here, one)
  const there =
    sizeof<Unit>() === 2
      ? v128.add_sat<u16>(behind, straight)
      : by<Unit>(behind, v128.load_splat<Unit>(ground), v128.load_splat<Unit>(ground, one), straight)
  toLeft = v128.or(toLeft, gain<Unit>(lastOf<Unit>(gainers), there))
  let found = 0
  if (v128.any_true(gained)) found = GAINED
  if (v128.any_true(toRight)) found |= TO_RIGHT
  if (v128.any_true(toLeft)) found |= TO_LEFT
  return found
}

/** Bytes of ground for a group of cells. */
function strideOf<Unit>(): i32 {
  return sizeof<Unit>() === 2 ? 1 : 16
}

/** The costs of eight cells of even ground by steps from the row beside; walls are not masked yet. */
function byBits<Steps>(beside: i32, ground: i32, groundBeside: i32, straight: v128, diagonal: v128): v128 {
  const taken = v128.add_sat<u16>(v128.load(beside, 2), straight)
  if (idof<Steps>() !== idof<Eight>()) return taken
  const own = load<u32>(ground)
  const aside = load<u32>(groundBeside)
  const fromLeft = v128.or(v128.load(beside), meaningOf((own << 1) & aside))
  const fromRight = v128.or(v128.load(beside, 4), meaningOf((own >> 1) & aside))
  return v128.min<u16>(taken, v128.add_sat<u16>(v128.min<u16>(fromLeft, fromRight), diagonal))
}

/** The costs of a group of cells of mixed ground, known and by such steps. */
function byCosts<Unit, Steps>(
  known: v128,
  beside: i32,
  costs: i32,
  costsBeside: i32,
  straight: v128,
  diagonal: v128,
  wall: v128,
): v128 {
  const one = i32(sizeof<Unit>())
  const own = v128.load(costs, one)
  const aside = v128.load(costsBeside, one)
  const units = least<Unit>(known, by<Unit>(v128.load(beside, one), own, aside, straight))
  if (idof<Steps>() !== idof<Eight>()) return units
  const fromLeft = by<Unit>(v128.load(beside), own, v128.load(costsBeside), diagonal)
  const fromRight = by<Unit>(v128.load(beside, 2 * one), own, v128.load(costsBeside, 2 * one), diagonal)
  const better = least<Unit>(units, past<Unit>(fromLeft, aside, v128.load(costs), wall))
  return least<Unit>(better, past<Unit>(fromRight, aside, v128.load(costs, 2 * one), wall))
}

/** The cells of a row take from those before them in their group, and from the last of the group before. */
function goRight<Unit>(here: i32, ground: i32): void {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const far = lanes<Unit>(sizeof<Unit>() === 2 ? ONES : STEP_MAX)
  const nothing = words(ZERO)
  let before = v128.load_splat<Unit>(here)
  for (let groups = 2 * one; groups; groups--) {
    const steps = stepsFrom<Unit>(ground, ground, straight, far)
    const units = forward<Unit>(v128.load(here, one), steps, before, far, nothing)
    before = lastOf<Unit>(units)
    v128.store(here, units, one)
    here += 16
    ground += strideOf<Unit>()
  }
}

function goLeft<Unit>(row: i32, rowGround: i32): void {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const far = lanes<Unit>(sizeof<Unit>() === 2 ? ONES : STEP_MAX)
  const nothing = words(ZERO)
  let here = row + 32 * one
  let ground = rowGround + 2 * one * strideOf<Unit>()
  let before = v128.load_splat<Unit>(here, one)
  for (let groups = 2 * one; groups; groups--) {
    here -= 16
    ground -= strideOf<Unit>()
    const steps = stepsFrom<Unit>(ground, ground + 2 * one, straight, far)
    const units = backward<Unit>(v128.load(here, one), steps, before, far, nothing)
    before = firstOf<Unit>(units)
    v128.store(here, units, one)
  }
}

/** What steps into the cells of a group cost, from the cells whose costs are at `from`; no more than `max` on mixed ground. */
function stepsFrom<Unit>(ground: i32, from: i32, straight: v128, max: v128): v128 {
  if (sizeof<Unit>() === 2) return v128.or(straight, meaningOf(load<u32>(ground)))
  return stepsOf<Unit>(v128.load(ground, i32(sizeof<Unit>())), v128.load(from), straight, max)
}

/** Not zero where the second is less. */
function gain<Unit>(a: v128, b: v128): v128 {
  return sizeof<Unit>() === 2 ? v128.sub_sat<u16>(a, b) : v128.xor(least<Unit>(a, b), a)
}

/** The cost after a step of this length between cells of these costs. */
function by<Unit>(units: v128, a: v128, b: v128, length: v128): v128 {
  return v128.add<Unit>(units, v128.mul<Unit>(v128.add<Unit>(a, b), length))
}
