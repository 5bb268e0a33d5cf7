/**
 * The oracle is compared with what is even plainer: figures worked out by hand, and the definition itself, that a cell's
 * distance is the least over its neighbours' distances plus a step.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Grid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import { exactCost, exactDistances } from '../../src/proof/oracle.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'

function scattered(width: number, height: number, seed: number, costMax: number): Grid {
  const random = new Random(seed)
  const cost = new Uint8Array(width * height)
  for (let cell = 0; cell < cost.length; cell++) cost[cell] = random.unit() < 0.3 ? 0 : 1 + random.below(costMax)
  return { width, height, cost }
}

/** Every step of the rule in its own words: relaxes all cells, over and over, until nothing changes. */
function relaxed({ width, height, cost }: Grid, directions: Directions, start: number): number[] {
  const distance = Array.from(cost, (_, cell) => (cell === start && cost[cell] > 0 ? 0 : Number.POSITIVE_INFINITY))
  const free = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && cost[y * width + x] > 0
  for (let isChanging = true; isChanging; ) {
    isChanging = false
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let ny = y - 1; ny <= y + 1; ny++) {
          for (let nx = x - 1; nx <= x + 1; nx++) {
            const isDiagonal = nx !== x && ny !== y
            if (!free(x, y) || !free(nx, ny) || (isDiagonal && directions === 4)) continue
            if (!free(nx, y) || !free(x, ny)) continue
            const length = isDiagonal ? Math.SQRT2 : 1
            const way = distance[ny * width + nx] + (length * (cost[y * width + x] + cost[ny * width + nx])) / 2
            if (way >= distance[y * width + x] - 1e-12) continue
            distance[y * width + x] = way
            isChanging = true
          }
        }
      }
    }
  }
  return distance
}

describe('the oracle', () => {
  it('gives distances worked out by hand', () => {
    const map = plainMap(drawn('...', '.#.', '..5'), 8)
    expect(Array.from(exactDistances(map, 0, 0))).toEqual([0, 1, 2, 1, Number.POSITIVE_INFINITY, 3, 2, 3, 6])
  })

  it('goes round a corner and never across it', () => {
    expect(exactCost(plainMap(drawn('.#', '..'), 8), 0, 0, 1, 1)).toBe(2)
    expect(exactCost(plainMap(drawn('..', '..'), 8), 0, 0, 1, 1)).toBe(Math.SQRT2)
    expect(exactCost(plainMap(drawn('..', '..'), 4), 0, 0, 1, 1)).toBe(2)
    expect(exactCost(plainMap(drawn('.#', '#.'), 8), 0, 0, 1, 1)).toBe(Number.POSITIVE_INFINITY)
  })

  it('goes round a swamp when that is cheaper', () => {
    const swamp = plainMap(drawn('.....', '.999.', '.....'), 4)
    expect(exactCost(swamp, 0, 1, 4, 1)).toBe(6)
  })

  it.each([
    [0, 0, 1, 0],
    [1, 0, 0, 0],
    [0, 0, 2, 0],
    [0, -1, 0, 0],
    [0, 0, 3, 0],
    [1, 0, 1, 0],
  ])('knows no path between %i,%i and %i,%i with a wall, the outside or another island at an end', (...ends) => {
    expect(exactCost(plainMap(drawn('.#.'), 8), ...ends)).toBe(Number.POSITIVE_INFINITY)
  })

  it('knows no distance from a wall or from outside', () => {
    const map = plainMap(drawn('.#.'), 8)
    for (const x of [1, -1, 3])
      expect(Array.from(exactDistances(map, x, 0))).toEqual(new Array(3).fill(Number.POSITIVE_INFINITY))
  })

  for (const directions of [4, 8] as const) {
    it(`agrees with endless relaxation on random weighted maps of ${directions} directions`, () => {
      for (let seed = 0; seed < 40; seed++) {
        const grid = scattered(1 + (seed % 13), 1 + ((seed * 7) % 11), seed, seed % 2 === 0 ? 1 : 255)
        const start = new Random(seed).below(grid.cost.length)
        const map = plainMap(grid, directions)
        const x = start % grid.width
        const distances = exactDistances(map, x, (start - x) / grid.width)
        const expected = relaxed(grid, directions, start)
        for (let cell = 0; cell < expected.length; cell++) {
          if (expected[cell] === Number.POSITIVE_INFINITY) expect(distances[cell]).toBe(expected[cell])
          else expect(distances[cell]).toBeCloseTo(expected[cell], 8)
        }
      }
    })
  }

  it('gives the same cost between two cells as from one cell to all', () => {
    const grid = scattered(12, 9, 3, 255)
    const map = plainMap(grid, 8)
    const distances = exactDistances(map, 3, 0)
    const costs = Array.from(distances, (_, cell) => exactCost(map, 3, 0, cell % 12, Math.floor(cell / 12)))
    expect(costs).toEqual(Array.from(distances))
    expect(costs.filter(Number.isFinite).length).toBeGreaterThan(30)
  })

  it('keeps order in a frontier far larger than its first columns', () => {
    const open = plainMap({ width: 700, height: 700, cost: new Uint8Array(490_000).fill(1) }, 8)
    const distances = exactDistances(open, 350, 350)
    for (const [x, y] of [
      [0, 0],
      [699, 699],
      [0, 350],
      [123, 456],
    ]) {
      const [far, near] = [Math.abs(x - 350), Math.abs(y - 350)].sort((a, b) => b - a)
      expect(distances[y * 700 + x]).toBeCloseTo(far - near + near * Math.SQRT2, 8)
    }
  })

  it.each([8, 4] as const)('takes any numbers for costs, of %i directions', directions => {
    const values = [1, 1e-6, 1e18, 0.3, 7e9, Number.NaN, Number.POSITIVE_INFINITY]
    for (let seed = 0; seed < 8; seed++) {
      const random = new Random(seed)
      const cost = Array.from({ length: 63 }, () => values[random.below(values.length)])
      cost[0] = 1
      const isWall = (value: number) => !Number.isFinite(value)
      const grid = { width: 9, height: 7, cost: Float64Array.from(cost, value => (isWall(value) ? 0 : value)) }
      const costAt = (x: number, y: number) => cost[y * 9 + x]
      const distances = exactDistances({ width: 9, height: 7, directions, costAt }, 0, 0)
      for (const [cell, expected] of relaxed(grid as never, directions, 0).entries()) {
        if (expected === Number.POSITIVE_INFINITY) expect(distances[cell]).toBe(expected)
        else expect(Math.abs(distances[cell] - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected))
      }
    }
  })

  it('reaches exactly the cells of its island', () => {
    for (let seed = 0; seed < 20; seed++) {
      const grid = scattered(23, 17, seed, 1)
      const { islandOfCell } = floodIslands(grid)
      const start = islandOfCell.indexOf(0)
      const distances = exactDistances(plainMap(grid, 8), start % 23, Math.floor(start / 23))
      for (let cell = 0; cell < grid.cost.length; cell++) {
        expect(Number.isFinite(distances[cell])).toBe(islandOfCell[cell] === 0)
      }
    }
  })
})
