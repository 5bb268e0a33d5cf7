/**
 * The cheapest path over cells that are laid out in a frame, found by sweeps: row by row each cell takes the least that its
 * neighbours in the row before, and then those beside it, lead to it for. One sweep finds every path that never turns back
 * from its way across the rows; sweeps to and fro find all of them by and by. In the narrow band beside a guide few paths
 * turn back, so two or three sweeps do the work of a queue, at a fraction of its cost: memory is read in order, nothing waits.
 *
 * Two words a cell: what it costs, 0 for a wall, and what it is reached for. Around the cells stand walls that are never
 * reached, so nothing tests bounds. Words are floats, exact to 2^53: paths over costs of 16 bits exceed 2^31.
 */
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import { type Bends, turnRound } from './bends.ts'

/** Numbers to a cell. */
export const CELL_WORDS = 2
/** Of enough units: none are, short of the least. */
export const NONE_ENOUGH = -1
const NONE = -1
/** A round that betters the targets by no more than this share is the last. */
const SETTLED_SHARE = 1 / 512
/** On ground without order rounds go on bettering a little; ways are known well by then. */
const ROUNDS_MAX = 3
/** No path over so few cells costs as much. */
const UNREACHED_UNITS = 2 ** 40

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT = STRAIGHT_UNITS
const DIAGONAL = DIAGONAL_UNITS

export class Sweep {
  /** words[2 * cell] is what the cell costs, words[2 * cell + 1] what it is reached for. */
  readonly words: Float64Array
  /** By row of the frame, its first and last cell; none where the first is beyond the last. */
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  private readonly side: number
  private readonly isDiagonal: boolean
  /** From a cell's words to those of its neighbours, by direction. */
  readonly offsets: Int32Array
  /** Whether the row has cells that were bettered since the row below, or above, last took from it. */
  private readonly isNewBelow: Uint8Array
  private readonly isNewAbove: Uint8Array

  constructor(side: number, directionCount: number) {
    this.words = new Float64Array(CELL_WORDS * side * side)
    for (let at = 1; at < this.words.length; at += CELL_WORDS) this.words[at] = Infinity
    this.firstOfRow = new Int32Array(side)
    this.lastOfRow = new Int32Array(side).fill(NONE)
    this.isNewBelow = new Uint8Array(side)
    this.isNewAbove = new Uint8Array(side)
    this.side = side
    this.isDiagonal = directionCount === 8
    this.offsets = Int32Array.from(DX, (dx, direction) => CELL_WORDS * (DY[direction] * side + dx))
  }

  /**
   * What the cell `goal` costs from the cell `start`, all cells of the rows 1 to `rowCount` being unreached; Infinity without a
   * way, and from a wall. Sweeps to and fro end where the goal costs no more than `enoughUnits`, or where it is not bettered
   * any more; if those are NONE_ENOUGH, where no cell is.
   */
  run(start: number, goal: number, rowCount: number, enoughUnits: number): number {
    const { words, side } = this
    // The ways of a damaged atlas may lead to where no cell is; steps back to there would be looked for without an end.
    if (words[CELL_WORDS * start] === 0) return Infinity
    const isDown = Math.floor(goal / side) >= Math.floor(start / side)
    this.begin(start)
    let units = Infinity
    for (;;) {
      const isAny = isDown ? this.sweepDown(rowCount) : this.sweepUp(rowCount)
      const now = words[CELL_WORDS * goal + 1]
      if (!isAny || now <= enoughUnits || (now === units && now < Infinity && enoughUnits >= 0)) return now
      units = now
      const isAnyBack = isDown ? this.sweepUp(rowCount) : this.sweepDown(rowCount)
      if (!isAnyBack) return words[CELL_WORDS * goal + 1]
    }
  }

