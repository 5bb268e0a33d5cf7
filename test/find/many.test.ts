/**
 * Many answers at once: what many goals cost from one start, and tables of small maps. Each cost is compared with the oracle and
 * with the answer to a query for that goal alone.
 */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { twoCosts } from '../support/two-costs.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const ROUNDING = 1e-9
/** What a route from the goal to the start may cost more than one from the start. */
const ROUTE_EXCESS_MAX = 0.1

const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

describe('costs to many goals', () => {
  it('are those of queries for each, whether few or many are asked for', async () => {
    const property = fc.asyncProperty(worlds(300), async ({ grid, directions }) => {
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const random = new Random(grid.width)
      const best = plainMap(grid, directions)
      const [start, ...goals] = points(freeCells(grid, 120, random))
      if (start === undefined) return
      const distances = exactDistances(best, start.x, start.y)
      const costs = finder.costsTo(start, goals)
      const first = finder.costsTo(start, goals.slice(0, 2))
      goals.forEach((goal, i) => {
        const optimum = distances[goal.y * grid.width + goal.x]
        if (optimum === Infinity) expect(costs[i]).toBe(Infinity)
        else {
          expect(costs[i]).toBeGreaterThanOrEqual(optimum * (1 - ROUNDING))
          expect(costs[i]).toBeLessThanOrEqual(finder.find(start, goal).cost * (1 + ROUTE_EXCESS_MAX))
        }
        if (i < 2) expect(first[i]).toBeLessThanOrEqual(finder.find(start, goal).cost * (1 + ROUTE_EXCESS_MAX))
      })
    })
    await fc.assert(property, runs(16))
  })

  it('are near those of queries for each on expensive ground with cheap cells in it, where entries are far from the ends', async () => {
    for (const seed of [2, 5, 6, 8]) {
      const grid = twoCosts(60 + 20 * seed, seed)
      const finder = openAtlas(await bake(grid)).finder()
      const [start, ...goals] = points(freeCells(grid, 60, new Random(seed)))
      const costs = finder.costsTo(start, goals)
      goals.forEach((goal, i) => {
        const { estimate } = finder.find(start, goal)
        expect(costs[i], `${seed}: ${start.x},${start.y} to ${goal.x},${goal.y}`).toBeLessThanOrEqual(1.2 * estimate)
      })
    }
  })

  it('are Infinity to walls, to other islands, outside, and from a wall', async () => {
    const finder = openAtlas(await bake(drawn('..#.', '..#.'))).finder()
    const goals = points([
      [1, 1],
      [2, 0],
      [3, 0],
      [9, 0],
      [0, 0],
    ])
    expect([...finder.costsTo({ x: 0, y: 0 }, goals)]).toEqual([
      expect.closeTo(Math.SQRT2, 3),
      ...Array(3).fill(Infinity),
      0,
    ])
    expect([...finder.costsTo({ x: 2, y: 0 }, goals)]).toEqual(Array(5).fill(Infinity))
    expect([...finder.costsTo({ x: 0, y: 0 }, [])]).toEqual([])
    expect(() => finder.costsTo({ x: 0, y: 0 }, [{ x: 0.5, y: 0 }])).toThrow('Goal 0 is 0.5,0')
    expect(() => finder.costsTo({ x: 0, y: 0 }, {} as [])).toThrow('an array of points')
  })

  it('make a table that is the same from either end, and near the costs of routes', async () => {
    let apart = 0
    let reached = 0
    for (const [kind, side, count] of [
      ['scatter', 150, 12],
      ['elevation', 150, 12],
      ['roads', 400, 5],
      ['rooms', 400, 3],
    ] as const) {
      const finder = openAtlas(await bake(generate(kind, { width: side, height: side, seed: 4 }))).finder()
      const cells = points(freeCells(generate(kind, { width: side, height: side, seed: 4 }), count, new Random(3)))
      const table = finder.table(cells, cells)
      cells.forEach((start, i) => {
        cells.forEach((goal, j) => {
          expect(table[i * count + j]).toBe(table[j * count + i])
          const { cost } = finder.find(start, goal)
          if (cost === Infinity) expect(table[i * count + j]).toBe(Infinity)
          else if (i !== j) {
            reached++
            apart += Math.abs(table[i * count + j] / cost - 1)
          }
        })
      })
    }
    expect(reached).toBeGreaterThan(200)
    expect(apart / reached).toBeLessThan(0.003)
  })

  it('are searched once for both directions', async () => {
    const grid = generate('rooms', { width: 400, height: 400, seed: 4 })
    const finder = openAtlas(await bake(grid)).finder()
    const [a, b, c] = points(freeCells(grid, 3, new Random(3)))
    const find = vi.spyOn(finder.engine, 'find')
    const table = finder.table([a, b, c, b], [c, a, b])
    expect(find).toHaveBeenCalledTimes(6)
    find.mockRestore()
    const once = (from: { x: number; y: number }, to: { x: number; y: number }) => finder.table([from], [to])[0]
    const [ab, ac, bc] = [once(a, b), once(a, c), once(b, c)]
    expect([...table]).toEqual([ac, 0, ab, bc, ab, 0, 0, ac, bc, bc, ab, 0])
  })

  it('make a table, start by start, from either side', async () => {
    const grid = generate('caves', { width: 200, height: 150, seed: 5 })
    const finder = openAtlas(await bake(grid)).finder()
    const cells = points(freeCells(grid, 9, new Random(2)))
    for (const count of [2, 7]) {
      const [starts, goals] = [cells.slice(0, count), cells.slice(count)]
      const table = finder.table(starts, goals)
      const map = plainMap(grid, 8)
      starts.forEach((start, i) => {
        const distances = exactDistances(map, start.x, start.y)
        goals.forEach((goal, j) => {
          const optimum = distances[goal.y * grid.width + goal.x]
          const cost = table[i * goals.length + j]
          if (optimum === Infinity) expect(cost).toBe(Infinity)
          else expect(cost / optimum).toBeGreaterThan(1 - ROUNDING)
          if (optimum < Infinity) expect(cost / optimum).toBeLessThan(1.1)
        })
      })
    }
  })
})

describe('approaches to goals', () => {
  it('were methods of finders: the old names tell the new ones', async () => {
    const finder: object = openAtlas(await bake(drawn('....'))).finder()
    for (const [name, now] of [
      ['approachTo', 'field(goal)'],
      ['costsBy', 'costs(starts, goals)'],
      ['findBy', 'find(start, goal)'],
    ]) {
      expect(() => Reflect.get(finder, name)).toThrow(now)
    }
  })
})
