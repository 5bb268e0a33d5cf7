/**
 * Rows of a frame that take from each other (sweep-rows.ts) where all free cells cost the same: a program that works on eight
 * cells at a time. Cells are bits, so 32 of them are laid out as one word. From the bits of two rows follows which of eight steps between
 * them are legal, and a table turns that into eight numbers that change nothing, or make a step lead nowhere.
 *
 * Costs are counted in half lengths of steps, straight ones and diagonal ones, up to what 16 bits hold: what would cost more is
 * not reached.
 *
 * Most of what sweeps better leads nowhere. Rows tell others only of cells from which the goal may yet be reached for less than the
 * limit: on the way back this spares most rows.
 */
import { advance, type Code, flow, I32, I32X4, i32, i32x4, local, programOf, u16x8 } from '../base/wasm.ts'
import { DIAGONAL_UNITS, type Directions, STRAIGHT_UNITS } from '../map/movement.ts'

export const UNREACHED = 0xffff
/** Cells to a row, the first word of which stays free of cells. */
export const ROW_CELLS = 512
export const ROW_WORDS = ROW_CELLS / 32
/** Numbers to a row: no power of two, or the rows of a band would all lie in the same few lines of the processor's cache. */
export const ROW_PITCH = ROW_CELLS + 16
/** Rows of cells, with one of walls before and behind them. */
export const ROWS_MAX = 510
const ROWS = ROWS_MAX + 2

const LANES = 8
/** The bit of the cell before the first of eight, in the word that begins with the byte before theirs. */
const BIT_BEFORE = 7
const VECTOR_BYTES = 16
const CELL_BYTES = 2
const PITCH_BYTES = CELL_BYTES * ROW_PITCH
const BITS_BYTES = ROW_CELLS / 8

const UNITS_BYTES = PITCH_BYTES * ROWS + 2 * VECTOR_BYTES
/** What lies where: costs, bits, what bits mean, by row its first vector and how many it has, and whether it has news. */
const BITS_AT = UNITS_BYTES
const MEANINGS_AT = BITS_AT + BITS_BYTES * (ROWS + 1)
const FIRST_AT = MEANINGS_AT + 256 * VECTOR_BYTES
const COUNT_AT = FIRST_AT + 4 * ROWS
const BELOW_AT = COUNT_AT + 4 * ROWS
const ABOVE_AT = BELOW_AT + 4 * ROWS
/** What so many straight steps cost, and what it costs to make so many of others diagonal; from -512 steps on. */
const STRAIGHT_AT = ABOVE_AT + 4 * ROWS
const ASIDE_AT = STRAIGHT_AT + 4 * ROW_CELLS
/** What is looked for costs less. And how far the numbers of the goal's row, and of its cell, are from the tables' first. */
const LIMIT_AT = ASIDE_AT + 4 * ROW_CELLS
const GOAL_ROW_AT = LIMIT_AT + 4
const GOAL_CELL_AT = LIMIT_AT + 8
const ANY_AT = LIMIT_AT + 12
const END_AT = ANY_AT + 4

/** Arguments: the row to begin with, and the one to end at. */
const ROW = 0
const END = 1
/** Of the row and the one beside it the upper one's cell before the first of eight; and the byte before that of its bits. */
const CELLS = 2
const BITS = 3
/** What it costs more to get to the goal's cell of the row. */
const MORE = 4
const LEFT = 5
const MARK = 6
const WORD = 7
const BOTH = 8
const UNITS = 9
const KNOWN = 10
const STEPS = 11
const BEFORE = 12
/** Of the row what counts and was bettered, in all and by steps along it; what the cells of the row may cost to count, and by how much less they do. */
const GAINED = 13
const GAINED_ALONG = 14
const ROOM = 15
const COUNTS = 16
const TAKEN = 17
const FAR = 18
const NOTHING = 19
const STRAIGHT = 20
const DIAGONAL = 21
const LOCALS = [
  [7, I32],
  [13, I32X4],
] as const

