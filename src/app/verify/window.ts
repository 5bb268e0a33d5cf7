/**
 * A cut-out of a map, for the oracle: it floods every cell of the map it is given, and between two near cells of a huge
 * map it need not see them all. Nor would it help to: no path that costs less than a known one leaves the window.
 */

import type { Grid } from '../../index.ts'
import type { CellMap } from '../../proof/oracle.ts'

export interface Window extends CellMap {
  readonly left: number
  readonly top: number
}

/** The cells from (left, top) to (right, bottom), both included, as far as they lie on the map. */
export function windowOf(
  grid: Grid,
  directions: 4 | 8,
  left: number,
  top: number,
  right: number,
  bottom: number,
  isPart: (x: number, y: number) => boolean = () => true,
): Window {
  const fromX = Math.max(0, left)
  const fromY = Math.max(0, top)
  const width = Math.min(grid.width - 1, right) - fromX + 1
  const height = Math.min(grid.height - 1, bottom) - fromY + 1
  return {
    left: fromX,
    top: fromY,
    width,
    height,
    directions,
    costAt: (x, y) => {
      if (x < 0 || y < 0 || x >= width || y >= height || !isPart(x + fromX, y + fromY)) return 0
      return grid.cost[(y + fromY) * grid.width + x + fromX]
    },
  }
}

/**
 * The window that holds every path between two cells of at most this cost. A path that leaves the box of its ends by
 * some columns walks these there and back, beside the columns between the ends, and each costs a step; so it is with
 * rows.
 */
export function windowWithin(
  grid: Grid,
  directions: 4 | 8,
  costMin: number,
  ends: readonly [x0: number, y0: number, x1: number, y1: number],
  costMax: number,
): Window {
  const [x0, y0, x1, y1] = ends
  const reachX = Math.ceil((costMax / costMin - Math.abs(x0 - x1)) / 2) + 1
  const reachY = Math.ceil((costMax / costMin - Math.abs(y0 - y1)) / 2) + 1
  return windowOf(
    grid,
    directions,
    Math.min(x0, x1) - reachX,
    Math.min(y0, y1) - reachY,
    Math.max(x0, x1) + reachX,
    Math.max(y0, y1) + reachY,
  )
}
