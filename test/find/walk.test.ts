/**
 * A unit walks its path and asks again from every cell: what is left never rises, the whole walk never costs more than the
 * first answer promised, and no cell is passed twice.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import type { Route } from '../../src/find/route.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { plainMap } from '../support/plain.ts'
import { expectSame } from '../support/same.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, kindNames, runs, worldOfSeed, worlds } from '../support/worlds.ts'

/** Sums of the same steps in another order may differ in their last digit. */
const ROUNDING = 1e-9
const STEPS_MAX = 1200

/** Walks between random cells with a fresh query at each cell; returns how many steps were taken. */
async function walkAround({ grid, directions }: World, walks: number): Promise<number> {
  const atlas = openAtlas(await bake(grid, { directions }))
  const finder = atlas.finder()
  const random = new Random(grid.cost.length)
  let stepCount = 0
  for (let walk = 0; walk < walks; walk++) {
    const [start, goal] = freeCells(grid, 2, random)
    if (start === undefined || !atlas.isReachable(...start, ...goal)) continue
    let route: Route = finder.find(...start, ...goal)
    const promised = route.cost
    const passed = new Set<string>([`${start}`])
    let walked = 0
    for (let step = 0; step < STEPS_MAX && route.cells().length > 2; step++) {
      const [x0, y0, x, y] = route.cells()
      const stepCost = finder.costOf(Int32Array.of(x0, y0, x, y))
      const next = finder.find(x, y, ...goal, { previous: route })
      const name = `${start} -> ${goal} at ${x},${y}`
      expectSame(next.cost <= route.cost - stepCost + ROUNDING, true, name)
      const cells = next.cells()
      expectSame(`${[...cells.subarray(0, 2), ...cells.subarray(-2)]}`, `${[x, y, ...goal]}`, name)
      expectSame(passed.has(`${x},${y}`), false, name)
      passed.add(`${x},${y}`)
      walked += stepCost
      stepCount++
      route = next
    }
    expect(walked + route.cost).toBeLessThanOrEqual(promised + ROUNDING)
  }
  return stepCount
}

describe('a walk with a fresh query at each step', () => {
  const worldOfKind = (kind: string, seed: number): World => {
    for (; ; seed++) {
      const world = worldOfSeed(seed, 200)
      if (world.about.includes(`: ${kind} `) && world.grid.cost.length > 20_000) return world
    }
  }

  it.each(kindNames)('never loses what it had and never turns to and fro on %s', async kind => {
    let stepCount = 0
    for (const seed of [50, 500]) stepCount += await walkAround(worldOfKind(kind, seed), 6)
    expect(stepCount).toBeGreaterThan(100)
  })

  it('never loses what it had on small worlds of every kind, weights and directions', async () => {
    await fc.assert(
      fc.asyncProperty(worlds(70), async world => {
        await walkAround(world, 3)
      }),
      runs(20),
    )
  })
})

describe('a continued route', () => {
  it('begins with a route of one cell as well', async () => {
    const finder = openAtlas(await bake({ width: 9, height: 9, cost: new Uint8Array(81).fill(1) })).finder()
    const previous = finder.find(3, 3, 3, 3)
    expect([...finder.find(3, 3, 3, 3, { previous }).cells()]).toEqual([3, 3])
    expect(finder.find(4, 3, 3, 3, { previous }).cost).toBe(1)
  })

  it('takes a fresh answer where that is cheaper, and one for a cell beside the path', async () => {
    const grid = { width: 40, height: 40, cost: new Uint8Array(1600).fill(1) }
    const finder = openAtlas(await bake(grid)).finder()
    const around = finder.find(0, 0, 30, 0)
    const beside = finder.find(5, 20, 30, 0, { previous: around })
    expect(beside.cost).toBeCloseTo(exactCost(plainMap(grid, 8), 5, 20, 30, 0), 9)
  })
})
