/**
 * A world as its users meet it: what a trip tells, portals that change, keys and hours, a map that is replaced, and
 * what is refused with a word.
 */
import { describe, expect, it } from 'vitest'
import { bake, openAtlas } from '../../src/index.ts'
import { WorldNet } from '../../src/world/net.ts'
import { readWorldFile } from '../../src/world/world-file.ts'
import { bakeWorld, openWorld, type WorldSource } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'

const country = drawn('..........', '..........', '..........')
const village = drawn('....#....', '....#....', '....#....')
const crypt = drawn('.....', '.....')

const SOURCE: WorldSource = {
  maps: { country, village, crypt },
  portals: [
    { id: 'gate', from: { map: 'country', x: 9, y: 1 }, to: { map: 'village', x: 0, y: 1 } },
    { id: 'stair', from: { map: 'village', x: 2, y: 2 }, to: { map: 'crypt', x: 0, y: 0 }, cost: 5, oneWay: true },
    { id: 'vault', from: { map: 'village', x: 3, y: 0 }, to: { map: 'village', x: 5, y: 0 }, needs: ['silver key'] },
  ],
  places: [{ name: 'well', kind: 'waypoint', map: 'village', x: 1, y: 1 }],
}

const START = { map: 'country', x: 0, y: 1 }
const CRYPT = { map: 'crypt', x: 4, y: 0 }
const VAULT = { map: 'village', x: 8, y: 0 }

const opened = async (source: WorldSource = SOURCE) => openWorld(await bakeWorld(source))

describe('a trip', () => {
  it('goes leg by leg, each with its route and the portal at its end', async () => {
    const trip = (await opened()).finder().find(START, CRYPT)
    expect(trip.status).toBe('found')
    expect(trip.legs.map(({ map, portal }) => [map, portal?.id])).toEqual([
      ['country', 'gate'],
      ['village', 'stair'],
      ['crypt', undefined],
    ])
    expect(trip.cost).toBeCloseTo(9 + (1 + Math.SQRT2) + 5 + 4)
    expect(trip.estimate).toBeCloseTo(trip.cost, 3)
    expect([...trip.legs[2].route.cells()]).toEqual([0, 0, 1, 0, 2, 0, 3, 0, 4, 0])
  })

  it('is small in JSON', async () => {
    const trip = (await opened()).finder().find(START, CRYPT)
    const text = JSON.stringify(trip)
    expect(text.length).toBeLessThan(700)
    expect(JSON.parse(text)).toMatchObject({
      status: 'found',
      cost: trip.cost,
      legs: [{ map: 'country', portal: 'gate', wait: 0 }, {}, {}],
    })
    expect(JSON.parse(JSON.stringify((await opened()).finder().find(CRYPT, START)))).toMatchObject({
      status: 'unreachable',
      cost: null,
      legs: [],
    })
  })

  it('needs no portal on one island, and takes one that is shorter', async () => {
    const from = { map: 'hall', x: 0, y: 0 }
    const to = { map: 'hall', x: 99, y: 0 }
    const link = { id: 'link', from: { map: 'hall', x: 2, y: 0 }, to: { map: 'hall', x: 95, y: 0 }, cost: 10 }
    const world = await opened({ maps: { hall: drawn('.'.repeat(100)) }, portals: [link] })
    expect(world.finder().find(from, to).cost).toBe(2 + 10 + 4)
    world.portal('link').cost = 94
    expect(world.finder().find(from, to)).toMatchObject({ cost: 99, legs: [{ portal: null }] })
    expect(world.finder().find(from, from)).toMatchObject({ status: 'found', cost: 0 })
  })

  it('that cannot be says why', async () => {
    const finder = (await opened()).finder()
    const statusOf = (map: string, x: number, y: number) => finder.find(START, { map, x, y }).status
    expect(statusOf('village', 4, 0)).toBe('blocked')
    expect(statusOf('village', 40, 0)).toBe('outside')
    expect(statusOf('castle', 0, 0)).toBe('noSuchMap')
    expect(statusOf('village', 8, 0)).toBe('unreachable')
    expect(finder.find(START, { map: 'castle', x: 0, y: 0 }).message).toContain('"castle"')
    expect(() => finder.find(START, { map: 'village', x: 0.5, y: 0 })).toThrow('The goal is 0.5,0')
    expect(() => finder.find(START, CRYPT, { has: 'key' as never })).toThrow('a list of keys')
    expect(() => finder.find(START, CRYPT, { at: Number.NaN })).toThrow('at is NaN')
  })
})

