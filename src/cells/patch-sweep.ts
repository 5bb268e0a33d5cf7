/**
 * What the cells of one block cost, given what the cells around it cost: rows take from each other as in a frame (sweep-rows.ts),
 * down and up, until no row of the block gains. A patch is a block with the rim of its neighbours' cells. Patches lie one
 * behind the other, each by itself, so a map of any size costs the memory of those that a search enters.
 */
import { SWEEPS } from '../kernel/bytes/sweeps-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { GROUND_AT, PATCH_CELLS, PATCH_WIDTH, SHELF_END, SHELF_PATCHES, UNITS_AT } from '../kernel/sweep-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS, SWIFT_UNITS_MAX } from '../kernel/units.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { takeAside, takeBeside } from './plain-rows.ts'

const SHELF_CELLS = SHELF_PATCHES * PATCH_CELLS

export interface PatchShelf {
  /** By place; WALL for a wall. */
  readonly costs: Int32Array
  /** What cells are reached for; `unreached` or about that where they are not. */
  readonly units: Int32Array | Float64Array
  readonly unreached: number
  /** Completes the patch that begins at a place: rows as bits, the first row of the block is bit 0. */
  settle(from: number, down: number, up: number, fresh: number): void
}

/** Counts less than this; more may lead through a wall, into which half of what is not reached is counted. */
export const SWIFT_PATCH_UNITS_MAX = SWIFT_UNITS_MAX / 2

/** Room for patches; those that are not wide count to SWIFT_PATCH_UNITS_MAX, four cells at a time where a kernel can be. */
export function patchShelf(isDiagonal: boolean, isWide: boolean): PatchShelf {
  const kernel = isWide ? null : kernelOn(SWEEPS, SHELF_END)
  if (kernel === null) return plainShelf(isDiagonal, isWide)
  const { memory, run } = kernel
  const settle = isDiagonal ? run.patch8 : run.patch4
  return {
    costs: new Int32Array(memory, GROUND_AT, SHELF_CELLS),
    units: new Int32Array(memory, UNITS_AT, SHELF_CELLS),
    unreached: SWIFT_UNITS_MAX,
    settle: (from, down, up, fresh) => void settle(UNITS_AT + 4 * from, down, up, fresh),
  }
}

/** The same cell by cell. */
function plainShelf(isDiagonal: boolean, isWide: boolean): PatchShelf {
  const costs = new Int32Array(SHELF_CELLS)
  const units = isWide ? new Float64Array(SHELF_CELLS) : new Int32Array(SHELF_CELLS)
  const cells = { costs, units, straight: STRAIGHT_UNITS, diagonal: isDiagonal ? DIAGONAL_UNITS : 0 }
  return {
    costs,
    units,
    unreached: isWide ? Infinity : SWIFT_UNITS_MAX,
    settle(from, down, up, fresh) {
      const rows = { down, up, fresh }
      const takeFrom = (row: number, aside: number) => {
        const first = from + (row + 1) * PATCH_WIDTH + 1
        const last = first + BLOCK_SIDE_CELLS + 1
        let isBetter = ((rows.fresh >>> row) & 1) !== 0
        for (let at = first; at <= last; at++) if (takeAside(cells, at, at + aside * PATCH_WIDTH)) isBetter = true
        if (!isBetter) return
        for (let at = first + 1; at <= last; at++) takeBeside(cells, at, at - 1)
        for (let at = last - 1; at >= first; at--) takeBeside(cells, at, at + 1)
        rows.fresh &= ~(1 << row)
        rows.down |= (1 << row) << 1
        rows.up |= (1 << row) >>> 1
      }
      while ((rows.down | rows.up) !== 0) {
        for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
          if (((rows.down >>> row) & 1) === 0) continue
          rows.down &= ~(1 << row)
          takeFrom(row, -1)
        }
        for (let row = BLOCK_SIDE_CELLS - 1; row >= 0; row--) {
          if (((rows.up >>> row) & 1) === 0) continue
          rows.up &= ~(1 << row)
          takeFrom(row, 1)
        }
      }
    },
  }
}
