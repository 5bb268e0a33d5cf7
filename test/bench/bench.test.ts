/**
 * The parts of the benches that figures stand on: the yardstick must be exact, the clock must count what it says, and
 * queries must be what the tables call them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExactAstar } from '../../bench/exact-astar.ts'
import { findMaps } from '../../bench/find-maps.ts'
import { heldAgainst, judgePaths } from '../../bench/measure/measure-answers.ts'
import { measureCertificate } from '../../bench/measure/measure-certificate.ts'
import { measureFrontier } from '../../bench/measure/measure-frontier.ts'
import { mendedOptima } from '../../bench/measure/optima.ts'
import { timeQueries } from '../../bench/measure/timing.ts'
import { isFreeStep } from '../../bench/peers/free-step.ts'
import { cellsBetween } from '../../bench/peers/l1.ts'
import { longQueries, refusedPairs, scenarioQueries } from '../../bench/queries.ts'
import { isWeighted, WORLD_KINDS } from '../../bench/world.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { canStep, DX, DY } from '../../src/map/movement.ts'
import type { Scenario } from '../../src/maps.ts'
import { generatorKinds } from '../../src/maps.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'
import { worldOfSeed } from '../support/worlds.ts'

describe('the yardstick', () => {
  it('costs what the oracle says, along legal paths, again and again', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const wide = { grid: generate('relief', { width: 40, height: 30, seed }), about: `relief ${seed}` }
      const { grid, about } = seed % 4 === 0 ? wide : worldOfSeed(seed, 40)
      const map = plainMap(grid, 8)
      const astar = new ExactAstar(grid)
      for (let query = 0; query < 25; query++) {
        const [from, to] = [query * 131, query * 977 + 5].map(cell => cell % grid.cost.length)
        const [x0, y0] = [from % grid.width, Math.floor(from / grid.width)]
        const [x1, y1] = [to % grid.width, Math.floor(to / grid.width)]
        const cost = astar.find(x0, y0, x1, y1)
        const best = exactCost(map, x0, y0, x1, y1)
        if (best === Infinity) {
          expect(cost, about).toBe(Infinity)
          continue
        }
        expect(Math.abs(cost - best), about).toBeLessThanOrEqual(best * 1e-8)
        const check = checkPath(map, astar.cells(), x0, y0, x1, y1, 8)
        expect(check.message, about).toBe('')
        expect(Math.abs(check.cost - best), about).toBeLessThanOrEqual(best * 1e-8)
      }
    }
  })

  it('is as good after its stamps have run out', () => {
    const grid = drawn('...#.', '.#.#.', '.#...')
    const astar = new ExactAstar(grid)
    const first = astar.find(0, 2, 4, 0)
    for (let query = 0; query < 600; query++) expect(astar.find(0, 2, 4, 0)).toBe(first)
  })

  it('floods an island and nothing else', () => {
    const grid = generate('scatter', { width: 90, height: 70, seed: 3, wallShare: 0.42 })
    const { islandOfCell } = floodIslands(grid)
    const start = islandOfCell.findIndex(island => island >= 0)
    const size = islandOfCell.filter(island => island === islandOfCell[start]).length
    expect(new ExactAstar(grid).flood(start % 90, Math.floor(start / 90))).toBe(size)
  })
})

describe('the clock', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** Each query takes as long as `durationsMs` says next. */
  function timed(count: number, durationsMs: readonly number[], limits: { passes: number; budgetMs: number }) {
    let nowMs = 0
    let runs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const asked: number[] = []
    const timing = timeQueries(
      count,
      query => {
        asked.push(query)
        nowMs += durationsMs[runs++]
        return query
      },
      limits,
    )
    return { asked, timing }
  }

  it('counts the least time of each query over all passes', () => {
    const { asked, timing } = timed(3, [5, 1, 9, 2, 4, 3], { passes: 2, budgetMs: 1000 })
    expect(asked).toEqual([0, 1, 2, 0, 1, 2])
    expect([...timing.usOfQuery]).toEqual([2000, 1000, 3000])
    expect(timing.passes).toBe(2)
  })

  it('leaves out the queries that the budget does not reach', () => {
    const { asked, timing } = timed(4, [6, 6, 6, 6], { passes: 3, budgetMs: 10 })
    expect(asked).toEqual([0, 1])
    expect(timing.usOfQuery.length).toBe(2)
  })

  it('times one query even if the budget is nothing', () => {
    expect(timed(4, [6], { passes: 1, budgetMs: 0 }).timing.usOfQuery.length).toBe(1)
  })
})

