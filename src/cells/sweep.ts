/**
 * The cheapest path over cells that are laid out in a frame, found by sweeps: row by row each cell takes the least that its
 * neighbours in the row before, and then those beside it, lead to it for. One sweep finds every path that never turns back
 * from its way across the rows; sweeps to and fro find all of them by and by. In the narrow band beside a guide few paths
 * turn back, so two or three sweeps do the work of a queue, at a fraction of its cost: memory is read in order, nothing
 * waits, and four cells go together (swift-rows.ts).
 */
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY, directionOf, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { PlainRows } from './plain-rows.ts'
import { offsetsIn, type SweepRows, WALL } from './sweep-rows.ts'
import { swiftRows } from './swift-rows.ts'

/** No step costs more: a diagonal between the dearest cells. */
const STEP_UNITS_MAX = 2 * DIAGONAL_UNITS * COST_MAX

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT = STRAIGHT_UNITS
const NO_WAY = WALL

/** By direction, the one that it is where rows and columns are exchanged. */
const TURNED = Uint8Array.from(DX, (dx, direction) => directionOf(DY[direction], dx))

/** What sweeps are made for. */
type SweptTerrain = Pick<Terrain, 'directions' | 'costOfCell'>

export class Sweep {
  /** By cell of the frame; WALL for a wall. */
  readonly costs: Int32Array
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** From a cell to its neighbours, by direction. */
  private readonly offsets: Int32Array
  private readonly units: Int32Array | Float64Array
  readonly rows: SweepRows
  private readonly side: number
  /** Steps and direction of the runs of a path, last run first. */
  private readonly way: number[] = []

  /** For a terrain's costs; one that is `isWide` counts as far as costs go, at a few times the price. */
  constructor(side: number, { directions, costOfCell }: SweptTerrain, isWide = false) {
    const isDiagonal = directions === 8
    this.rows =
      (isWide ? null : swiftRows(side, isDiagonal, costOfCell.BYTES_PER_ELEMENT)) ?? new PlainRows(side, isDiagonal)
    this.costs = this.rows.costs
    this.units = this.rows.units
    this.firstOfRow = this.rows.firstOfRow
    this.lastOfRow = this.rows.lastOfRow
    this.side = side
    this.offsets = offsetsIn(side)
  }

  /** What paths cost less than that are found. */
  get unitsMax(): number {
    return this.rows.unitsMax
  }

  /**
   * Lays out the cells of the rows 1 to `rowCount`, each from its first to its last and `reach` more to each side: cell `c` of
   * row `r` is (left + c, top + r) of the map, or turned, (top + r, left + c). What is outside the map stays wall, and needs no
   * clearing.
   */
  layOut(terrain: Terrain, left: number, top: number, rowCount: number, isTurned: boolean, reach = 0): void {
    const { firstOfRow, lastOfRow } = this
    const cellMax = (isTurned ? terrain.height : terrain.width) - 1 - left
    const rowEnd = (isTurned ? terrain.width : terrain.height) - top
    for (let row = 1, end = 1; row <= rowCount; row = end) {
      end = Math.min(rowCount + 1, row + BLOCK_SIDE_CELLS - ((top + row) & BLOCK_MASK))
      let first = cellMax + 1
      let last = -1
      for (let at = row; at < end; at++) {
        const from = Math.max(-left, firstOfRow[at] - reach)
        const to = top + at < 0 || at >= rowEnd ? from - 1 : Math.min(cellMax, lastOfRow[at] + reach)
        firstOfRow[at] = from
        lastOfRow[at] = to
        if (from > to) continue
        if (from < first) first = from
        if (to > last) last = to
      }
      if (first > last) continue
      const { stage } = this.rows
      if (stage === undefined) this.layRows(terrain, left, top, row, end, isTurned)
      else stage[isTurned ? 'down' : 'across'](terrain, left, top, row, end, left + first, left + last)
    }
  }

  /** The rows row .. end - 1, cell by cell. */
  private layRows(terrain: Terrain, left: number, top: number, row: number, end: number, isTurned: boolean): void {
    const { costs, firstOfRow, lastOfRow, side } = this
    for (let at = row; at < end; at++) {
      for (let cell = firstOfRow[at]; cell <= lastOfRow[at]; cell++) {
        const [x, y] = [left + cell, top + at]
        costs[at * side + cell] = (isTurned ? terrain.costAt(y, x) : terrain.costAt(x, y)) || NO_WAY
      }
    }
  }

  /** Lays out the cells of another of this size. */
  takeCells(other: Sweep): void {
    this.costs.set(other.costs.subarray(0, this.side * this.side))
    this.firstOfRow.set(other.firstOfRow)
    this.lastOfRow.set(other.lastOfRow)
  }

