/**
 * The parts of the benches that figures stand on: the yardstick must be exact, the clock must count what it says, queries
 * must be what the tables call them, and the README must say what was measured.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExactAstar } from '../bench/exact-astar.ts'
import { findMaps } from '../bench/find-maps.ts'
import { judgeAnswers } from '../bench/measure/answers.ts'
import { timeQueries } from '../bench/measure/timing.ts'
import { isFreeStep } from '../bench/peers/free-step.ts'
import { cellsBetween } from '../bench/peers/l1.ts'
import { longQueries, refusedPairs, scenarioQueries } from '../bench/queries.ts'
import { BEGIN, END, withPerformance } from '../bench/report/readme.ts'
import type { Results } from '../bench/report/results.ts'
import { cellText, column, markdownText, type Table, terminalText } from '../bench/report/table.ts'
import { commandText } from '../bench/session.ts'
import type { Scenario } from '../src/index.ts'
import { bake, checkPath, exactCost, generate, openAtlas } from '../src/index.ts'
import { canStep, DX, DY } from '../src/map/movement.ts'
import { drawn, floodIslands, plainMap } from './support/plain.ts'
import { worldOfSeed } from './support/worlds.ts'

describe('the yardstick', () => {
  it('costs what the oracle says, along legal paths, again and again', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { grid, about } = worldOfSeed(seed, 40)
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
        expect(check.problem, about).toBe('')
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
    const answers = judgeAnswers(atlas, set, set.optimumOfQuery, optimum => optimum)
    expect(answers).toMatchObject({ found: 2, missed: 0, refused: 3, illegal: 0, cells: 3 })
    const cheap = judgeAnswers(atlas, set, [9, 9], optimum => optimum)
    expect(cheap.illegal).toBe(2)
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

const table: Table = {
  title: 'Speed',
  about: 'How quick.',
  columns: [
    column('map'),
    column('p50', 'us', 'route'),
    column('p95', 'us', 'route'),
    column('mean', '%', 'excess'),
    column('sample', 'count', 'excess'),
    column('gain', 'times'),
  ],
  rows: [
    ['rooms', 12.345, 1234.5, 0.0456, 1000, 78.9],
    ['maze', 5, null, Number.NaN, 20, 1500],
  ],
}

describe('a table', () => {
  it.each([
    [0, 'us', '0'],
    [0.0123, 'us', '0.01'],
    [999.4, 'us', '999'],
    [123456, 'ns', '123,456'],
    [-0.00001, '%', '0.000'],
    [12.34, '%', '12.3'],
    [1234, 'bytes', '1.23 kB'],
    [1499.6, 'count', '1,500'],
    ['done', 'text', 'done'],
    [Infinity, 's', '-'],
  ] as const)('writes %s as %s: %s', (value, unit, text) => {
    expect(cellText(value, unit)).toBe(text)
  })

  it('lines up in a terminal, groups and shared units named once', () => {
    expect(terminalText(table)).toBe(
      [
        'Speed',
        'How quick.',
        '',
        '         route us         excess',
        '  map         p50    p95  mean %  sample    gain',
        '  rooms      12.3  1,235   0.046   1,000   78.9x',
        '  maze       5.00      -       -      20  1,500x',
        '',
      ].join('\n'),
    )
  })

  it('is markdown for a README', () => {
    expect(markdownText(table)).toBe(
      [
        '### Speed',
        '',
        'How quick.',
        '',
        '| map | route p50 us | route p95 us | excess mean % | excess sample | gain |',
        '| --- | ---: | ---: | ---: | ---: | ---: |',
        '| rooms | 12.3 | 1,235 | 0.046 | 1,000 | 78.9x |',
        '| maze | 5.00 | - | - | 20 | 1,500x |',
        '',
      ].join('\n'),
    )
  })
})

describe('the command that is told with results', () => {
  it('is what to type for the same ones, wherever they were saved', () => {
    expect(commandText('bench', { json: 'a.json' })).toBe('npm run bench')
    expect(commandText('bench', { quick: true, 'skip-peers': false, sizes: '64', kinds: undefined })).toBe(
      'npm run bench -- --quick --sizes 64',
    )
  })
})

describe('the performance section of the README', () => {
  const results: Results = {
    format: 2,
    date: '2025-01-31',
    machine: { cpu: 'A Processor', cores: 2, memoryBytes: 8e9, node: 'v20.1.0', system: 'linux x64' },
    loadBefore: 0.1,
    version: 'abc1234',
    command: 'npm run bench',
    tables: [table, { ...table, title: 'Secret' }],
    summary: [table],
  }
  const readme = `# Title\n\n${BEGIN}\nold\n${END}\n\nThe end.\n`

  it('says when, where and by what it was measured, and shows the tables of the summary', () => {
    const text = withPerformance(readme, [results])
    for (const part of ['2025-01-31', 'abc1234', '`npm run bench`', 'A Processor', '2 cores', 'v20.1.0', 'else idle']) {
      expect(text).toContain(part)
    }
    expect(text).toContain(markdownText(table))
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('old')
  })

  it('says once what tables of several runs are about', () => {
    const text = withPerformance(readme, [results, { ...results, command: 'npm run bench:scale' }])
    expect(text.split('### Speed').length).toBe(3)
    expect(text.split('How quick.').length).toBe(2)
    expect(text).toContain('`npm run bench:scale`')
  })

  it('says that the machine was busy', () => {
    expect(withPerformance(readme, [{ ...results, loadBefore: 3.21 }])).toContain('load 3.2')
  })

  it('replaces what lies between the marks and nothing else, however often', () => {
    const once = withPerformance(readme, [results])
    expect(once.startsWith(`# Title\n\n${BEGIN}\n`)).toBe(true)
    expect(once.endsWith(`${END}\n\nThe end.\n`)).toBe(true)
    expect(withPerformance(once, [results])).toBe(once)
  })

  it.each(['# Title\n', `${END}\n${BEGIN}\n`, `${BEGIN}\n`])('is refused a README without its marks', text => {
    expect(() => withPerformance(text, [results])).toThrow(BEGIN)
  })
})
