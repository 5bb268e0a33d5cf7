import { expect, it } from 'vitest'
import { Requests } from '../../src/crowd.ts'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'

it.each([
  ['rooms', 'default'],
  ['caves', 'exact'],
] as const)('a unit that turns is searched for over %s (%s) within the budget of many ticks', async (kind, quality) => {
  const side = 1024
  const { cost } = generate(kind, { width: side, height: side, seed: 3 })
  const grounds = groundFromTiles(Uint8Array.from(cost, Number), side, ['wall', 'grass'])
  const atlas = openAtlas(await bake(grounds, { travellers: { cart: { costs: { grass: 1 }, turn: 45 } } }))
  const finder = atlas.finder({ traveller: 'cart' })
  const requests = new Requests(finder, { stepsPerTick: 500 })
  const [start, goal, away] = [atlas.nearest(80, 90), atlas.nearest(900, 950), atlas.nearest(950, 60)]
  const tickets = [requests.ask(start, goal, { quality }), requests.ask(away, goal, { quality })]
  for (let tick = 0; tick < 9999 && requests.stats().waiting > 0; tick++) {
    requests.tick()
    // The caller's finder may be in use meanwhile.
    if (tick % 100 === 0) finder.find(goal, start)
  }
  const { steps, ticks, stepsOfTickMax } = requests.stats()
  expect(stepsOfTickMax).toBeLessThanOrEqual(600)
  expect(steps).toBeGreaterThan((ticks - 1) * 400)
  expect(ticks).toBeGreaterThan(20)
  const expected = [start, away].map(from => finder.find(from, goal, { quality }))
  expect(tickets.map(({ route }) => `${route!.cells()}`)).toEqual(expected.map(route => `${route.cells()}`))
})
