/** Each check of `verify` finds the flaw that it is there for, in an atlas that is right but for this one. */

import { beforeAll, describe, expect, it } from 'vitest'
import type { Check, Subject } from '../../src/app/verify/verify-check.ts'
import { entriesCheck } from '../../src/app/verify/verify-entries.ts'
import { pathsCheck } from '../../src/app/verify/verify-paths.ts'
import { islandsCheck, regionsCheck } from '../../src/app/verify/verify-regions.ts'
import { tablesCheck } from '../../src/app/verify/verify-tables.ts'
import { terrainCheck } from '../../src/app/verify/verify-terrain.ts'
import { windowWithin } from '../../src/app/verify/window.ts'
import type { AtlasLevel } from '../../src/atlas/columns.ts'
import { firstPairOf, pairCountOf, slotCountOf } from '../../src/atlas/level-graph.ts'
import { type Atlas, bake, type Grid, generate, openAtlas } from '../../src/index.ts'

let grid: Grid
let atlas: Atlas
beforeAll(async () => {
  grid = generate('terrain', { width: 150, height: 130, seed: 8 })
  atlas = openAtlas(await bake(grid))
})

/** The atlas with some of its members replaced. */
function flawed(flaws: object): Atlas {
  const members = Object.entries(flaws).map(([name, value]) => [name, { value }])
  return Object.create(atlas, Object.fromEntries(members))
}

function problemOf(check: Check, subject: Partial<Subject> = {}): string {
  return check.run({ grid, atlas, samples: 300, seed: 1, ...subject }, () => {}).problem
}

/** A free cell, not at the edge, whose four neighbours are free as well. */
function innerCell(): [number, number] {
  for (let y = 40; y < grid.height - 1; y++) {
    for (let x = 40; x < grid.width - 1; x++) {
      const cell = y * grid.width + x
      if ([0, 1, -1, grid.width, -grid.width].every(step => grid.cost[cell + step] > 0)) return [x, y]
    }
  }
  throw new Error('the map has no such cell')
}

const isAt = (x: number, y: number, cell: readonly [number, number]) => x === cell[0] && y === cell[1]

describe('a right atlas', () => {
  it('passes every check', () => {
    for (const check of [terrainCheck, regionsCheck, islandsCheck, entriesCheck, tablesCheck, pathsCheck]) {
      expect(problemOf(check)).toBe('')
    }
  })
})

describe('the terrain check', () => {
  it('finds the one cell that differs', () => {
    const [x, y] = innerCell()
    const costAt = (cx: number, cy: number) => (isAt(cx, cy, [x, y]) ? 2 : atlas.costAt(cx, cy))
    expect(problemOf(terrainCheck, { atlas: flawed({ costAt }) })).toBe(
      `Cell ${x},${y} costs 1 in the map and 2 in the atlas (0 is a wall).`,
    )
  })
})

describe('the regions check', () => {
  it('finds a cell that was given to another region, at any level', () => {
    const cell = innerCell()
    for (let level = 0; level < atlas.levelCount; level++) {
      const regionOf = (x: number, y: number, of: number) => {
        const region = atlas.regionOf(x, y, of)
        return of === level && isAt(x, y, cell) ? (region + 1) % atlas.regionCount(level) : region
      }
      expect(problemOf(regionsCheck, { atlas: flawed({ regionOf }) })).toContain(`region of level ${level}`)
    }
  })

  it('finds two regions that were taken for one, and one that has no cells', () => {
    const merged = (x: number, y: number, level: number) => {
      const region = atlas.regionOf(x, y, level)
      return level === 0 && region === 1 ? 0 : region
    }
    expect(problemOf(regionsCheck, { atlas: flawed({ regionOf: merged }) })).toContain('which is another piece')
    const lost = (x: number, y: number, level: number) => (level === 1 ? -1 : atlas.regionOf(x, y, level))
    expect(problemOf(regionsCheck, { atlas: flawed({ regionOf: lost }) })).toContain('leads out of its block')
    const { levels, ...stats } = atlas.stats()
    const more = { ...stats, levels: levels.map(level => ({ ...level, regions: level.regions + 1 })) }
    expect(problemOf(regionsCheck, { atlas: flawed({ stats: () => more }) })).toMatch(
      /pieces of ground where the atlas/,
    )
  })

  it('finds a wall that is in a region', () => {
    const regionOf = (x: number, y: number, level: number) => Math.max(0, atlas.regionOf(x, y, level))
    expect(problemOf(regionsCheck, { atlas: flawed({ regionOf }) })).toMatch(
      /is a wall, but the atlas has it in region/,
    )
  })
})

