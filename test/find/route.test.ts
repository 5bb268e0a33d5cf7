/**
 * A route as a thing to print, write, clone, send and keep: small outside, whole inside, whatever is done to its cells.
 * @fast
 */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas, Route } from '../../src/index.ts'
import { bake, checkPath, costOfPath, generate, openAtlas } from '../../src/index.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const SMALL_CHARACTERS = 600

let atlas: Atlas
/** One found on the abstract graph, one on the cells alone, one along another, one refused. */
let routes: Route[]

beforeAll(async () => {
  const grid = generate('rooms', { width: 400, height: 300, seed: 3 })
  atlas = openAtlas(await bake(grid))
  const finder = atlas.finder()
  const from = atlas.nearest(2, 2)
  const to = atlas.nearest(397, 297, { island: atlas.islandOf(from.x, from.y) })
  const far = finder.find(from, to)
  const [x, y] = far.head(9).slice(-2)
  routes = [far, finder.find(from, { x, y }), finder.find({ x, y }, to, { previous: far }), finder.find(-1, 0, 5, 5)]
  expect(routes.map(route => [route.status === 'found', route.steps !== null])).toEqual([
    [true, true],
    [true, false],
    [true, false],
    [false, false],
  ])
})

/** Where a path passes a cell for the last time. */
function lastPassOf(path: Int32Array, x: number, y: number): number {
  let at = path.length - 2
  while (path[at] !== x || path[at + 1] !== y) at -= 2
  return at
}

describe('a route seen from outside', () => {
  it('prints as its answer, without the finder and the cells behind it', () => {
    for (const route of routes) {
      for (const text of [inspect(route), inspect(route, { depth: 9, showHidden: true })]) {
        expect(text).toContain(`status: '${route.status}'`)
        expect(text).not.toMatch(/source|finder|Int32Array|columns/i)
        expect(text.length).toBeLessThan(SMALL_CHARACTERS)
      }
    }
  })

  it('is a small JSON document with its status and cost', () => {
    for (const route of routes) {
      const text = JSON.stringify(route)
      expect(text.length).toBeLessThan(SMALL_CHARACTERS)
      const { status, cost, estimate, cellCount, goal } = JSON.parse(text)
      expect([status, goal, cellCount]).toEqual([route.status, route.goal, route.cells().length / 2])
      expect([cost, estimate]).toEqual(route.status === 'found' ? [route.cost, route.estimate] : [null, null])
    }
  })

  it('clones into its fields alone', () => {
    for (const route of routes) {
      const { status, message, start, goal, isReplaced, estimate, quality } = route
      expect(structuredClone(route)).toEqual({ status, message, start, goal, isReplaced, estimate, quality })
    }
  })

  it('has a plain form that can be sent whole, and stays whole when that takes its cells away', () => {
    for (const route of routes) {
      const expected = Array.from(route.cells())
      const plain = route.plain()
      const sent = structuredClone(plain, { transfer: [plain.cells.buffer] })
      expect(sent).toEqual({ ...route.toJSON(), cells: Int32Array.from(expected) })
      expect(plain.cells).toHaveLength(0)
      expect(Array.from(route.cells())).toEqual(expected)
    }
  })
})

describe('the cells of a route', () => {
  it('are the caller’s: the route is whole after a transfer and after a change', () => {
    for (const route of routes) {
      const { cost, lowerBound } = route
      const expected = Array.from(route.cells())
      const cells: Int32Array<ArrayBuffer> = route.cells()
      structuredClone(cells, { transfer: [cells.buffer] })
      expect(cells).toHaveLength(0)
      expect(Array.from(route.cells())).toEqual(expected)
      route.cells().reverse().fill(-7)
      expect([route.cost, route.lowerBound]).toEqual([cost, lowerBound])
      expect([...route].flat()).toEqual(expected)
      expect(route.points().map(({ x, y }) => [x, y])).toEqual([...route])
      expect(Array.from(route.head(5))).toEqual(expected.slice(0, 10))
      expect(Array.from(route.plain().cells)).toEqual(expected)
    }
  })

  it('of a continued route are its own, not a view of those that it continues', () => {
    const [far, , rest] = routes
    const expected = Array.from(rest.cells())
    structuredClone(far.cells(), { transfer: [far.cells().buffer] })
    expect(Array.from(rest.cells())).toEqual(expected)
    expect(rest.cells().byteOffset).toBe(0)
    expect(rest.cells().buffer.byteLength).toBe(4 * expected.length)
  })

  it('are the rest of a path from every cell of it on, and cost what the judge says, on worlds of every kind', async () => {
    const property = fc.asyncProperty(worlds(90), async ({ grid, directions }) => {
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const { terrain } = openAtlas(await bake(grid, { directions }))
      const cells = freeCells(grid, 8, new Random(4))
      for (let i = 0; i + 1 < cells.length; i += 2) {
        const route = finder.find(...cells[i], ...cells[i + 1])
        if (route.status !== 'found') continue
        const path = route.cells().slice()
        for (let at = 0; at < path.length; at += 2 * (1 + (at % 5))) {
          const rest = finder.find(path[at], path[at + 1], ...cells[i + 1], { previous: route })
          const left = path.subarray(lastPassOf(path, path[at], path[at + 1]))
          expect(Array.from(rest.cells())).toEqual(Array.from(left))
          expect(rest.cost).toBe(costOfPath(terrain, left))
          expect(rest.estimate).toBeGreaterThanOrEqual(rest.cost)
        }
      }
    })
    await fc.assert(property, runs(16))
  })
})

describe('a route that is continued', () => {
  it('asks the search nothing while on it, however often', () => {
    const finder = atlas.finder()
    const [far] = routes
    for (const [x, y] of far) finder.find({ x, y }, far.goal, { previous: far })
    expect(finder.effort.settledCount).toBe(0)
  })

  it('is searched for anew where more quality is asked for, and kept where less is', () => {
    const finder = atlas.finder()
    const quick = finder.find(routes[0].start, routes[0].goal, { quality: 'fast' })
    const exact = finder.find(quick.start, quick.goal, { quality: 'exact', previous: quick })
    expect(exact.cost).toBe(finder.find(quick.start, quick.goal, { quality: 'exact' }).cost)
    const kept = finder.find(quick.start, quick.goal, { quality: 'fast', previous: exact })
    expect([kept.cost, kept.quality]).toEqual([exact.cost, 'exact'])
  })

  it('is left where another map has walls across it', async () => {
    const grid = generate('rooms', { width: 400, height: 300, seed: 3 })
    const cells = routes[0].cells()
    const middle = 2 * (cells.length >> 2)
    grid.cost[cells[middle + 1] * grid.width + cells[middle]] = 0
    const walled = openAtlas(await bake(grid))
    const { start, goal } = routes[0]
    const route = walled.finder().find(start, goal, { previous: routes[0] })
    expect(checkPath(walled.terrain, route.cells(), start.x, start.y, goal.x, goal.y, 8).message).toBe('')
  })
})
