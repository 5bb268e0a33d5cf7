/**
 * Rows of a frame that take costs from each other: a row takes from the one before it the least that its neighbours there lead
 * to it for, and then its cells from each other, along the row and back. Around the cells stand walls, so nothing tests bounds.
 */
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** From a cell to its neighbours, by direction, in rows of `stride` numbers. */
export function offsetsIn(pitch: number): Int32Array {
  return Int32Array.from(DX, (dx, direction) => DY[direction] * pitch + dx)
}

/** Lays out the rows row .. end - 1 of a frame at `left` and `top`, which lie in one row, or column, of blocks. */
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
  /** Numbers to a row: cell `c` of row `r` is pitch * r + c. */
  readonly pitch: number
  /** The frame's rows are 1 to this. */
  rowCount: number
  /** Who laid out the cells. */
  holder: object | null
  /** Of even ground a bit a cell, EVEN_CELLS to a row; of mixed ground what each cell costs, WALL for a wall. */
  readonly ground: Int32Array
  /** What cells are reached for; `unreached` or more where they are not. */
  readonly units: Uint16Array | Int32Array | Float64Array
  readonly unreached: number
  /** By row its first and last cell; none where the first is beyond the last. Room for twice the rows. */
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** Whether the row has changed since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** Lays out costs of mixed ground by a kernel. */
  readonly stage: Stage | null
  /** The rows 1 to `rowCount` take on the spans of those so far ahead. */
  takeAhead(rowCount: number, ahead: number): void
  /** The cells of the rows 1 to `rowCount` are not reached any more; those of mixed ground become walls. */
  clear(rowCount: number): void
  /** The cells of a row take from each other. */
  begin(row: number): void
  /**
   * From row 1 down to the last one, or up again; returns whether a sweep back has anything to take. On even ground
   * only cells count from which the goal may cost less than the limit: this spares most rows on the way back.
   */
  sweep(isDown: boolean, rowCount: number, limit: number): boolean
  /** Where the ways that count lead. */
  aim(row: number, cell: number): void
  /**
   * Leaves the last runs of a cheapest path to a cell in `runs`, last one first: direction, steps, .. Returns how many numbers
   * these are: 0 where the path begins. Of several directions a path takes the first.
   */
  walk(row: number, cell: number): number
  readonly runs: Int32Array
}
