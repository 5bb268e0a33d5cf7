/**
 * The interface of a frame's rows. Each cell takes its least cost from its neighbours in the row before; then the cells of the
 * row take from each other, along the row and back. Walls surround the cells, so nothing tests bounds.
 */
import type { Terrain } from '../map/terrain.ts'

/** Lays out the rows row .. end - 1 of a frame at `left` and `top`; all are in one row, or column, of blocks. */
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
  /** Token of the sweep that laid out the cells. */
  holder: object | null
  /** Even ground: a bit a cell, EVEN_CELLS to a row. Mixed ground: the cost of each cell, WALL for a wall. */
  readonly ground: Int32Array
  /** Cost to reach each cell; `unreached` or more where none is known. */
  readonly units: Uint16Array | Int32Array | Float64Array
  readonly unreached: number
  /** First and last cell of each row; a row is empty where first > last. Room for twice the rows. */
  readonly firstOfRow: Int32Array
  readonly lastOfRow: Int32Array
  /** Whether the row has changed since the row below, or above, last took from it. */
  readonly isNewBelow: Int32Array
  readonly isNewAbove: Int32Array
  /** The kernel's way to lay out costs of mixed ground; null without one. */
  readonly stage: Stage | null
  /** Widens the span of each row 1 to `rowCount` to cover that of the row `ahead` rows later. */
  takeAhead(rowCount: number, ahead: number): void
  /** Marks the cells of the rows 1 to `rowCount` unreached; those of mixed ground become walls. */
  clear(rowCount: number): void
  /** The cells of a row take from each other. */
  begin(row: number): void
  /**
   * Sweeps from row 1 down to the last row, or up; returns whether a sweep back has anything to do. On even ground only cells
   * count from which the goal may cost less than the limit: this spares most rows on the way back.
   */
  sweep(isDown: boolean, rowCount: number, limit: number): boolean
  /** Sets the goal by which `sweep` decides which cells count. */
  aim(row: number, cell: number): void
}
