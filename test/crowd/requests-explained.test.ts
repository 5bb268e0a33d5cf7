/** Answers of a queue are explained while it is in the middle of another search. */
import { expect, it } from 'vitest'
import { Requests } from '../../src/crowd.ts'
import { bake, generate, groundFromTiles, openAtlas } from '../../src/index.ts'
import { bakeOf, pairsOf } from '../support/questions.ts'

it.each(['outside', 'moved'])('an answer is explained without a trace in the search that pauses: %s', async what => {
  const atlas = openAtlas(await bakeOf('rooms'))
  const finder = atlas.finder()
  const requests = new Requests(finder, { stepsPerTick: 20 })
  const [[start, goal], ...pairs] = pairsOf(30).filter(([from, to]) => atlas.isReachable(from, to))
  const told = requests.ask(what === 'outside' ? { x: -1, y: 0 } : start, goal)
  requests.tick()
  const [x, y] = finder.find(start, goal).cells().slice(8)
  if (what === 'moved') told.moveTo(x, y)
  while (told.status === 'waiting') requests.tick()
  expect(told.status).toBe(what === 'outside' ? what : 'found')
  for (const [from, to] of pairs) {
    const asked = requests.ask(from, to)
    while (asked.status === 'waiting') {
      requests.tick()
      told.route!.explain()
    }
    expect(`${asked.route!.cells()}`).toBe(`${finder.find(from, to).cells()}`)
  }
})

it.each([
  ['a path', 'found'],
  ['none that turns as little', 'unreachable'],
] as const)(
  'an answer of a unit that turns is explained without a trace in the search that pauses: %s',
  async (_, status) => {
    const side = 96
    const { cost } = generate('rooms', { width: side, height: side, seed: 3 })
    // Two lanes that meet at a right angle, apart from the rooms: a unit that turns by 45 degrees a step may not go around.
    const isApart = (x: number, y: number) => x < 12 && y < 12
    const isLane = (x: number, y: number) => (y === 5 && x < 10) || (x === 9 && y < 6)
    const tiles = Uint8Array.from(cost, (own, cell) => {
      const [x, y] = [cell % side, Math.floor(cell / side)]
      return isApart(x, y) ? Number(isLane(x, y)) : Number(own > 0)
    })
    const grounds = groundFromTiles(tiles, side, ['wall', 'grass'])
    const atlas = openAtlas(await bake(grounds, { travellers: { cart: { costs: { grass: 1 }, turn: 45 } } }))
    const finder = atlas.finder({ traveller: 'cart' })
    const island = atlas.islandOf(50, 50)
    expect(island).toBeGreaterThanOrEqual(0)
    const near = (x: number, y: number) => atlas.nearest(x, y, { island })
    const [start, goal] = [near(20, 30), near(90, 90)]
    const first = {
      found: [near(30, 20), near(60, 70)],
      unreachable: [
        { x: 0, y: 5 },
        { x: 9, y: 0 },
      ],
    }[status]
    const requests = new Requests(finder, { stepsPerTick: 100 })
    const told = requests.ask(first[0], first[1], { quality: 'exact', priority: 1 })
    const asked = requests.ask(start, goal, { quality: 'default' })
    while (told.status === 'waiting') requests.tick()
    expect(told.route!.status).toBe(status)
    let pauses = 0
    for (; asked.status === 'waiting'; pauses++) {
      told.route!.explain()
      requests.tick()
    }
    expect(pauses).toBeGreaterThan(1)
    expect(`${asked.route!.cells()}`).toBe(`${finder.find(start, goal).cells()}`)
  },
)