  /** Finds what the targets cost, about: by rounds of sweeps until one hardly betters them. */
  spread(start: number, rowCount: number, targets: Int32Array): void {
    this.begin(start)
    let before = Infinity
    for (let round = 1; ; round++) {
      const isAnyBelow = this.sweepDown(rowCount)
      if (!this.sweepUp(rowCount) && !isAnyBelow) return
      let sum = 0
      // What cannot be reached stays so.
      for (let i = 0; i < targets.length; i++) sum += Math.min(UNREACHED_UNITS, this.words[CELL_WORDS * targets[i] + 1])
      if (sum < UNREACHED_UNITS && (round >= ROUNDS_MAX || before - sum <= sum * SETTLED_SHARE)) return
      before = sum
    }
  }

  private begin(start: number): void {
    const row = Math.floor(start / this.side)
    this.isNewBelow.fill(0)
    this.isNewAbove.fill(0)
    this.words[CELL_WORDS * start + 1] = 0
    this.alongStartRow(row)
  }

  /** Forgets what the cells of the rows 1 to `rowCount` are reached for. */
  forget(rowCount: number): void {
    const { words, side } = this
    const end = CELL_WORDS * side * (rowCount + 1)
    for (let at = CELL_WORDS * side + 1; at < end; at += CELL_WORDS) words[at] = Infinity
  }

  /** Forgets the rows 1 to `rowCount`: walls, and not reached. */
  clear(rowCount: number): void {
    const { words, side, firstOfRow, lastOfRow } = this
    for (let row = 1; row <= rowCount; row++) {
      const end = CELL_WORDS * (row * side + lastOfRow[row])
      for (let at = CELL_WORDS * (row * side + firstOfRow[row]); at <= end; at += CELL_WORDS) {
        words[at] = 0
        words[at + 1] = Infinity
      }
    }
  }

  private alongStartRow(row: number): void {
    const first = CELL_WORDS * (row * this.side + this.firstOfRow[row])
    const last = CELL_WORDS * (row * this.side + this.lastOfRow[row])
    alongRow(this.words, first, last, CELL_WORDS)
    alongRow(this.words, last, first, -CELL_WORDS)
    this.isNewBelow[row] = 1
    this.isNewAbove[row] = 1
  }

  /** Whether any cell was bettered. */
  private sweepDown(rowCount: number): boolean {
    const { isNewBelow, isNewAbove } = this
    let isAny = false
    for (let row = 1; row < rowCount; row++) {
      if (isNewBelow[row] === 0) continue
      isNewBelow[row] = 0
      if (!this.takeFrom(row, row + 1)) continue
      isNewBelow[row + 1] = 1
      isNewAbove[row + 1] = 1
      isAny = true
    }
    return isAny
  }

  private sweepUp(rowCount: number): boolean {
    const { isNewBelow, isNewAbove } = this
    let isAny = false
    for (let row = rowCount; row > 1; row--) {
      if (isNewAbove[row] === 0) continue
      isNewAbove[row] = 0
      if (!this.takeFrom(row, row - 1)) continue
      isNewBelow[row - 1] = 1
      isNewAbove[row - 1] = 1
      isAny = true
    }
    return isAny
  }

  /** Whether a row was bettered from the one beside it. */
  private takeFrom(from: number, row: number): boolean {
    const { words, side, firstOfRow, lastOfRow } = this
    const first = CELL_WORDS * (row * side + firstOfRow[row])
    const last = CELL_WORDS * (row * side + lastOfRow[row])
    const before = CELL_WORDS * side * (from - row)
    const isBetter = this.isDiagonal
      ? takeDiagonally(words, first, last, before)
      : takeStraight(words, first, last, before)
    if (isBetter) alongRow(words, last, first, -CELL_WORDS)
    return isBetter
  }

  /**
   * Writes a cheapest path of those found from the cell `start` to `goal`, which is (x, y); neighbours are `apart` from each
   * other. Where the frame lies turned over, rows are columns of the map.
   */
  writeBends(start: number, goal: number, x: number, y: number, apart: number, isTurned: boolean, bends: Bends): void {
    const alongX = isTurned ? DY : DX
    const alongY = isTurned ? DX : DY
    let direction = NONE
    bends.start(x, y)
    for (let at = CELL_WORDS * goal; at !== CELL_WORDS * start; at -= this.offsets[direction]) {
      if (direction === NONE || !this.isStepBack(at, direction)) {
        if (direction !== NONE) bends.add(x, y)
        direction = this.stepBackFrom(at)
      }
      x -= apart * alongX[direction]
      y -= apart * alongY[direction]
    }
    bends.add(x, y)
    turnRound(bends)
  }