describe('portals', () => {
  it('of one way lead back nowhere', async () => {
    const world = await opened()
    expect(world.isReachable(START, CRYPT)).toBe(true)
    expect(world.isReachable(CRYPT, START)).toBe(false)
    expect(world.finder().find(CRYPT, START).explain()).toMatchObject({
      obstacles: [],
      message: expect.stringContaining('No portals'),
    })
  })

  it('with keys open for those who have them, and a refusal names what is missing', async () => {
    const world = await opened()
    expect(world.isReachable(START, VAULT)).toBe(false)
    expect(world.isReachable(START, VAULT, { has: ['gold key', 'silver key'] })).toBe(true)
    const refused = world.finder().find(START, VAULT, { has: ['gold key'] })
    expect(refused.explain().obstacles).toEqual([{ portal: 'vault', isClosed: false, missingKeys: ['silver key'] }])
    expect(refused.explain().message).toContain('vault wants the silver key')
    const found = world.finder().find(START, VAULT, { has: ['silver key'] })
    expect(found.explain()).toMatchObject({ status: 'found', keys: ['silver key'] })
  })

  it('close and open, and change their keys, at run time', async () => {
    const world = await opened()
    const finder = world.finder()
    world.portal('gate').close()
    expect(finder.find(START, CRYPT).status).toBe('unreachable')
    expect(finder.find(START, CRYPT).explain().obstacles).toEqual([{ portal: 'gate', isClosed: true, missingKeys: [] }])
    world.portal('gate').open()
    expect(finder.find(START, CRYPT).status).toBe('found')
    world.portal('gate').needs = ['pass']
    expect(world.isReachable(START, CRYPT)).toBe(false)
    expect(world.isReachable(START, CRYPT, { has: ['pass'] })).toBe(true)
    world.portal('vault').needs = []
    expect(world.isReachable({ map: 'village', x: 0, y: 0 }, VAULT)).toBe(true)
    expect(() => world.portal('moat')).toThrow('no portal "moat"')
    expect(() => {
      world.portal('gate').cost = -1
    }).toThrow('a number from 0 on')
  })

  it.each([
    { open: { every: 600, from: 0, until: 60 }, at: 30, wait: 0 },
    { open: { every: 600, from: 0, until: 60 }, at: 100, wait: 600 - 109 },
    { open: { every: 600, from: 200, until: 260 }, at: 0, wait: 200 - 9 },
    { open: { every: 24, from: 22, until: 6 }, at: 24 - 9 + 7, wait: 15 },
    { open: { every: 24, from: 22, until: 6 }, at: 24 - 9 + 5, wait: 0 },
  ])('with hours $open are waited for from $at', async ({ open, at, wait }) => {
    const [gate, ...others] = SOURCE.portals
    const world = await opened({ ...SOURCE, portals: [{ ...gate, open }, ...others] })
    const trip = world.finder().find(START, CRYPT, { at })
    expect(trip.cost).toBeCloseTo(9 + wait + (1 + Math.SQRT2) + 5 + 4)
    expect(trip.explain().waits.map(({ cells }) => cells)).toEqual(wait === 0 ? [] : [expect.closeTo(wait)])
    expect(world.isReachable(START, CRYPT)).toBe(true)
    expect(() => world.finder({ engine: 'graphology' }).find(START, CRYPT)).toThrow('has no clock')
  })
})

it.each(['fast', 'graphology'] as const)(
  'a trip takes the cheapest of portals between the same cells: %s',
  async engine => {
    const portal = (id: string, cost: number) => ({
      id,
      from: { map: 'a', x: 2, y: 0 },
      to: { map: 'b', x: 0, y: 0 },
      cost,
    })
    const maps = { a: drawn('...'), b: drawn('...') }
    const world = openWorld(
      await bakeWorld({ maps, portals: [portal('slow', 9), portal('quick', 2), portal('usual', 5)] }),
    )
    const [start, goal] = [
      { map: 'a', x: 0, y: 0 },
      { map: 'b', x: 2, y: 0 },
    ]
    const trip = world.finder({ engine }).find(start, goal)
    expect([trip.cost, trip.legs[0].portal?.id]).toEqual([6, 'quick'])
    expect([world.isReachable(start, goal), world.isReachable({ ...start, map: 'c' }, goal)]).toEqual([true, false])
  },
)

