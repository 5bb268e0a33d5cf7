/**
 * Computes the costs of one block's cells from the costs of the cells around it. Rows update each other as in a frame
 * (sweep-rows.ts), down and up, until no row improves. A patch is a block with the rim of its neighbours' cells. Memory holds
 * only the patches that a search enters, whatever the size of the map.
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
  /** Cost to reach each cell; `unreached` or about that where none is known. */
  readonly units: Int32Array | Float64Array
  readonly unreached: number
  /** Completes the patch that begins at a place. Rows are bits; the block's first row is bit 0. */
  settle(from: number, down: number, up: number, fresh: number): void
}

/** Costs must stay below this: a step into a wall counts half of `unreached`, so larger ones might lead through walls. */
export const SWIFT_PATCH_UNITS_MAX = SWIFT_UNITS_MAX / 2

/** Room for patches. Those that are not wide count to SWIFT_PATCH_UNITS_MAX, by a kernel of four cells at a time if it can run. */
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
