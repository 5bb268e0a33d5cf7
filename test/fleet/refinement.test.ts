import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Fleet } from '../../src/fleet/fleet.ts'
import { checkTick } from '../../src/fleet/judge.ts'
import { type Atlas, bake, generate, openAtlas, readMap } from '../../src/index.ts'
import { cellsOf } from '../support/fleets.ts'

/** The sum of costs of a fleet that goes to its end, each tick judged. */
function sumOfCosts(atlas: Atlas, fleet: Fleet): number {
  for (let ticks = 0; fleet.status === 'moving' && ticks < 3000; ticks++) {
    const before = { x: fleet.x.slice(), y: fleet.y.slice() }
    fleet.tick()
    expect(checkTick(atlas.terrain, before, fleet, atlas.directions).message).toBe('')
  }
  expect(fleet.status).toBe('done')
  return fleet.stats().sumOfCosts
}

describe('a refined plan', () => {
  it.each([
    ['scatter', 4, 250],
    ['scatter', 8, 300],
    ['rooms', 4, 80],
    ['open', 8, 300],
    ['maze', 4, 20],
  ] as const)('on %s with %i directions is legal, and cheaper by what it says', async (kind, directions, count) => {
    const atlas = openAtlas(await bake(generate(kind, { width: 40, height: 40, seed: 5 }), { directions }))
    const random = new Random(3)
    const options = { starts: cellsOf(atlas, count, random), goals: cellsOf(atlas, count, random) }
    const [planned, refined, again] = [0, 1, 2].map(() => new Fleet(atlas, options))
    expect(planned.refine(0)).toBe(0)
    const saved = refined.refine(100) + refined.refine(100)
    expect(saved).toBeGreaterThan(0)
    expect(sumOfCosts(atlas, planned) - sumOfCosts(atlas, refined)).toBe(saved)
    again.refine(100)
    again.refine(100)
    sumOfCosts(atlas, again)
    expect(again.stats()).toEqual(refined.stats())
  })

  it('takes a unit past one that need not go before it', async () => {
    // Two units in a corridor with one bay: the near one goes into the bay while the other passes.
    const atlas = openAtlas(await bake(readMap(new TextEncoder().encode('##.####\n.......\n')), { directions: 4 }))
    const starts = [
      { x: 1, y: 1 },
      { x: 6, y: 1 },
    ]
    const goals = [
      { x: 6, y: 1 },
      { x: 0, y: 1 },
    ]
    const fleet = new Fleet(atlas, { starts, goals })
    fleet.refine(50)
    // The first waits in the bay from tick 2 to 5: 5 steps and 4 more.
    expect(sumOfCosts(atlas, fleet)).toBe(6 + 9)
  })

  it('goes on from the places after some ticks, and ends with another goal', async () => {
    const atlas = openAtlas(await bake(generate('scatter', { width: 32, height: 32, seed: 2 }), { directions: 4 }))
    const random = new Random(4)
    const cells = cellsOf(atlas, 121, random)
    const options = { starts: cells.slice(0, 60), goals: cells.slice(60, 120) }
    const [fleet, other] = [new Fleet(atlas, options), new Fleet(atlas, options)]
    for (const each of [fleet, other]) for (let tick = 0; tick < 5; tick++) each.tick()
    other.refine(0)
    const saved = fleet.refine(400)
    fleet.tick()
    const later = fleet.refine(400)
    const costs = sumOfCosts(atlas, fleet)
    // A unit that has arrived, and now need not leave again, saves the ticks until now too.
    expect(sumOfCosts(atlas, other) - costs).toBeGreaterThanOrEqual(saved + later)

    const turned = new Fleet(atlas, options)
    turned.refine(100)
    for (let tick = 0; tick < 5; tick++) turned.tick()
    turned.setGoal(0, cells[120])
    sumOfCosts(atlas, turned)
    expect({ x: turned.x[0], y: turned.y[0] }).toEqual(cells[120])
  })

  it('lets the search over ticks go on to its end', async () => {
    // Four units in a corridor that cannot pass each other. To prove it takes longer than one call may.
    const atlas = openAtlas(await bake({ width: 10, height: 1, cost: new Uint8Array(10).fill(1) }, { directions: 4 }))
    const starts = [0, 2, 4, 6].map(x => ({ x, y: 0 }))
    const fleet = new Fleet(atlas, { starts, goals: starts.toReversed() })
    for (let tick = 0; tick < 100 && fleet.status === 'moving'; tick++) {
      if (tick % 20 === 0) fleet.refine(5)
      fleet.tick()
    }
    expect(fleet.status).toBe('stuck')
  })

  it('refuses counts that make no sense and units that go on for ever; others stay as they are', async () => {
    const atlas = openAtlas(await bake(generate('open', { width: 8, height: 8, seed: 2 }), { directions: 4 }))
    const options = { starts: [{ x: 0, y: 0 }], goals: [{ x: 7, y: 0 }] }
    for (const count of [Number.NaN, -1, 1.5, undefined]) {
      const refused = () => new Fleet(atlas, options).refine(count as number)
      expect(refused).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    }
    expect(() => new Fleet(atlas, { ...options, nextGoal: () => null }).refine(1)).toThrow('no plan')
    expect(new Fleet(atlas, { starts: [], goals: [] }).refine(5)).toBe(0)
    const withoutTables = new Fleet(atlas, { ...options, memoryBytes: 0 })
    expect(withoutTables.refine(5)).toBe(0)
    expect(sumOfCosts(atlas, withoutTables)).toBe(7)
  })
})
