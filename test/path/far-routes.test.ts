/** Far routes through fragmented ground: their cells are made of a second search, with more of the entries. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, checkPath, generate, openAtlas } from '../../src/index.ts'

/** Pairs of cells at the western and the eastern edge, joined by a way. */
function* pairsOf(atlas: Atlas, width: number, height: number, count: number) {
  const random = new Random(5)
  for (let tries = 0; count > 0 && tries < 1000; tries++) {
    const [start, goal] = [0, width - 60].map(x => ({ x: x + random.below(60), y: random.below(height) }))
    if (!atlas.isReachable(start.x, start.y, goal.x, goal.y)) continue
    count--
    yield { start, goal }
  }
}

it('what is searched again with its cells is searched for more greedily first, and no worse', async () => {
  const [width, height] = [2304, 640]
  const atlas = openAtlas(await bake(generate('rooms', { width, height, seed: 4 })))
  const finder = atlas.finder()
  const asked = (quality: 'fast' | 'default') => {
    let [settled, cost] = [0, 0]
    for (const { start, goal } of pairsOf(atlas, width, height, 12)) {
      const route = finder.find(start, goal, { quality })
      settled += finder.effort.settledCount
      cost += checkPath(atlas.terrain, route.cells(), start.x, start.y, goal.x, goal.y, 8).cost
    }
    return { settled, cost }
  }
  const [usual, hasty] = [asked('default'), asked('fast')]
  expect(usual.settled).toBeLessThan(0.9 * hasty.settled)
  expect(usual.cost).toBeLessThan(0.998 * hasty.cost)
})
