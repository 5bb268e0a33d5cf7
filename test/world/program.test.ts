/** The program that worlds were asked for with, as it was written then: three maps, a stair, a vault, a ferry. */
import { describe, expect, it } from 'vitest'
import { generate } from '../../src/index.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'

const country = generate('open', { width: 920, height: 100, seed: 1 })
const village = generate('open', { width: 48, height: 40, seed: 2 })
const crypt = generate('open', { width: 100, height: 96, seed: 3 })
// A wall through the crypt: to its lower half leads the vault alone.
crypt.cost.fill(0, 40 * 100, 41 * 100)

const file = await bakeWorld({
  maps: { country, village, crypt },
  portals: [
    { id: 'gate', from: { map: 'country', x: 812, y: 90 }, to: { map: 'village', x: 0, y: 31 } },
    { id: 'stair', from: { map: 'village', x: 40, y: 22 }, to: { map: 'crypt', x: 3, y: 3 }, cost: 5, oneWay: true },
    { id: 'vault', from: { map: 'crypt', x: 90, y: 7 }, to: { map: 'crypt', x: 8, y: 80 }, needs: ['silver key'] },
    {
      id: 'ferry',
      from: { map: 'country', x: 10, y: 10 },
      to: { map: 'country', x: 900, y: 12 },
      cost: 120,
      open: { every: 600, from: 0, until: 60 },
    },
  ],
})
const A = { map: 'country', x: 5, y: 5 }
const B = { map: 'crypt', x: 60, y: 60 }

/** On open ground. */
const walk = (dx: number, dy: number) => Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy)

describe('the program of the worlds', () => {
  it('goes by ferry, gate, stair and vault, and says what that costs', () => {
    const world = openWorld(file)
    const trip = world.finder().find(A, B, { has: ['silver key'], at: 30 })
    expect(trip.status).toBe('found')
    expect(trip.legs.map(({ map, portal }) => [map, portal?.id])).toEqual([
      ['country', 'ferry'],
      ['country', 'gate'],
      ['village', 'stair'],
      ['crypt', 'vault'],
      ['crypt', undefined],
    ])
    const country = walk(5, 5) + 120 + walk(88, 78)
    expect(trip.cost).toBeCloseTo(country + walk(40, 9) + 5 + walk(87, 4) + walk(52, 20), 6)
    expect(trip.legs[0].route.head(2)).toEqual(Int32Array.of(5, 5, 6, 6))
  })

  it('tells at once what can be reached, with and without keys, and what would open the way', () => {
    const world = openWorld(file)
    expect(world.isReachable(A, B, { has: ['silver key'] })).toBe(true)
    expect(world.isReachable(A, B)).toBe(false)
    expect(world.isReachable(B, A, { has: ['silver key'] })).toBe(false)
    expect(world.finder().find(A, B).explain().message).toContain('vault')
    world.portal('gate').close()
    expect(world.finder().find(A, B, { has: ['silver key'] }).status).toBe('unreachable')
  })

  it('knows cells that are no ends of a trip', () => {
    const finder = openWorld(file).finder()
    expect(finder.find(A, { map: 'attic', x: 1, y: 1 }).status).toBe('noSuchMap')
    expect(finder.find(A, { map: 'crypt', x: 100, y: 1 }).status).toBe('outside')
    expect(finder.find(A, { map: 'crypt', x: 5, y: 40 }).status).toBe('blocked')
  })
})
