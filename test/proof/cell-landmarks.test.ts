/**
 * Certificates of long paths over weighted ground: landmarks bound them from below, never above the optimum, and closely.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, cellsOf, take } from '../../src/cells/bends.ts'
import { ExactSearch } from '../../src/cells/exact-search.ts'
import { type Atlas, bake, type Grid, generate, openAtlas, openLive } from '../../src/index.ts'
import type { Directions } from '../../src/map/movement.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { CellLandmarks } from '../../src/proof/cell-landmarks.ts'
import { checkPath } from '../../src/proof/check.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { freeCells, worldOfSeed } from '../support/worlds.ts'

const ROUNDING = 1e-9
/** Units count a diagonal step for 5e-5 more than it is long. */
const UNITS_ROUNDING = 6e-5

/** Every bound that landmarks give for pairs of cells, beside the optimum. */
function judgeBounds(atlas: Atlas, grid: Grid, directions: Directions, about: string): void {
  const landmarks = new CellLandmarks(atlas.columns)
  const random = new Random(grid.cost.length)
  const finder = atlas.finder()
  // None at first, and one more for each start, as exact searches have them measured.
  for (const start of freeCells(grid, 3, random)) {
    const distances = exactDistances(plainMap(grid, directions), ...start)
    for (const goal of freeCells(grid, 10, random)) {
      const best = distances[goal[1] * grid.width + goal[0]]
      if (best === Number.POSITIVE_INFINITY) continue
      const bound = landmarks.boundUnits(...start, ...goal) / UNITS_PER_CELL
      expect(bound, `${start} to ${goal}, ${about}`).toBeLessThanOrEqual(best * (1 + UNITS_ROUNDING))
      const route = finder.find(...start, ...goal)
      expect(finder.lowerBoundOf(route.cells(), 10), about).toBeLessThanOrEqual(best * (1 + ROUNDING))
    }
    landmarks.measure(1)
  }
}

describe('landmarks over cells', () => {
  it('lets each long path have all but a hundredth of the optimum proven', async () => {
    const atlas = openAtlas(await bake(generate('elevation', { width: 480, height: 480, seed: 7 })))
    const finder = atlas.finder()
    const random = new Random(1)
    for (let pairs = 0; pairs < 15; ) {
      const ends = [0, 0, 0, 0].map(() => random.below(480)) as [number, number, number, number]
      if (!atlas.isReachable(...ends)) continue
      const best = finder.find(...ends, { quality: 'exact' }).cost
      const bound = finder.lowerBoundOf(finder.find(...ends).cells())
      expect(bound, `${ends}`).toBeLessThanOrEqual(best * (1 + ROUNDING))
      expect(bound, `${ends}`).toBeGreaterThan(best * 0.985)
      pairs++
    }
  })

  it('never say more than the optimum, whatever the ground', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { grid, directions, about } = worldOfSeed(seed, 110)
      judgeBounds(openAtlas(await bake(grid, { directions })), grid, directions, about)
    }
  })

  it('never say more on a snapshot of a map that has changed', async () => {
    const { width, height, cost } = generate('elevation', { width: 130, height: 100, seed: 5 })
    const live = openLive(await bake({ width, height, cost }))
    const random = new Random(9)
    for (let edit = 1; edit <= 2; edit++) {
      live.fill({ x: random.below(100), y: random.below(80), width: 20, height: 12 }, [0, 1][edit - 1])
      live.commit()
      const now = { width, height, cost: cost.map((_, cell) => live.costAt(cell % width, Math.floor(cell / width))) }
      judgeBounds(live.snapshot(), now, 8, `edit ${edit}`)
    }
  })

  it('prove nearly all of what long paths cost', async () => {
    for (const [kind, side] of [
      ['elevation', 180],
      ['roads', 180],
      ['maze', 360],
    ] as const) {
      const grid = generate(kind, { width: side, height: side, seed: 2 })
      const finder = openAtlas(await bake(grid)).finder()
      const random = new Random(4)
      const shares: number[] = []
      while (shares.length < 7) {
        const route = finder.find(random.below(50), random.below(side), side - random.below(50) - 1, random.below(side))
        if (route.status === 'found') shares.push(route.lowerBound / route.cost)
      }
      expect(shares.sort((a, b) => a - b)[3], kind).toBeGreaterThan(0.95)
    }
  })
})

describe('landmarks of a map of more than 8 million cells', () => {
  it('are measured one a call, and bound ways around walls', async () => {
    const [width, height] = [4096, 2080]
    const cost = new Uint8Array(width * height).fill(1)
    for (let y = 0; y < height - 1; y++) cost[y * width + 2000] = 0
    const landmarks = new CellLandmarks(openAtlas(await bake({ width, height, cost })).columns)
    const ends = [1990, 20, 2010, 20] as const
    expect(landmarks.boundUnits(...ends)).toBe(0)
    const measured = (landmarks as unknown as { landmarks: readonly unknown[] }).landmarks
    const bounds = [1, 2].map(count => {
      landmarks.measureSome()
      expect(measured.length).toBe(count)
      return landmarks.boundUnits(...ends) / UNITS_PER_CELL
    })
    expect(bounds[0]).toBeGreaterThan(1000)
    expect(bounds[1]).toBeGreaterThanOrEqual(bounds[0])
    expect(bounds[1]).toBeLessThan(2 * height * (1 + UNITS_ROUNDING))
  })
})

describe('the exact search led by landmarks', () => {
  it('finds a path of what the optimum costs where many cost the same', async () => {
    const grid = patchedGrid(new Random(3))
    const { columns, terrain } = openAtlas(await bake(grid, { directions: 4 }))
    const landmarks = new CellLandmarks(columns)
    landmarks.measureSome()
    const search = new ExactSearch(terrain)
    const bends = new Bends()
    const random = new Random(3)
    // The cheapest way between the first two leads over a cell beside a block, which that cell's own block is never told.
    const starts = [[59, 11] as [number, number], ...freeCells(grid, 3, random)]
    const goals = [[60, 50] as [number, number], ...freeCells(grid, 40, random)]
    for (const start of starts) {
      const best = plainUnits(plainMap(grid, 4), ...start)
      for (const goal of goals) {
        const bestUnits = best[goal[1] * grid.width + goal[0]]
        if (bestUnits === 0 || bestUnits === Number.POSITIVE_INFINITY) continue
        for (const limit of [bestUnits + 1, Number.POSITIVE_INFINITY]) {
          const name = `${start} -> ${goal} below ${limit}`
          search.begin(...start, ...goal, limit, landmarks)
          search.run()
          expect(search.units, name).toBe(bestUnits)
          take(bends, search.found)
          expect(checkPath(terrain, cellsOf(bends), ...start, ...goal, 4).message, name).toBe('')
          expect(unitsOfPath(terrain, cellsOf(bends)), name).toBe(bestUnits)
        }
      }
    }
  })
})

/** Even ground with rectangles of walls, and of cells that cost twice as much. */
function patchedGrid(random: Random): Grid {
  const [width, height] = [100, 70]
  const cost = new Uint8Array(width * height).fill(1)
  for (let patch = 0; patch < 40; patch++) {
    const [left, top, value] = [random.below(width), random.below(height), random.below(3)]
    for (let y = top; y < Math.min(height, top + 1 + random.below(12)); y++) {
      cost.fill(value, y * width + left, y * width + Math.min(width, left + 12))
    }
  }
  return { width, height, cost }
}
