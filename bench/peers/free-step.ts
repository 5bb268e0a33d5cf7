/** The movement rule on a bare grid, for peers that are given a graph: no step leaves the map, enters a wall or cuts a corner. */
import type { Grid } from '../../src/index.ts'

export function isFreeStep(grid: Grid, x: number, y: number, dx: number, dy: number): boolean {
  return isFree(grid, x, y) && isFree(grid, x + dx, y) && isFree(grid, x, y + dy) && isFree(grid, x + dx, y + dy)
}

function isFree({ width, height, cost }: Grid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height && cost[y * width + x] !== 0
}
