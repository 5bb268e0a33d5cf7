/**
 * A row of a frame takes costs from the row beside it, and its cells take from each other. The type of a unit selects
 * the ground. On even ground it is u16, cells are bits, and eight go together. On mixed ground it is u32, each cell has
 * its own cost, and four go together.
 *
 * Even ground: the bits of two rows give the legal steps between them. A table turns eight such bits into eight masks,
 * which change nothing, or make a step lead nowhere. Sums saturate at 16 bits.
 *
 * Mixed ground: a wall is a cell so expensive that no way through it counts. A diagonal past its corner costs as much,
 * so nothing tests for walls. All sums fit into 32 unsigned bits, from unreached cells too.
 */
import { ASIDE_AT, COSTS_BEHIND, GROUND_AT, MEANINGS_AT } from '../../sweep-layout.ts'
import { DIAGONAL, FAR, lanes, ONES, STEP_MAX, STRAIGHT, WALLED, words, ZERO } from './constants.ts'
import { Eight } from './flags.ts'

/** Turns a wall, which is one bit, into the cost of a diagonal past its corner. */
const CORNER_SHIFT = 7
/** What a row gained, as bits: anything that counts, and anything by steps along the row. */
export const GAINED = 1
export const GAINED_ALONG = 2

/**
 * The cells behind `here` take from those behind `aside`, in `count` groups. On even ground `bits` are theirs, and
 * cells that cannot lead to the goal below the limit do not count: `room` is the row's highest cost, `more` the offset
 * of ASIDE_AT.
 */
export function takeRow<Unit, Steps>(
  here: i32,
  aside: i32,
  bits: i32,
  bitsAside: i32,
  count: i32,
  room: v128,
  more: i32,
): i32 {
  const isEven = sizeof<Unit>() === 2
  const one = i32(sizeof<Unit>())
  const far = lanes<Unit>(isEven ? ONES : FAR)
  const nothing = words(ZERO)
  const straight = lanes<Unit>(STRAIGHT)
  const diagonal = lanes<Unit>(DIAGONAL)
  const stepMax = words(STEP_MAX)
  const wall = words(WALLED)
  let last = far
  let gained = nothing
  let gainedAlong = nothing
  let left = count
  do {
    const known = v128.load(here, one)
    let taken: v128
    let steps: v128
    if (isEven) {
      const word = load<u32>(bits, GROUND_AT)
      taken = fromEven<Steps>(known, aside, word & load<u32>(bitsAside, GROUND_AT), straight, diagonal)
      steps = v128.or(straight, meaningOf(word & (word >> 1), 0))
    } else {
      const own = v128.load(here, COSTS_BEHIND + one)
      taken = fromMixed<Steps>(known, here, aside, own, straight, diagonal, wall)
      steps = stepsOf<u32>(own, v128.load(here, COSTS_BEHIND), straight, stepMax)
    }
    const units = forward<Unit>(taken, steps, last, far, nothing)
    last = lastOf<Unit>(units)
    v128.store(here, units, one)
    if (isEven) {
      const counts = countsOf(room, units, more)
      gained = v128.or(gained, v128.min<u16>(v128.xor(units, known), counts))
      // A cost taken straight from the row before improves nothing there.
      gainedAlong = v128.or(gainedAlong, v128.min<u16>(v128.xor(units, taken), counts))
      bits++
      bitsAside++
      more += 16
    } else gained = v128.or(gained, v128.xor(units, known))
    here += 16
    aside += 16
  } while (--left)
  if (!v128.any_true(gained)) return isEven ? i32(v128.any_true(gainedAlong)) * GAINED_ALONG : 0
  gainedAlong = v128.or(gainedAlong, takeBack<Unit>(here, bits, count, room, more))
  return GAINED | (isEven ? i32(v128.any_true(gainedAlong)) * GAINED_ALONG : GAINED_ALONG)
}

