/** Tables over large maps: their costs follow corridors of ways over entries, and are compared with fields. */
import { describe, expect, it, vi } from 'vitest'
import type { Point } from '../../src/base/answer.ts'
import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, type Directions, type Grid, generate, type KindName, openAtlas } from '../../src/index.ts'
import { BlockWave } from '../../src/wave/block-wave.ts'
import { painted } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

/** Fields count in whole units, costs of routes do not. */
const UNITS_ROUNDING = 1e-4
/** Smaller maps get a wave over all cells. */
const SIDE = 2048
const MEAN_EXCESS_MAX = 0.005
const COUNT = 50

const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

/** Maps that more than one test asks. */
const maps = new Map<string, Promise<{ grid: Grid; atlas: Atlas }>>()

function baked(kind: KindName, directions: Directions = 8): Promise<{ grid: Grid; atlas: Atlas }> {
  const make = async () => {
    const grid = generate(kind, { width: SIDE, height: SIDE, seed: directions === 4 ? 4 : 6 })
    return { grid, atlas: openAtlas(await bake(grid, { directions })) }
  }
  const key = `${kind} ${directions}`
  const map = maps.get(key) ?? make()
  maps.set(key, map)
  return map
}

interface Reached {
  readonly goal: Point
  /** Of the cost above the optimum, as a share. */
  readonly excess: number
}

/** The goals for which it matters most that waves stay in their corridors. */
function farthestFromOptimum(reached: readonly Reached[], count: number): Point[] {
  const sorted = [...reached].sort((a, b) => b.excess - a.excess)
  return sorted.slice(0, count).map(({ goal }) => goal)
}

function withoutKernels<T>(ask: () => T): T {
  vi.stubGlobal('WebAssembly', undefined)
  try {
    return ask()
  } finally {
    vi.unstubAllGlobals()
  }
}

/** Waves without WebAssembly take twenty times as long: few goals are asked for, but not so few that they get routes. */
function expectSameWithoutKernels(atlas: Atlas, starts: readonly Point[], goals: readonly Point[]): void {
  const finder = atlas.finder()
  const find = vi.spyOn(finder.engine, 'find')
  const costs = finder.costs(starts, goals)
  expect(find.mock.calls.length).toBeLessThan(costs.length / 2)
  find.mockRestore()
  expect(withoutKernels(() => atlas.finder().costs(starts, goals))).toEqual(costs)
}

