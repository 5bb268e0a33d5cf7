/**
 * Cells laid out in rows of a frame, and what takes costs from row to row: a row takes from the one beside it the least that
 * its neighbours there lead to it for, and then its cells from each other, along the row and back. Around the cells stand
 * walls, so nothing tests bounds.
 */
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** What a wall costs: more than any cell. */
export const WALL = 2 ** 23

/** From a cell to its neighbours, by direction. */
export function offsetsIn(side: number): Int32Array {
  return Int32Array.from(DX, (dx, direction) => DY[direction] * side + dx)
}

/** Lays out the rows row .. end - 1 of a frame at `left` and `top`, which lie in one row, or column, of blocks (lay-cells.ts). */
type LayBlocks = (
  terrain: Terrain,
  left: number,
  top: number,
  row: number,
  end: number,
  first: number,
  last: number,
) => void

export interface Stage {
  /** Rows are rows of the map, and have cells of its columns first..last. */
  across: LayBlocks
  /** Rows are columns of the map, and have cells of its rows first..last. */
  down: LayBlocks
}

export interface SweepRows {
  readonly costs: Int32Array
  /** What cells are reached for; `unreached` or about that where they are not. */
  readonly units: Int32Array | Float64Array
  readonly unreached: number
  /** What is reached for so much or more may lead through walls. */
  readonly unitsMax: number
  /** By row of the frame, its first and last cell; none where the first is beyond the last. Room for as many rows again. */
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** Up to so many cells less one are written to beyond a row's last. */
  readonly lanes: number
  /** Whether the row has cells that were bettered since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** What lays out the costs of the terrain in less time, if it is there. */
  readonly stage?: Stage
  /** The rows 1 to `rowCount` take what is first and last of those so far ahead (row-spans.ts). */
  takeAhead(rowCount: number, ahead: number): void
  /** Makes all cells of the rows 1 to `rowCount` walls that are not reached. */
  clear(rowCount: number): void
  /**
   * Leaves the last runs of a cheapest path to a cell in `runs`, last run first: direction, steps, .. Returns how many numbers
   * these are: 0 where the path begins. Of several directions a path takes the first.
   */
  goBack(cell: number): number
  readonly runs: Int32Array
  /** From row 1 down to the last of so many, and up again: whether any cell was bettered. */
  down(rowCount: number): boolean
  up(rowCount: number): boolean
}
