/**
 * What the benches ask of another package: set up as its own README says, then a path between two cells. Turning its
 * answer into a column of cells is not part of its time.
 */
import type { Grid } from '../../src/index.ts'
import type { Load } from './load.ts'

export interface Peer {
  readonly name: string
  readonly packages: readonly string[]
  readonly directions: 4 | 8
  prepare(grid: Grid, load: Load): Promise<PeerFinder>
}

export interface PeerFinder {
  find(x0: number, y0: number, x1: number, y1: number): unknown
  /** Every cell of an answer as x,y pairs; null where it says that there is no path. */
  cellsOf(found: unknown): Int32Array | null
}

/** `matrix[y][x]`: 0 where one can walk, 1 for a wall. */
export function matrixOf({ width, height, cost }: Grid): number[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (cost[y * width + x] === 0 ? 1 : 0)),
  )
}

/** Cells from points, each given by its x and y; null where there are none. */
export function cellsFrom<Point>(
  points: readonly Point[] | null,
  xOf: (point: Point) => number,
  yOf: (point: Point) => number,
): Int32Array | null {
  if (points === null || points.length === 0) return null
  const cells = new Int32Array(2 * points.length)
  points.forEach((point, i) => {
    cells[2 * i] = xOf(point)
    cells[2 * i + 1] = yOf(point)
  })
  return cells
}