/** The groups before the cell `here` take from their right; returns the gains that count. */
export function takeBack<Unit>(here: i32, bits: i32, left: i32, room: v128, more: i32): v128 {
  const isEven = sizeof<Unit>() === 2
  const one = i32(sizeof<Unit>())
  const far = lanes<Unit>(isEven ? ONES : FAR)
  const nothing = words(ZERO)
  const straight = lanes<Unit>(STRAIGHT)
  const stepMax = words(STEP_MAX)
  let last = far
  let gained = nothing
  do {
    here -= 16
    const known = v128.load(here, one)
    let units = known
    let steps: v128
    if (isEven) {
      const word = load<u32>(--bits, GROUND_AT)
      steps = v128.or(straight, meaningOf(word & (word >> 1), 1))
    } else {
      const own = v128.load(here, COSTS_BEHIND + one)
      steps = stepsOf<u32>(own, v128.load(here, COSTS_BEHIND + 2 * one), straight, stepMax)
    }
    units = backward<Unit>(units, steps, last, far, nothing)
    last = firstOf<Unit>(units)
    v128.store(here, units, one)
    if (isEven) {
      more -= 16
      gained = v128.or(gained, v128.min<u16>(v128.xor(units, known), countsOf(room, units, more)))
    }
  } while (--left)
  return gained
}

/** Eight cells take from beside; `both` are the bits that are free in both rows. */
function fromEven<Steps>(units: v128, aside: i32, both: u32, straight: v128, diagonal: v128): v128 {
  units = take<u16>(units, v128.or(v128.load(aside, 2), meaningOf(both, 1)), straight)
  if (idof<Steps>() !== idof<Eight>()) return units
  const corners = both & (both >> 1)
  const fromLeft = v128.or(v128.load(aside), meaningOf(corners, 0))
  const fromRight = v128.or(v128.load(aside, 4), meaningOf(corners, 1))
  return take<u16>(units, v128.min<u16>(fromLeft, fromRight), diagonal)
}

/** Four cells, whose costs are `own`, take from beside. */
function fromMixed<Steps>(
  units: v128,
  here: i32,
  aside: i32,
  own: v128,
  straight: v128,
  diagonal: v128,
  wall: v128,
): v128 {
  const beside = v128.load(aside, COSTS_BEHIND + 4)
  units = take<u32>(units, v128.load(aside, 4), i32x4.mul(i32x4.add(own, beside), straight))
  if (idof<Steps>() !== idof<Eight>()) return units
  const fromLeft = i32x4.mul(i32x4.add(own, v128.load(aside, COSTS_BEHIND)), diagonal)
  const fromRight = i32x4.mul(i32x4.add(own, v128.load(aside, COSTS_BEHIND + 8)), diagonal)
  units = take<u32>(units, past<u32>(v128.load(aside), beside, v128.load(here, COSTS_BEHIND), wall), fromLeft)
  return take<u32>(units, past<u32>(v128.load(aside, 8), beside, v128.load(here, COSTS_BEHIND + 8), wall), fromRight)
}

/** Cells take from those before them in their group, and from the last of the group before. */
export function forward<Unit>(units: v128, steps: v128, last: v128, far: v128, nothing: v128): v128 {
  units = take<Unit>(units, back1<Unit>(far, units), steps)
  steps = add<Unit>(steps, back1<Unit>(nothing, steps))
  if (sizeof<Unit>() < 8) {
    units = take<Unit>(units, back2<Unit>(far, units), steps)
    steps = add<Unit>(steps, back2<Unit>(nothing, steps))
  }
  if (sizeof<Unit>() === 2) {
    units = take<Unit>(units, v128.shuffle<u16>(far, units, 4, 5, 6, 7, 8, 9, 10, 11), steps)
    steps = add<Unit>(steps, v128.shuffle<u16>(nothing, steps, 4, 5, 6, 7, 8, 9, 10, 11))
  }
  return take<Unit>(units, last, steps)
}

/** The same from cells behind them, and from the first of the group behind. */
export function backward<Unit>(units: v128, steps: v128, last: v128, far: v128, nothing: v128): v128 {
  units = take<Unit>(units, ahead1<Unit>(far, units), steps)
  steps = add<Unit>(steps, ahead1<Unit>(nothing, steps))
  if (sizeof<Unit>() < 8) {
    units = take<Unit>(units, ahead2<Unit>(far, units), steps)
    steps = add<Unit>(steps, ahead2<Unit>(nothing, steps))
  }
  if (sizeof<Unit>() === 2) {
    units = take<Unit>(units, v128.shuffle<u16>(far, units, 12, 13, 14, 15, 0, 1, 2, 3), steps)
    steps = add<Unit>(steps, v128.shuffle<u16>(nothing, steps, 12, 13, 14, 15, 0, 1, 2, 3))
  }
  return take<Unit>(units, last, steps)
}

