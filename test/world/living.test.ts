/**
 * Maps of a world that change while it is open: it answers as a world that was baked from the maps of now, and measures
 * anew only what lies on the islands that were touched.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { openLive } from '../../src/live.ts'
import { WorldNet } from '../../src/world/net.ts'
import { readWorldFile } from '../../src/world/world-file.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { drawn } from '../support/plain.ts'
import { cellOf, type Realm, realmOfSeed } from '../support/realms.ts'
import { runs } from '../support/worlds.ts'

/** Two islands in each map, two portals on each; the upper ones are far enough for routes over entries. */
const hall = drawn('.'.repeat(120), '.'.repeat(120), '#'.repeat(120), '.'.repeat(120))
const SOURCE = {
  maps: { a: hall, b: hall },
  portals: [
    { id: 'up', from: { map: 'a', x: 3, y: 0 }, to: { map: 'b', x: 100, y: 1 } },
    { id: 'down', from: { map: 'a', x: 3, y: 3 }, to: { map: 'b', x: 100, y: 3 } },
    { id: 'back', from: { map: 'b', x: 2, y: 1 }, to: { map: 'a', x: 110, y: 1 } },
    { id: 'under', from: { map: 'b', x: 2, y: 3 }, to: { map: 'a', x: 110, y: 3 } },
  ],
}

const LINK = { id: 'link', from: { map: 'a', x: 4, y: 0 }, to: { map: 'b', x: 0, y: 0 } }

/** Some cells become walls, some free, some more expensive. */
function edited(realm: Realm, map: string, random: Random): { x: number; y: number; cost: number }[] {
  const { width, height } = realm.maps[map]
  return Array.from({ length: 1 + random.below(40) }, () => {
    const cost = random.unit() < 0.5 ? 0 : 1 + random.below(9)
    return { x: random.below(width), y: random.below(height), cost }
  })
}

describe('a living map in a world', () => {
  it('is followed commit by commit, as if the world had been baked anew', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 1 << 30 }), async seed => {
      const realm = realmOfSeed(seed, { mapsMax: 3, portalsMax: 10, sideMax: 70 })
      const random = new Random(seed)
      const names = Object.keys(realm.maps)
      const { directions } = realm
      const world = openWorld(await bakeWorld(realm, { directions }))
      const finder = world.finder()
      const live = openLive(world.fileOf(names[0]))
      world.follow(names[0], live)
      for (let round = 0; round < 2; round++) {
        const grid = realm.maps[names[0]]
        // A portal that ends in a wall could not be baked again.
        const ends = new Set(
          realm.portals.flatMap(({ from, to }) => [from, to].map(({ map, x, y }) => `${map} ${x},${y}`)),
        )
        for (const { x, y, cost } of edited(realm, names[0], random)) {
          if (cost === 0 && ends.has(`${names[0]} ${x},${y}`)) continue
          live.set(x, y, cost)
          grid.cost[y * grid.width + x] = cost
        }
        live.commit()
        const fresh = openWorld(await bakeWorld(realm, { directions }))
        const other = fresh.finder()
        for (let i = 0; i < 12; i++) {
          const [from, to] = [0, 1].map(() => cellOf(realm.maps, names[random.below(names.length)], random))
          if (from === undefined || to === undefined) continue
          expect(world.isReachable(from, to)).toBe(fresh.isReachable(from, to))
          const [trip, expected] = [finder.find(from, to), other.find(from, to)]
          expect(trip.status).toBe(expected.status)
          if (trip.status === 'found')
            expect(Math.abs(trip.cost - expected.cost)).toBeLessThanOrEqual(0.002 * expected.cost + 1e-9)
        }
      }
    })
    await fc.assert(property, runs(5))
  })

  it('is measured anew on the islands that were touched, whoever puts it there', async () => {
    const { plan, parts } = readWorldFile(await bakeWorld(SOURCE))
    const net = new WorldNet(plan, parts, 8)
    const live = openLive(await bake(hall))
    net.follow(0, live)
    expect(net.islandsMeasured).toBe(0)
    live.set(60, 3, 7)
    live.commit()
    live.set(61, 3, 7)
    live.commit()
    net.catchUp()
    expect(net.islandsMeasured).toBe(1)
    net.catchUp()
    expect(net.islandsMeasured).toBe(1)
    const costlier = { ...hall, cost: hall.cost.slice() }
    costlier.cost[40] = 9
    net.replace(1, openAtlas(await bake(costlier)))
    expect(net.islandsMeasured).toBe(2)
    net.replace(1, openAtlas(await bake(hall, { directions: 4 })))
    expect(net.islandsMeasured).toBe(4)
  })

  it.each(['fast', 'graphology'] as const)('shuts the portals that lead into its walls: %s', async engine => {
    const world = openWorld(await bakeWorld({ maps: { a: drawn('..#..'), b: drawn('...') }, portals: [LINK] }))
    const finder = world.finder({ engine })
    const goal = { map: 'b', x: 2, y: 0 }
    expect(finder.find({ map: 'a', x: 3, y: 0 }, goal).cost).toBe(3)
    // No portal stands on the island of that start.
    expect(finder.find({ map: 'a', x: 0, y: 0 }, goal).explain().obstacles).toEqual([])
    const live = openLive(world.fileOf('b'))
    world.follow('b', live)
    live.set(0, 0, 0)
    live.commit()
    const refused = finder.find({ map: 'a', x: 3, y: 0 }, goal)
    expect([refused.status, refused.explain().message]).toEqual(['unreachable', 'No portals lead there, open or not.'])
  })

  it('opens and shuts ways, and islands join', async () => {
    const world = openWorld(await bakeWorld(SOURCE))
    const live = openLive(world.fileOf('b'))
    const finder = world.finder()
    world.follow('b', live)
    const [start, goal] = [
      { map: 'a', x: 0, y: 0 },
      { map: 'b', x: 0, y: 3 },
    ]
    expect(finder.find(start, goal).status).toBe('unreachable')
    live.set(50, 2, 1)
    expect(world.isReachable(start, goal)).toBe(false)
    live.commit()
    expect(world.isReachable(start, goal)).toBe(true)
    expect(finder.find(start, goal).cost).toBeCloseTo(3 + 49 + 53, 0)
    expect(world.map('b').costAt(50, 2)).toBe(1)
    world.replace('b', openAtlas(await bake(hall)))
    live.set(51, 2, 1)
    live.commit()
    expect(world.isReachable(start, goal)).toBe(false)
    expect(() => world.follow('b', {} as never)).toThrow('as openLive gives')
    expect(() => world.fileOf('c')).toThrow('no map "c"')
  })

  it('is asked again after a snapshot that failed', async () => {
    const world = openWorld(await bakeWorld(SOURCE))
    const live = openLive(world.fileOf('a'))
    let fails = false
    const snapshot = () => {
      if (fails) throw new Error('not now')
      return live.snapshot()
    }
    world.follow('a', { listen: listener => live.listen(listener), snapshot })
    for (let y = 0; y < 2; y++) live.set(60, y, 0)
    live.commit()
    const find = () => world.finder().find({ map: 'a', x: 0, y: 0 }, { map: 'a', x: 70, y: 0 }).legs.length
    fails = true
    expect(find).toThrow('not now')
    fails = false
    // Through the other map and back.
    expect(find()).toBe(3)
  })
})
