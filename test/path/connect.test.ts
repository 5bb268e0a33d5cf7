/** How two cells come to be connected: the means that are cheaper than a search of the abstract graph, and exact. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'

const SIDE = 320
/** Costs of paths are sums of true lengths, "best" is meant to 5e-5. */
const SAME = 1 + 1e-4

async function open(kind: 'open' | 'rooms', width: number, height: number) {
  return openAtlas(await bake(generate(kind, { width, height, seed: 1 })))
}

describe('a target in plain sight', () => {
  it('is answered by the line to it, however far it is', async () => {
    const atlas = await open('open', 3000, 700)
    const finder = atlas.finder()
    const random = new Random(4)
    for (let query = 0; query < 200; query++) {
      const [x0, y0, x1, y1] = [random.below(3000), random.below(700), random.below(3000), random.below(700)]
      const route = finder.find(x0, y0, x1, y1, { quality: 'fast' })
      const [long, short] = [Math.abs(x1 - x0), Math.abs(y1 - y0)].sort((a, b) => b - a)
      expect(route.steps).toBeNull()
      expect(route.cells()).toHaveLength(2 * (long + 1))
      expect(route.cost).toBeCloseTo(long - short + short * Math.SQRT2, 6)
    }
  })
})

describe('a short route', () => {
  it('is mostly the best path, and is so wherever the search on the cells had the last word', async () => {
    const atlas = await open('rooms', SIDE, SIDE)
    const finder = atlas.finder()
    const random = new Random(9)
    let routes = 0
    let onCells = 0
    let costlier = 0
    while (routes < 100) {
      const ends = [random.below(SIDE), random.below(SIDE), random.below(SIDE), random.below(SIDE)] as const
      const route = finder.find(...ends)
      // No path is cheaper than the best: what is far out of the range is not worth the oracle's time.
      if (route.cost < 110 || route.cost > 300) continue
      const best = exactCost(atlas.terrain, ...ends)
      if (best < 110 || best > 290) continue
      routes++
      const isBest = route.cost <= best * SAME
      if (!isBest) costlier++
      if (route.steps !== null) continue
      onCells++
      expect(isBest).toBe(true)
    }
    // Without that search none is found on the cells, and more than twice as many are more expensive.
    expect(onCells).toBeGreaterThan(routes / 4)
    expect(costlier).toBeLessThan(routes / 25)
  })
})