  /** A direction in which a cheapest path may enter the cell of the word `at`, which is reached. */
  stepBackFrom(at: number): number {
    let direction = 0
    while (!this.isStepBack(at, direction)) direction++
    return direction
  }

  /**
   * Whether a cheapest path may enter the cell of the word `at` by a step in `direction`. What that step comes from may have
   * been bettered since: then the path costs less than was said.
   */
  isStepBack(at: number, direction: number): boolean {
    const { words } = this
    const from = at - this.offsets[direction]
    if (words[from] === 0) return false
    const across = CELL_WORDS * DX[direction]
    if (direction >= 4 && (words[from + across] === 0 || words[at - across] === 0)) return false
    return words[from + 1] + (direction < 4 ? STRAIGHT : DIAGONAL) * (words[from] + words[at]) <= words[at + 1]
  }
}

/**
 * Betters the cells from the word `first` to `last` by steps from the row that lies `before` words from them, and by steps to
 * the right; whether any was.
 */
function takeDiagonally(words: Float64Array, first: number, last: number, before: number): boolean {
  let isAny = false
  let leftCost = 0
  let left = Infinity
  let own = words[first]
  let aside = first + before
  let leftAsideCost = words[aside - CELL_WORDS]
  let leftAside = words[aside - 1]
  let asideCost = words[aside]
  let unitsAside = words[aside + 1]
  for (let at = first; at <= last; at += CELL_WORDS) {
    aside += CELL_WORDS
    const rightCost = words[at + CELL_WORDS]
    const rightAsideCost = words[aside]
    const rightAside = words[aside + 1]
    let units = words[at + 1]
    if (own !== 0) {
      // A wall is reached for Infinity, and so is what leads from it.
      let best = left + STRAIGHT * (own + leftCost)
      if (asideCost !== 0) {
        const straight = unitsAside + STRAIGHT * (own + asideCost)
        if (straight < best) best = straight
        if (leftCost !== 0) {
          const diagonal = leftAside + DIAGONAL * (own + leftAsideCost)
          if (diagonal < best) best = diagonal
        }
        if (rightCost !== 0) {
          const diagonal = rightAside + DIAGONAL * (own + rightAsideCost)
          if (diagonal < best) best = diagonal
        }
      }
      if (best < units) {
        units = best
        words[at + 1] = best
        isAny = true
      }
    }
    leftCost = own
    left = units
    own = rightCost
    leftAsideCost = asideCost
    leftAside = unitsAside
    asideCost = rightAsideCost
    unitsAside = rightAside
  }
  return isAny
}

/** The same without diagonal steps. */
function takeStraight(words: Float64Array, first: number, last: number, before: number): boolean {
  let isAny = false
  for (let at = first; at <= last; at += CELL_WORDS) {
    const own = words[at]
    if (own === 0) continue
    const units = words[at + before + 1] + STRAIGHT * (own + words[at + before])
    if (units >= words[at + 1]) continue
    words[at + 1] = units
    isAny = true
  }
  if (isAny) alongRow(words, first, last, CELL_WORDS)
  return isAny
}

/** Betters the cells from one word to another, `step` words at a time, by steps that way. */
function alongRow(words: Float64Array, from: number, to: number, step: number): void {
  let beforeCost = 0
  let before = Infinity
  for (let at = from, end = to + step; at !== end; at += step) {
    const own = words[at]
    let units = words[at + 1]
    if (own !== 0) {
      const by = before + STRAIGHT * (own + beforeCost)
      if (by < units) {
        units = by
        words[at + 1] = by
      }
    }
    beforeCost = own
    before = units
  }
}