export interface EvenRows {
  /** bits[row * ROW_WORDS + (cell >> 5)] */
  readonly bits: Int32Array
  /** units[row * ROW_PITCH + cell] */
  readonly units: Uint16Array
  /** By row, eight cells at a time: the first of its cells that are looked at, and how many are. */
  readonly firstOfRow: Int32Array
  readonly countOfRow: Int32Array
  /** Whether the row has cells that were bettered, and may count, since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** Forgets what the rows from 1 to the last of so many are reached for. */
  forget(rowCount: number): void
  /** Where the ways that count lead. */
  setGoal(row: number, cell: number): void
  /**
   * From row 1 down to the last of so many, or up again: whether a sweep back has anything to take. What counts are cells from which a
   * way costs less than the limit if only ground were open.
   */
  sweep(isDown: boolean, rowCount: number, limit: number): boolean
}

const knownRows: { 4?: EvenRows | null; 8?: EvenRows | null } = {}

/** Those of this thread, which are left as they are until whoever swept them has read the costs; null where none can be. */
export function evenRows(directions: Directions): EvenRows | null {
  const known = knownRows[directions]
  if (known !== undefined) return known
  const rows = makeRows(directions === 8)
  knownRows[directions] = rows
  return rows
}

function makeRows(isDiagonal: boolean): EvenRows | null {
  const program = programOf(END_AT, {
    down: { values: 2, locals: LOCALS, body: sweeping(isDiagonal, true) },
    up: { values: 2, locals: LOCALS, body: sweeping(isDiagonal, false) },
    forget: { values: 1, locals: FORGET_LOCALS, body: FORGETTING },
  })
  if (program === null) return null
  const { memory, run } = program
  const words = (place: number, length: number) => new Int32Array(memory, place, length)
  const any = words(ANY_AT, 1)
  const meanings = new Uint16Array(memory, MEANINGS_AT, 256 * LANES)
  for (let i = 0; i < meanings.length; i++) meanings[i] = ((i >> 3) >> (i & 7)) & 1 ? 0 : UNREACHED
  const straight = new Uint16Array(memory, STRAIGHT_AT, 2 * ROW_CELLS)
  const aside = new Uint16Array(memory, ASIDE_AT, 2 * ROW_CELLS)
  const asideUnits = isDiagonal ? DIAGONAL_UNITS - STRAIGHT_UNITS : STRAIGHT_UNITS
  for (let i = 0; i < straight.length; i++) {
    straight[i] = STRAIGHT_UNITS * Math.abs(i - ROW_CELLS)
    aside[i] = asideUnits * Math.abs(i - ROW_CELLS)
  }
  const goal = words(LIMIT_AT, 3)
  return {
    bits: words(BITS_AT, (BITS_BYTES / 4) * ROWS),
    units: new Uint16Array(memory, 0, ROW_PITCH * ROWS),
    firstOfRow: words(FIRST_AT, ROWS),
    countOfRow: words(COUNT_AT, ROWS),
    isNewBelow: words(BELOW_AT, ROWS),
    isNewAbove: words(ABOVE_AT, ROWS),
    forget: run.forget,
    setGoal(row, cell) {
      goal[1] = CELL_BYTES * (ROW_CELLS - row)
      goal[2] = CELL_BYTES * (ROW_CELLS - cell)
    },
    sweep(isDown, rowCount, limit) {
      goal[0] = Math.min(Math.ceil(limit), UNREACHED)
      if (isDown) run.down(1, rowCount)
      else run.up(rowCount, 1)
      return any[0] !== 0
    },
  }
}

const ofRow = (place: number): Code => [local.get(ROW), i32.of(2), i32.shiftLeft, i32.load(place)]
const mark = (marks: number, is: number): Code => [
  local.get(ROW),
  i32.of(2),
  i32.shiftLeft,
  i32.of(is),
  i32.store(marks),
]

/** Locals of the other function: its argument is the row, which it counts down to 1. */
const FORGET_ROW = 0
const FORGET_AT = 1
const FORGET_LEFT = 2
const FORGET_LOCALS = [[2, I32]] as const
const FORGETTING: Code = flow.during(
  local.get(FORGET_ROW),
  [ofRow(COUNT_AT), local.set(FORGET_LEFT)],
  [local.get(FORGET_ROW), i32.of(PITCH_BYTES), i32.mul, ofRow(FIRST_AT), i32.of(VECTOR_BYTES), i32.mul, i32.add],
  local.set(FORGET_AT),
  flow.during(
    local.get(FORGET_LEFT),
    [local.get(FORGET_AT), u16x8.of(UNREACHED), i32x4.store(0)],
    advance(FORGET_AT, VECTOR_BYTES),
    advance(FORGET_LEFT, -1),
  ),
  advance(FORGET_ROW, -1),
)