describe('the islands check', () => {
  it('finds a cell on a wrong island, and an island in two pieces', () => {
    const cell = innerCell()
    const islandOf = (x: number, y: number) => (isAt(x, y, cell) ? 1 - atlas.islandOf(x, y) : atlas.islandOf(x, y))
    expect(problemOf(islandsCheck, { atlas: flawed({ islandOf }) })).not.toBe('')
    const united = (x: number, y: number) => Math.min(0, atlas.islandOf(x, y))
    expect(problemOf(islandsCheck, { atlas: flawed({ islandOf: united }) })).toContain(
      'which is another piece of ground',
    )
  })
})

describe('the entries check', () => {
  const withCells = (change: (cells: number[], entry: number) => number[]) =>
    flawed({ entryCells: (entry: number) => change([...atlas.entryCells(entry)], entry) })

  it.each<[string, (cells: number[], entry: number) => number[], RegExp]>([
    [
      'is no pair of neighbours',
      ([x, y], entry) => (entry === 3 ? [x, y, x + 2, y] : [...atlas.entryCells(entry)]),
      /neighbours/,
    ],
    ['lies in a wall', (cells, entry) => (entry === 3 ? wallPair() : cells), /wall/],
    ['crosses no border', (cells, entry) => (entry === 3 ? inside() : cells), /crosses no border/],
    ['is there twice', (cells, entry) => (entry === 1 ? [...atlas.entryCells(0)] : cells), /is there twice/],
  ])('finds an entry that %s', (_, change, problem) => {
    expect(problemOf(entriesCheck, { atlas: withCells(change) })).toMatch(problem)
  })

  it('finds an entry of a wrong rank', () => {
    const rankOf = (entry: number) => (entry === 0 ? 0 : atlas.rankOf(entry))
    expect(problemOf(entriesCheck, { atlas: flawed({ rankOf }) })).toMatch(/Entry 0, .* has rank 0/)
  })

  it.each([
    ['east', 2],
    ['south', 3],
  ])('finds two regions that touch to the %s and that nothing joins', (_, axis) => {
    const entries = Array.from({ length: atlas.entryCount(0) }, (_, entry) => entry)
    const regionsOf = (entry: number) => {
      const [xA, yA, xB, yB] = atlas.entryCells(entry)
      return [atlas.regionOf(xA, yA, 0), atlas.regionOf(xB, yB, 0)].sort((p, q) => p - q).join()
    }
    const leads = (entry: number) => {
      const cells = atlas.entryCells(entry)
      return cells[axis] !== cells[axis - 2]
    }
    const parted = regionsOf(entries.findLast(leads) ?? -1)
    const kept = entries.filter(entry => regionsOf(entry) !== parted)
    const flaw = flawed({
      entryCount: (level: number) => kept.filter(entry => entry < atlas.entryCount(level)).length,
      entryCells: (entry: number) => atlas.entryCells(kept[entry]),
      rankOf: (entry: number) => atlas.rankOf(kept[entry]),
    })
    expect(problemOf(entriesCheck, { atlas: flaw })).toMatch(/^No entry of level 0 joins the regions of/)
  })

  function wallPair(): number[] {
    const wall = grid.cost.indexOf(0)
    const [x, y] = [wall % grid.width, Math.floor(wall / grid.width)]
    return [x, y, x + 1, y]
  }

  function inside(): number[] {
    for (let y = 0; ; y++) {
      for (let x = 1; x < 30; x++) {
        if (grid.cost[y * grid.width + x] > 0 && grid.cost[y * grid.width + x + 1] > 0) return [x, y, x + 1, y]
      }
    }
  }
})