describe('a world', () => {
  it('takes grids and atlases alike, and keeps its places', async () => {
    const file = await bakeWorld(SOURCE)
    const maps = { ...SOURCE.maps, country: await bake(country) }
    expect(Buffer.compare(file, await bakeWorld({ ...SOURCE, maps }))).toBe(0)
    const world = openWorld(file)
    expect(world.maps).toEqual(['country', 'village', 'crypt'])
    expect(world.places).toEqual(SOURCE.places)
    expect(world.portals.map(({ id }) => id)).toEqual(['gate', 'stair', 'vault'])
    expect(world.map('village').islandCount).toBe(2)
  })

  it('knows its places by name, and trips go from place to place', async () => {
    const at = (name: string, map: string, x: number, y: number) => ({ name, kind: '', map, x, y })
    const places = [at('well', 'village', 1, 1), at('inn', 'village', 0, 0), at('inn', 'crypt', 4, 0)]
    const world = await opened({ ...SOURCE, places })
    expect(world.place('well')).toEqual(places[0])
    expect(world.place('crypt:inn')).toEqual(places[2])
    const trip = world.finder().find('well', 'crypt:inn')
    expect(trip).toMatchObject({ status: 'found', start: { map: 'village', x: 1, y: 1 }, goal: CRYPT })
    expect(world.finder().find(START, 'well').cost).toBe(10)
    expect(world.isReachable('well', CRYPT)).toBe(true)
    expect(world.isReachable('crypt:inn', 'well')).toBe(false)
    expect(() => world.place('inn')).toThrow('2 places "inn": say which, such as "village:inn" or "crypt:inn"')
    expect(() => world.finder().find('mill', CRYPT)).toThrow('no place "mill": its places are well, inn, inn')
    expect(() => world.place(7 as never)).toThrow('its name was expected')
  })

  it('answers as a new one would after a map was replaced', async () => {
    const world = await opened()
    const finder = world.finder()
    const joined = drawn('....#....', '.........', '....#....')
    expect(finder.find(START, VAULT).status).toBe('unreachable')
    world.replace('village', openAtlas(await bake(joined)))
    const fresh = await opened({ ...SOURCE, maps: { ...SOURCE.maps, village: joined } })
    for (const goal of [VAULT, CRYPT]) {
      expect(JSON.stringify(finder.find(START, goal))).toBe(JSON.stringify(fresh.finder().find(START, goal)))
    }
    world.replace('village', openAtlas(await bake(drawn('#########', '#########', '#########'))))
    expect(world.isReachable(START, CRYPT)).toBe(false)
    expect(finder.find(START, CRYPT).status).toBe('unreachable')
    expect(() => world.replace('moon', world.map('crypt'))).toThrow('no map "moon"')
  })

  it.each([
    [{ id: 'a', from: { map: 'nowhere', x: 0, y: 0 }, to: START }, 'on a map "nowhere", which there is not'],
    [{ id: 'a', from: { map: 'n'.repeat(90), x: 0, y: 0 }, to: START }, `on a map "${'n'.repeat(80)}".., which`],
    [{ id: 'a', from: { map: 'village', x: 4, y: 0 }, to: START }, 'ends at 4,0 of "village", which is a wall'],
    [{ id: 'a', from: { map: 'village', x: 9, y: 0 }, to: START }, 'outside its 9 x 3 cells'],
    [{ id: 'a', from: { map: 'village', x: 0.5, y: 0 }, to: START }, 'whole cells'],
    [{ id: 'gate', from: START, to: CRYPT }, 'two portals "gate"'],
    [{ id: 'a', from: START, to: CRYPT, cost: -1 }, 'a number from 0 on'],
    [{ id: 'a', from: START, to: CRYPT, needs: 'key' }, 'a list of texts'],
    [{ id: 'a', from: START, to: CRYPT, open: { every: 5, from: 7, until: 2 } }, 'within the period'],
    [{ from: START, to: CRYPT }, 'id of a portal is undefined'],
    [null, 'a portal is null'],
    [{ id: 'a', from: START, to: CRYPT, oneway: true }, 'portal "a" has no oneway. Did you mean oneWay?'],
  ])('is not baked with the portal %j', async (portal, words) => {
    const portals = [...SOURCE.portals, portal as never]
    await expect(bakeWorld({ ...SOURCE, portals })).rejects.toThrow(words)
    await expect(bakeWorld({ ...SOURCE, portals })).rejects.toMatchObject({ code: 'BAD_WORLD' })
  })

  it('is baked with fields of portals that a program keeps for itself', async () => {
    const portals = SOURCE.portals.map(portal => ({
      ...portal,
      kind: 'stairs',
      side: 'north',
      room: 7,
      toll: 1,
      code: 'x',
    }))
    expect(await bakeWorld({ ...SOURCE, portals })).toEqual(await bakeWorld(SOURCE))
  })
})

describe('the finders of a world', () => {
  it('are let go with the maps that were not asked for long, and answers stay what they are', async () => {
    const { plan, parts } = readWorldFile(await bakeWorld(SOURCE))
    const net = new WorldNet(plan, parts, 2)
    const [a, b, c] = parts
    const first = net.finders.of(a)
    const second = net.finders.of(b)
    expect(net.finders.of(a)).toBe(first)
    net.finders.of(c)
    expect(net.finders.of(a)).toBe(first)
    expect(net.finders.of(b)).not.toBe(second)

    const file = await bakeWorld(SOURCE)
    const [one, many] = [openWorld(file, { findersMax: 1 }), openWorld(file)].map(world => world.finder())
    expect(one.find(START, CRYPT).toJSON()).toEqual(many.find(START, CRYPT).toJSON())
    expect(() => openWorld(file, { findersMax: 0 })).toThrow('findersMax is 0')
  })
})