function sweeping(isDiagonal: boolean, isDown: boolean): Code {
  const [marks, marksBack] = isDown ? [BELOW_AT, ABOVE_AT] : [ABOVE_AT, BELOW_AT]
  // Places are counted in the upper one of two rows: the other one lies so many rows behind.
  const [own, beside] = isDown ? [1, 0] : [0, 1]
  const upper: Code = isDown ? [local.get(ROW), i32.of(1), i32.sub] : local.get(ROW)
  const turnTo: Code = [
    [upper, i32.of(BITS_BYTES), i32.mul, ofRow(FIRST_AT), i32.add, i32.of(1), i32.sub, local.set(BITS)],
    [upper, i32.of(PITCH_BYTES), i32.mul, ofRow(FIRST_AT), i32.of(VECTOR_BYTES), i32.mul, i32.add],
    [i32.of(CELL_BYTES), i32.sub, local.set(CELLS)],
    [i32.of(0), i32.load(GOAL_CELL_AT), ofRow(FIRST_AT), i32.of(VECTOR_BYTES), i32.mul, i32.add, local.set(MORE)],
    [i32.of(0), u16x8.loadSame(LIMIT_AT), i32.of(0), i32.load(GOAL_ROW_AT)],
    [local.get(ROW), i32.of(CELL_BYTES), i32.mul, i32.add, u16x8.loadSame(STRAIGHT_AT), u16x8.sub, local.set(ROOM)],
    [ofRow(COUNT_AT), local.set(LEFT)],
  ]
  const taking: Code = [
    turnTo,
    takeAll(isDiagonal, own, beside),
    [local.get(GAINED), i32x4.isAnySet],
    flow.when([ofRow(COUNT_AT), local.set(LEFT)], alongBack(own), mark(marks, 1)),
    [local.get(GAINED_ALONG), i32x4.isAnySet],
    flow.when([i32.of(0), i32.of(1), i32.store(ANY_AT)], mark(marksBack, 1)),
  ]
  return [
    [i32.of(0), i32.of(0), i32.store(ANY_AT)],
    [u16x8.of(UNREACHED), local.set(FAR)],
    [u16x8.of(0), local.set(NOTHING)],
    [u16x8.of(STRAIGHT_UNITS), local.set(STRAIGHT)],
    [u16x8.of(DIAGONAL_UNITS), local.set(DIAGONAL)],
    flow.during(
      [local.get(ROW), local.get(END), i32.isOther],
      [ofRow(marks), local.set(MARK)],
      mark(marks, 0),
      advance(ROW, isDown ? 1 : -1),
      local.get(MARK),
      flow.when([ofRow(COUNT_AT), flow.when(taking)]),
    ),
  ]
}

/** Of words whose bit 7 is that of the cell before the eight: what the bits from `place` on mean, where both cells of steps are free. */
const meaningOf = (words: Code, place: number): Code => [
  [words, i32.of(BIT_BEFORE + place - 4), i32.shiftRight, i32.of(255 << 4), i32.and, i32x4.load(MEANINGS_AT)],
]
const both = (index: number): Code => [local.get(index), local.get(index), i32.of(1), i32.shiftRight, i32.and]
const wordAt = (row: number): Code => [local.get(BITS), i32.load(BITS_AT + row * BITS_BYTES)]

const count: Code = [
  [local.get(ROOM), local.get(UNITS), local.get(MORE), i32x4.load(ASIDE_AT), u16x8.add, u16x8.sub, local.set(COUNTS)],
]
/** Adds what counts of the eight cells at hand to what was gained since they cost what a local says. */
const gain = (gained: number, known: number): Code => [
  [local.get(UNITS), local.get(known), i32x4.xor, local.get(COUNTS)],
  [u16x8.min, local.get(gained), i32x4.or, local.set(gained)],
]

