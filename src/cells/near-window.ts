/**
 * What searches near a path agree on: what their answers mean, and the window that bounds the memory of one cell by cell.
 *
 * A search remembers cells in a square window around its two ends, folded onto a table of fixed size by the low bits
 * of the coordinates. A path cheaper than the limit cannot stray farther than the limit lets it, so with a limit below
 * the window's side the window holds every cell of interest; a search that outgrows its window says so.
 */

/** Proven: no path is cheaper than the limit. */
export const NONE_BELOW = -1
/** Not known: the search needed more expansions or more room than it had. */
export const GAVE_UP = -2

/** Searches know of nothing dearer than this, in their own units. */
export const LIMIT_MAX_UNITS = 1 << 30

/** The window's side is 512 cells: a coordinate's place in it is its low 9 bits. */
const WINDOW_SIDE_CELLS = 512
export const WINDOW_CELLS = WINDOW_SIDE_CELLS * WINDOW_SIDE_CELLS

/** Where the window begins along an axis, for ends at `a` and `b`. */
export function windowStart(a: number, b: number): number {
  return ((a + b) >> 1) - WINDOW_SIDE_CELLS / 2
}

/** Whether (x, y) lies in the window that begins at (left, top) and so do the eight cells around it. */
export function isWellInWindow(x: number, y: number, left: number, top: number): boolean {
  return ((x - left - 1) | (left + 510 - x) | (y - top - 1) | (top + 510 - y)) >= 0
}

/** The place of a cell in a window's table. */
export function placeOf(x: number, y: number): number {
  return ((y & 511) << 9) | (x & 511)
}
