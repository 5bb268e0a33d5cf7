/** Weighted ground that tempts a search away from what is cheap: no path misses a road that is at hand. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import type { Directions } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

/** Rectangles of many costs, roads among them, over each other. */
function patches(seed: number): { width: number; height: number; cost: Uint8Array } {
  const random = new Random(seed)
  const width = 40 + random.below(60)
  const height = 40 + random.below(60)
  const cost = new Uint8Array(width * height).fill(1 + random.below(255))
  for (let left = 20 + random.below(40); left > 0; left--) {
    const isRoad = random.below(3) === 0
    const wide = isRoad ? (random.below(2) === 0 ? 1 : 60) : 1 + random.below(20)
    const high = isRoad ? 61 - wide : 1 + random.below(20)
    const [left0, top, own] = [random.below(width), random.below(height), isRoad ? 1 : 1 + random.below(255)]
    for (let y = top; y < Math.min(height, top + high); y++) {
      cost.fill(own, y * width + left0, y * width + Math.min(width, left0 + wide))
    }
  }
  return { width, height, cost }
}

/** Expensive ground with roads across it, now and then as far apart as blocks are wide. */
function roadGrid(seed: number): { width: number; height: number; cost: Uint8Array } {
  const random = new Random(seed)
  const cost = new Uint8Array(256 * 256).fill(5 + random.below(250))
  const nextRoad = () => 17 + random.below(36)
  for (let y = random.below(20); y < 256; y += nextRoad()) cost.fill(1, y * 256, y * 256 + 256)
  for (let x = random.below(20); x < 256; x += nextRoad()) for (let y = 0; y < 256; y++) cost[y * 256 + x] = 1
  return { width: 256, height: 256, cost }
}

describe('a path', () => {
  it('takes the straight road between two lanes, not the long one beside it', async () => {
    const cost = new Uint8Array(512 * 512).fill(50)
    for (let y = 38; y <= 486; y++) cost[y * 512 + 149] = cost[y * 512 + 486] = 1
    for (const y of [38, 486]) cost.fill(1, y * 512 + 149, y * 512 + 487)
    const finder = openAtlas(await bake({ width: 512, height: 512, cost })).finder()
    for (const quality of ['fast', 'default'] as const) {
      expect(finder.find(149, 38, 149, 486, { quality }).cost).toBe(448)
    }
  })

  it('goes around the few expensive cells of even ground that lie on the line to its goal', async () => {
    const cost = new Uint8Array(416 * 416).fill(1)
    cost.fill(200, 200 * 416 + 100, 200 * 416 + 103)
    const finder = openAtlas(await bake({ width: 416, height: 416, cost })).finder()
    for (const quality of ['fast', 'default'] as const) {
      expect(finder.find(60, 200, 340, 200, { quality }).cost).toBeLessThan(1.03 * 280)
    }
  })

  it('to a goal close by takes the cells that no entry leads to', async () => {
    const grid = generate('bands', { width: 160, height: 160, seed: 11 })
    const finder = openAtlas(await bake(grid, { directions: 4 })).finder()
    const map = plainMap(grid, 4)
    const distances = exactDistances(map, 81, 82)
    for (const quality of ['fast', 'default'] as const) {
      const route = finder.find(81, 82, 120, 92, { quality })
      expect(judge(map, route, [81, 82], [120, 92], distances[92 * 160 + 120])).toBeLessThan(0.01)
    }
  })

  it('leaves even ground on one side and comes back on another for a road all around it', async () => {
    const cost = new Uint8Array(320 * 320).fill(200)
    for (let y = 60; y <= 240; y++) cost[y * 320 + 60] = cost[y * 320 + 260] = 1
    cost.fill(1, 240 * 320 + 60, 240 * 320 + 261)
    const grid = { width: 320, height: 320, cost }
    const finder = openAtlas(await bake(grid)).finder()
    const map = plainMap(grid, 8)
    const best = exactDistances(map, 110, 120)[190 * 320 + 210]
    for (const quality of ['fast', 'default', 'exact'] as const) {
      const over = judge(map, finder.find(110, 120, 210, 190, { quality }), [110, 120], [210, 190], best)
      expect(over).toBeLessThan(quality === 'exact' ? 1e-9 : 0.02)
    }
  })

  it('between fields leaves them for the road that is best, over any border', async () => {
    let most = 0
    for (let seed = 5; seed <= 8; seed++) {
      const grid = roadGrid(seed)
      const directions: Directions = seed % 2 === 0 ? 4 : 8
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const [start, ...goals] = freeCells(grid, 60, new Random(seed))
      const distances = exactDistances(plainMap(grid, directions), ...start)
      for (const goal of goals) {
        const route = finder.find(...start, ...goal)
        most = Math.max(most, route.cost / distances[goal[1] * grid.width + goal[0]] - 1)
      }
    }
    expect(most).toBeLessThan(0.05)
  })

  it('that is to be the best turns off where the best does, however far the goal', async () => {
    let sum = 0
    const size = 384
    const cost = new Uint8Array(size * size).fill(5)
    const random = new Random(3)
    for (let at = 9; at < size; at += 17 + random.below(36)) {
      cost.fill(1, at * size, at * size + size)
      for (let y = 0, x = size - 1 - at; y < size; y++) cost[y * size + x] = 1
    }
    const grid = { width: size, height: size, cost }
    const finder = openAtlas(await bake(grid)).finder()
    const goals = freeCells(grid, 40, random)
    const distances = exactDistances(plainMap(grid, 8), 5, 350)
    for (const [x, y] of goals) {
      sum += finder.find(5, 350, x, y, { quality: 'exact' }).cost / distances[y * size + x] - 1
    }
    expect(sum / goals.length).toBeLessThan(0.0003)
  })

  it('over small ground of all costs is never 15 % over the best, in haste never 10 %', async () => {
    const most = { fast: 0, default: 0 }
    for (let seed = 1; seed <= 16; seed++) {
      const grid = patches(seed)
      const directions: Directions = seed % 3 === 0 ? 4 : 8
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const map = plainMap(grid, directions)
      const [start, ...goals] = freeCells(grid, 12, new Random(seed))
      const distances = exactDistances(map, ...start)
      for (const goal of goals) {
        const best = distances[goal[1] * grid.width + goal[0]]
        for (const quality of ['fast', 'default'] as const) {
          const over = judge(map, finder.find(...start, ...goal, { quality }), start, goal, best)
          most[quality] = Math.max(most[quality], over)
        }
      }
    }
    expect(most.default).toBeLessThan(0.15)
    expect(most.fast).toBeLessThan(0.1)
  })

  it('through rooms with expensive doors passes as few doors as the best', async () => {
    const size = 512
    const grid = generate('rooms', { width: size, height: size, seed: 1, roomCells: 9, doorShare: 0.7 })
    const onWallLine = (cell: number) => (cell % size) % 10 === 9 || Math.floor(cell / size) % 10 === 9
    const doors = { ...grid, cost: grid.cost.map((cost, cell) => (onWallLine(cell) ? 50 * cost : cost)) }
    const finder = openAtlas(await bake(doors)).finder()
    const [start, ...goals] = freeCells(doors, 120, new Random(1))
    const distances = exactDistances(plainMap(doors, 8), ...start)
    const excess = goals.map(([x, y]) => finder.find(...start, x, y).cost / distances[y * size + x] - 1)
    expect(Math.max(...excess.filter(share => share >= 0))).toBeLessThan(0.015)
  })
})
