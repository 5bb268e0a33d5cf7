/**
 * The best costs over the cells in whole units of the movement rule, as plainly as they can be had: every cell that became
 * cheaper tells its neighbours, until none does. No heap, no bound, no estimate. Where a search promises the optimum, it
 * is compared with this to the last unit.
 */
import { canStep, DX, DY, stepUnits } from '../../src/map/movement.ts'
import type { CellMap } from '../../src/proof/oracle.ts'
import { painted } from './plain.ts'

/** What the best path from one of these cells, x, y pairs, to every cell costs, at y * width + x; Infinity where there is none. */
export function plainUnits(map: CellMap, ...sources: readonly number[]): Float64Array {
  const { width, height, directions } = map
  const { cost } = painted(width, height, (x, y) => map.costAt(x, y), Uint16Array)
  const unitsOfCell = new Float64Array(cost.length).fill(Number.POSITIVE_INFINITY)
  const isWaiting = new Uint8Array(cost.length)
  const first = sources.flatMap((x, i) => (i % 2 === 0 ? [sources[i + 1] * width + x] : []))
  for (const cell of first) unitsOfCell[cell] = 0
  for (let wave = first, next: number[] = []; wave.length > 0; wave = next, next = []) {
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