/** A row takes from the one beside it, and its cells from those on their left. */
function takeAll(isDiagonal: boolean, own: number, beside: number): Code {
  const aside = (place: number): Code => [local.get(CELLS), i32x4.load(CELL_BYTES * place + PITCH_BYTES * beside)]
  const diagonals: Code = [
    [both(BOTH), local.set(WORD)],
    [aside(0), meaningOf(local.get(WORD), 0), i32x4.or],
    [aside(2), meaningOf(local.get(WORD), 1), i32x4.or],
    [u16x8.min, local.get(DIAGONAL), u16x8.add, u16x8.min],
  ]
  return [
    [local.get(FAR), local.set(BEFORE)],
    [local.get(NOTHING), local.tee(GAINED), local.set(GAINED_ALONG)],
    flow.repeat(
      [wordAt(own), local.tee(WORD), wordAt(beside), i32.and, local.set(BOTH)],
      [meaningOf(both(WORD), 0), local.get(STRAIGHT), i32x4.or, local.set(STEPS)],
      [local.get(CELLS), i32x4.load(CELL_BYTES + PITCH_BYTES * own), local.tee(KNOWN)],
      [aside(1), meaningOf(local.get(BOTH), 1), i32x4.or, local.get(STRAIGHT), u16x8.add, u16x8.min],
      isDiagonal ? diagonals : [],
      [local.tee(TAKEN), local.set(UNITS)],
      along([7, 8, 9, 10, 11, 12, 13, 14], [6, 7, 8, 9, 10, 11, 12, 13], [4, 5, 6, 7, 8, 9, 10, 11]),
      [local.get(UNITS), local.get(UNITS), u16x8.pick(7, 7, 7, 7, 7, 7, 7, 7), local.set(BEFORE)],
      [local.get(CELLS), local.get(UNITS), i32x4.store(CELL_BYTES + PITCH_BYTES * own)],
      // What was taken straight from the row beside it betters nothing there; only steps along the row may.
      [count, gain(GAINED, KNOWN), gain(GAINED_ALONG, TAKEN)],
      [advance(CELLS, VECTOR_BYTES), advance(BITS, 1), advance(MORE, VECTOR_BYTES)],
      [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
    ),
  ]
}

/** The cells of a row, from behind its last eight on, take from those on their right. */
const alongBack = (own: number): Code => [
  [local.get(FAR), local.set(BEFORE)],
  flow.repeat(
    [advance(CELLS, -VECTOR_BYTES), advance(BITS, -1), advance(MORE, -VECTOR_BYTES)],
    [wordAt(own), local.set(WORD)],
    [meaningOf(both(WORD), 1), local.get(STRAIGHT), i32x4.or, local.set(STEPS)],
    [local.get(CELLS), i32x4.load(CELL_BYTES + PITCH_BYTES * own), local.tee(KNOWN), local.set(UNITS)],
    along([9, 10, 11, 12, 13, 14, 15, 0], [10, 11, 12, 13, 14, 15, 0, 1], [12, 13, 14, 15, 0, 1, 2, 3]),
    [local.get(UNITS), local.get(UNITS), u16x8.pick(0, 0, 0, 0, 0, 0, 0, 0), local.set(BEFORE)],
    [local.get(CELLS), local.get(UNITS), i32x4.store(CELL_BYTES + PITCH_BYTES * own)],
    [count, gain(GAINED_ALONG, KNOWN)],
    [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
  ),
]

/**
 * Eight cells take from those before them, of which the nearest of the last eight is at hand; what is one, two and four before
 * is picked: places that follow each other, which is one instruction of the machine.
 */
function along(...distances: readonly (readonly number[])[]): Code {
  const take = (units: Code): Code => [
    [local.get(UNITS), units, local.get(STEPS), u16x8.add, u16x8.min, local.set(UNITS)],
  ]
  return [
    distances.map(places => [
      take([local.get(FAR), local.get(UNITS), u16x8.pick(...places)]),
      [local.get(STEPS), local.get(NOTHING), local.get(STEPS), u16x8.pick(...places), u16x8.add, local.set(STEPS)],
    ]),
    take(local.get(BEFORE)),
  ]
}
