/**
 * What the cells of one block cost, given what the cells around it cost: a program that takes from row to row as swift rows do
 * (swift-rows.ts), down and up, until no row of the block gains. A patch is a block with the rim of its neighbours' cells.
 * Patches lie one behind the other, each by itself, so a map of any size costs the memory of those that a search enters.
 */
import { type Code, flow, i32, i32x4, local, programOf, type Routine } from '../base/wasm.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { alongRow, takeDiagonally, takeStraight } from './plain-rows.ts'
import {
  ASIDE,
  alongBack,
  CELL_BYTES,
  FAR,
  GAINED,
  HERE,
  LANES,
  LEFT,
  LOCALS,
  MARK,
  NOTHING,
  takeAll,
  UNREACHED,
} from './swift-rows.ts'

/** A row: a wall, the rim and the block between, and what is reached beyond them by fours, which are walls again. */
export const PATCH_WIDTH = BLOCK_SIDE_CELLS + 6
export const PATCH_CELLS = PATCH_WIDTH * (BLOCK_SIDE_CELLS + 2) + LANES
/** So many patches share a memory. */
export const SHELF_PATCHES = 64
const SHELF_CELLS = SHELF_PATCHES * PATCH_CELLS
const LAST_ROW = BLOCK_SIDE_CELLS - 1
const FOURS = (BLOCK_SIDE_CELLS + 2 + LANES - 1) >> 2
const UNITS_AT = CELL_BYTES * SHELF_CELLS

export interface PatchShelf {
  /** By place; WALL for a wall. */
  readonly costs: Int32Array
  /** What cells are reached for; `unreached` or about that where they are not. */
  readonly units: Int32Array | Float64Array
  readonly unreached: number
  /** Completes the patch that begins at a place: rows as bits, the first row of the block is bit 0. */
  settle(from: number, down: number, up: number, fresh: number): void
}

/** Arguments: where the patch begins, in bytes; and as bits the rows that may gain from the row above them, or from the one below. */
const PATCH = 0
const DOWN = 1
const UP = 2
/** Rows whose rim cells have news, or a start: they are gone along to both sides in any case. */
const FRESH = 3
const ROW = MARK

/** Counts less than this; more may lead through a wall, into which half of what is not reached is counted. */
export const SWIFT_PATCH_UNITS_MAX = UNREACHED / 2

/** With diagonal steps, and without; made when it is first asked for. */
const routinesOf: { settle: Routine }[] = []

/** Room for patches that are settled four cells at a time; null where no such program can be. */
export function swiftShelf(isDiagonal: boolean): PatchShelf | null {
  routinesOf[+isDiagonal] ??= { settle: { values: 4, locals: LOCALS, body: settling(isDiagonal) } }
  const program = programOf(2 * UNITS_AT, routinesOf[+isDiagonal])
  if (program === null) return null
  const { memory, run } = program
  return {
    costs: new Int32Array(memory, 0, SHELF_CELLS),
    units: new Int32Array(memory, UNITS_AT, SHELF_CELLS),
    unreached: UNREACHED,
    settle: (from, down, up, fresh) => run.settle(CELL_BYTES * from, down, up, fresh),
  }
}

/** The same cell by cell, in floats: where no such program can be, and where costs add up to more than it counts. */
export function plainShelf(isDiagonal: boolean): PatchShelf {
  const costs = new Int32Array(SHELF_CELLS)
  const units = new Float64Array(SHELF_CELLS)
  const take = isDiagonal ? takeDiagonally : takeStraight
  return {
    costs,
    units,
    unreached: Infinity,
    settle(from, down, up, fresh) {
      const rows = { down, up, fresh }
      const takeFrom = (row: number, aside: number) => {
        const first = from + (row + 1) * PATCH_WIDTH + 1
        const last = first + BLOCK_SIDE_CELLS + 1
        const isBetter = take(costs, units, first, last, aside * PATCH_WIDTH)
        if (!isBetter && ((rows.fresh >>> row) & 1) === 0) return
        rows.fresh &= ~(1 << row)
        alongRow(costs, units, first, last, 1)
        alongRow(costs, units, last, first, -1)
        rows.down |= (1 << row) << 1
        rows.up |= (1 << row) >>> 1
      }
      while ((rows.down | rows.up) !== 0) {
        for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
          if (((rows.down >>> row) & 1) === 0) continue
          rows.down &= ~(1 << row)
          takeFrom(row, -1)
        }
        for (let row = LAST_ROW; row >= 0; row--) {
          if (((rows.up >>> row) & 1) === 0) continue
          rows.up &= ~(1 << row)
          takeFrom(row, 1)
        }
      }
    },
  }
}

function settling(isDiagonal: boolean): Code {
  const lowest: Code = [local.get(DOWN), i32.of(0), local.get(DOWN), i32.sub, i32.and, local.set(ROW)]
  const highest: Code = [i32.of(1 << 31), local.get(UP), i32.leadingZeros, i32.shiftRight, local.set(ROW)]
  return [
    [i32x4.of(UNREACHED), local.set(FAR)],
    [i32x4.of(0), local.set(NOTHING)],
    flow.repeat(
      flow.during(local.get(DOWN), lowest, unmark(DOWN), taking(-1, isDiagonal)),
      flow.during(local.get(UP), highest, unmark(UP), taking(1, isDiagonal)),
      local.get(DOWN),
    ),
  ]
}

function unmark(set: number): Code {
  return [local.get(set), local.get(ROW), i32.xor, local.set(set)]
}

function mark(set: number, shift: Code): Code {
  return [local.get(set), local.get(ROW), i32.of(1), shift, i32.or, local.set(set)]
}

/** One row takes from the one above it or below; if it gained, those beside it may. */
function taking(aside: number, isDiagonal: boolean): Code {
  const rowBytes = CELL_BYTES * PATCH_WIDTH
  const isFresh: Code = [local.get(FRESH), local.get(ROW), i32.and]
  return [
    [local.get(ROW), i32.trailingZeros, i32.of(1), i32.add, i32.of(rowBytes), i32.mul],
    [local.get(PATCH), i32.add, local.tee(HERE), i32.of(aside * rowBytes), i32.add, local.set(ASIDE)],
    [i32.of(FOURS), local.set(LEFT)],
    takeAll(UNITS_AT, isDiagonal),
    [local.get(GAINED), i32x4.isAnySet, isFresh, i32.or],
    flow.when(
      [local.get(FRESH), isFresh, i32.xor, local.set(FRESH)],
      [i32.of(FOURS), local.set(LEFT)],
      alongBack(UNITS_AT),
      mark(DOWN, i32.shiftLeft),
      mark(UP, i32.shiftRight),
    ),
  ]
}
