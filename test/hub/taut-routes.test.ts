/**
 * What a query by hubs spares where cells cost the same: floods of blocks for entries that no good way passes, and searches
 * beside a route that is the cheapest over level 0.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { hubsOf } from '../../src/atlas/hub-costs.ts'
import { flightUnits } from '../../src/atlas/landing.ts'
import { crossingAt, firstSlotOf } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { NearSearch } from '../../src/cells/near-search.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { Nearby } from '../../src/path/nearby.ts'
import { Doubts } from '../../src/route/doubt.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { HubSearch } from '../../src/route/hub-search.ts'

const SIDE = 256
const FEW = 4
const MOST_TOO_DEAR_UNITS = 3 * UNITS_PER_CELL
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

it('floods an end with many entries in doubt only where several of them matter', () => {
  const { columns } = atlas
  const near = new NearSearch(columns.terrain)
  const [start, goal] = [0, 1].map(() => new QueryEnd(columns, new Doubts(columns, near)))
  const search = new HubSearch(columns, hubsOf(columns.hubs!, columns.levels))
  const floods = vi.spyOn(QueryEnd.prototype, 'floodAll')
  let inDoubt = 0
  let flooded = 0
  for (const [x0, y0, x1, y1] of pairs(200)) {
    start.place(x0, y0)
    goal.place(x1, y1)
    if (start.region === goal.region) continue
    const isInDoubt = Math.max(start.doubts!.count, goal.doubts!.count) > FEW
    floods.mockClear()
    const units = search.find(start, goal, Infinity)
    if (isInDoubt) inDoubt++
    if (isInDoubt && floods.mock.calls.length > 0) flooded++
    start.set(x0, y0)
    goal.set(x1, y1)
    // What is known by way of another entry may be a little too dear at either end.
    expect(units).toBeLessThanOrEqual(search.find(start, goal, Infinity) + 2 * MOST_TOO_DEAR_UNITS)
  }
  expect(inDoubt).toBeGreaterThan(5)
  expect(flooded).toBeLessThan(inDoubt / 2)
})

it('takes no entry in doubt for nearer than the bird flies', () => {
  const { columns } = atlas
  const { terrain } = columns
  const end = new QueryEnd(columns, new Doubts(columns, new NearSearch(terrain)))
  let inDoubt = 0
  for (const [x0, y0] of pairs(200)) {
    end.place(x0, y0)
    inDoubt += end.doubts!.count
    for (let slot = 0; slot < end.slotCount; slot++) {
      const crossing = crossingAt(columns.levels[0], firstSlotOf(columns.levels[0], end.region) + slot)
      const units = end.doubts!.leastTo(end, slot)
      expect(units).toBeGreaterThanOrEqual(flightUnits(terrain, crossing, x0, y0))
      expect(units).toBeLessThanOrEqual(end.unitsOfSlot[slot])
    }
  }
  expect(inDoubt).toBeGreaterThan(20)
})

it('searches for nothing cheaper than a route by hubs', () => {
  const finder = atlas.finder()
  const searches = vi.spyOn(Nearby.prototype, 'ifCheaper')
  let routes = 0
  for (const [x0, y0, x1, y1] of pairs(60)) {
    searches.mockClear()
    if (finder.find(x0, y0, x1, y1).steps === null) continue
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
