/** Each check of `verify` against a map finds the flaw that it is there for, in an atlas that is right except for this one. */
import { beforeAll, describe, expect, it } from 'vitest'
import { checkPaths, checkTerrain, type Subject, windowWithin } from '../../src/app/cli/commands/verify-command.ts'
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

function problemOf(check: typeof checkPaths, subject: Partial<Subject> = {}): string {
  return check({ grid, atlas, samples: 300, seed: 1, ...subject }, () => {}).problem
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
    for (const check of [checkTerrain, checkPaths]) expect(problemOf(check)).toBe('')
  })
})

describe('the terrain check', () => {
  it('finds the one cell that differs', () => {
    const [x, y] = innerCell()
    const costAt = (cx: number, cy: number) => (isAt(cx, cy, [x, y]) ? 2 : atlas.costAt(cx, cy))
    expect(problemOf(checkTerrain, { atlas: flawed({ costAt }) })).toBe(
      `Cell ${x},${y} costs 1 in the map and 2 in the atlas (0 is a wall).`,
    )
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
    expect(problemOf(checkPaths, { atlas: withRoutes(change) })).toMatch(problem)
  })

  it('finds a path through what is a wall in the map', () => {
    const walled = { ...grid, cost: grid.cost.map((cost, cell) => (cell % 7 === 3 ? 0 : cost)) }
    expect(problemOf(checkPaths, { grid: walled })).toMatch(/is not legal/)
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
