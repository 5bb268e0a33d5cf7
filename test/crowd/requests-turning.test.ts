import { expect, it, vi } from 'vitest'
import { refuse, refuseSize } from '../../src/base/given.ts'
import { Requests } from '../../src/crowd.ts'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'
import { TurningSearch } from '../../src/traveller/turning.ts'

it.each([
  ['rooms', 'default'],
  ['caves', 'exact'],
] as const)('a unit that turns is searched for over %s (%s) within the budget of many ticks', async (kind, quality) => {
  const side = 600
  const { cost } = generate(kind, { width: side, height: side, seed: 3 })
  const grounds = groundFromTiles(Uint8Array.from(cost, Number), side, ['wall', 'grass'])
  const atlas = openAtlas(await bake(grounds, { travellers: { cart: { costs: { grass: 1 }, turn: 45 } } }))
  const finder = atlas.finder({ traveller: 'cart' })
  const requests = new Requests(finder, { stepsPerTick: 500 })
  const [start, goal, away] = [atlas.nearest(50, 60), atlas.nearest(520, 550), atlas.nearest(550, 40)]
  const tickets = [requests.ask(start, goal, { quality }), requests.ask(away, goal, { quality })]
  for (let tick = 0; tick < 9999 && requests.stats().waiting > 0; tick++) {
    requests.tick()
    // The caller's finder may be in use meanwhile.
    if (tick % 50 === 0) finder.find(goal, start)
  }
  const { steps, ticks, stepsOfTickMax } = requests.stats()
  expect(stepsOfTickMax).toBeLessThanOrEqual(600)
  expect(steps).toBeGreaterThan((ticks - 1) * 400)
  expect(ticks).toBeGreaterThan(20)
  const expected = [start, away].map(from => finder.find(from, goal, { quality }))
  expect(tickets.map(({ route }) => `${route!.cells()}`)).toEqual(expected.map(route => `${route.cells()}`))
})

it('a question whose answer takes too much memory is refused, and holds up no other', async () => {
  const grounds = groundFromTiles(new Uint8Array(64 * 64), 64, ['grass'])
  const atlas = openAtlas(await bake(grounds, { travellers: { cart: { costs: { grass: 1 }, turn: 45 } } }))
  const requests = new Requests(atlas.finder({ traveller: 'cart' }), { stepsPerTick: 500 })
  const goal = { x: 60, y: 60 }
  const tickets = [1, 1, 2].map(x => requests.ask({ x, y: 1 }, goal))
  const search = vi.spyOn(TurningSearch.prototype, 'inSteps')
  const throwing = (fail: () => never) => () =>
    (function* () {
      yield 1
      return fail()
    })()
  search.mockImplementationOnce(throwing(() => refuse('Another reason.')))
  expect(() => requests.tick()).toThrow('Another reason.')
  search.mockImplementationOnce(throwing(() => refuseSize('Ask nearer.')))
  for (let tick = 0; tick < 99; tick++) requests.tick()
  search.mockRestore()
  expect(tickets.map(({ status }) => status)).toEqual(['refused', 'refused', 'found'])
  expect(tickets[0].message).toBe('Ask nearer.')
  expect(requests.stats()).toMatchObject({ waiting: 0, refused: 2, done: 1 })
})
