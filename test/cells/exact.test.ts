/**
 * The exact search finds the optimum to the last unit, on every kind of world, and what it has proven when it is stopped
 * early is true.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, cellsOf, take } from '../../src/cells/bends.ts'
import { ExactSearch } from '../../src/cells/exact-search.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { checkPath } from '../../src/proof/check.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { expectSame } from '../support/same.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

type Judge = (search: ExactSearch, start: [number, number], goal: [number, number], bestUnits: number) => void

/** Hands joined pairs of cells of a world to `judge`, with what the best path between them costs in units. */
function forPairs(world: World, starts: number, goals: number, judge: Judge): void {
  const { grid, directions } = world
  const ground = packTerrain(grid, directions)
  const search = new ExactSearch(ground)
  const random = new Random(grid.cost.length)
  for (const start of freeCells(grid, starts, random)) {
    const best = plainUnits(plainMap(grid, directions), ...start)
    for (const goal of freeCells(grid, goals, random)) {
      const bestUnits = best[goal[1] * grid.width + goal[0]]
      if (bestUnits > 0 && bestUnits < Number.POSITIVE_INFINITY) judge(search, start, goal, bestUnits)
    }
  }
}

function findsTheOptimum(world: World, starts: number, goals: number): void {
  const { grid, directions } = world
  const map = plainMap(grid, directions)
  const terrain = packTerrain(grid, directions)
  const bends = new Bends()
  forPairs(world, starts, goals, (search, start, goal, bestUnits) => {
    for (const upperUnits of [bestUnits + 1, 2 * bestUnits, Number.POSITIVE_INFINITY]) {
      const name = `${start} -> ${goal} below ${upperUnits}`
      search.begin(...start, ...goal, upperUnits)
      expectSame(search.run(), true, name)
      expectSame(search.units, bestUnits, name)
      expectSame(search.lowerUnits, bestUnits, name)
      take(bends, search.found)
      const { message } = checkPath(map, cellsOf(bends), ...start, ...goal, directions)
      expectSame(message, '', name)
      expectSame(unitsOfPath(terrain, cellsOf(bends)), bestUnits, name)
    }
    search.begin(...start, ...goal, bestUnits)
    search.run()
    expect(search.units, `${start} -> ${goal} below the optimum`).toBe(bestUnits)
    expect(search.found.count).toBe(0)
  })
}

describe('the exact search', () => {
  it.each([
    { size: 'a few cells', side: 12, worldCount: 200, starts: 3, goals: 12 },
    { size: 'a few blocks', side: 130, worldCount: 60, starts: 2, goals: 10 },
    { size: 'many blocks', side: 420, worldCount: 10, starts: 2, goals: 10 },
  ])('finds the optimum to the last unit on worlds of $size', ({ side, worldCount, starts, goals }) => {
    const property = fc.property(worlds(side), world => findsTheOptimum(world, starts, goals))
    fc.assert(property, runs(worldCount))
  })

  it('follows rays and lines longer than any window', () => {
    const property = fc.property(worlds(2200, 40), world => findsTheOptimum(world, 2, 8))
    fc.assert(property, runs(10))
  })

  it('has proven no more than is true, and less and less is open, however early it is stopped', () => {
    const property = fc.property(worlds(130), world =>
      forPairs(world, 1, 6, (search, start, goal, bestUnits) => {
        let lower = 0
        for (let expansions = 0; expansions < 1000; expansions = 2 * expansions + 1) {
          search.begin(...start, ...goal, 2 * bestUnits)
          search.run(expansions)
          expect(search.expansionCount).toBeLessThanOrEqual(expansions)
          expect(search.units).toBeGreaterThanOrEqual(bestUnits)
          expect(search.lowerUnits).toBeLessThanOrEqual(bestUnits)
          expect(search.lowerUnits).toBeGreaterThanOrEqual(lower)
          lower = search.lowerUnits
        }
      }),
    )
    fc.assert(property, runs(30))
  })
})
