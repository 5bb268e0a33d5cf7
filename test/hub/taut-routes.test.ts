/**
 * What a query by hubs spares where cells cost the same: searches beside a route that is the cheapest over level 0.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { Nearby } from '../../src/path/connect.ts'

const SIDE = 256
const map = generate('caves', { width: SIDE, height: SIDE, seed: 4 })
const atlas = openAtlas(await bake(map, { hubs: true }))

afterEach(() => vi.restoreAllMocks())

function pairs(count: number): [number, number, number, number][] {
  const random = new Random(21)
  const finder = atlas.finder()
  const found: [number, number, number, number][] = []
  while (found.length < count) {
    const [x0, y0, x1, y1] = [random.below(SIDE), random.below(SIDE), random.below(SIDE), random.below(SIDE)]
    if (finder.find(x0, y0, x1, y1).status === 'found') found.push([x0, y0, x1, y1])
  }
  return found
}

/** Paths that may cost less than 100 cells are searched for on the cells. */
const SHORT = 112

it('searches for nothing cheaper than a route by hubs that is not short', () => {
  const finder = atlas.finder()
  const searches = vi.spyOn(Nearby.prototype, 'ifCheaper')
  let routes = 0
  for (const [x0, y0, x1, y1] of pairs(60)) {
    searches.mockClear()
    const { steps, estimate } = finder.find(x0, y0, x1, y1)
    if (steps === null || estimate < SHORT) continue
    routes++
    expect(searches).not.toHaveBeenCalled()
  }
  expect(routes).toBeGreaterThan(10)
})

it('finds from one cell the same routes whatever was settled there for those before', async () => {
  const [width, height] = [300, 260]
  const caves = openAtlas(await bake(generate('caves', { width, height, seed: 5 }), { hubs: true }))
  const finder = caves.finder()
  let found = 0
  for (let y = 4; y < height; y += 13) {
    for (let x = 3; x < width; x += 17) {
      if (!caves.isReachable(198, 130, x, y)) continue
      found++
      expect(finder.find(198, 130, x, y).estimate).toBe(caves.finder().find(198, 130, x, y).estimate)
    }
  }
  expect(found).toBeGreaterThan(150)
})