  /** What a cell was reached for; Infinity where it was not. */
  unitsOf(cell: number): number {
    const units = this.units[cell]
    return units < this.rows.unitsMax ? units : Infinity
  }

  /**
   * What the cell `goal` costs from the cell `start`, all cells of the rows 1 to `rowCount` being unreached; Infinity without a
   * way, and from a wall. Sweeps to and fro end where the goal costs no more than `enoughUnits`, or where no cell is
   * bettered any more. A round that does not better the goal tells nothing of the next
   * one, while a way winds through cheap ground; where none does, rows have no news, and further rounds take no time.
   */
  run(start: number, goal: number, rowCount: number, enoughUnits: number): number {
    const { rows, side } = this
    // The ways of a damaged atlas may lead to where no cell is; steps back to there would be looked for without an end.
    if (this.costs[start] === NO_WAY) return Infinity
    let isDown = Math.floor(goal / side) >= Math.floor(start / side)
    this.begin(start)
    for (let round = 0; ; round++, isDown = !isDown) {
      const isAny = isDown ? rows.down(rowCount) : rows.up(rowCount)
      const units = this.unitsOf(goal)
      // The first sweep may have had no row to go to.
      if ((!isAny && round > 0) || units <= enoughUnits) return units
    }
  }

  /**
   * Finds what all cells cost. False where one of the targets may be unreached only because its way costs `unitsMax` or more.
   */
  spread(start: number, rowCount: number, targets: Int32Array): boolean {
    const { rows } = this
    this.begin(start)
    for (let isAny = true; isAny; ) {
      const isAnyBelow = rows.down(rowCount)
      isAny = rows.up(rowCount) || isAnyBelow
    }
    return targets.every(target => this.unitsOf(target) < Infinity) || !this.isAtEnd(rowCount)
  }

  private begin(start: number): void {
    const { rows, units } = this
    const row = Math.floor(start / this.side)
    rows.isNewBelow.fill(0)
    rows.isNewAbove.fill(0)
    units[start] = 0
    this.along(start, row * this.side + this.lastOfRow[row], 1)
    this.along(start, row * this.side + this.firstOfRow[row], -1)
    rows.isNewBelow[row] = 1
    rows.isNewAbove[row] = 1
  }

  /** From the start along its row, up to a wall, or as far as can be counted. */
  private along(start: number, last: number, step: number): void {
    const { costs, units, rows } = this
    for (let at = start; at !== last; at += step) {
      const by = units[at] + STRAIGHT * (costs[at] + costs[at + step])
      if (costs[at + step] === NO_WAY || by >= rows.unitsMax) return
      units[at + step] = by
    }
  }

  /**
   * Whether a cell of the rows 1 to `rowCount` may be unreached only because its way costs `unitsMax` or more: then some cell
   * is reached for so much that one step may lead there.
   */
  private isAtEnd(rowCount: number): boolean {
    const { costs, units, side } = this
    const { unitsMax } = this.rows
    const lastUnits = unitsMax - STEP_UNITS_MAX
    const end = side * (rowCount + 1)
    for (let cell = side; cell < end; cell++) {
      if (units[cell] >= lastUnits && units[cell] < unitsMax && costs[cell] !== NO_WAY) return true
    }
    return false
  }

  /** Forgets what the cells of the rows 1 to `rowCount` are reached for. */
  forget(rowCount: number): void {
    const { units, side, rows } = this
    units.fill(rows.unreached, side, side * (rowCount + 1) + rows.lanes)
  }

  /** Forgets the rows 1 to `rowCount`: walls, and not reached. */
  clear(rowCount: number): void {
    this.rows.clear(rowCount)
  }

  /**
   * Goes on, from where all paths found begin, along a cheapest one to `goal`. Where the frame lies turned over, rows are columns of
   * the map.
   */
  goOn(goal: number, isTurned: boolean, bends: Bends): void {
    const { way } = this
    this.goBack(goal, (direction, steps) => way.push(steps, direction))
    while (way.length > 0) {
      const direction = way.pop()!
      bends.run(isTurned ? TURNED[direction] : direction, way.pop()!)
    }
  }

  /** Tells the runs of a cheapest path, last run first. */
  goBack(goal: number, tell: (direction: number, steps: number) => void): void {
    const { rows, offsets } = this
    for (let at = goal, count = 1; count > 0; ) {
      count = rows.goBack(at)
      for (let i = 0; i < count; i += 2) {
        tell(rows.runs[i], rows.runs[i + 1])
        at -= rows.runs[i + 1] * offsets[rows.runs[i]]
      }
    }
  }
}
