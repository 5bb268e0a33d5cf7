/**
 * A field tells what it costs from everywhere to the nearest of its goals, exactly, and leads there by cheapest steps, whatever was asked
 * of it before. On a map that changes it is of the newest commit.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Field, generate, groundFromTiles, openAtlas, openLive } from '../../src/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { canStep, type Directions, DX, DY, stepUnits, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { expectSame } from '../support/same.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const STAYS = 8
const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

/** What the nearest goal costs, in units, and the least direction whose step costs just what it saves. */
function truth(grid: Grid, directions: Directions, goals: readonly { x: number; y: number }[]) {
  const map = plainMap(grid, directions)
  const unitsOfCell = plainUnits(map, ...goals.flatMap(({ x, y }) => [x, y]))
  const units = (x: number, y: number) => unitsOfCell[y * grid.width + x]
  const direction = (x: number, y: number) => {
    if (map.costAt(x, y) === 0 || units(x, y) === Infinity || units(x, y) === 0) return STAYS
    for (let d = 0; d < directions; d++) {
      if (!canStep(map, x, y, d)) continue
      const [toX, toY] = [x + DX[d], y + DY[d]]
      if (units(toX, toY) + stepUnits(d, map.costAt(x, y), map.costAt(toX, toY)) === units(x, y)) return d
    }
    return STAYS
  }
  return { units, direction }
}

function expectTrue(
  field: Field,
  grid: Grid,
  directions: Directions,
  goals: readonly { x: number; y: number }[],
  random: Random,
) {
  const { units, direction } = truth(grid, directions, goals)
  for (let i = 0; i < 150; i++) {
    const [x, y] = [random.below(grid.width), random.below(grid.height)]
    const isFree = grid.cost[y * grid.width + x] !== 0
    if (i % 3 === 0)
      expectSame(field.costAt(x, y), isFree ? units(x, y) / UNITS_PER_CELL : Infinity, `cost at ${x},${y}`)
    expectSame(field.directionAt(x, y), direction(x, y), `direction at ${x},${y}`)
  }
}

