/**
 * Trips through random worlds, held against a plain Dijkstra over all cells of all maps and all portals: found exactly
 * when there is a way, each leg a legal path, each portal passed as it may be, and the whole near the optimum.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { checkPath } from '../../src/index.ts'
import type { MapCell, Trip, World } from '../../src/world.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { plainMap } from '../support/plain.ts'
import { cellOf, firstArrival, KEYS, type Realm, type RealmWishes, realmOfSeed } from '../support/realms.ts'
import { runs } from '../support/worlds.ts'

const ROUNDING = 1e-9
const EXCESS_MEAN = 0.005
const EXCESS_MAX = 0.03
/** On weighted ground few legs are routes that go a worse way: one of these trips may exceed the bound. */
const BEYOND_MAX_SHARE = 0.002

interface Query {
  readonly start: MapCell
  readonly goal: MapCell
  readonly has: readonly string[]
  readonly at: number
}

function queriesOf(realm: Realm, count: number, random: Random): Query[] {
  const names = Object.keys(realm.maps)
  return Array.from({ length: count }, () => {
    const [start, goal] = [0, 1].map(() => cellOf(realm.maps, names[random.below(names.length)], random))
    const has = KEYS.filter(() => random.unit() < 0.5)
    return start && goal && { start, goal, has, at: random.below(1000) }
  }).filter(query => query !== undefined)
}

/** What a trip does, step by step: its arrival, or a word on what it must not do. */
function walked(realm: Realm, trip: Trip, { start, goal, has, at }: Query): number {
  let time = at
  let here = start
  for (const { map, from, to, route, portal } of trip.legs) {
    expect({ map, x: from.x, y: from.y }).toEqual(here)
    const grid = plainMap(realm.maps[map], realm.directions)
    const path = checkPath(grid, route.cells(), from.x, from.y, to.x, to.y, realm.directions)
    expect(path.message).toBe('')
    time += path.cost
    here = { map, x: to.x, y: to.y }
    if (portal === null) continue
    const given = realm.portals.find(({ id }) => id === portal.id)!
    expect((given.needs ?? []).filter(key => !has.includes(key))).toEqual([])
    const isForward = given.from.map === here.map && given.from.x === here.x && given.from.y === here.y
    if (!isForward) {
      expect(given.oneWay ?? false).toBe(false)
      expect(given.to).toEqual(here)
    }
    time += portal.waitAt(time) + (given.cost ?? 0)
    here = isForward ? given.to : given.from
  }
  expect(here).toEqual(goal)
  return time
}

interface Excesses {
  readonly uniform: number[]
  readonly weighted: number[]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

async function tripsAreRight(realm: Realm, count: number, excesses: Excesses): Promise<void> {
  const world: World = openWorld(await bakeWorld(realm, { directions: realm.directions }))
  const finder = world.finder()
  for (const query of queriesOf(realm, count, new Random(realm.portals.length))) {
    const { start, goal, has, at } = query
    const best = firstArrival(realm, start, goal, has, at) - at
    const trip = finder.find(start, goal, { has, at })
    expect(world.isReachable(start, goal, { has })).toBe(best < Infinity)
    expect(trip.status).toBe(best < Infinity ? 'found' : 'unreachable')
    if (best === Infinity) {
      expect(trip.cost).toBe(Infinity)
      expect(trip.legs).toEqual([])
      continue
    }
    expect(walked(realm, trip, query) - at).toBeCloseTo(trip.cost, 6)
    expect(trip.cost).toBeGreaterThanOrEqual(best * (1 - ROUNDING) - ROUNDING)
    expect(trip.cost).toBeLessThanOrEqual(trip.estimate * (1 + 1e-4) + ROUNDING)
    const isUniform = trip.legs.every(({ map }) => world.map(map).terrain.isUniform)
    excesses[isUniform ? 'uniform' : 'weighted'].push(best === 0 ? 0 : trip.cost / best - 1)
  }
}

const CASES: (RealmWishes & { name: string; count: number })[] = [
  { name: 'small maps', mapsMax: 6, portalsMax: 12, sideMax: 40, count: 16 },
  { name: 'many small maps and portals', mapsMax: 30, portalsMax: 100, sideMax: 50, count: 6 },
  { name: 'a few large maps', mapsMax: 3, portalsMax: 8, sideMax: 260, count: 6 },
]

describe('trips', () => {
  it.each(CASES)(
    'through worlds of $name are found exactly when there is a way, and near the best',
    async ({ count, ...wishes }) => {
      const excesses = { uniform: [], weighted: [] }
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 1 << 30 }), seed =>
        tripsAreRight(realmOfSeed(seed, wishes), 12, excesses),
      )
      await fc.assert(property, runs(count))
      expect(mean(excesses.uniform)).toBeLessThan(EXCESS_MEAN)
      expect(Math.max(0, ...excesses.uniform)).toBeLessThan(EXCESS_MAX)
      expect(mean(excesses.weighted)).toBeLessThan(EXCESS_MEAN)
      const beyond = excesses.weighted.filter(excess => excess > EXCESS_MAX)
      expect(beyond.length).toBeLessThanOrEqual(BEYOND_MAX_SHARE * excesses.weighted.length)
    },
  )

  it('through portals with hours arrive first, waiting included', async () => {
    const excesses = { uniform: [], weighted: [] }
    const wishes = { mapsMax: 6, portalsMax: 20, sideMax: 50, hasHours: true }
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 1 << 30 }), seed =>
      tripsAreRight(realmOfSeed(seed, wishes), 12, excesses),
    )
    await fc.assert(property, runs(12))
    expect(mean(excesses.uniform)).toBeLessThan(EXCESS_MEAN)
  })

  it('cost the same when graphology’s Dijkstra finds them, whatever portals do meanwhile', async () => {
    const wishes = { mapsMax: 12, portalsMax: 50, sideMax: 60 }
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 1 << 30 }), async seed => {
      const realm = realmOfSeed(seed, wishes)
      const world = openWorld(await bakeWorld(realm, { directions: realm.directions }))
      const [fast, reference] = [world.finder(), world.finder({ engine: 'graphology' })]
      if (world.portals.length === 0) return
      const random = new Random(seed)
      // After some queries the search is led by bounds, which must hold when portals shut, open, and change their costs.
      for (const { start, goal, has } of queriesOf(realm, 60, random)) {
        const portal = world.portals[random.below(world.portals.length)]
        if (random.unit() < 0.2) portal.close()
        if (random.unit() < 0.2) portal.open()
        if (random.unit() < 0.2) portal.cost += random.below(40)
        if (random.unit() < 0.02) portal.cost = 0
        const [trip, other] = [fast, reference].map(finder => finder.find(start, goal, { has }))
        expect(other.status).toBe(trip.status)
        if (trip.status === 'found') expect(other.estimate).toBeCloseTo(trip.estimate, 6)
      }
    })
    await fc.assert(property, runs(6))
  })
})
