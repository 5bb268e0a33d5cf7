/**
 * Every fixture, every pair of its free cells, both numbers of directions: the oracle floods from each cell, and each
 * answer is judged. Where a fixture has too many cells for that, starts and goals are taken evenly from them.
 */
import { describe, it } from 'vitest'
import { bake, openAtlas } from '../../src/index.ts'
import type { Directions } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
import type { Cell } from '../support/judge.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'

/** The most cells of which all pairs are queried; of more, this many starts and goals. */
const ALL_PAIRS_MAX = 50
const STARTS = 16
const GOALS = 40

/** `count` of the items, evenly, or all where there are fewer. */
function evenly<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count)
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

describe.each(fixtureNames())('every pair of cells of %s', name => {
  const grid = fixture(name)
  const free: Cell[] = []
  grid.cost.forEach((cost, cell) => {
    if (cost !== 0) free.push([cell % grid.width, Math.floor(cell / grid.width)])
  })
  const isSmall = free.length <= ALL_PAIRS_MAX
  const starts = isSmall ? free : evenly(free, STARTS)
  const goals = isSmall ? free : evenly(free, GOALS)

  it.each([8, 4] as Directions[])('is answered rightly in %i directions', async directions => {
    const map = plainMap(grid, directions)
    const finder = openAtlas(await bake(grid, { directions })).finder()
    for (const start of starts) {
      const distances = exactDistances(map, ...start)
      for (const goal of goals) {
        judge(map, finder.find(...start, ...goal), start, goal, distances[goal[1] * grid.width + goal[0]])
      }
    }
  })
})
