/** What landmarks say of a goal on weighted ground: never more than what is left to it, and most of that. */
import { expect, test } from 'vitest'
import { LANDMARKS_MAX, landmarkCountFor } from '../../src/atlas/landmark-costs.ts'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { AreaLandmarks } from '../../src/route/area-landmarks.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { EndArea } from '../../src/route/end-area.ts'
import { EntrySearch } from '../../src/route/entry-search.ts'
import { everywhere, NOWHERE } from '../../src/route/spread.ts'
import { freeCells } from '../support/worlds.ts'

const SIDE = 160

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
    const landmarks = new AreaLandmarks(columns.landmarks, columns.levels[0])
    const search = new EntrySearch(columns, everywhere(columns))
    const goal = new QueryEnd(columns, null)
    const area = new EndArea(columns)
    const goalToLandmark = new Int32Array(LANDMARKS_MAX)
    const scale = 2 ** columns.landmarks.shift
    for (const [x, y] of freeCells(grid, 6, new Random(seed))) {
      area.take(goal, { x, y }, null)
      search.find(goal, NOWHERE, Infinity)
      landmarks.measure(goal, goalToLandmark)
      const settled: [entry: number, units: number][] = []
      search.forEachSettled((entry, units) => settled.push([entry, units]))
      landmarks.choose(settled[0][0])
      for (const [entry, units] of settled) if ((landmarks.mostApart(entry) - 1) * scale > units) tooMuch++
      for (const [entry, rest] of settled) {
        landmarks.choose(entry)
        // A cost to a landmark is known but for a unit.
        const units = (landmarks.mostApart(entry) - 1) * scale
        if (units > rest) tooMuch++
        said += units
        left += rest
      }
    }
  }
  expect(tooMuch).toBe(0)
  expect(said / left).toBeGreaterThan(0.958)
})

test('there are more of them on weighted ground, and on uniform ground as many as there were', () => {
  const cells = 1 << 20
  expect([5000, 11_000, 40_000].map(entries => landmarkCountFor(cells, entries, true))).toEqual([24, 11, 8])
  expect([5000, 11_000, 40_000].map(entries => landmarkCountFor(cells, entries, false))).toEqual([24, 17, 8])
})
