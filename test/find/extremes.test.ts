/**
 * Maps at the limits of what numbers hold: the longest sides, and paths whose cost inside goes far beyond 32 bits.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Grid } from '../../src/index.ts'
import { bake, IsthmusError, openAtlas } from '../../src/index.ts'
import { SIDE_MAX_CELLS } from '../../src/map/grid.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import type { Cell } from '../support/judge.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

/** One corridor that winds through the whole map, row after row, with walls of one cell between. */
function serpentine(width: number, height: number, costOf: () => number): Grid {
  const cost = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const isRow = y % 2 === 0
    const turn = y % 4 === 1 ? width - 1 : 0
    for (let x = 0; x < width; x++) if (isRow || x === turn) cost[y * width + x] = costOf()
  }
  return { width, height, cost }
}

async function judgeSome(grid: Grid): Promise<void> {
  const map = plainMap(grid, 8)
  const finder = openAtlas(await bake(grid)).finder()
  const random = new Random(1)
  const last = grid.cost.findLastIndex(cost => cost > 0)
  const first: Cell = [0, 0]
  const final: Cell = [last % grid.width, Math.floor(last / grid.width)]
  for (const start of [first, ...freeCells(grid, 1, random)]) {
    const distances = exactDistances(map, ...start)
    for (const goal of [final, first, ...freeCells(grid, 8, random)]) {
      judge(map, finder.find(...start, ...goal), start, goal, distances[goal[1] * grid.width + goal[0]])
    }
  }
}

describe('a map of the longest side there may be', () => {
  it.each([
    [SIDE_MAX_CELLS, 3],
    [3, SIDE_MAX_CELLS],
  ])('is baked and answers, %i x %i', async (width, height) => {
    const random = new Random(7)
    const cost = Uint8Array.from({ length: width * height }, () => (random.unit() < 0.1 ? 0 : 1))
    cost[0] = 1
    await judgeSome({ width, height, cost })
  })

  it('is the longest: one more cell is refused', async () => {
    const width = SIDE_MAX_CELLS + 1
    await expect(bake({ width, height: 1, cost: new Uint8Array(width) })).rejects.toThrow(IsthmusError)
    await expect(bake({ width: 1, height: width, cost: new Uint8Array(width) })).rejects.toThrow(/at most 32768 cells/)
  })
})

it('a way with more bends than a byte counts is found on both ways', async () => {
  // The middle block is one corridor of stairs, which leads from its south-western corner to the north-eastern one.
  const [width, height] = [96, 32]
  const cost = new Uint8Array(width * height).fill(1)
  for (let y = 0; y < 32; y++) {
    for (let x = 0; x < 32; x++) {
      const stairs = x - y + 64
      const isTurn = (stairs >> 2) % 2 === 0 ? x === 0 || y === 0 : x === 31 || y === 31
      cost[y * width + 32 + x] = Number((stairs & 3) < 2 || isTurn)
    }
    if (y < 30) cost[y * width + 31] = 0
    if (y > 1) cost[y * width + 64] = 0
  }
  await judgeSome({ width, height, cost })
})

describe('a path of enormous cost', () => {
  it('is found where every cell costs the most', async () => {
    const grid = serpentine(400, 401, () => 255)
    const length = 400 * 201 + 200 - 1
    expect(length * 255 * UNITS_PER_CELL).toBeGreaterThan(2 ** 31)
    await judgeSome(grid)
    const route = openAtlas(await bake(grid))
      .finder()
      .find(0, 0, 399, 400)
    expect(route.cost).toBe(length * 255)
    expect(route.cells().length).toBe(2 * (length + 1))
  })

  it('is found where cells cost much and differ', async () => {
    const random = new Random(2)
    await judgeSome(serpentine(400, 301, () => 200 + random.below(56)))
  })
})
