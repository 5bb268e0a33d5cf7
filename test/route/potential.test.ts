/** What landmarks say of a goal on weighted ground: never more than what is left to it, and most of that. */
import { expect, test } from 'vitest'
import { landmarkCountFor } from '../../src/atlas/landmark-costs.ts'
import { entryAt, firstSlotOf } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { groundOf } from '../../src/map/terrain.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { EntrySearch, type Guide } from '../../src/route/entry-search.ts'
import { forEachSettled } from '../../src/route/nodes.ts'
import { Potential } from '../../src/route/route-guide.ts'
import { NO_GOAL } from '../../src/tiles/seam-costs.ts'
import { freeCells } from '../support/worlds.ts'

const SIDE = 160

/** Guides a search to all entries of level 0. */
const EVERYWHERE: Guide = {
  greed: 1,
  widthMin: 1,
  aim: () => {},
  levelFor: () => 0,
  isLeftOut: () => false,
  restFrom: () => 0,
}

/** Roads of cost 1 between fields, with some walls; or costs without order. */
function ground(seed: number, costMax: number): Grid {
  const random = new Random(seed)
  const cost = new Uint16Array(SIDE * SIDE)
  const isOrderly = seed % 2 === 0
  for (let cell = 0; cell < cost.length; cell++) {
    const isRoad = isOrderly && (cell % 43 < 2 || Math.floor(cell / SIDE) % 37 === 0)
    if (random.unit() >= 0.1) cost[cell] = isRoad ? 1 : 1 + random.below(costMax)
  }
  return { width: SIDE, height: SIDE, cost }
}

test.each([9, 60_000])('of costs up to %i they say no more than what is left, and most of it', async costMax => {
  let said = 0
  let left = 0
  let tooMuch = 0
  for (const seed of [1, 2]) {
    const grid = ground(seed, costMax)
    const { columns } = openAtlas(await bake(grid, { workers: 1 }))
    const potential = new Potential(columns)
    const search = new EntrySearch(columns, EVERYWHERE)
    const [start, goal] = [new QueryEnd(columns), new QueryEnd(columns)]
    const cells = freeCells(grid, 6, new Random(seed))
    for (const [x, y] of cells) {
      goal.take({ x, y }, null)
      search.find(goal, NO_GOAL, Infinity)
      for (const [startX, startY] of cells) {
        start.set(startX, startY)
        potential.aim(start, goal)
        const first = entryAt(columns.levels[0], firstSlotOf(columns.levels[0], start.region))
        forEachSettled(search.nodes, (entry, units, crossing) => {
          const rest = potential.restFrom(entry, crossing)
          if (rest > units) tooMuch++
          if (entry !== first) return
          said += rest
          left += units
        })
      }
    }
  }
  expect(tooMuch).toBe(0)
  expect(said / left).toBeGreaterThan(0.958)
})

test('there are more of them on weighted ground than on uniform ground', () => {
  const cells = 1 << 20
  expect([5000, 11_000, 40_000].map(entries => landmarkCountFor(cells, entries, groundOf(true, 8)))).toEqual([
    24, 11, 8,
  ])
  expect([5000, 11_000, 40_000].map(entries => landmarkCountFor(cells, entries, groundOf(false, 8)))).toEqual([
    24, 17, 8,
  ])
})