describe('costs along the corridors of routes', () => {
  it.each(['rooms', 'elevation', 'scatter'] as const)(
    'are near the optimum on %s, the same from either end and without WebAssembly',
    async kind => {
      const { grid, atlas } = await baked(kind)
      const finder = atlas.finder()
      const [start, ...goals] = points(freeCells(grid, COUNT + 1, new Random(9)))
      const wall = { x: -1, y: 5 }
      const find = vi.spyOn(finder.engine, 'find')
      const costs = finder.costs(start, [...goals, wall])
      expect(find.mock.calls.length).toBeLessThan(COUNT / 3)
      find.mockRestore()
      expect(costs[COUNT]).toBe(Infinity)
      expect([...finder.costs(goals, start)]).toEqual([...costs.subarray(0, COUNT)])
      const field = finder.field(start)
      const reached: Reached[] = []
      for (const [i, goal] of goals.entries()) {
        const optimum = field.costAt(goal.x, goal.y)
        if (optimum === Infinity) expect(costs[i]).toBe(Infinity)
        else {
          expect(costs[i]).toBeGreaterThanOrEqual(optimum * (1 - UNITS_ROUNDING))
          reached.push({ goal, excess: costs[i] / optimum - 1 })
        }
      }
      expect(reached.length).toBeGreaterThan(COUNT / 2)
      expect(reached.reduce((sum, { excess }) => sum + excess, 0) / reached.length).toBeLessThan(MEAN_EXCESS_MAX)
      expectSameWithoutKernels(atlas, [start], farthestFromOptimum(reached, 16))
    },
  )

  /** Tiles of a block, each of one cost: the cells of an entry may differ by much. */
  const tiles = async () => {
    const random = new Random(5)
    const costs = Array.from({ length: 64 * 64 }, () => [1, 1, 5, 40, 200][random.below(5)])
    const grid = painted(SIDE, SIDE, (x, y) => costs[64 * (y >> 5) + (x >> 5)])
    return { grid, atlas: openAtlas(await bake(grid)) }
  }
  it.each([
    ['elevation', () => baked('elevation')],
    ['roads', () => baked('roads')],
    ['tiles', tiles],
  ] as const)(
    'of several starts on %s are near the optimum, the same from either end and without WebAssembly',
    async (_, draw) => {
      const { grid, atlas } = await draw()
      const finder = atlas.finder()
      const cells = points(freeCells(grid, 40, new Random(9)))
      const [starts, goals] = [cells.slice(0, 9), cells.slice(9)]
      const table = finder.costs(starts, goals)
      const turned = finder.costs(goals, starts)
      const again = atlas.finder()
      again.costs(cells.slice(1, 12), cells.slice(12))
      expect([...again.costs(starts, goals)]).toEqual([...table])
      let sum = 0
      const ofFirst: Reached[] = []
      for (const [i, start] of starts.entries()) {
        const field = finder.field(start)
        for (const [j, { x, y }] of goals.entries()) {
          const cost = table[i * goals.length + j]
          expect(turned[j * starts.length + i]).toBe(cost)
          const excess = cost / field.costAt(x, y) - 1
          expect(excess).toBeGreaterThan(-UNITS_ROUNDING)
          sum += excess
          if (i === 0) ofFirst.push({ goal: goals[j], excess })
        }
        field.release()
      }
      expect(sum / table.length).toBeLessThan(MEAN_EXCESS_MAX)
      expectSameWithoutKernels(atlas, starts.slice(0, 3), farthestFromOptimum(ofFirst, 14))
    },
  )

  it.each(['rooms', 'elevation'] as const)(
    'of several starts on %s with 4 directions are near the optimum',
    async kind => {
      const { grid, atlas } = await baked(kind, 4)
      const finder = atlas.finder()
      const cells = points(freeCells(grid, COUNT, new Random(4)))
      const [starts, goals] = [cells.slice(0, 9), cells.slice(9)]
      const table = finder.costs(starts, goals)
      const excess: number[] = []
      for (const [i, start] of starts.entries()) {
        const field = finder.field(start)
        for (const [j, { x, y }] of goals.entries()) {
          const cost = table[i * goals.length + j]
          if (cost < Infinity) excess.push(cost / field.costAt(x, y) - 1)
        }
        field.release()
      }
      expect(excess.reduce((sum, one) => sum + one) / excess.length).toBeLessThan(0.004)
    },
  )

  it('of near pairs are near the optimum where the way over entries of an upper level is a detour', async () => {
    const grid = generate('rooms', { width: 2400, height: 1900, seed: 4 })
    const finder = openAtlas(await bake(grid)).finder()
    const cells = points(freeCells(grid, COUNT, new Random(4)))
    const starts = [{ x: 2390, y: 588 }, ...cells.slice(0, 9)]
    const goals = [{ x: 2264, y: 431 }, ...cells.slice(9)]
    const [cost] = finder.costs(starts, goals)
    expect(cost / finder.field(starts[0]).costAt(goals[0].x, goals[0].y)).toBeLessThan(1.03)
  })

  it('are exact in mazes, without a wave over cells', async () => {
    const grid = generate('maze', { width: SIDE, height: SIDE, seed: 6 })
    const finder = openAtlas(await bake(grid)).finder()
    const [start, ...goals] = points(freeCells(grid, COUNT + 1, new Random(9)))
    const advance = vi.spyOn(BlockWave.prototype, 'advance')
    const costs = finder.costs(start, goals)
    expect(advance).not.toHaveBeenCalled()
    advance.mockRestore()
    const field = finder.field(start)
    expect([...costs]).toEqual(goals.map(({ x, y }) => field.costAt(x, y)))
  })

  /** One lane to and fro, with expensive branches that end in the blocks below. */
  const branches = (x: number, y: number) => {
    const isTurn = x === ((y - 12) & 32 ? 0 : SIDE - 1)
    if (y % 32 === 12 || (isTurn && y > 12)) return 1
    return y > 12 && x % 32 === 5 && (y + 20) % 32 < 24 ? 0xffff : 0
  }
  /** Rooms of a block, with doors in corners only, over which diagonal steps lead. */
  const corners = (x: number, y: number) => {
    const [u, v] = [x % 32, y % 32]
    const isRim = (place: number) => place === 0 || place === 31
    if (!isRim(u) && !isRim(v)) return 1
    const isDoor = (((x + 8) >> 5) + ((y + 8) >> 5)) % 2 === 0
    const isBesideDoor =
      (u === 1 && v === 0) || (u === 31 && v === 1) || (u === 30 && v === 31) || (u === 0 && v === 30)
    return isDoor && ((isRim(u) && isRim(v)) || isBesideDoor) ? 1 : 0
  }
  it.each([
    ['where tables round costs by much', branches],
    ['where diagonal steps lead over corners', corners],
  ] as const)('are the optimum %s', async (_, costAt) => {
    const finder = openAtlas(await bake(painted(SIDE, SIDE, costAt, Uint16Array))).finder()
    const cheap = painted(SIDE, SIDE, (x, y) => (costAt(x, y) === 1 ? 1 : 0))
    const [start, ...goals] = points(freeCells(cheap, 21, new Random(4)))
    const costs = finder.costs(start, goals)
    const field = finder.field(start)
    for (const [i, { x, y }] of goals.entries()) expect(costs[i] / field.costAt(x, y)).toBeLessThan(1.001)
  })

  it('are near the optimum where cheap and expensive blocks mix', async () => {
    const random = new Random(3)
    const cheap = Array.from({ length: 64 * 64 }, () => random.below(2) === 0)
    const grid = painted(SIDE, SIDE, (x, y) => (cheap[64 * (y >> 5) + (x >> 5)] ? 1 : 255))
    const finder = openAtlas(await bake(grid)).finder()
    const [start, ...goals] = points(freeCells(grid, COUNT + 1, new Random(4)))
    const costs = finder.costs(start, goals)
    const field = finder.field(start)
    for (const [i, { x, y }] of goals.entries()) expect(costs[i] / field.costAt(x, y)).toBeLessThan(1.03)
  })

  it.each([
    ['rooms', 8],
    ['elevation', 4],
  ] as const)('share pieces of ways between starts on %s in %d directions', async (kind, directions) => {
    const { grid, atlas } = await baked(kind, directions)
    const finder = atlas.finder()
    const cells = points(freeCells(grid, 20 + COUNT, new Random(4)))
    const [starts, goals] = [cells.slice(0, 20), cells.slice(20)]
    const find = vi.spyOn(finder.engine, 'find')
    const table = finder.table(starts, goals)
    const routes = find.mock.calls.length
    expect(routes > 0 && routes < table.length / 3).toBe(true)
    find.mockRestore()
    const field = finder.field(starts[7])
    const reached = goals
      .map((goal, i) => {
        const cost = table[7 * COUNT + i]
        const excess = cost / field.costAt(goal.x, goal.y) - 1
        return { goal, excess, overRoute: cost / finder.find(starts[7], goal).cost - 1 }
      })
      .filter(({ excess }) => !Number.isNaN(excess))
    // Routes measure diagonals by the root of 2, and waves by 99 / 70.
    expect(Math.min(...reached.map(({ excess }) => excess))).toBeGreaterThan(-0.0001)
    expect(reached.reduce((sum, { overRoute }) => sum + overRoute, 0) / reached.length).toBeLessThan(0.003)
    // On even ground so few goals share no pieces; waves along whole ways are compared above.
    if (kind === 'elevation') expectSameWithoutKernels(atlas, starts, farthestFromOptimum(reached, 2))
  })

  it('make one table of two lists, whichever comes first', async () => {
    const { grid, atlas } = await baked('rooms')
    const finder = atlas.finder()
    const cells = points(freeCells(grid, 2 * COUNT, new Random(4)))
    const [some, others] = [cells.slice(0, COUNT), [cells[0], ...cells.slice(COUNT + 1)]]
    const [table, turned] = [finder.table(some, others), finder.table(others, some)]
    for (let i = 0; i < COUNT; i++)
      for (let j = 0; j < COUNT; j++) expect(table[i * COUNT + j]).toBe(turned[j * COUNT + i])
  })
})
