/**
 * Rows of a frame that take from each other (sweep-rows.ts), as a program that works on four cells at a time. What cells take
 * from the row beside them is found for four at once; what leads along a row in steps of one cell and of two, and from the
 * last of the four before.
 *
 * A wall is a cell so dear that no way through it costs less than `SWIFT_UNITS_MAX`, and a diagonal past its corner is as
 * dear, so nothing asks where walls are. What costs so much or more is not told from what is not reached. All sums fit into
 * 32 bits without a sign, from what is not reached too: a diagonal past walls between walls, and four steps along a row, of
 * which none counts for more than half a way through a wall.
 */
import { advance, type Code, flow, I32, I32X4, i32, i32x4, local, programOf } from '../base/wasm.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import { CellStage, gathering, laying, stageBytes } from './lay-cells.ts'
import { takingAhead } from './row-spans.ts'
import { type SweepRows, WALL } from './sweep-rows.ts'
import { RUNS_BYTES, walkingBack } from './swift-walk.ts'

export const SWIFT_UNITS_MAX = 2 ** 30
export const UNREACHED = SWIFT_UNITS_MAX
/** Steps into a wall and out of it are a way through. */
const STEP_UNITS_MAX = SWIFT_UNITS_MAX / 2
/** Makes what a diagonal past a corner costs of a wall, which is one bit. */
const CORNER_SHIFT = 7

export const LANES = 4
export const CELL_BYTES = 4
const VECTOR_BYTES = LANES * CELL_BYTES

/** Arguments: the row to begin with, the one to end at, the step between rows, and where the rows are marked that have news. */
const ROW = 0
const END = 1
const STEP = 2
const MARKS = 3
/** The cell before the first of four, and the one beside it in the row to take from. */
export const HERE = 4
export const ASIDE = 5
export const LEFT = 6
export const MARK = 7
const UNITS = 8
const KNOWN = 9
const COST = 10
const STEPS = 11
const BEFORE = 12
export const GAINED = 13
const STRAIGHT = 14
export const FAR = 15
export const NOTHING = 16
export const LOCALS = [
  [4, I32],
  [9, I32X4],
] as const

/** Null where no such program can be. */
export function swiftRows(side: number, isDiagonal: boolean, costBytes: number): SweepRows | null {
  const at = placesIn(side)
  const byteShift = costBytes - 1
  const program = programOf(at.stage + stageBytes(side, byteShift), {
    sweep: { values: 4, locals: LOCALS, body: sweeping(side, isDiagonal) },
    clear: { values: 4, locals: LOCALS, body: clearing(side) },
    walk: walkingBack(side, at.units, at.runs, at.any),
    takeAhead: takingAhead(at.first, at.last),
    gather: gathering(side, byteShift),
    lay: laying(side, at.first, at.last, byteShift, false),
    layTurned: laying(side, at.first, at.last, byteShift, true),
  })
  if (program === null) return null
  const { memory, run } = program
  const view = (place: number, length: number) => new Int32Array(memory, place, length)
  const any = view(at.any, 1)
  return {
    costs: view(0, at.units / CELL_BYTES).fill(WALL),
    units: view(at.units, at.units / CELL_BYTES).fill(UNREACHED),
    firstOfRow: view(at.first, 2 * side),
    lastOfRow: view(at.last, 2 * side).fill(-1),
    isNewBelow: view(at.below, side),
    isNewAbove: view(at.above, side),
    unreached: UNREACHED,
    unitsMax: SWIFT_UNITS_MAX,
    lanes: LANES,
    stage: new CellStage(memory, at.stage, side, byteShift, run),
    takeAhead(rowCount, ahead) {
      run.takeAhead((rowCount + LANES - 1) >> 2, CELL_BYTES * ahead)
    },
    clear(rowCount) {
      run.clear(rowCount, 0, 0, 0)
    },
    runs: view(at.runs, RUNS_BYTES / CELL_BYTES),
    goBack(cell) {
      run.walk(CELL_BYTES * cell)
      return (any[0] - at.runs) / CELL_BYTES
    },
    down(rowCount) {
      run.sweep(1, rowCount, 1, at.below)
      return any[0] !== 0
    },
    up(rowCount) {
      run.sweep(rowCount, 1, -1, at.above)
      return any[0] !== 0
    },
  }
}

