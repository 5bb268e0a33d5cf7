/**
 * Settles a block of mixed ground by rows: four cells at a time, or two where costs are so high that units are floats.
 * A wall is a cell so expensive that no way through it counts. A diagonal past its corner is as expensive, so nothing
 * tests for walls. Where a row gained, both rows beside it may gain: a way may dip into it.
 */
import { CELLS_AT, COSTS_AT, FRAME_CELLS, FRESH_AT, GROUND_AT } from '../../wave-layout.ts'
import { DIAGONAL, lanes, STEP_MAX, STRAIGHT, WALLED, words, ZERO } from './constants.ts'
import { Eight } from './flags.ts'
import { back1, backward, firstOf, forward, lastOf, least, past, stepsOf } from './take.ts'
import { rowsFromAbove, rowsFromBelow } from './wave-news.ts'

/** What was found: the row gained, and a step to the right or to the left improves a cell. */
const GAINED = 1
const TO_RIGHT = 2
const TO_LEFT = 4

export function settleMixed<Unit, Steps>(sheet: i32): u32 {
  const ground = load<i32>(sheet, GROUND_AT)
  let down = rowsFromAbove(sheet)
  let up = rowsFromBelow(sheet)
  let bettered = load<u32>(sheet, FRESH_AT)
  do {
    while (down) {
      const row = down & -down
      down ^= row
      if (!takeAt<Unit, Steps>(sheet, ground, ctz(row), -1)) continue
      bettered |= row
      down |= row << 1
      up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      if (!takeAt<Unit, Steps>(sheet, ground, ctz(row), 1)) continue
      bettered |= row
      down |= row << 1
      up |= row >> 1
    }
  } while (down)
  return bettered
}

/** Costs of cells, and cells, have the same size and rows. */
function takeAt<Unit, Steps>(sheet: i32, ground: i32, row: u32, aside: i32): i32 {
  const pitch = FRAME_CELLS * i32(sizeof<Unit>())
  const here = sheet + CELLS_AT + pitch + i32(row) * pitch
  const costs = ground + COSTS_AT + pitch + i32(row) * pitch
  const found = take<Unit, Steps>(here, here + aside * pitch, costs, costs + aside * pitch)
  if (found & TO_RIGHT) goRight<Unit>(here, costs)
  if (found & TO_LEFT) goLeft<Unit>(here, costs)
  return found
}

function take<Unit, Steps>(here: i32, beside: i32, costs: i32, costsBeside: i32): i32 {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const diagonal = lanes<Unit>(DIAGONAL)
  const wall = lanes<Unit>(WALLED)
  let gained = words(ZERO)
  let toRight = gained
  let toLeft = gained
  let before = v128.load_splat<Unit>(here)
  // The rim itself gains nothing.
  let gainers = gained
  for (let groups = 2 * one; groups; groups--) {
    const own = v128.load(costs, one)
    const aside = v128.load(costsBeside, one)
    const known = v128.load(here, one)
    let units = least<Unit>(known, by<Unit>(v128.load(beside, one), own, aside, straight))
    const left = v128.load(costs)
    const right = v128.load(costs, 2 * one)
    if (idof<Steps>() === idof<Eight>()) {
      const fromLeft = by<Unit>(v128.load(beside), own, v128.load(costsBeside), diagonal)
      units = least<Unit>(units, past<Unit>(fromLeft, aside, left, wall))
      const fromRight = by<Unit>(v128.load(beside, 2 * one), own, v128.load(costsBeside, 2 * one), diagonal)
      units = least<Unit>(units, past<Unit>(fromRight, aside, right, wall))
    }
    gained = v128.or(gained, v128.xor(units, known))
    const step = v128.mul<Unit>(v128.add<Unit>(own, left), straight)
    toRight = v128.or(toRight, gain<Unit>(units, v128.add<Unit>(back1<Unit>(before, units), step)))
    toLeft = v128.or(toLeft, gain<Unit>(back1<Unit>(gainers, units), v128.add<Unit>(units, step)))
    v128.store(here, units, one)
    before = gainers = units
    here += 16
    beside += 16
    costs += 16
    costsBeside += 16
  }
  // The rim behind the last cell.
  const last = v128.load_splat<Unit>(here)
  const behind = v128.load_splat<Unit>(here, one)
  const there = by<Unit>(behind, v128.load_splat<Unit>(costs), v128.load_splat<Unit>(costs, one), straight)
  toLeft = v128.or(toLeft, gain<Unit>(last, there))
  let found = 0
  if (v128.any_true(gained)) found = GAINED
  if (v128.any_true(toRight)) found |= TO_RIGHT
  if (v128.any_true(toLeft)) found |= TO_LEFT
  return found
}

/** The cells of a row take from those before them in their group, and from the last of the group before. */
function goRight<Unit>(here: i32, costs: i32): void {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const far = lanes<Unit>(STEP_MAX)
  const nothing = words(ZERO)
  let before = v128.load_splat<Unit>(here)
  for (let groups = 2 * one; groups; groups--) {
    const steps = stepsOf<Unit>(v128.load(costs, one), v128.load(costs), straight, far)
    const units = forward<Unit>(v128.load(here, one), steps, before, far, nothing)
    before = lastOf<Unit>(units)
    v128.store(here, units, one)
    here += 16
    costs += 16
  }
}

function goLeft<Unit>(row: i32, rowCosts: i32): void {
  const one = i32(sizeof<Unit>())
  const straight = lanes<Unit>(STRAIGHT)
  const far = lanes<Unit>(STEP_MAX)
  const nothing = words(ZERO)
  let here = row + 32 * one
  let costs = rowCosts + 32 * one
  let before = v128.load_splat<Unit>(here, one)
  for (let groups = 2 * one; groups; groups--) {
    here -= 16
    costs -= 16
    const steps = stepsOf<Unit>(v128.load(costs, one), v128.load(costs, 2 * one), straight, far)
    const units = backward<Unit>(v128.load(here, one), steps, before, far, nothing)
    before = firstOf<Unit>(units)
    v128.store(here, units, one)
  }
}

/** Not zero where the second is less. */
function gain<Unit>(a: v128, b: v128): v128 {
  return v128.xor(least<Unit>(a, b), a)
}

/** The cost after a step of this length between cells of these costs. */
function by<Unit>(units: v128, a: v128, b: v128, length: v128): v128 {
  return v128.add<Unit>(units, v128.mul<Unit>(v128.add<Unit>(a, b), length))
}
