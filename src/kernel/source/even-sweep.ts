/**
 * Rows of a frame that take from each other (sweep-rows.ts) where all free cells cost the same, eight cells at a time. Cells
 * are bits. From the bits of two rows follows which of eight steps between them are legal, and a table turns that into eight
 * numbers that change nothing, or make a step lead nowhere.
 */
import {
  ABOVE_AT,
  ASIDE_AT,
  BELOW_AT,
  BITS_AT,
  BITS_BYTES,
  COUNT_AT,
  FIRST_AT,
  MEANINGS_AT,
  PITCH_BYTES,
  STRAIGHT_AT,
  UNITS_AT,
} from '../even-layout.ts'
import { DIAGONAL, ONES, STRAIGHT, shorts, ZERO } from './part/constants.ts'
import { Down, Eight, Four, Up } from './part/flags.ts'

// Each pair of directions and way is a function of its own, made of one source.
export function even8Down(end: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<Eight, Down>(1, end, limit, goalRow, goalCell)
}
export function even8Up(start: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<Eight, Up>(start, 1, limit, goalRow, goalCell)
}
export function even4Down(end: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<Four, Down>(1, end, limit, goalRow, goalCell)
}
export function even4Up(start: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  return sweep<Four, Up>(start, 1, limit, goalRow, goalCell)
}

export function evenForget(row: i32): void {
  const far = i16x8.splat(-1)
  for (; row; row--) {
    let at = cellsOf(row)
    for (let left = countOf(row); left; left--, at += 16) v128.store(at, far, UNITS_AT)
  }
}

/** Whether a sweep back has anything to take. The goal's row and cell say how far they are from the tables' first, in bytes. */
function sweep<Steps, Way>(row: i32, end: i32, limit: i32, goalRow: i32, goalCell: i32): bool {
  const isDown = idof<Way>() === idof<Down>()
  const marks = isDown ? BELOW_AT : ABOVE_AT
  const marksBack = isDown ? ABOVE_AT : BELOW_AT
  let hasNewsBack = false
  while (row !== end) {
    const isNew = load<i32>(row << 2, marks)
    store<i32>(row << 2, 0, marks)
    row += isDown ? 1 : -1
    if (isNew === 0 || countOf(row) === 0) continue
    // What the cells of the row may cost to count.
    const room = v128.sub_sat<u16>(i16x8.splat(i16(limit)), v128.load16_splat(goalRow + (row << 1), STRAIGHT_AT))
    const gained = takeRow<Steps, Way>(row, room, goalCell + (firstOf(row) << 4))
    if (gained & 1) store<i32>(row << 2, 1, marks)
    if ((gained & 2) === 0) continue
    store<i32>(row << 2, 1, marksBack)
    hasNewsBack = true
  }
  return hasNewsBack
}