/** What lies where, in bytes. Behind the last cell is room for what a vector reaches beyond it. */
function placesIn(side: number) {
  const units = CELL_BYTES * (side * side + LANES)
  const row = CELL_BYTES * side
  const first = 2 * units
  return {
    units,
    first,
    last: first + 2 * row,
    below: first + 4 * row,
    above: first + 5 * row,
    any: first + 6 * row,
    runs: first + 6 * row + CELL_BYTES,
    stage: first + 6 * row + CELL_BYTES + RUNS_BYTES,
  }
}

/** What lies where in the row at hand. */
function rowIn(side: number) {
  const at = placesIn(side)
  const ofRow = (place: number): Code => [local.get(ROW), i32.of(2), i32.shiftLeft, i32.load(place)]
  const count: Code = [ofRow(at.last), ofRow(at.first), i32.sub, i32.of(LANES), i32.add]
  const turnTo: Code = [
    [local.get(ROW), i32.of(side), i32.mul, ofRow(at.first), i32.add, i32.of(2), i32.shiftLeft],
    [i32.of(CELL_BYTES), i32.sub, local.tee(HERE)],
    [local.get(STEP), i32.of(CELL_BYTES * side), i32.mul, i32.sub, local.set(ASIDE)],
    [count, i32.of(2), i32.shiftRight, local.set(LEFT)],
  ]
  return { at, count, turnTo, hasAny: [count, i32.of(LANES - 1), i32.isAbove] as Code }
}