describe('a field', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('costs what the cheapest way does and takes its least step, on any ground, in any order', async () => {
    const property = fc.asyncProperty(worlds(110), fc.boolean(), async ({ grid, directions }, isPlain) => {
      if (isPlain) vi.stubGlobal('WebAssembly', undefined)
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const goals = points(freeCells(grid, 3, new Random(grid.height)))
      if (goals.length < 3) return
      const random = new Random(grid.width)
      expectTrue(finder.fieldTo(goals[0]), grid, directions, goals.slice(0, 1), random)
      const field = finder.field(goals)
      expectTrue(field, grid, directions, goals, random)
      expect(field.goals).toEqual(goals)
      field.moveGoal(goals[1].x, goals[1].y)
      expectTrue(field, grid, directions, goals.slice(1, 2), random)
      vi.unstubAllGlobals()
    })
    await fc.assert(property, runs(12))
  })

  it('spreads over the map as it is, where a goal moves after a commit', async () => {
    const live = openLive(await bake(generate('open', { width: 200, height: 100, seed: 1 })))
    const finder = live.finder()
    const field = finder.fieldTo({ x: 10, y: 50 })
    expect(field.costAt(180, 50)).toBe(170)
    live.fill({ x: 100, y: 1, width: 2, height: 99 }, 0)
    live.commit()
    field.moveGoal(12, 50)
    const anew = finder.fieldTo({ x: 12, y: 50 })
    expect(field.costAt(180, 50)).toBe(anew.costAt(180, 50))
    expect(field.costAt(180, 50)).toBeGreaterThan(168)
    expect(field.toArray()).toEqual(anew.toArray())
  })

  it.each(['rooms', 'maze', 'elevation', 'relief'] as const)(
    'moves units over %s as single steps do, and all arrive',
    async kind => {
      const grid = generate(kind, { width: 150, height: 130, seed: 8 })
      const finder = openAtlas(await bake(grid)).finder()
      const [goal, ...starts] = points(freeCells(grid, 60, new Random(2)))
      const field = finder.fieldTo(goal)
      const other = finder.fieldTo(goal)
      const all = finder.fieldTo(goal).toArray()
      const xs = Int32Array.from(starts, ({ x }) => x)
      const ys = Int32Array.from(starts, ({ y }) => y)
      const ways = starts.map(({ x, y }) => other.follow(x, y))
      for (let step = 1, moved = -1; moved !== 0; step++) {
        const before = xs.map((x, i) => all[ys[i] * grid.width + x])
        moved = field.advance(xs, ys)
        expect(moved).toBe(before.filter(direction => direction !== STAYS).length)
        const places = ways.map(way => [0, 1].map(axis => way[Math.min(2 * step, way.length - 2) + axis]))
        expect(starts.map((_, i) => [xs[i], ys[i]])).toEqual(places)
      }
      for (const [i, { x, y }] of starts.entries()) {
        expectSame(xs[i] === goal.x && ys[i] === goal.y, field.costAt(x, y) < Infinity)
        expect([...other.follow(x, y, 3)]).toEqual([...ways[i].subarray(0, 8)])
      }
    },
  )

  it('of an area leads to its nearest free cell; of walls nowhere', async () => {
    const finder = openAtlas(await bake(drawn('....#..', '....#..', '...###.', '.......'))).finder()
    const field = finder.field({ x: 2, y: 1, width: 3, height: 2 })
    expect([field.costAt(0, 1), field.costAt(2, 2), field.costAt(3, 3), field.costAt(4, 1)]).toEqual([
      2,
      0,
      2,
      Infinity,
    ])
    expect(field.next(0, 1)).toEqual({ x: 1, y: 1 })
    expect(field.next(2, 1)).toBeNull()
    const nowhere = finder.fieldTo({ x: 4, y: 0 })
    expect(nowhere.costAt(0, 0)).toBe(Infinity)
    expect(nowhere.next(0, 0)).toBeNull()
    expect(nowhere.advance(Int32Array.of(0, 4, -5), Int32Array.of(0, 0, 99))).toBe(0)
  })

  it('refuses what cannot be goals or cells', async () => {
    const finder = openAtlas(await bake(drawn('...'))).finder()
    for (const goals of [
      null,
      [],
      [{ x: 0.5, y: 0 }],
      { x: 0, y: 0, width: 0, height: 1 },
      { x: 9, y: 9, width: 1, height: 1 },
    ]) {
      expect(() => finder.field(goals as never), JSON.stringify(goals)).toThrow(/field|Goal/)
    }
    expect(() => finder.fieldTo({ x: 0, y: 0 }).advance([0] as never, [0] as never)).toThrow('Int32Array')
  })

  it('is one of several travellers', async () => {
    const tiles = Uint8Array.from({ length: 80 * 60 }, (_, i) => (i % 7 === 0 ? 1 : i % 13 === 0 ? 2 : 0))
    const grounds = groundFromTiles(tiles, 80, ['grass', 'swamp', 'rock'])
    const file = await bake(grounds, {
      travellers: { foot: { costs: { grass: 1, swamp: 9 } }, boat: { costs: { grass: 2, swamp: 1 } } },
    })
    const atlas = openAtlas(file)
    for (const [traveller, costs] of [
      ['foot', [1, 9, 0]],
      ['boat', [2, 1, 0]],
    ] as const) {
      const grid = { width: 80, height: 60, cost: Uint8Array.from(tiles, tile => costs[tile]) }
      const goals = points(freeCells(grid, 1, new Random(1)))
      expectTrue(atlas.finder({ traveller }).fieldTo(goals[0]), grid, 8, goals, new Random(6))
    }
  })

  it('of a live map, or a view of it, is of the newest commit; of a snapshot it stays', async () => {
    const grid = generate('rooms', { width: 120, height: 100, seed: 3 })
    const live = openLive(await bake(grid))
    const random = new Random(4)
    const goals = points(freeCells(grid, 1, random))
    const field = live.finder().fieldTo(goals[0])
    const cost = grid.cost.slice()
    const view = live.branch()
    const ofView = view.finder().fieldTo(goals[0])
    const inView = grid.cost.slice()
    const snapshot = live.snapshot()
    const ofSnapshot = snapshot.finder().fieldTo(goals[0])
    expectTrue(ofSnapshot, grid, 8, goals, new Random(9))
    for (let round = 0; round < 4; round++) {
      for (let edit = 0; edit < 40; edit++) {
        const [x, y] = [random.below(120), random.below(100)]
        if (x === goals[0].x && y === goals[0].y) continue
        const to = [0, 1, 5][random.below(3)]
        cost[y * 120 + x] = to
        live.set(x, y, to)
        inView[y * 120 + x] = to
      }
      live.commit()
      view.set(goals[0].x, goals[0].y, 2)
      inView[goals[0].y * 120 + goals[0].x] = 2
      view.commit()
      expectTrue(field, { width: 120, height: 100, cost }, 8, goals, random)
      expectTrue(ofView, { width: 120, height: 100, cost: inView }, 8, goals, random)
    }
    expectTrue(ofSnapshot, grid, 8, goals, new Random(9))
  })
})
