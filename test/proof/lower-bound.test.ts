/**
 * What a certificate says is true: no path costs less, however much or little was spent on it; and with enough it is the
 * optimum.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { ExactSearch } from '../../src/cells/exact-search.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../../src/map/movement.ts'
import { type BoundSearch, boundSearch, lowerBoundOf } from '../../src/proof/lower-bound.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const ROUNDING = 1e-9
/** Inside, a diagonal is 99 / 70 long instead of sqrt 2: what is proven there is this much less sure outside. */
const UNITS_SHARE = (Math.SQRT2 * STRAIGHT_UNITS) / DIAGONAL_UNITS - ROUNDING

type Bound = (expansionsMax?: number) => number
type Judge = (bound: Bound, best: number, cost: number, search: BoundSearch) => void

/** Hands the certificate of random paths on random worlds to `judge`, with what the oracle says is best. */
async function forPaths(side: number, worldCount: number, judge: Judge) {
  const property = fc.asyncProperty(worlds(side), async ({ grid, directions }) => {
    const map = plainMap(grid, directions)
    const atlas = openAtlas(await bake(grid, { directions }))
    const finder = atlas.finder()
    const exact = new ExactSearch(atlas.terrain)
    const random = new Random(grid.cost.length)
    for (const start of freeCells(grid, 2, random)) {
      const distances = exactDistances(map, ...start)
      for (const goal of freeCells(grid, 10, random)) {
        const best = distances[goal[1] * grid.width + goal[0]]
        if (best === Number.POSITIVE_INFINITY) continue
        const route = finder.find(...start, ...goal)
        const bound: Bound = expansionsMax => lowerBoundOf(exact, atlas.terrain, route.cells(), expansionsMax)
        judge(bound, best, route.cost, boundSearch(new ExactSearch(atlas.terrain), atlas.terrain, route.cells()))
      }
    }
  })
  await fc.assert(property, runs(worldCount))
}

describe('the certificate of a path', () => {
  it('is never above the optimum, nor below what less work has proven', () =>
    forPaths(200, 6, (bound, best) => {
      let before = 0
      for (const expansionsMax of [0, 1, 10, 100, 1000, 10_000]) {
        const proven = bound(expansionsMax)
        expect(proven).toBeLessThanOrEqual(best * (1 + ROUNDING))
        expect(proven).toBeGreaterThanOrEqual(before)
        before = proven
      }
    }))

  it('is never above what the path costs', () =>
    forPaths(130, 8, (bound, _, cost) => expect(bound()).toBeLessThanOrEqual(cost)))

  it('is the optimum where the search comes to its end', () =>
    forPaths(130, 8, (bound, best) => expect(bound(Infinity)).toBeGreaterThanOrEqual(best * UNITS_SHARE)))

  it('grows while its search goes on, and is the same as that of one which never stopped', () =>
    forPaths(130, 6, (bound, _best, _cost, search) => {
      let before = 0
      while (!search.isDone) {
        search.run(search.expansionCount + 7)
        expect(search.lowerBound).toBeGreaterThanOrEqual(before)
        before = search.lowerBound
      }
      expect(search.lowerBound).toBe(bound(Infinity))
    }))

  it('is the free distance on open ground, at no price', async () => {
    const grid = { width: 100, height: 60, cost: new Uint8Array(6000).fill(3) }
    const atlas = openAtlas(await bake(grid))
    const exact = new ExactSearch(atlas.terrain)
    const route = atlas.finder().find(2, 3, 90, 50)
    expect(lowerBoundOf(exact, atlas.terrain, route.cells())).toBe(route.cost)
    expect(exact.expansionCount).toBe(0)
  })
})
