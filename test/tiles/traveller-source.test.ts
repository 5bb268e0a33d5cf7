/** A plan for one traveller answers as one atlas does for that traveller. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'
import {
  bakeTile,
  gridSource,
  joinTiles,
  MemoryStore,
  openTiles,
  planOf,
  tileCountOf,
  travellerSource,
  writePlan,
} from '../../src/tiled.ts'
import { jsonOf, temporaryFolder } from '../support/cli.ts'

const [WIDTH, HEIGHT] = [300, 220]
const grid = generate('caves', { width: WIDTH, height: HEIGHT, seed: 3, wallShare: 0.36 })
for (let cell = 0; cell < grid.cost.length; cell++)
  if (grid.cost[cell] > 0 && (cell >> 5) % 3 === 0) grid.cost[cell] = 4
const { path } = temporaryFolder()

it.each([
  [1, { 1: 3, 4: 1 }],
  [2, { 1: 1, 4: 4 }],
  [3, { 1: 1, 4: 2 }],
  [2, { 1: 7, 4: 1 }],
])('of size %i with the costs %o', async (size, costs) => {
  const source = travellerSource(gridSource(grid, 'land'), { size, costs })
  const plan = planOf({ width: WIDTH, height: HEIGHT, tileSide: 96, sourceId: source.id })
  const store = new MemoryStore()
  await store.write('plan.json', new TextEncoder().encode(writePlan(plan)))
  for (let tile = 0; tile < tileCountOf(plan); tile++) await bakeTile(plan, tile, source, store)
  await joinTiles(plan, store)
  const atlas = await openTiles(store)
  const grounds = groundFromTiles([...grid.cost], WIDTH, { 0: 'wall', 1: '1', 4: '4' })
  const whole = openAtlas(await bake(grounds, { travellers: { one: { size, costs } } }))
  const finder = whole.finder({ traveller: 'one' })
  const random = new Random(size)
  let found = 0
  for (let i = 0; i < 60; i++) {
    const [x0, x1] = [random.below(WIDTH), random.below(WIDTH)]
    const [y0, y1] = [random.below(HEIGHT), random.below(HEIGHT)]
    const route = await atlas.find(x0, y0, x1, y1)
    expect(route.status).toBe(finder.find(x0, y0, x1, y1).status)
    if (route.status !== 'found') continue
    found++
    const best = finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost
    expect(finder.costOf((await route.cells()) as Int32Array)).toBeCloseTo(await route.cost(), 6)
    expect(await route.cost()).toBeGreaterThanOrEqual(best - 1e-6)
    expect(await route.cost()).toBeLessThan(1.05 * best + 1e-6)
  }
  expect(found).toBeGreaterThan(5)
})

it('has an id of its own for each traveller, and refuses costs that are no grounds', async () => {
  const land = gridSource(grid, 'land')
  const ids = [{}, { size: 2 }, { costs: { 1: 2 } }, { costs: { 1: 3 } }].map(one => travellerSource(land, one).id)
  expect(new Set(ids).size).toBe(4)
  const wide = gridSource({ width: 2, height: 1, cost: Uint16Array.of(1, 300) }, 'wide')
  await expect(travellerSource(wide, {}).window(0, 0, 2, 1)).rejects.toMatchObject({ code: 'BAD_MAP' })
  expect(() => travellerSource(land, { size: 0 })).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
})

it('is planned by isthmus plan --size', async () => {
  const plan = (name: string, ...options: string[]) =>
    jsonOf('plan', 'generate:terrain:200x120:3', '-o', path(name), '--tile', '64', ...options)
  await plan('small')
  await plan('large', '--size', '3')
  for (const name of ['small', 'large']) await jsonOf('farm', path(name), '--threads', '1')
  const [small, large] = await Promise.all(['small', 'large'].map(name => jsonOf('info', path(name))))
  expect(large.plan.tileBytes).toBeLessThan(small.plan.tileBytes)
})
