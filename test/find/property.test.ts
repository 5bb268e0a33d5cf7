/**
 * The heart of the proof: on random worlds of every kind, every answer is what the oracle says it must be.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { floodIslands, plainMap } from '../support/plain.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** Bakes a world and judges queries from a few cells to many; each start's goals take one flood of the oracle. */
async function everyAnswerIsRight({ grid, directions }: World, starts: number, goals: number): Promise<void> {
  const map = plainMap(grid, directions)
  const finder = openAtlas(await bake(grid, { directions })).finder()
  const random = new Random(grid.cost.length)
  for (const start of freeCells(grid, starts, random)) {
    const distances = exactDistances(map, ...start)
    for (const goal of freeCells(grid, goals, random)) {
      judge(map, finder.find(...start, ...goal), start, goal, distances[goal[1] * grid.width + goal[0]])
    }
  }
}

describe('every answer is right', () => {
  it.each([
    ['of a few cells', worlds(12), 4, 20, 200],
    ['of a few blocks', worlds(130), 4, 20, 80],
    ['of several levels', worlds(420), 3, 20, 12],
    ['so large that a search passes over detail', worlds(800), 2, 30, 8],
    ['that are long and thin', worlds(1500, 9), 3, 20, 12],
    ['that are high and thin', worlds(9, 1500), 3, 20, 12],
  ])('on worlds %s', async (_, those, starts, goals, count) => {
    const property = fc.asyncProperty(those, world => everyAnswerIsRight(world, starts, goals))
    await fc.assert(property, runs(count))
  })
})

describe('islands', () => {
  it('are those of a flood over the whole map', async () => {
    const property = fc.asyncProperty(worlds(200), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const { islandOfCell, count } = floodIslands(grid)
      const islandOfFlood = new Map<number, number>([[-1, -1]])
      expect(atlas.islandCount).toBe(count)
      for (let cell = 0; cell < grid.cost.length; cell++) {
        const island = atlas.islandOf(cell % grid.width, Math.floor(cell / grid.width))
        const flooded = islandOfCell[cell]
        if (!islandOfFlood.has(flooded)) islandOfFlood.set(flooded, island)
        if (island !== islandOfFlood.get(flooded)) expect.fail(`cell ${cell} is on island ${island}`)
      }
      const numbers = [...islandOfFlood.values()].sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: count + 1 }, (_, i) => i - 1))
    })
    await fc.assert(property, runs(60))
  })

  it('say what is reachable, in both directions alike', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const finder = atlas.finder()
      const { islandOfCell } = floodIslands(grid)
      const random = new Random(grid.width)
      for (let i = 0; i < 60; i++) {
        const [x0, y0, x1, y1] = [grid.width, grid.height, grid.width, grid.height].map(side => random.below(side))
        const from = islandOfCell[y0 * grid.width + x0]
        const isReachable = from >= 0 && from === islandOfCell[y1 * grid.width + x1]
        expect(atlas.isReachable(x0, y0, x1, y1)).toBe(isReachable)
        expect(atlas.isReachable(x1, y1, x0, y0)).toBe(isReachable)
        expect(finder.find(x0, y0, x1, y1).status === 'found').toBe(isReachable)
        expect(finder.find(x1, y1, x0, y0).status === 'found').toBe(isReachable)
      }
    })
    await fc.assert(property, runs(40))
  })
})

describe('the terrain in an atlas', () => {
  it('is the map, cell by cell, with walls all around', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      expect([atlas.width, atlas.height, atlas.directions]).toEqual([grid.width, grid.height, directions])
      const map = plainMap(grid, directions)
      for (let y = -2; y < grid.height + 34; y++) {
        for (let x = -2; x < grid.width + 34; x++) {
          if (atlas.costAt(x, y) !== map.costAt(x, y)) expect.fail(`the atlas says ${atlas.costAt(x, y)} of ${x},${y}`)
        }
      }
    })
    await fc.assert(property, runs(40))
  })
})
