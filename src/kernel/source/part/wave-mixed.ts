/**
 * Settles a block of mixed ground by rows, four cells at a time. A wall is a cell so expensive that no way through it
 * counts. A diagonal past its corner is as expensive, so nothing tests for walls. Where a row gained, both rows beside
 * it may gain: a way may dip into it.
 */
import { CELLS_AT, COSTS_AT, COSTS_PITCH, FRESH_AT, GROUND_AT, MIXED_PITCH } from '../../wave-layout.ts'
import { DIAGONAL, STEP_MAX, STRAIGHT, WALLED, words, ZERO } from './constants.ts'
import { Eight } from './flags.ts'
import { backward, forward, past } from './take.ts'
import { rowsFromAbove, rowsFromBelow } from './wave-news.ts'

const FIRST = 4
/** What was found: the row gained, and a step to the right or to the left improves a cell. */
const GAINED = 1
const TO_RIGHT = 2
const TO_LEFT = 4
const FOURS = 8

export function settleMixed<Steps>(sheet: i32): u32 {
  const ground = load<i32>(sheet, GROUND_AT)
  let down = rowsFromAbove(sheet)
  let up = rowsFromBelow(sheet)
  let bettered = load<u32>(sheet, FRESH_AT)
  do {
    while (down) {
      const row = down & -down
      down ^= row
      if (!takeAt<Steps>(sheet, ground, ctz(row), -1)) continue
      bettered |= row
      down |= row << 1
      up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      if (!takeAt<Steps>(sheet, ground, ctz(row), 1)) continue
      bettered |= row
      down |= row << 1
      up |= row >> 1
    }
  } while (down)
  return bettered
}

function takeAt<Steps>(sheet: i32, ground: i32, row: u32, aside: i32): i32 {
  const here = sheet + CELLS_AT + MIXED_PITCH + i32(row) * MIXED_PITCH
  const costs = ground + COSTS_AT + COSTS_PITCH + i32(row) * COSTS_PITCH
  const found = take<Steps>(here, here + aside * MIXED_PITCH, costs, costs + aside * COSTS_PITCH)
  if (found & TO_RIGHT) goRight(here, costs)
  if (found & TO_LEFT) goLeft(here, costs)
  return found
}

function take<Steps>(here: i32, beside: i32, costs: i32, costsBeside: i32): i32 {
  const straight = words(STRAIGHT)
  const diagonal = words(DIAGONAL)
  const wall = words(WALLED)
  let gained = words(ZERO)
  let toRight = gained
  let toLeft = gained
  let before = v128.load32_splat(here, FIRST - 4)
  // The rim itself gains nothing.
  let gainers = gained
  for (let fours = FOURS; fours; fours--) {
    const own = v128.load(costs, FIRST)
    const aside = v128.load(costsBeside, FIRST)
    const known = v128.load(here, FIRST)
    let units = least(known, by(v128.load(beside, FIRST), own, aside, straight))
    const left = v128.load(costs, FIRST - 4)
    const right = v128.load(costs, FIRST + 4)
    if (idof<Steps>() === idof<Eight>()) {
      const fromLeft = by(v128.load(beside, FIRST - 4), own, v128.load(costsBeside, FIRST - 4), diagonal)
      units = least(units, past(fromLeft, aside, left, wall))
      const fromRight = by(v128.load(beside, FIRST + 4), own, v128.load(costsBeside, FIRST + 4), diagonal)
      units = least(units, past(fromRight, aside, right, wall))
    }
    gained = v128.or(gained, v128.xor(units, known))
    const step = i32x4.mul(i32x4.add(own, left), straight)
    toRight = v128.or(toRight, gain(units, i32x4.add(v128.shuffle<i32>(before, units, 3, 4, 5, 6), step)))
    toLeft = v128.or(toLeft, gain(v128.shuffle<i32>(gainers, units, 3, 4, 5, 6), i32x4.add(units, step)))
    v128.store(here, units, FIRST)
    before = gainers = units
    here += 16
    beside += 16
    costs += 16
    costsBeside += 16
  }
  // The rim behind the last cell.
  const last = v128.load32_splat(here, FIRST - 4)
  const behind = v128.load32_splat(here, FIRST)
  const there = by(behind, v128.load32_splat(costs, FIRST - 4), v128.load32_splat(costs, FIRST), straight)
  toLeft = v128.or(toLeft, gain(last, there))
  let found = 0
  if (v128.any_true(gained)) found = GAINED
  if (v128.any_true(toRight)) found |= TO_RIGHT
  if (v128.any_true(toLeft)) found |= TO_LEFT
  return found
}

/** The cells of a row take from one and two cells before, and from the last of the four before. */
function goRight(here: i32, costs: i32): void {
  const straight = words(STRAIGHT)
  const far = words(STEP_MAX)
  const nothing = words(ZERO)
  let before = v128.load32_splat(here, FIRST - 4)
  for (let fours = FOURS; fours; fours--) {
    let units = v128.load(here, FIRST)
    const steps = stepsOf(v128.load(costs, FIRST), v128.load(costs, FIRST - 4), straight, far)
    units = forward<u32>(units, steps, before, far, nothing)
    before = v128.shuffle<i32>(units, units, 3, 3, 3, 3)
    v128.store(here, units, FIRST)
    here += 16
    costs += 16
  }
}

function goLeft(row: i32, rowCosts: i32): void {
  const straight = words(STRAIGHT)
  const far = words(STEP_MAX)
  const nothing = words(ZERO)
  let here = row + 16 * FOURS
  let costs = rowCosts + 16 * FOURS
  let before = v128.load32_splat(here, FIRST)
  for (let fours = FOURS; fours; fours--) {
    here -= 16
    costs -= 16
    let units = v128.load(here, FIRST)
    const steps = stepsOf(v128.load(costs, FIRST), v128.load(costs, FIRST + 4), straight, far)
    units = backward<u32>(units, steps, before, far, nothing)
    before = v128.shuffle<i32>(units, units, 0, 0, 0, 0)
    v128.store(here, units, FIRST)
  }
}

function least(a: v128, b: v128): v128 {
  return v128.min<u32>(a, b)
}

/** Not zero where the second is less. */
function gain(a: v128, b: v128): v128 {
  return v128.xor(v128.min<u32>(a, b), a)
}

/** The cost after a step of this length between cells of these costs. */
function by(units: v128, a: v128, b: v128, length: v128): v128 {
  return i32x4.add(units, i32x4.mul(i32x4.add(a, b), length))
}

function stepsOf(a: v128, b: v128, straight: v128, max: v128): v128 {
  return least(i32x4.mul(i32x4.add(a, b), straight), max)
}
