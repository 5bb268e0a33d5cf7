/**
 * How much longer than the best path ours may be: nothing for near targets, and on average little for far ones.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Directions, Grid, KindName } from '../../src/index.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells, kindNames, runs, worlds } from '../support/worlds.ts'

/** Inside, a diagonal is 99 / 70 long instead of sqrt 2, so a path that is best inside may be longer by this share. */
const UNITS_EXCESS_MAX = DIAGONAL_UNITS / STRAIGHT_UNITS / Math.SQRT2 - 1 + 1e-9

const NEAR_CELLS = 100

/** The excess of random paths between joined cells, ascending. */
async function excesses(grid: Grid, directions: Directions, starts: number, goals: number): Promise<number[]> {
  const map = plainMap(grid, directions)
  const finder = openAtlas(await bake(grid, { directions })).finder()
  const random = new Random(4)
  const found: number[] = []
  for (const start of freeCells(grid, starts, random)) {
    const distances = exactDistances(map, ...start)
    for (const goal of freeCells(grid, goals, random)) {
      const best = distances[goal[1] * grid.width + goal[0]]
      const excess = judge(map, finder.find(...start, ...goal), start, goal, best)
      if (best > 0 && best < Number.POSITIVE_INFINITY) found.push(excess)
    }
  }
  return found.sort((a, b) => a - b)
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const p99Of = (values: number[]) => values[Math.ceil(values.length * 0.99) - 1]

describe('paths to near targets', () => {
  it('are the best there are', async () => {
    const property = fc.asyncProperty(worlds(130), async ({ grid, directions }) => {
      const map = plainMap(grid, directions)
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const random = new Random(6)
      const costMin = Math.min(255, ...Array.from(grid.cost).filter(cost => cost > 0))
      for (const start of freeCells(grid, 3, random)) {
        const distances = exactDistances(map, ...start)
        for (const goal of freeCells(grid, 20, random)) {
          const best = distances[goal[1] * grid.width + goal[0]]
          if (best >= NEAR_CELLS * costMin) continue
          const excess = judge(map, finder.find(...start, ...goal), start, goal, best)
          expect(excess, `${start} -> ${goal}`).toBeLessThan(UNITS_EXCESS_MAX)
        }
      }
    })
    await fc.assert(property, runs(24))
  })
})

interface Ground {
  readonly ground: string
  readonly kind: KindName
  readonly weighted: boolean
  readonly mean: number
  readonly p99: number
}

/**
 * Where only walls matter, the bounds of 8 directions are those that the defaults promise; in 4 a wrong way round a wall
 * costs more. On weighted ground entries lie where paths are cheap.
 */
function groundsFor(directions: Directions): Ground[] {
  const p99 = directions === 8 ? 0.05 : 0.08
  const plain = kindNames.map(kind => ({ ground: kind, kind, weighted: false, mean: 0.01, p99 }))
  return [...plain, { ground: 'terrain with weights', kind: 'terrain', weighted: true, mean: 0.005, p99: 0.03 }]
}

describe.each([8, 4] as Directions[])('paths of %i directions', directions => {
  it.each(groundsFor(directions))(
    'across $ground cost at most $mean more on average, and $p99 all but one of 100',
    async ({ kind, weighted, mean, p99 }) => {
      const options = { width: 500, height: 430, seed: 9 }
      const grid = weighted ? generate('terrain', { ...options, weighted }) : generate(kind, options)
      const found = await excesses(grid, directions, 3, 60)
      expect(found.length).toBeGreaterThan(60)
      expect(meanOf(found)).toBeLessThan(mean)
      expect(p99Of(found)).toBeLessThan(p99)
    },
  )
})

it('paths through fragmented ground stay as good where one cell of the map costs more', async () => {
  const grid = generate('scatter', { width: 288, height: 256, seed: 12 })
  const plain = meanOf(await excesses(grid, 8, 2, 40))
  const odd = { ...grid, cost: grid.cost.slice() }
  odd.cost[odd.cost.indexOf(1, 120 * grid.width + 140)] = 5
  // Without a look at the windows where all costs the same it would be as with quality fast: 0.008 more.
  expect(meanOf(await excesses(odd, 8, 2, 40))).toBeLessThan(plain + 0.002)
})

it('far paths through fragmented ground are as good as level 0 knows, and cost no more than their route', async () => {
  const grid = generate('caves', { width: 2304, height: 320, seed: 7 })
  const finder = openAtlas(await bake(grid)).finder()
  const random = new Random(3)
  const found: number[] = []
  while (found.length < 5) {
    const [ax, ay, bx, by] = [random.below(100), random.below(320), 2203 + random.below(100), random.below(320)]
    const route = finder.find(ax, ay, bx, by)
    if (route.status !== 'found') continue
    const first = route.head(40)
    // Another query has other ends, and the rest of the path is made from them again.
    finder.find(bx, by, ax, ay)
    const cells = route.cells()
    expect(finder.isLegal(cells) && first.every((value, i) => value === cells[i])).toBe(true)
    expect(route.cost).toBeLessThanOrEqual(route.estimate * (1 + UNITS_EXCESS_MAX))
    found.push(route.cost / finder.find(ax, ay, bx, by, { quality: 'exact' }).cost - 1)
  }
  // By the entries of the route's own levels it would be 0.012.
  expect(meanOf(found)).toBeLessThan(0.003)
})
