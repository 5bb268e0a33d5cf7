/**
 * A finder's scratch is used again and again and never cleared: no query may see anything of the one before. And however
 * a route is read, all at once, cell by cell or only its head, it is the same path.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas, Route } from '../../src/index.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs, worldOfSeed, worlds } from '../support/worlds.ts'

async function open({ grid, directions }: World): Promise<Atlas> {
  return openAtlas(await bake(grid, { directions }))
}

/** All that a route says, in the order in which a caller may ask for it. */
function saidBy(route: Route) {
  const { status, message, estimate, cost } = route
  return { status, message, estimate, cost, cells: Array.from(route.cells()) }
}

describe('a finder', () => {
  it('answers thousands of queries as a new one would', async () => {
    for (const seed of [3, 14]) {
      const world = worldOfSeed(seed, 220)
      const atlas = await open(world)
      const finder = atlas.finder()
      const random = new Random(seed)
      const queries = freeCells(world.grid, 1000, random).map(start => [
        ...start,
        ...freeCells(world.grid, 1, random)[0],
      ])
      queries.forEach(([x0, y0, x1, y1], i) => {
        const route = finder.find(x0, y0, x1, y1)
        if (i % 20 === 0) expect(saidBy(route)).toEqual(saidBy(atlas.finder().find(x0, y0, x1, y1)))
      })
    }
  })

  it('leaves routes it gave before as they were', async () => {
    const world = worldOfSeed(21, 150)
    const finder = (await open(world)).finder()
    const random = new Random(1)
    const cells = freeCells(world.grid, 40, random)
    const kept = cells.map(([x, y], i) => finder.find(x, y, ...cells[(i + 1) % cells.length]))
    const later = cells.map(([x, y], i) => saidBy(finder.find(x, y, ...cells[(i + 1) % cells.length])))
    expect(kept.map(saidBy)).toEqual(later)
  })

  it('is not disturbed by a query that has no path, nor by another finder', async () => {
    const property = fc.asyncProperty(worlds(80), async world => {
      const atlas = await open(world)
      const [one, other] = [atlas.finder(), atlas.finder()]
      const random = new Random(5)
      for (const [x0, y0] of freeCells(world.grid, 8, random)) {
        const [[x1, y1], [x2, y2]] = freeCells(world.grid, 2, random)
        const before = saidBy(one.find(x0, y0, x1, y1))
        one.find(-1, 0, x1, y1)
        one.find(x1, y1, x2, y2, { nearest: true })
        other.find(x2, y2, x0, y0)
        expect(saidBy(one.find(x0, y0, x1, y1))).toEqual(before)
      }
    })
    await fc.assert(property, runs(16))
  })
})

describe('a route', () => {
  it('streams the cells that it gives all at once', async () => {
    const property = fc.asyncProperty(worlds(150), async world => {
      const finder = (await open(world)).finder()
      const random = new Random(7)
      for (const [x0, y0] of freeCells(world.grid, 10, random)) {
        const [[x1, y1]] = freeCells(world.grid, 1, random)
        const cells = Array.from(finder.find(x0, y0, x1, y1).cells())
        expect([...finder.find(x0, y0, x1, y1)].flat()).toEqual(cells)
        const read = finder.find(x0, y0, x1, y1)
        expect([Array.from(read.cells()), [...read].flat(), Array.from(read.cells())]).toEqual([cells, cells, cells])
      }
    })
    await fc.assert(property, runs(16))
  })

  it('has a head that begins the path, of as many cells as asked for or as there are', async () => {
    const property = fc.asyncProperty(worlds(150), async world => {
      const finder = (await open(world)).finder()
      const random = new Random(8)
      for (const [x0, y0] of freeCells(world.grid, 6, random)) {
        const [[x1, y1]] = freeCells(world.grid, 1, random)
        const cells = Array.from(finder.find(x0, y0, x1, y1).cells())
        for (const count of [0, 1, 2, 7, 40, cells.length / 2, cells.length]) {
          expect(Array.from(finder.find(x0, y0, x1, y1).head(count))).toEqual(cells.slice(0, 2 * count))
        }
      }
    })
    await fc.assert(property, runs(16))
  })

  it('can be left in the middle of its stream', async () => {
    const world = worldOfSeed(21, 150)
    const finder = (await open(world)).finder()
    const random = new Random(1)
    for (const [x0, y0] of freeCells(world.grid, 30, random)) {
      const [[x1, y1]] = freeCells(world.grid, 1, random)
      const route = finder.find(x0, y0, x1, y1)
      for (const [x, y] of route) {
        expect([x, y]).toEqual([x0, y0])
        break
      }
      expect(saidBy(route)).toEqual(saidBy(finder.find(x0, y0, x1, y1)))
    }
  })

  it('asks for no route to a near goal around a corner, and its path is the best, as is that to one not far', async () => {
    const side = 300
    const cost = new Uint8Array(side * side).fill(1)
    for (let y = 0; y <= 40; y++) cost[y * side + 100] = 0
    const finder = openAtlas(await bake({ width: side, height: side, cost })).finder()
    const near = finder.find(70, 20, 130, 20)
    expect(finder.effort.settledCount).toBe(0)
    expect(near.cost).toBe(finder.find(70, 20, 130, 20, { quality: 'exact' }).cost)
    expect(finder.find(20, 20, 200, 20).cost).toBe(finder.find(20, 20, 200, 20, { quality: 'exact' }).cost)
  })

  it('asks for no route among scattered walls to a goal that is not far, and its path is the best', async () => {
    const grid = generate('scatter', { width: 192, height: 192, seed: 7 })
    const finder = openAtlas(await bake(grid)).finder()
    const random = new Random(3)
    const [starts, goals] = [freeCells(grid, 20, random), freeCells(grid, 20, random)]
    const faults = starts.filter((start, i) => {
      const { cost } = finder.find(...start, ...goals[i], { quality: 'fast' })
      return finder.effort.settledCount > 0 || cost !== finder.find(...start, ...goals[i], { quality: 'exact' }).cost
    })
    expect(faults).toEqual([])
  })

  it('looks at as much for a goal at the edge of a block as for one beside it', async () => {
    const [width, height] = [4096, 64]
    const cost = Uint8Array.from({ length: width * height }, (_, cell) =>
      cell % width === 1000 && cell < 40 * width ? 0 : 1,
    )
    const finder = openAtlas(await bake({ width, height, cost })).finder()
    const settledFor = (goalX: number) => {
      finder.find(10, 20, goalX, 20)
      return finder.effort.settledCount
    }
    expect(Math.abs(settledFor(2687) - settledFor(2686))).toBeLessThan(settledFor(2686) / 4)
  })
})
