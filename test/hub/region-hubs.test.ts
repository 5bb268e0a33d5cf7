/** What a region's entries know of hubs together is what their rows say, each hub once. */
import { afterEach, expect, it, vi } from 'vitest'
import { hubsOf } from '../../src/atlas/hub-costs.ts'
import { NO_MORE_HUBS, RegionHubs } from '../../src/atlas/hub-regions.ts'
import { entryAt, firstSlotOf, slotCountOf } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { Nearby } from '../../src/path/connect.ts'

it('tells of each hub what it costs from every entry that knows it, and from the nearest', async () => {
  const grid = generate('terrain', { width: 200, height: 160, seed: 5 })
  const { columns } = openAtlas(await bake(grid, { hubs: true }))
  const hubs = hubsOf(columns.hubs!, columns.levels)
  const graph = columns.levels[hubs.level]
  let shared = 0
  for (let region = 0; region < graph.regionCount; region++) {
    const together = hubs.ofRegion(region)
    expect(together.least.every(units => units < 0)).toBe(true)
    const slotCount = slotCountOf(graph, region)
    const told = new Map<number, number[]>()
    for (let slot = 0; slot < slotCount; slot++) {
      const entry = entryAt(graph, firstSlotOf(graph, region) + slot)
      hubs.sum(entry)
      for (let at = hubs.firstHubOfEntry[entry]; at < hubs.firstHubOfEntry[entry + 1]; at++) {
        const costs = told.get(hubs.hubs[at]) ?? new Array<number>(slotCount).fill(Infinity)
        costs[slot] = hubs.unitsToHub[at]
        told.set(hubs.hubs[at], costs)
      }
    }
    const inOrder = [...told.keys()].sort((a, b) => a - b)
    expect([...together.hubs]).toEqual([...inOrder, NO_MORE_HUBS])
    inOrder.forEach((hub, i) => {
      const costs = told.get(hub)!
      together.meet(i)
      expect([...together.units.subarray(i * slotCount, (i + 1) * slotCount)]).toEqual(costs)
      expect(together.least[i]).toBe(Math.min(...costs))
      if (costs.filter(Number.isFinite).length > 1) shared++
    })
  }
  expect(shared).toBeGreaterThan(0)
})

it('keeps costs of more than 24 bits as they are', async () => {
  const { columns } = openAtlas(await bake(generate('terrain', { width: 200, height: 160, seed: 5 }), { hubs: true }))
  const hubs = hubsOf(columns.hubs!, columns.levels)
  const far = 2 ** 24 + 1
  const rows = {
    firstHubOfEntry: hubs.firstHubOfEntry,
    hubs: hubs.hubs,
    marks: hubs.marks,
    unitsToHub: new Float32Array(0) as Float32Array | Float64Array,
    unitsAt: () => 7,
  }
  const region = new RegionHubs(rows, columns.levels[hubs.level], 0)
  region.meet(0)
  expect(region.least[0]).toBe(7)
  rows.unitsToHub = new Float64Array(0)
  rows.unitsAt = () => far
  region.meet(1)
  expect([...region.least.subarray(0, 2)]).toEqual([7, far])
  expect(region.units.includes(far)).toBe(true)
})

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

/** What a query by hubs spares where cells cost the same: searches beside a route that is the cheapest over level 0. */
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
