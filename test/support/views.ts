/**
 * What a view says of its cells, and its routes held to the oracle.
 */
import { expect } from 'vitest'
import type { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { checkPath, type View } from '../../src/index.ts'
import { floodIslands, plainMap } from './plain.ts'

/** All costs of a view, row by row. */
export function costsOf(view: Pick<View, 'costAt'>, width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, cell) => view.costAt(cell % width, Math.floor(cell / width)))
}

/** Holds the routes of a view to the oracle on these costs. */
export function expectRoutes(view: View, width: number, cost: Uint8Array, random: Random, count: number): void {
  const grid = { width, height: cost.length / width, cost }
  const { islandOfCell } = floodIslands(grid)
  const map = plainMap(grid, 8)
  for (let i = 0; i < count; i++) {
    const [a, b] = [random.below(cost.length), random.below(cost.length)]
    const [x0, y0, x1, y1] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)]
    const isReachable = islandOfCell[a] >= 0 && islandOfCell[a] === islandOfCell[b]
    expect(view.isReachable(x0, y0, x1, y1)).toBe(isReachable)
    const route = view.finder().find(x0, y0, x1, y1)
    expect(route.status === 'found').toBe(isReachable)
    if (!isReachable) continue
    const least = exactCost(map, x0, y0, x1, y1)
    expect(checkPath(map, route.cells(), x0, y0, x1, y1, 8).message).toBe('')
    expect(route.cost).toBeLessThan(least * 1.15 + 1)
    expect(route.lowerBound).toBeLessThanOrEqual(least * (1 + 1e-4))
  }
}
