/** What stops cost by their approaches, held against the oracle and against routes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlainEntryWave } from '../../src/atlas/plain-entry-wave.ts'
import { Random } from '../../src/base/random.ts'
import { finish } from '../../src/base/work.ts'
import { type Atlas, bake, openAtlas, type Point } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { ApproachCosts, measuringApproach } from '../../src/world/approach.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const ROUNDING = 1e-9

const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

/** What all entries of a map cost to a goal. */
function approachTo(atlas: Atlas, { x, y }: Point): Uint16Array {
  const end = new QueryEnd(atlas.columns)
  end.set(x, y)
  end.floodToEntries()
  const wave = finish(PlainEntryWave.over(atlas.columns.levels[0], atlas.terrain.costMin))
  return finish(measuringApproach(atlas.columns, end, wave))
}

describe('approaches to goals', () => {
  it('tell from everywhere on their island what a search would', async () => {
    const property = fc.asyncProperty(worlds(250), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const finder = atlas.finder()
      const map = plainMap(grid, directions)
      const [first, ...others] = points(freeCells(grid, 20, new Random(grid.width)))
      if (first === undefined) return
      const joined = others.filter(({ x, y }) => atlas.isReachable(first.x, first.y, x, y))
      const [goals, starts] = [joined.slice(0, 4), joined.slice(4)]
      const ends = new ApproachCosts(atlas.columns)
      const approaches = goals.map(goal => approachTo(atlas, goal))
      for (const start of starts) {
        const distances = exactDistances(map, start.x, start.y)
        ends.find(start, goals, approaches).forEach((cost, i) => {
          const optimum = distances[goals[i].y * grid.width + goals[i].x]
          expect(cost).toBeGreaterThanOrEqual(optimum * (1 - ROUNDING))
          expect(cost).toBeLessThanOrEqual(finder.find(start, goals[i]).estimate * 1.05 + 1)
        })
      }
    })
    await fc.assert(property, runs(10))
  })
})