/** From a row up to the first. */
function clearing(side: number): Code {
  const { at, turnTo, hasAny } = rowIn(side)
  const clearAll = flow.repeat(
    [local.get(HERE), i32x4.of(WALL), i32x4.store(CELL_BYTES)],
    [local.get(HERE), i32x4.of(UNREACHED), i32x4.store(at.units + CELL_BYTES)],
    advance(HERE, VECTOR_BYTES),
    [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
  )
  const goUp: Code = [local.get(ROW), i32.of(1), i32.sub, local.set(ROW)]
  return flow.during(local.get(ROW), hasAny, flow.when(turnTo, clearAll), goUp)
}

function sweeping(side: number, isDiagonal: boolean): Code {
  const { at, count, turnTo, hasAny } = rowIn(side)
  const setOfRow = (place: number): Code => [local.get(ROW), i32.of(2), i32.shiftLeft, i32.of(1), i32.store(place)]
  const turnBack: Code = [count, i32.of(2), i32.shiftRight, local.set(LEFT)]
  const taking: Code = [
    turnTo,
    takeAll(at.units, isDiagonal),
    [local.get(GAINED), i32x4.isAnySet],
    flow.when(turnBack, alongBack(at.units), setOfRow(at.below), setOfRow(at.above), [
      i32.of(0),
      i32.of(1),
      i32.store(at.any),
    ]),
  ]
  return [
    [i32.of(0), i32.of(0), i32.store(at.any)],
    [i32x4.of(UNREACHED), local.set(FAR)],
    [i32x4.of(0), local.set(NOTHING)],
    flow.during(
      [local.get(ROW), local.get(END), i32.isOther],
      [local.get(ROW), i32.of(2), i32.shiftLeft, local.get(MARKS), i32.add, local.set(MARK)],
      [local.get(ROW), local.get(STEP), i32.add, local.set(ROW)],
      [local.get(MARK), i32.load(0)],
      flow.when([local.get(MARK), i32.of(0), i32.store(0)], [hasAny, flow.when(taking)]),
    ),
  ]
}

/** A row takes from the one beside it, and its cells from those on their left. */
export function takeAll(unitsAt: number, isDiagonal: boolean): Code {
  const left = 0
  const own = CELL_BYTES
  const right = 2 * CELL_BYTES
  const cost = (from: number, place: number): Code => [local.get(from), i32x4.load(place)]
  const units = (from: number, place: number): Code => [local.get(from), i32x4.load(unitsAt + place)]
  const diagonal = (place: number): Code => [
    [local.get(UNITS), units(ASIDE, place)],
    [local.get(COST), cost(ASIDE, place), i32x4.add, i32x4.of(DIAGONAL_UNITS), i32x4.mul, i32x4.add],
    [local.get(STRAIGHT), cost(HERE, place), i32x4.or, i32x4.of(WALL), i32x4.and],
    [i32.of(CORNER_SHIFT), i32x4.shiftLeft, i32x4.add],
    [i32x4.min, local.set(UNITS)],
  ]
  return [
    [local.get(FAR), local.set(BEFORE)],
    [local.get(NOTHING), local.set(GAINED)],
    flow.repeat(
      [cost(HERE, own), local.set(COST)],
      [units(HERE, own), local.tee(KNOWN), units(ASIDE, own)],
      [local.get(COST), cost(ASIDE, own), local.tee(STRAIGHT), i32x4.add],
      [i32x4.of(STRAIGHT_UNITS), i32x4.mul, i32x4.add, i32x4.min, local.set(UNITS)],
      isDiagonal ? [diagonal(left), diagonal(right)] : [],
      [local.get(COST), cost(HERE, left), stepUnits],
      along([3, 4, 5, 6], [2, 3, 4, 5]),
      [local.get(UNITS), local.get(UNITS), i32x4.pick(3, 3, 3, 3), local.set(BEFORE)],
      [local.get(GAINED), local.get(UNITS), local.get(KNOWN), i32x4.xor, i32x4.or, local.set(GAINED)],
      [local.get(HERE), local.get(UNITS), i32x4.store(unitsAt + own)],
      advance(ASIDE, VECTOR_BYTES),
      advance(HERE, VECTOR_BYTES),
      [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
    ),
  ]
}

/** The cells of a row, from behind its last four on, take from those on their right. */
export function alongBack(unitsAt: number): Code {
  return [
    [local.get(FAR), local.set(BEFORE)],
    flow.repeat(
      [local.get(HERE), i32.of(VECTOR_BYTES), i32.sub, local.set(HERE)],
      [local.get(HERE), i32x4.load(CELL_BYTES), local.get(HERE), i32x4.load(2 * CELL_BYTES), stepUnits],
      [local.get(HERE), i32x4.load(unitsAt + CELL_BYTES), local.set(UNITS)],
      along([5, 6, 7, 0], [6, 7, 0, 1]),
      [local.get(UNITS), local.get(UNITS), i32x4.pick(0, 0, 0, 0), local.set(BEFORE)],
      [local.get(HERE), local.get(UNITS), i32x4.store(unitsAt + CELL_BYTES)],
      [local.get(LEFT), i32.of(1), i32.sub, local.tee(LEFT)],
    ),
  ]
}

/** What steps along a row cost, of the two costs of each. */
const stepUnits: Code = [
  [i32x4.add, i32x4.of(STRAIGHT_UNITS), i32x4.mul],
  [i32x4.of(STEP_UNITS_MAX), i32x4.min, local.set(STEPS)],
]

/**
 * Four cells take from those before them, of which the nearest of the last four is at hand; `one` and `two` pick what is so many
 * cells before: places that follow each other, which is one instruction of the machine.
 */
function along(one: readonly number[], two: readonly number[]): Code {
  const take = (units: Code): Code => [
    local.get(UNITS),
    units,
    local.get(STEPS),
    i32x4.add,
    i32x4.min,
    local.set(UNITS),
  ]
  const picked = (rest: number, of: number, places: readonly number[]): Code => [
    [local.get(rest), local.get(of)],
    i32x4.pick(...places),
  ]
  const longer = (places: readonly number[]): Code => [
    [local.get(STEPS), picked(NOTHING, STEPS, places), i32x4.add, local.set(STEPS)],
  ]
  return [
    take(picked(FAR, UNITS, one)),
    longer(one),
    take(picked(FAR, UNITS, two)),
    longer(two),
    take(local.get(BEFORE)),
  ]
}