/** Bits: whether the row gained anything that counts (1), and by steps along it (2). `more` leads to what it costs to get to the goal's cell. */
function takeRow<Steps, Way>(row: i32, room: v128, more: i32): i32 {
  const isDown = idof<Way>() === idof<Down>()
  const isDiagonal = idof<Steps>() === idof<Eight>()
  const own = isDown ? 1 : 0
  const beside = isDown ? 0 : 1
  // Of the upper one of the two rows: the byte of bits and the cell before the first of eight.
  const upper = row - own
  let bits = upper * BITS_BYTES + firstOf(row) - 1
  let cells = upper * PITCH_BYTES + (firstOf(row) << 4) - 2
  const straight = shorts(STRAIGHT)
  const diagonal = shorts(DIAGONAL)
  const far = shorts(ONES)
  const nothing = shorts(ZERO)
  let before = far
  let gained = nothing
  let gainedAlong = nothing
  let left = countOf(row)
  do {
    const word = load<u32>(bits, BITS_AT + own * BITS_BYTES)
    const both = word & load<u32>(bits, BITS_AT + beside * BITS_BYTES)
    const known = v128.load(cells, UNITS_AT + 2 + own * PITCH_BYTES)
    const above = v128.or(v128.load(cells, UNITS_AT + 2 + beside * PITCH_BYTES), meaningOf(both, 1))
    let taken = v128.min<u16>(known, v128.add_sat<u16>(above, straight))
    if (isDiagonal) {
      const corners = pairs(both)
      const fromLeft = v128.or(v128.load(cells, UNITS_AT + beside * PITCH_BYTES), meaningOf(corners, 0))
      const fromRight = v128.or(v128.load(cells, UNITS_AT + 4 + beside * PITCH_BYTES), meaningOf(corners, 1))
      taken = v128.min<u16>(taken, v128.add_sat<u16>(v128.min<u16>(fromLeft, fromRight), diagonal))
    }
    // Along the row, from one, two and four cells before, and from the last of the eight before.
    let units = taken
    let steps = v128.or(straight, meaningOf(pairs(word), 0))
    units = take(units, v128.shuffle<u16>(far, units, 7, 8, 9, 10, 11, 12, 13, 14), steps)
    steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 7, 8, 9, 10, 11, 12, 13, 14))
    units = take(units, v128.shuffle<u16>(far, units, 6, 7, 8, 9, 10, 11, 12, 13), steps)
    steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 6, 7, 8, 9, 10, 11, 12, 13))
    units = take(units, v128.shuffle<u16>(far, units, 4, 5, 6, 7, 8, 9, 10, 11), steps)
    steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 4, 5, 6, 7, 8, 9, 10, 11))
    units = take(units, before, steps)
    before = v128.shuffle<u16>(units, units, 7, 7, 7, 7, 7, 7, 7, 7)
    v128.store(cells, units, UNITS_AT + 2 + own * PITCH_BYTES)
    // What was taken straight from the row beside it betters nothing there; only steps along the row may.
    const counts = countsOf(room, units, more)
    gained = v128.or(gained, v128.min<u16>(v128.xor(units, known), counts))
    gainedAlong = v128.or(gainedAlong, v128.min<u16>(v128.xor(units, taken), counts))
    cells += 16
    more += 16
    bits++
  } while (--left)

  const isAny = v128.any_true(gained)
  if (isAny) {
    before = far
    left = countOf(row)
    do {
      cells -= 16
      more -= 16
      bits--
      const known = v128.load(cells, UNITS_AT + 2 + own * PITCH_BYTES)
      let units = known
      let steps = v128.or(straight, meaningOf(pairs(load<u32>(bits, BITS_AT + own * BITS_BYTES)), 1))
      units = take(units, v128.shuffle<u16>(far, units, 9, 10, 11, 12, 13, 14, 15, 0), steps)
      steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 9, 10, 11, 12, 13, 14, 15, 0))
      units = take(units, v128.shuffle<u16>(far, units, 10, 11, 12, 13, 14, 15, 0, 1), steps)
      steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 10, 11, 12, 13, 14, 15, 0, 1))
      units = take(units, v128.shuffle<u16>(far, units, 12, 13, 14, 15, 0, 1, 2, 3), steps)
      steps = v128.add_sat<u16>(steps, v128.shuffle<u16>(nothing, steps, 12, 13, 14, 15, 0, 1, 2, 3))
      units = take(units, before, steps)
      before = v128.shuffle<u16>(units, units, 0, 0, 0, 0, 0, 0, 0, 0)
      v128.store(cells, units, UNITS_AT + 2 + own * PITCH_BYTES)
      gainedAlong = v128.or(gainedAlong, v128.min<u16>(v128.xor(units, known), countsOf(room, units, more)))
    } while (--left)
  }
  return i32(isAny) | (i32(v128.any_true(gainedAlong)) << 1)
}

/** What the bits from `place` on mean, of words whose bit 7 is that of the cell before the eight. */
function meaningOf(words: u32, place: i32): v128 {
  return v128.load((words >> (3 + place)) & (255 << 4), MEANINGS_AT)
}

/** Where a cell and the one behind it are free. */
function pairs(words: u32): u32 {
  return words & (words >> 1)
}

function take(units: v128, from: v128, steps: v128): v128 {
  return v128.min<u16>(units, v128.add_sat<u16>(from, steps))
}

/** By how much less than they may the cells cost, and 0 where they do not count. */
function countsOf(room: v128, units: v128, more: i32): v128 {
  return v128.sub_sat<u16>(room, v128.add_sat<u16>(units, v128.load(more, ASIDE_AT)))
}

function firstOf(row: i32): i32 {
  return load<i32>(row << 2, FIRST_AT)
}

function countOf(row: i32): i32 {
  return load<i32>(row << 2, COUNT_AT)
}

function cellsOf(row: i32): i32 {
  return row * PITCH_BYTES + (firstOf(row) << 4)
}
