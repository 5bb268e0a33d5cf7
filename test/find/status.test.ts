/**
 * The answers that are "no", and the ones that are trivial.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas, Grid } from '../../src/index.ts'
import { bake, IsthmusError, openAtlas } from '../../src/index.ts'
import { drawn, floodIslands } from '../support/plain.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const NOWHERE = Number.POSITIVE_INFINITY

async function open(grid: Grid): Promise<Atlas> {
  return openAtlas(await bake(grid))
}

const map = drawn('..#.', '..#.', '####', '....')

describe('a query', () => {
  it.each([
    ['found', [0, 0, 1, 1], /^$/],
    ['unreachable', [0, 0, 3, 0], /island/],
    ['unreachable', [3, 3, 3, 1], /island/],
    ['blocked', [0, 0, 2, 1], /goal 2,1 is a wall/],
    ['blocked', [2, 0, 0, 0], /start 2,0 is a wall/],
    ['blocked', [2, 0, 2, 1], /start 2,0 is a wall/],
    ['blocked', [2, 0, 9, 9], /start 2,0 is a wall. The goal 9,9 is outside the map/],
    ['outside', [0, 0, 4, 0], /goal 4,0 is outside the map of 4 x 4/],
    ['outside', [0, -1, 0, 0], /start 0,-1 is outside the map of 4 x 4/],
    ['outside', [0, 0, 0, 4], /goal 0,4 is outside/],
    ['outside', [-1000000000, 0, 0, 0], /start -1000000000,0 is outside/],
  ] as const)('is answered with %s from %j, and says why', async (status, [x0, y0, x1, y1], message) => {
    const route = (await open(map)).finder().find(x0, y0, x1, y1)
    expect(route.status).toBe(status)
    expect(route.message).toMatch(message)
    expect([route.start, route.goal, route.isReplaced]).toEqual([{ x: x0, y: y0 }, { x: x1, y: y1 }, false])
    if (status === 'found') return
    expect([route.estimate, route.cost]).toEqual([NOWHERE, NOWHERE])
    expect([route.cells().length, route.head(5).length, route.entries().length, [...route].length]).toEqual([
      0, 0, 0, 0,
    ])
  })

  it('from a cell to itself is a path of that cell, which costs nothing', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid, directions }) => {
      const finder = openAtlas(await bake(grid, { directions })).finder()
      for (const [x, y] of freeCells(grid, 20, new Random(1))) {
        const route = finder.find(x, y, x, y)
        expect([route.status, route.cost, route.estimate, Array.from(route.cells())]).toEqual(['found', 0, 0, [x, y]])
      }
    })
    await fc.assert(property, runs(20))
  })

  it('may be asked with points', async () => {
    const finder = (await open(map)).finder()
    const byPoints = finder.find({ x: 0, y: 0 }, { x: 1, y: 1 })
    expect(byPoints.cells()).toEqual(finder.find(0, 0, 1, 1).cells())
    expect(byPoints.points()).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ])
    expect(finder.find({ x: 0, y: 0 }, { x: 2, y: 2 }, { nearest: true }).isReplaced).toBe(true)
  })

  it.each([
    [0.5, 0, 1, 1],
    [0, Number.NaN, 1, 1],
    [0, 0, Number.POSITIVE_INFINITY, 1],
  ])('with coordinates that are no cells is refused: %d,%d %d,%d', async (...ends) => {
    const finder = (await open(map)).finder()
    expect(() => finder.find(...ends)).toThrow(IsthmusError)
    expect(() => finder.find(...ends, { nearest: true })).toThrow(/whole numbers/)
  })

  it('tells walls and the outside from islands on maps of any kind', async () => {
    const property = fc.asyncProperty(worlds(60), async ({ grid, directions }) => {
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const { islandOfCell } = floodIslands(grid)
      const random = new Random(2)
      const stateOf = (x: number, y: number) => {
        if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) return 'outside'
        return grid.cost[y * grid.width + x] === 0 ? 'blocked' : ''
      }
      for (let i = 0; i < 60; i++) {
        const [x0, x1] = [random.below(grid.width + 6) - 3, random.below(grid.width + 6) - 3]
        const [y0, y1] = [random.below(grid.height + 6) - 3, random.below(grid.height + 6) - 3]
        const isSame = islandOfCell[y0 * grid.width + x0] === islandOfCell[y1 * grid.width + x1]
        const expected = stateOf(x0, y0) || stateOf(x1, y1) || (isSame ? 'found' : 'unreachable')
        expect(finder.find(x0, y0, x1, y1).status).toBe(expected)
      }
    })
    await fc.assert(property, runs(30))
  })
})
