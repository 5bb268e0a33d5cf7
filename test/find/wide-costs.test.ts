/**
 * Costs of two bytes: what holds where costs are bytes holds to 65,535, whatever the file, the search or the edit. Sums over
 * expensive ground exceed 32 bits within one block.
 */
import { describe, expect, it } from 'vitest'
import { countsOf } from '../../src/atlas/columns.ts'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, type Grid, generate, gridFromCosts, gridFromMatrix, openAtlas, openLive } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

const QUALITIES = ['fast', 'default', 'exact'] as const
const ROUNDING = 1e-9

/** A cell's cost, of ground of several kinds: a wall now and then. */
const KINDS: Record<string, (random: Random) => number> = {
  'any cost': random => (random.below(10) === 0 ? 0 : 1 + random.below(65_535)),
  'expensive ground': random => (random.below(10) === 0 ? 0 : 60_000 + random.below(5_536)),
  'the most expensive ground alone': random => (random.below(5) === 0 ? 0 : 65_535),
  'the cheapest and the most expensive': random => (random.below(3) === 0 ? 65_535 : random.below(4)),
}

function wideGrid(kind: string, seed: number, width: number, height: number): Grid {
  const random = new Random(seed)
  return gridFromCosts(
    Uint16Array.from({ length: width * height }, () => KINDS[kind](random)),
    width,
  )
}

describe.each(Object.keys(KINDS))('on %s', kind => {
  it.each([8, 4] as const)('every answer is a path, and none is below the best: %i directions', async directions => {
    const grid = wideGrid(kind, directions, 83, 71)
    const map = plainMap(grid, directions)
    const finder = openAtlas(await bake(grid, { directions })).finder()
    const random = new Random(directions)
    const goals = freeCells(grid, 5, random)
    for (const start of freeCells(grid, 2, random)) {
      const distances = exactDistances(map, ...start)
      for (const goal of goals) {
        const best = distances[goal[1] * grid.width + goal[0]]
        for (const quality of QUALITIES) {
          const route = finder.find(...start, ...goal, { quality })
          const excess = judge(map, route, start, goal, best)
          if (quality === 'exact') expect(excess).toBeLessThan(ROUNDING)
          if (route.status === 'found') expect(route.lowerBound).toBeLessThanOrEqual(best * (1 + ROUNDING))
        }
      }
    }
  })

  it('edits give the bytes of a bake of what the map is then', async () => {
    const grid = wideGrid(kind, 3, 83, 71)
    const live = openLive(await bake(grid))
    const random = new Random(8)
    const cost = Uint16Array.from(grid.cost)
    for (let commit = 0; commit < 3; commit++) {
      for (let edit = 0; edit < 12; edit++) {
        const cell = random.below(cost.length)
        cost[cell] = KINDS[kind](random)
        live.set(cell % 83, Math.floor(cell / 83), cost[cell])
      }
      live.commit()
    }
    const saved = await bake(gridFromCosts(cost, 83))
    expect(Buffer.compare(live.save(), saved)).toBe(0)
    const again = openLive(await bake(grid), live.journal())
    expect(Buffer.compare(again.save(), saved)).toBe(0)
  })
})

describe('costs of two bytes', () => {
  it('are kept where one is above 255, and bytes where none is', async () => {
    const few = Uint16Array.from({ length: 64 * 64 }, (_, cell) => cell % 256)
    const bytesOf = async (grid: Grid) => countsOf(openAtlas(await bake(grid)).columns).costBytes
    expect(await bytesOf(gridFromCosts(few, 64))).toBe(1)
    expect(await bake(gridFromCosts(few, 64))).toEqual(await bake(gridFromCosts(Uint8Array.from(few), 64)))
    few[70] = 256
    expect(await bytesOf(gridFromCosts(few, 64))).toBe(2)
    const atlas = openAtlas(await bake(gridFromCosts(few, 64)))
    expect(atlas.columns.terrain.costAt(6, 1)).toBe(256)
  })

  it('are asked for by the array or by costBytes, and bounded', () => {
    expect(gridFromCosts([1, 65_535], 2, { costBytes: 2 }).cost).toEqual(Uint16Array.of(1, 65_535))
    expect(gridFromMatrix([[1, 300]], { numbersMean: 'costs', costBytes: 2 }).cost).toEqual(Uint16Array.of(1, 300))
    const given = Uint16Array.of(1, 300)
    expect(gridFromCosts(given, 2).cost.buffer).toBe(given.buffer)
    expect(() => gridFromCosts([1, 65_536], 2, { costBytes: 2 })).toThrow(/is 65536: .* to 65535/)
    expect(() => gridFromCosts(given, 2, { costBytes: 1 })).toThrow(/is 300: .* to 255/)
    expect(() => gridFromCosts([1, 2], 2, { costBytes: 3 as 2 })).toThrow(/costBytes is 3/)
  })

  it('are what a live map takes that was baked with them, and no other', async () => {
    const wide = openLive(await bake(gridFromCosts(Uint16Array.of(1, 256, 1, 1), 2)))
    expect(wide.costMax).toBe(65_535)
    wide.set(0, 0, 65_535)
    expect(() => wide.set(0, 0, 65_536)).toThrow(/cost is 65536/)
    const view = wide.branch()
    view.raise({ x: 0, y: 0, width: 1, height: 1 }, 900)
    view.commit()
    expect(view.costAt(0, 0)).toBe(901)
    expect(openLive(await bake(gridFromCosts([1, 2, 3, 4], 2))).costMax).toBe(255)
  })

  it('sum to more bits than 32-bit floats hold, by hubs as well', async () => {
    const side = 160
    const random = new Random(5)
    // Odd sums of few units on the cheap side, and more than 2^24 units on the other.
    const cost = Uint16Array.from({ length: side ** 2 }, (_, cell) =>
      cell % side < 70 ? 1 + random.below(3) : 40_000 + random.below(25_000),
    )
    const atlas = openAtlas(await bake({ width: side, height: side, cost }, { hubs: true }))
    const finder = atlas.finder()
    for (let query = 0; query < 40; query++) {
      const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => random.below(side))
      const route = finder.find(x0, y0, x1, y1)
      const cells = finder.costOf(route.cells())
      expect(Math.abs(route.cost - cells)).toBeLessThanOrEqual(ROUNDING * cells)
      expect(route.cost).toBeLessThanOrEqual(1.01 * finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost + ROUNDING)
    }
  })
})

describe('where cheap ground touches at the corners of expensive ground alone', () => {
  it.each([
    [4, 1],
    [8, 3],
  ] as const)('the default path turns there too: %i directions', async (directions, seed) => {
    const side = 128
    const { cost: free } = generate('scatter', { width: side, height: side, seed })
    const isExpensive = (cell: number) => ((((cell % side) >> 5) + (cell >> 12)) & 1) === 1
    const cost = free.map((one, cell) => one && (isExpensive(cell) ? 200 : 1))
    const atlas = openAtlas(await bake({ width: side, height: side, cost }, { directions }))
    const finder = atlas.finder()
    const ends: [number, number][] = []
    for (let y = 16; y < side; y += 32) {
      for (let x = 16; x < side; x += 32) {
        const cell = cost.indexOf(1, y * side + x)
        if (cell < y * side + x + 15) ends.push([cell % side, y])
      }
    }
    for (const start of ends.slice(0, 4)) {
      for (const goal of ends.slice(4)) {
        const best = exactCost(atlas.terrain, ...start, ...goal)
        expect(finder.find(...start, ...goal).cost, `${start} to ${goal}`).toBeLessThanOrEqual(1.05 * best)
      }
    }
  })
})
