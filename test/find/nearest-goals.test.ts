/**
 * The nearest goals by what their ways cost: as the oracle orders them, with paths that cost no more, and none that cannot be reached.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, generate, groundFromTiles, openAtlas, openLive } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

describe('the nearest goals', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('are those of the oracle, with cheapest paths, on any ground', async () => {
    const property = fc.asyncProperty(worlds(100), fc.integer({ min: 1, max: 14 }), async (world, count) => {
      const { grid, directions } = world
      if (count % 3 === 0) vi.stubGlobal('WebAssembly', undefined)
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const [start, ...goals] = points(freeCells(grid, 13, new Random(grid.height)))
      if (start === undefined) return
      goals.push({ x: 0, y: 0 }, { x: -1, y: 0 }, { ...start })
      const units = plainUnits(plainMap(grid, directions), start.x, start.y)
      const lengths = exactDistances(plainMap(grid, directions), start.x, start.y)
      const of = (values: Float64Array, i: number) =>
        goals[i].x < 0 ? Infinity : values[goals[i].y * grid.width + goals[i].x]
      const reached = [...goals.keys()].filter(i => of(units, i) < Infinity)
      const near = finder.nearestOf(start, goals, { count })
      const unitsNear = near.map(({ index }) => of(units, index)).sort((a, b) => a - b)
      expect(unitsNear).toEqual(
        reached
          .map(i => of(units, i))
          .sort((a, b) => a - b)
          .slice(0, count),
      )
      near.forEach(({ index, cost, route }, i) => {
        const { x, y } = goals[index]
        if (i > 0) expect(cost).toBeGreaterThanOrEqual(near[i - 1].cost)
        expect(route.cost).toBe(cost)
        expect(cost).toBeLessThanOrEqual((1 + 1e-4) * of(lengths, index))
        expect(cost).toBeGreaterThanOrEqual((1 - 1e-9) * of(lengths, index))
        const check = checkPath(plainMap(grid, directions), route.cells(), start.x, start.y, x, y, directions)
        expect(check.status, JSON.stringify(check)).toBe('legal')
        expect(route.goal).toEqual({ x, y })
      })
      vi.unstubAllGlobals()
    })
    await fc.assert(property, runs(30))
  })

  it('is one unless more are asked for; of equals, the first that was given', async () => {
    const finder = openAtlas(await bake(drawn('.....', '.###.', '.....'))).finder()
    const goals = points([
      [4, 2],
      [0, 2],
      [2, 0],
      [2, 0],
    ])
    expect(finder.nearestOf({ x: 0, y: 0 }, goals).map(({ index }) => index)).toEqual([1])
    const all = finder.nearestOf({ x: 0, y: 0 }, goals, { count: Infinity })
    expect(all.map(({ index, cost }) => [index, cost])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [0, 6],
    ])
    expect([...all[0].route.cells()]).toEqual([0, 0, 0, 1, 0, 2])
  })

  it('are none where none can be reached, from a wall, from outside and of an empty list', async () => {
    const finder = openAtlas(await bake(drawn('..#..', '..#..'))).finder()
    const goals = points([
      [3, 0],
      [2, 0],
      [9, 9],
    ])
    for (const [start, to] of [
      [{ x: 0, y: 0 }, goals],
      [{ x: 2, y: 0 }, goals],
      [{ x: -3, y: 0 }, goals],
      [{ x: 0, y: 0 }, []],
    ] as const) {
      expect(finder.nearestOf(start, to, { count: 5 })).toEqual([])
    }
  })

  it('refuse bad starts, goals and counts', async () => {
    const finder = openAtlas(await bake(drawn('...'))).finder()
    const at = { x: 0, y: 0 }
    for (const [start, goals, options] of [
      [{ x: 0.5, y: 0 }, [at], {}],
      [null, [at], {}],
      [at, at, {}],
      [at, [{ x: 'a', y: 0 }], {}],
      [at, [at], { count: 0 }],
      [at, [at], { count: 1.5 }],
      [at, [at], { count: Number.NaN }],
      [at, [at], { cuont: 2 }],
    ]) {
      const ask = () => finder.nearestOf(start as never, goals as never, options as never)
      expect(ask, JSON.stringify([start, goals, options])).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    }
  })

  it('follow the newest commit of a live map', async () => {
    const live = openLive(await bake(generate('open', { width: 70, height: 40 })))
    const finder = live.finder()
    const goals = [
      { x: 40, y: 20 },
      { x: 2, y: 20 },
    ]
    const first = () => finder.nearestOf({ x: 25, y: 20 }, goals).map(({ index, cost }) => [index, cost])
    expect(first()).toEqual([[0, 15]])
    live.fill({ x: 33, y: 0, width: 1, height: 40 }, 0)
    live.commit()
    expect(first()).toEqual([[1, 23]])
  })

  it('of travellers that turn slowly are ordered by ways that these can take', async () => {
    const tiles = Uint8Array.from({ length: 60 * 40 }, (_, i) => (i % 11 === 0 ? 1 : 0))
    const file = await bake(groundFromTiles(tiles, 60, ['grass', 'rock']), {
      travellers: { cart: { costs: { grass: 1 }, turn: 45 } },
    })
    const finder = openAtlas(file).finder({ traveller: 'cart' })
    const goals = points([
      [5, 20],
      [30, 21],
      [50, 6],
      [24, 30],
    ])
    const near = finder.nearestOf({ x: 25, y: 20 }, goals, { count: 3 })
    const costs = goals.map(goal => finder.find({ x: 25, y: 20 }, goal).cost).sort((a, b) => a - b)
    expect(near.map(({ cost }) => cost)).toEqual(costs.slice(0, 3).filter(cost => cost < Infinity))
  })

  it('cost what a field says', async () => {
    const grid = generate('terrain', { width: 90, height: 80, seed: 3 })
    const finder = openAtlas(await bake(grid)).finder()
    const [start, ...goals] = points(freeCells(grid, 9, new Random(5)))
    const field = finder.fieldTo(start)
    for (const { index, cost } of finder.nearestOf(start, goals, { count: 9 })) {
      const told = field.costAt(goals[index].x, goals[index].y)
      expect(Math.abs(cost - told)).toBeLessThan((1e-4 * told * UNITS_PER_CELL) / UNITS_PER_CELL + 1e-9)
    }
  })
})