/** Sums of 16 bits saturate, so none exceeds an unreached cell. */
export function add<Unit>(a: v128, b: v128): v128 {
  return sizeof<Unit>() === 2 ? v128.add_sat<u16>(a, b) : v128.add<Unit>(a, b)
}

function take<Unit>(units: v128, from: v128, steps: v128): v128 {
  return least<Unit>(units, add<Unit>(from, steps))
}

/** Of floats, the first where the second is none. */
export function least<Unit>(a: v128, b: v128): v128 {
  return sizeof<Unit>() === 8 ? v128.pmin<f64>(a, b) : v128.min<Unit>(a, b)
}

/** The costs of steps of this length between cells of these costs. */
export function stepsOf<Unit>(a: v128, b: v128, length: v128, max: v128): v128 {
  return least<Unit>(v128.mul<Unit>(v128.add<Unit>(a, b), length), max)
}

/** The last cell of a group, or its first, in all lanes. */
export function lastOf<Unit>(units: v128): v128 {
  if (sizeof<Unit>() === 8) return v128.shuffle<u64>(units, units, 1, 1)
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(units, units, 7, 7, 7, 7, 7, 7, 7, 7)
  return v128.shuffle<u32>(units, units, 3, 3, 3, 3)
}
export function firstOf<Unit>(units: v128): v128 {
  if (sizeof<Unit>() === 8) return v128.shuffle<u64>(units, units, 0, 0)
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(units, units, 0, 0, 0, 0, 0, 0, 0, 0)
  return v128.shuffle<u32>(units, units, 0, 0, 0, 0)
}

/** One or two cells before, with the last of `rest` in front; one or two cells after, with its first behind. */
export function back1<Unit>(rest: v128, own: v128): v128 {
  if (sizeof<Unit>() === 8) return v128.shuffle<u64>(rest, own, 1, 2)
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(rest, own, 7, 8, 9, 10, 11, 12, 13, 14)
  return v128.shuffle<u32>(rest, own, 3, 4, 5, 6)
}
function back2<Unit>(rest: v128, own: v128): v128 {
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(rest, own, 6, 7, 8, 9, 10, 11, 12, 13)
  return v128.shuffle<u32>(rest, own, 2, 3, 4, 5)
}
function ahead1<Unit>(rest: v128, own: v128): v128 {
  if (sizeof<Unit>() === 8) return v128.shuffle<u64>(rest, own, 3, 0)
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(rest, own, 9, 10, 11, 12, 13, 14, 15, 0)
  return v128.shuffle<u32>(rest, own, 5, 6, 7, 0)
}
function ahead2<Unit>(rest: v128, own: v128): v128 {
  if (sizeof<Unit>() === 2) return v128.shuffle<u16>(rest, own, 10, 11, 12, 13, 14, 15, 0, 1)
  return v128.shuffle<u32>(rest, own, 6, 7, 0, 1)
}

/** The masks of eight bits from `place` on, of words whose bit 7 is the cell before the eight. */
function meaningOf(words: u32, place: i32): v128 {
  return v128.load((words >> (3 + place)) & (255 << 4), MEANINGS_AT)
}

/** How much less than allowed the cells cost; 0 where they do not count. */
function countsOf(room: v128, units: v128, more: i32): v128 {
  return v128.sub_sat<u16>(room, v128.add_sat<u16>(units, v128.load(more, ASIDE_AT)))
}

/** Too expensive where either cell at the corner is a wall, which is one bit; of floats none. */
export function past<Unit>(units: v128, a: v128, b: v128, wall: v128): v128 {
  if (sizeof<Unit>() === 8) return v128.or(units, v128.eq<f64>(v128.add<f64>(a, b), wall))
  return i32x4.add(units, i32x4.shl(v128.and(v128.or(a, b), wall), CORNER_SHIFT))
}
