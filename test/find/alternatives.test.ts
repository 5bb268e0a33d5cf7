/**
 * Routes that differ: legal, cheapest first, of cells that are mostly their own, and there where a map plainly has them.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, generate, groundFromTiles, openAtlas, openLive, type Route } from '../../src/index.ts'
import { exactCost } from '../../src/proof/oracle.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

function keysOf(route: Route): Set<string> {
  return new Set(route.points().map(({ x, y }) => `${x},${y}`))
}

const overlap = (a: Route, b: Route) => [...keysOf(a)].filter(key => keysOf(b).has(key)).length / keysOf(a).size

describe('alternatives', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('are legal, cheapest first, no cell twice, and differ as asked, on any ground', async () => {
    const property = fc.asyncProperty(worlds(90), fc.integer({ min: 0, max: 9 }), async (world, tenths) => {
      const { grid, directions } = world
      const map = plainMap(grid, directions)
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const [a, b] = freeCells(grid, 2, new Random(grid.height + 1))
      if (b === undefined) return
      const [start, goal] = [
        { x: a[0], y: a[1] },
        { x: b[0], y: b[1] },
      ]
      const overlapMax = tenths / 10
      const ask = () => finder.alternatives(start, goal, { count: 4, overlapMax })
      const found = ask()
      const best = exactCost(map, a[0], a[1], b[0], b[1])
      if (best === Infinity) return void expect(found).toEqual([])
      expect(found.length).toBeGreaterThanOrEqual(1)
      expect(found.length).toBeLessThanOrEqual(4)
      expect(found[0].cost).toBeLessThanOrEqual((1 + 1e-4) * best)
      for (const [i, route] of found.entries()) {
        expect(checkPath(map, route.cells(), a[0], a[1], b[0], b[1], directions).status).toBe('legal')
        expect(keysOf(route).size).toBe(route.cells().length / 2)
        expect(route.cost).toBeLessThanOrEqual(1.5 * found[0].cost)
        if (i > 0) expect(route.cost).toBeGreaterThanOrEqual(found[i - 1].cost)
        for (const better of found.slice(0, i)) expect(overlap(route, better)).toBeLessThanOrEqual(overlapMax)
      }
      vi.stubGlobal('WebAssembly', undefined)
      const plain = openAtlas(await bake(grid, { directions })).finder()
      const cells = (routes: readonly Route[]) => routes.map(route => String(route.cells()))
      if (grid.width * grid.height < 2000) {
        expect(cells(plain.alternatives(start, goal, { count: 4, overlapMax }))).toEqual(cells(found))
      }
      vi.unstubAllGlobals()
      expect(cells(ask())).toEqual(cells(found))
    })
    await fc.assert(property, runs(25))
  })

  const threeDoors = drawn(
    '.........#.........',
    '...................',
    '.........#.........',
    '.........#.........',
    '.........#.........',
    '...................',
    '.........#.........',
    '.........#.........',
    '...................',
    '.........#.........',
  )

  it('take other doors, the cheapest first', async () => {
    const finder = openAtlas(await bake(threeDoors)).finder()
    const ask = (options: object) => finder.alternatives({ x: 1, y: 5 }, { x: 17, y: 5 }, options)
    const doorOf = (route: Route) => route.points().find(({ x }) => x === 9)!.y
    const all = ask({ count: 9, overlapMax: 0.3 })
    expect(all.map(doorOf).slice(0, 1)).toEqual([5])
    expect(new Set(all.map(doorOf))).toEqual(new Set([5, 8, 1]))
    expect(ask({ count: 2, overlapMax: 0.3 }).map(doorOf)).toEqual([5, 8])
    expect(ask({ count: 9, overlapMax: 0.3, costMax: 16.5 }).map(doorOf)).toEqual([5])
    expect(ask({ costMax: 15 })).toEqual([])
  })

  it('begin with the route of find', async () => {
    const grid = generate('rooms', { width: 90, height: 80, seed: 5 })
    const finder = openAtlas(await bake(grid)).finder()
    const cells = freeCells(grid, 12, new Random(3))
    for (let i = 0; i + 1 < cells.length; i += 2) {
      const [start, goal] = [cells[i], cells[i + 1]].map(([x, y]) => ({ x, y }))
      const route = finder.find(start, goal)
      const [first] = finder.alternatives(start, goal)
      expect(first === undefined).toBe(route.status !== 'found')
      if (first !== undefined) expect(first.cost).toBeLessThanOrEqual(route.cost)
      if (first?.cost === route.cost) expect(first.cells()).toEqual(route.cells())
    }
  })

  it('begin with the cheapest path where that of find costs more', async () => {
    const finder = openAtlas(await bake(generate('elevation', { width: 200, height: 200, seed: 3 }))).finder()
    let cheaper = 0
    for (let k = 0; k < 40; k++) {
      const [start, goal] = [
        { x: 3 * k, y: 5 },
        { x: 190 - 2 * k, y: 180 },
      ]
      const [first] = finder.alternatives(start, goal)
      const exact = finder.find(start, goal, { quality: 'exact' }).cost
      expect(first.cost).toBeCloseTo(exact, 9)
      if (finder.find(start, goal).cost > exact) cheaper++
    }
    expect(cheaper).toBeGreaterThan(0)
  })

  it('of a corridor are one; of a cell to itself one; of a wall none', async () => {
    const finder = openAtlas(await bake(drawn('......', '.####.', '.#..#.'))).finder()
    const count = (x0: number, y0: number, x1: number, y1: number) =>
      finder.alternatives({ x: x0, y: y0 }, { x: x1, y: y1 }, { costMax: Infinity }).length
    expect([count(0, 2, 5, 2), count(3, 0, 3, 0), count(1, 1, 3, 0), count(0, 0, 2, 2), count(0, 0, 9, 9)]).toEqual([
      1, 1, 0, 0, 0,
    ])
  })

  it('refuse bad ends and options, and travellers that turn slowly', async () => {
    const finder = openAtlas(await bake(drawn('...'))).finder()
    const at = { x: 0, y: 0 }
    const refused = expect.objectContaining({ code: 'BAD_ARGUMENT' })
    for (const [start, goal, options] of [
      [null, at, {}],
      [at, { x: 0.5, y: 0 }, {}],
      [at, at, { count: 0 }],
      [at, at, { overlapMax: -0.1 }],
      [at, at, { overlapMax: 1.1 }],
      [at, at, { costMax: Number.NaN }],
      [at, at, { costMax: 'much' }],
      [at, at, { most: 3 }],
    ]) {
      const ask = () => finder.alternatives(start as never, goal as never, options as never)
      expect(ask, JSON.stringify(options)).toThrow(refused)
    }
    const file = await bake(groundFromTiles(new Uint8Array(400), 20, ['grass']), {
      travellers: { cart: { costs: { grass: 1 }, turn: 45 } },
    })
    const cart = openAtlas(file).finder({ traveller: 'cart' })
    expect(() => cart.alternatives(at, { x: 9, y: 9 })).toThrow(refused)
  })

  it('follow the newest commit of a live map', async () => {
    const live = openLive(await bake(threeDoors))
    const ask = () => live.finder().alternatives({ x: 1, y: 5 }, { x: 17, y: 5 }, { count: 9, overlapMax: 0.3 })
    expect(ask().length).toBeGreaterThanOrEqual(3)
    live.set(9, 1, 0)
    live.set(9, 5, 0)
    live.commit()
    for (const route of ask()) expect(route.points().find(({ x }) => x === 9)!.y).toBe(8)
  })
})
