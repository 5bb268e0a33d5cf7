/**
 * Routes of quality 'exact': the optimum to the last unit through the public calls, with a certificate that says so, and
 * a walk along them that never changes its mind for worse.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** 99 / 70 instead of sqrt 2. */
const UNITS_SHARE_MAX = 1 + 6e-5

describe('a route of quality exact', () => {
  it.each([
    { side: 130, worldCount: 12 },
    { side: 420, worldCount: 3 },
  ])(
    'is the optimum on worlds of up to $side cells a side, and its certificate says so',
    async ({ side, worldCount }) => {
      const property = fc.asyncProperty(worlds(side), async ({ grid, directions }) => {
        const map = plainMap(grid, directions)
        const atlas = openAtlas(await bake(grid, { directions }))
        const finder = atlas.finder()
        const random = new Random(grid.cost.length)
        for (const start of freeCells(grid, 2, random)) {
          const bestUnits = plainUnits(map, ...start)
          const best = exactDistances(map, ...start)
          for (const goal of freeCells(grid, 10, random)) {
            const cell = goal[1] * grid.width + goal[0]
            const route = finder.find(...start, ...goal, { quality: 'exact' })
            judge(map, route, start, goal, best[cell])
            if (route.status !== 'found') continue
            expect(unitsOfPath(atlas.terrain, route.cells()), `${start} -> ${goal}`).toBe(bestUnits[cell])
            expect(route.lowerBound).toBeLessThanOrEqual(route.cost)
            expect(route.cost).toBeLessThanOrEqual(UNITS_SHARE_MAX * finder.lowerBoundOf(route.cells(), Infinity))
          }
        }
      })
      await fc.assert(property, runs(worldCount))
    },
  )

  it('has no bound where there is no path', async () => {
    const finder = openAtlas(await bake({ width: 3, height: 1, cost: Uint8Array.of(1, 0, 1) })).finder()
    const route = finder.find(0, 0, 2, 0, { quality: 'exact' })
    expect(route.status).toBe('unreachable')
    expect(route.lowerBound).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    { ground: 'even', weighted: false, needsRoute: false },
    { ground: 'weighted', weighted: true, needsRoute: true },
  ])('on $ground ground needs a route to begin with: $needsRoute', async ({ weighted, needsRoute }) => {
    const isWall = (cell: number) => cell % 200 === 100 && cell > 2000
    const cost = Uint8Array.from({ length: 200 * 200 }, (_, cell) => (isWall(cell) ? 0 : weighted ? 1 + (cell % 7) : 1))
    const finder = openAtlas(await bake({ width: 200, height: 200, cost })).finder()
    expect(finder.find(5, 190, 190, 190, { quality: 'exact' }).status).toBe('found')
    expect(finder.effort.settledCount > 0).toBe(needsRoute)
  })

  it('asked again from any of its cells is never more expensive than its own rest', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const finder = atlas.finder()
      const [start, goal] = freeCells(grid, 2, new Random(8))
      if (start === undefined || !atlas.isReachable(...start, ...goal)) return
      const cells = finder.find(...start, ...goal, { quality: 'exact' }).cells()
      for (let i = 2; i < Math.min(cells.length, 400); i += 2) {
        const fresh = finder.find(cells[i], cells[i + 1], ...goal, { quality: 'exact' })
        expect(unitsOfPath(atlas.terrain, fresh.cells())).toBe(unitsOfPath(atlas.terrain, cells.subarray(i)))
      }
    })
    await fc.assert(property, runs(10))
  })
})
