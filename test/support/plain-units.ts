/**
 * The best costs over the cells in whole units of the movement rule, as plainly as they can be had: every cell that became
 * cheaper tells its neighbours, until none does. No heap, no bound, no estimate. Where a search promises the optimum, it
 * is compared with this to the last unit.
 */
import type { Grid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import { canStep, DX, DY, stepUnits } from '../../src/map/movement.ts'
import { plainMap } from './plain.ts'

/** What the best path from (x, y) to every cell costs, at y * width + x; Infinity where there is none. */
export function plainUnits(grid: Grid, directions: Directions, x: number, y: number): Float64Array {
  const { width, cost } = grid
  const map = plainMap(grid, directions)
  const unitsOfCell = new Float64Array(cost.length).fill(Number.POSITIVE_INFINITY)
  const isWaiting = new Uint8Array(cost.length)
  unitsOfCell[y * width + x] = 0
  for (let wave = [y * width + x], next: number[] = []; wave.length > 0; wave = next, next = []) {
    for (const cell of wave) {
      isWaiting[cell] = 0
      const cx = cell % width
      const cy = (cell - cx) / width
      for (let direction = 0; direction < directions; direction++) {
        const to = cell + DY[direction] * width + DX[direction]
        const reached = unitsOfCell[cell] + stepUnits(direction, cost[cell], cost[to])
        if (reached >= unitsOfCell[to] || !canStep(map, cx, cy, direction)) continue
        unitsOfCell[to] = reached
        if (isWaiting[to] === 1) continue
        isWaiting[to] = 1
        next.push(to)
      }
    }
  }
  return unitsOfCell
}
