/** A search that is kept to a strip beside a route goes nowhere else, and is spared most of what it would look at. */
import { expect, it, vi } from 'vitest'
import { type Crossing, xOf, yOf } from '../../src/atlas/crossing.ts'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { Nodes } from '../../src/route/nodes.ts'
import { RouteSearch } from '../../src/route/route-search.ts'
import { Strip } from '../../src/route/strip.ts'

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

it.each(['scatter', 'rooms', 'caves'] as const)('through %s leads where the best route does', async kind => {
  const side = 384
  const atlas = openAtlas(await bake(generate(kind, { width: side, height: side, seed: 3 })))
  const { columns, terrain } = atlas
  const strip = new Strip(terrain)
  const search = new RouteSearch(columns)
  let [known, kept] = [0, 0]
  for (const { start, goal } of pairsOf(atlas, side, side, 20)) {
    const [from, to] = [start, goal].map(({ x, y }) => {
      const end = new QueryEnd(columns, null)
      end.set(x, y)
      return end
    })
    search.clear()
    const units = search.find(from, to, Infinity, 1, 0)
    known += search.relaxedCount
    const crossings = Array.from(search.crossingOfStep.subarray(0, search.stepCount)) as Crossing[]
    const blocks = new Set(crossings.map(crossing => terrain.blockOf(xOf(crossing), yOf(crossing))))
    blocks.add(terrain.blockOf(goal.x, goal.y))
    strip.lay(crossings, 0)
    search.clear()
    // What costs about as much is taken in any order.
    expect(search.find(from, to, Infinity, 1, 0, strip)).toBeLessThan(1.002 * units)
    kept += search.relaxedCount
    for (const crossing of search.crossingOfStep.subarray(0, search.stepCount))
      expect(blocks).toContain(terrain.blockOf(xOf(crossing), yOf(crossing)))
    // Blocks of routes before are forgotten.
    strip.lay([], 0)
    expect(crossings.some(crossing => strip.has(crossing))).toBe(false)
  }
  expect(kept).toBeLessThan(0.85 * known)
})

it('far paths through torn ground are searched for again beside their routes', async () => {
  const [width, height] = [2304, 640]
  const atlas = openAtlas(await bake(generate('scatter', { width, height, seed: 4 })))
  const asked = () => {
    const finder = atlas.finder()
    const looksUp = vi.spyOn(Nodes.prototype, 'find')
    const costs = Array.from(pairsOf(atlas, width, height, 8), ({ start, goal }) => {
      const check = checkPath(atlas.terrain, finder.find(start, goal).cells(), start.x, start.y, goal.x, goal.y, 8)
      expect(check.problem).toBe('')
      return check.cost
    })
    const { length } = looksUp.mock.calls
    looksUp.mockRestore()
    return { length, cost: costs.reduce((sum, cost) => sum + cost) }
  }
  const beside = asked()
  const has = vi.spyOn(Strip.prototype, 'has').mockReturnValue(true)
  const everywhere = asked()
  has.mockRestore()
  expect(beside.length).toBeLessThan(0.99 * everywhere.length)
  expect(beside.cost).toBeLessThan(1.001 * everywhere.cost)
})

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
