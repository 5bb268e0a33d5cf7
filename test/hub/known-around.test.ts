/**
 * With hubs as without, a route on weighted ground leaves what lies around its ends by any border that is near, not only by
 * those of their own regions.
 */
import { describe, expect, it } from 'vitest'
import { bake, type Directions, generate, type KindName, openAtlas } from '../../src/index.ts'

const CASES: readonly [KindName, number, Directions, readonly [number, number, number, number]][] = [
  ['roads', 2, 4, [158, 85, 182, 13]],
  ['roads', 3, 4, [31, 114, 156, 4]],
  ['bands', 2, 8, [30, 81, 171, 150]],
]

describe('a route by hubs', () => {
  it.each(CASES)('knows what is around its ends: %s %i', async (kind, seed, directions, query) => {
    const grid = generate(kind, { width: 192, height: 192, seed })
    const finder = openAtlas(await bake(grid, { directions, hubs: true })).finder()
    const route = finder.find(...query)
    const count = route.cells().length
    expect(count).toBeGreaterThan(0)
    expect(route.cost / finder.find(...query, { quality: 'exact' }).cost).toBeLessThan(1.01)
  })

  it('takes the road beyond a corner that only one end knows', async () => {
    // Four squares: the cheap ones touch at a corner, and both ends lie in the same expensive one.
    const side = 192
    const isCheap = (cell: number) => cell % side < 96 === cell < 96 * side
    const cost = Uint8Array.from({ length: side * side }, (_, cell) => (isCheap(cell) ? 1 : 200))
    const finder = openAtlas(await bake({ width: side, height: side, cost }, { hubs: true })).finder()
    expect(finder.find(12, 106, 90, 145).cost).toBe(finder.find(90, 145, 12, 106).cost)
    expect(finder.find(12, 106, 90, 145).cost).toBe(finder.find(12, 106, 90, 145, { quality: 'exact' }).cost)
  })
})
