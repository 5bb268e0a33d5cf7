/**
 * A cut-out of a map for the oracle, which floods all cells that it gets. No path cheaper than a known one leaves the
 * window, so for two near cells of a huge map the rest is not needed.
 */
import type { Grid } from '../../index.ts'
import type { CellMap } from '../../proof/oracle.ts'

export interface Window extends CellMap {
  readonly left: number
  readonly top: number
}

/**
 * The window that holds every path between two cells of at most this cost. A path that leaves the box of its ends by some
 * columns takes a step for each of them there and back, beside the steps between the ends; likewise for rows.
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
  const left = Math.max(0, Math.min(x0, x1) - reachX)
  const top = Math.max(0, Math.min(y0, y1) - reachY)
  const width = Math.min(grid.width - 1, Math.max(x0, x1) + reachX) - left + 1
  const height = Math.min(grid.height - 1, Math.max(y0, y1) + reachY) - top + 1
  const costAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : grid.cost[(y + top) * grid.width + x + left]
  return { left, top, width, height, directions, costAt }
}
