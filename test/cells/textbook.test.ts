/**
 * The textbook's A*, held to the oracle: the optimum with every estimate that never says too much, no more than it promises with
 * the others, and legal paths with all of them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost, type Heuristic, TextbookSearch } from '../../src/exact.ts'
import { checkPath, generate } from '../../src/index.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { runs, worlds } from '../support/worlds.ts'

const HEURISTICS: readonly Heuristic[] = ['none', 'manhattan', 'euclidean', 'chebyshev', 'octile']

describe('the textbook search', () => {
  it('finds what its estimate promises, on maps of all kinds', () => {
    const property = fc.property(worlds(60), fc.nat(), ({ grid, directions }, seed) => {
      const terrain = packTerrain(grid, directions)
      const search = new TextbookSearch(terrain)
      const random = new Random(seed)
      const map = plainMap(grid, directions)
      const end = () => ({ x: random.below(grid.width), y: random.below(grid.height) })
      for (let i = 0; i < 3; i++) {
        const [start, goal] = [end(), end()]
        const least = exactCost(map, start.x, start.y, goal.x, goal.y)
        for (const heuristic of HEURISTICS) {
          for (const weight of [0.5, 1, 2.5]) {
            const path = search.find(start, goal, { heuristic, weight })
            expect(path.status === 'found').toBe(least < Infinity)
            if (path.status !== 'found') {
              expect([path.cost, path.cells.length]).toEqual([Infinity, 0])
              continue
            }
            expect(checkPath(map, path.cells, start.x, start.y, goal.x, goal.y, directions).message).toBe('')
            expect(path.cost).toBeGreaterThanOrEqual(least * (1 - 1e-4))
            const isTold = heuristic !== 'manhattan' || directions === 4
            expect(path.excessMax).toBe(isTold ? Math.max(1, weight) : Infinity)
            if (isTold) expect(path.cost).toBeLessThanOrEqual(least * path.excessMax * (1 + 1e-4))
          }
        }
      }
    })
    fc.assert(property, runs(25))
  })

  it('looks at fewer cells the more its estimate says, and pays for what is too much', () => {
    const search = new TextbookSearch(packTerrain(generate('scatter', { width: 90, height: 90, seed: 3 }), 8))
    const ask = (heuristic: Heuristic, weight = 1) => {
      const random = new Random(5)
      const end = () => ({ x: random.below(90), y: random.below(90) })
      const paths = Array.from({ length: 20 }, () => search.find(end(), end(), { heuristic, weight }))
      const found = paths.filter(({ status }) => status === 'found')
      return {
        cost: found.reduce((sum, { cost }) => sum + cost, 0),
        settled: found.reduce((sum, { settledCount }) => sum + settledCount, 0),
      }
    }
    const told = (['none', 'chebyshev', 'euclidean', 'octile'] as const).map(name => ask(name))
    const settled = told.map(one => one.settled)
    expect(settled).toEqual([...settled].sort((a, b) => b - a))
    for (const { cost } of told) expect(cost).toBeCloseTo(told[0].cost, 6)
    for (const [heuristic, weight] of [
      ['manhattan', 1],
      ['octile', 2],
    ] as const) {
      expect(ask(heuristic, weight).settled).toBeLessThan(settled[3])
      expect(ask(heuristic, weight).cost).toBeGreaterThan(told[3].cost)
    }
    const walled = new TextbookSearch(packTerrain(drawn('..#..', '..#..'), 8))
    expect(walled.find({ x: 0, y: 0 }, { x: 4, y: 0 })).toMatchObject({ status: 'unreachable', settledCount: 4 })
    expect(walled.find({ x: 2, y: 0 }, { x: 4, y: 0 })).toMatchObject({ status: 'unreachable', settledCount: 0 })
    const open = new TextbookSearch(packTerrain(drawn('.....', '.....'), 8))
    expect(open.find({ x: 0, y: 0 }, { x: 4, y: 0 }, { weight: Number.MAX_VALUE })).toMatchObject({ status: 'found' })
    expect(() => search.find({ x: 0, y: 0 }, { x: 1, y: 1 }, { heuristic: 'best' as Heuristic })).toThrow(
      /heuristic is/,
    )
    expect(() => search.find({ x: 0, y: 0 }, { x: 1, y: 1 }, { weight: -1 })).toThrow(/weight is -1/)
  })
})