/** The tables of a level with other costs. */
function withCosts(level: AtlasLevel, change: (cost: number) => number): Uint16Array {
  const tables = level.tables.slice()
  for (let region = 0; region < level.regionCount; region++) {
    const first = firstPairOf(level, region)
    const count = pairCountOf(slotCountOf(level, region))
    for (let i = first; i < first + count; i++) tables[i] = change(tables[i])
  }
  return tables
}

describe('the tables check', () => {
  it('finds costs that are too low or too high, on the ground and above', () => {
    for (const level of [0, 1]) {
      for (const factor of [0.99, 1.01]) {
        const levels = atlas.columns.levels.map((columns, i) =>
          i === level ? { ...columns, tables: withCosts(columns, cost => Math.round(cost * factor)) } : columns,
        )
        const problem = problemOf(tablesCheck, { atlas: flawed({ columns: { ...atlas.columns, levels } }) })
        expect(problem).toMatch(level === 0 ? /^The table of region / : /^Region \d+ of level 1 says/)
      }
    }
  })
})

describe('the paths check', () => {
  /** A finder whose routes have some members replaced. */
  function withRoutes(change: (route: ReturnType<ReturnType<Atlas['finder']>['find']>) => object): Atlas {
    const finder = atlas.finder()
    const find = (x0: number, y0: number, x1: number, y1: number) => {
      const route = finder.find(x0, y0, x1, y1)
      const { status, estimate, cost } = route
      const cells = route.cells()
      return { status, estimate, cost, cells: () => cells, ...change(route) }
    }
    return flawed({ finder: () => ({ find }) })
  }

  it.each<[string, Parameters<typeof withRoutes>[0], RegExp]>([
    ['misses a step', route => ({ cells: () => route.cells().filter((_, i) => i < 2 || i > 3) }), /is not legal/],
    ['says a wrong cost', route => ({ cost: route.cost + 0.01 }), /but the route says/],
    ['has an estimate below its cost', route => ({ estimate: route.cost * 0.99 }), /more than the estimate/],
    ['refuses what can be reached', () => ({ status: 'unreachable' }), /though both ends are on one island/],
    ['finds what cannot', () => ({ status: 'found' }), /but leads to another island/],
  ])('finds a route that %s', (_, change, problem) => {
    expect(problemOf(pathsCheck, { atlas: withRoutes(change) })).toMatch(problem)
  })

  it('finds a path through what is a wall in the map', () => {
    const walled = { ...grid, cost: grid.cost.map((cost, cell) => (cell % 7 === 3 ? 0 : cost)) }
    expect(problemOf(pathsCheck, { grid: walled })).toMatch(/is not legal/)
  })
})

describe('the window of the oracle', () => {
  it('holds every path that costs no more than the given one', () => {
    const window = windowWithin(grid, 8, 1, [60, 60, 70, 65], 20)
    expect(window.left).toBeLessThanOrEqual(60 - 5)
    expect(window.left + window.width).toBeGreaterThan(70 + 5)
    expect(window.top).toBeLessThanOrEqual(60 - 7)
    const near = windowWithin(grid, 8, 1, [2, 3, 4, 3], 30)
    expect([near.left, near.top]).toEqual([0, 0])
    expect(near.costAt(-1, 0)).toBe(0)
    expect(near.costAt(5, 5)).toBe(grid.cost[5 * grid.width + 5])
  })
})