describe('queries', () => {
  it('are long pairs on the largest island, and the same each time', async () => {
    const grid = generate('terrain', { width: 160, height: 130, seed: 25, featureCells: 24 })
    const { islandOfCell, count } = floodIslands(grid)
    const sizes = Array.from({ length: count }, (_, island) => islandOfCell.filter(one => one === island).length)
    const largest = sizes.indexOf(Math.max(...sizes))
    const atlas = openAtlas(await bake(grid))
    const { reachable } = longQueries(atlas, 50)
    expect(longQueries(atlas, 50).reachable).toEqual(reachable)
    expect(reachable.length).toBe(200)
    for (let at = 0; at < reachable.length; at += 4) {
      const [x0, y0, x1, y1] = reachable.subarray(at, at + 4)
      expect([islandOfCell[y0 * 160 + x0], islandOfCell[y1 * 160 + x1]]).toEqual([largest, largest])
      expect(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))).toBeGreaterThanOrEqual(80)
    }
    const refused = refusedPairs(atlas, 20)
    expect(refused.length).toBe(80)
    for (let at = 0; at < refused.length; at += 4) {
      const [x0, y0, x1, y1] = refused.subarray(at, at + 4)
      expect(islandOfCell[y0 * 160 + x0]).not.toBe(islandOfCell[y1 * 160 + x1])
      expect(exactCost(atlas.terrain, x0, y0, x1, y1)).toBe(Infinity)
    }
  })

  it('of scenarios are refused where an end is a wall, or the length says that there is no way', async () => {
    const atlas = openAtlas(await bake(drawn('..#.', '..#.')))
    const line = (ends: readonly [number, number, number, number], optimalLength: number): Scenario => {
      const [startX, startY, goalX, goalY] = ends
      return { bucket: 0, map: 'a', width: 4, height: 2, startX, startY, goalX, goalY, optimalLength }
    }
    const set = scenarioQueries(atlas, [
      line([0, 0, 1, 1], Math.SQRT2),
      line([0, 0, 2, 0], 2),
      line([0, 0, 3, 1], 0),
      line([0, 0, 3, 0], -1),
      line([3, 1, 3, 1], 0),
    ])
    expect(set.refused.length / 4).toBe(3)
    expect([...set.optimumOfQuery].sort()).toEqual([0, Math.SQRT2])
    const answers = heldAgainst(judgePaths(atlas, set), set.optimumOfQuery, optimum => optimum)
    expect(answers).toMatchObject({ found: 2, missed: 0, refused: 3, illegal: 0, cells: 3 })
    const cheap = heldAgainst(judgePaths(atlas, set), [9, 9], optimum => optimum)
    expect(cheap.illegal).toBe(2)
  })

  it('are compared with the exact cost where a scenario tells less than any path has', async () => {
    const atlas = openAtlas(await bake(drawn('....', '....')))
    const { optimumOfQuery, mended } = mendedOptima(
      atlas,
      Int32Array.of(0, 0, 3, 0, 0, 0, 3, 1, 0, 0, 2, 1),
      Float64Array.of(2.5, 4.41, 2),
      [3, 4.42, 3],
    )
    expect([...optimumOfQuery].map(cost => cost.toFixed(4))).toEqual(['3.0000', '4.4100', '2.4142'])
    expect(mended).toBe(2)
  })

  it('are judged while there is time', async () => {
    const atlas = openAtlas(await bake(generate('rooms', { width: 64, height: 64, seed: 3 })))
    const set = longQueries(atlas, 5)
    expect(judgePaths(atlas, set)).toMatchObject({ judged: 5, found: 5 })
    expect(judgePaths(atlas, set, { budgetMs: 0 })).toMatchObject({ judged: 0, missed: 0 })
  })

  it('are the same with every quality', async () => {
    const grid = generate('terrain', { width: 160, height: 130, seed: 25, featureCells: 24 })
    const atlas = openAtlas(await bake(grid))
    const set = longQueries(atlas, 12)
    const optimumOfQuery = Array.from({ length: 8 }, (_, query) => {
      const [x0, y0, x1, y1] = set.reachable.subarray(4 * query)
      return exactCost(atlas.terrain, x0, y0, x1, y1)
    })
    const lowest = (optimum: number) => optimum * (1 - 1e-8)
    const plan = { queries: 10, timing: { passes: 1, budgetMs: 60_000 } }
    const frontier = measureFrontier(atlas, set, optimumOfQuery, lowest, plan)
    expect(frontier.map(({ quality }) => quality)).toEqual(['fast', 'default', 'exact'])
    for (const { usOfQuery, excessPercent, wrong } of frontier) {
      expect([usOfQuery.length, excessPercent.length, wrong]).toEqual([10, 8, 0])
    }
    expect(Math.max(...frontier[2].excessPercent)).toBeLessThan(0.01)
    expect(measureFrontier(atlas, set, [], lowest, { ...plan, queries: 0 })).toEqual([])
  })

  it('come from every map that has scenarios beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maps-'))
    try {
      for (const name of ['a.map', 'a.map.scen', 'a.far.scen', 'a_2.map', 'b.map.scen']) {
        writeFileSync(join(folder, name), '')
      }
      const scenarioFiles = ['a.far.scen', 'a.map.scen'].map(name => join(folder, name))
      expect(findMaps(folder)).toEqual([{ mapFile: join(folder, 'a.map'), scenarioFiles }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('certificates', () => {
  const lowest = (optimum: number) => optimum * (1 - 1e-8)
  const plan = { queries: 8, timing: { passes: 1, budgetMs: 60_000 } }

  it('are compared with the optimum, and blamed where they are above it', async () => {
    const atlas = openAtlas(await bake(generate('roads', { width: 96, height: 96, seed: 25 })))
    const set = longQueries(atlas, 10)
    const optima = Array.from({ length: 6 }, (_, query) => {
      const [x0, y0, x1, y1] = set.reachable.subarray(4 * query)
      return exactCost(atlas.terrain, x0, y0, x1, y1)
    })
    const report = measureCertificate(atlas, set, optima, lowest, plan)!
    expect([report.usOfQuery.length, report.boundPercent.length, report.wrong]).toEqual([8, 6, 0])
    expect(Math.max(...report.boundPercent)).toBeLessThanOrEqual(100 + 1e-6)
    expect(Math.min(...report.boundPercent)).toBeGreaterThan(0)
    const low = optima.map(optimum => optimum / 4)
    expect(measureCertificate(atlas, set, low, lowest, plan)!.wrong).toBeGreaterThan(0)
    expect(measureCertificate(atlas, set, optima, lowest, { ...plan, queries: 0 })).toBeNull()
  })
})

describe('the worlds of the benches', () => {
  it('are of every kind that can be made but open ground, those of several costs too', () => {
    expect([...WORLD_KINDS, 'open'].sort()).toEqual(Object.keys(generatorKinds).sort())
    for (const kind of WORLD_KINDS) {
      const costs = new Set(generate(kind, { width: 128, height: 128, seed: 25 }).cost)
      costs.delete(0)
      expect(costs.size > 1, kind).toBe(isWeighted(kind))
    }
  })
})

describe('other packages', () => {
  it('are given the same steps as we have', () => {
    const { grid } = worldOfSeed(5, 24)
    const map = plainMap(grid, 8)
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        for (let direction = 0; direction < 8; direction++) {
          const isLegal = map.costAt(x, y) !== 0 && canStep(map, x, y, direction)
          expect(isFreeStep(grid, x, y, DX[direction], DY[direction])).toBe(isLegal)
        }
      }
    }
  })

  it('that give bends get their cells filled in', () => {
    expect([...cellsBetween([0, 0, 2, 0, 2, 1])]).toEqual([0, 0, 1, 0, 2, 0, 2, 1])
    expect([...cellsBetween([3, 3])]).toEqual([3, 3])
  })
})
