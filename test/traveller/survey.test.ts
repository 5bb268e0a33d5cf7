/**
 * What a map knows about itself: widths and choke points, held against closing each cell and counting what is left.
 */
import { describe, expect, it } from 'vitest'
import { bake, chokePoints, generate, openAtlas, widthAt } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import type { Grid } from '../../src/map/grid.ts'
import { patchyGrounds } from '../support/grounds.ts'
import { drawn } from '../support/plain.ts'

/** The parts of its island that are left around a cell when it is closed, the largest first. */
function partsWithout({ width, height, cost }: Grid, closed: number): number[] {
  const left = cost.slice()
  left[closed] = 0
  const beside = (cell: number) => {
    const x = cell % width
    return [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width].filter(
      other => other >= 0 && other < width * height && left[other] !== 0,
    )
  }
  const parts: number[] = []
  for (const from of beside(closed)) {
    const todo = left[from] === 0 ? [] : [from]
    left[from] = 0
    let size = 0
    for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
      size++
      for (const other of beside(cell)) {
        left[other] = 0
        todo.push(other)
      }
    }
    if (size > 0) parts.push(size)
  }
  return parts.sort((a, b) => b - a)
}

describe('choke points', () => {
  it('are the cells whose closing parts an island, with the cells on each side', async () => {
    for (const seed of [1, 2, 3]) {
      const grid = generate('scatter', { width: 34, height: 21, seed, wallShare: 0.35 })
      const atlas = openAtlas(await bake(grid))
      const found = chokePoints(atlas)
      const partsOf = new Map(found.map(({ x, y, parts }) => [y * 34 + x, parts]))
      for (let cell = 0; cell < grid.cost.length; cell++) {
        if (grid.cost[cell] === 0) continue
        const parts = partsWithout(grid, cell)
        expect(partsOf.get(cell), `cell ${cell} of seed ${seed}`).toEqual(parts.length > 1 ? parts : undefined)
      }
      expect(found.length).toBeGreaterThan(3)
      expect(chokePoints(atlas, { least: 5 })).toEqual(found.filter(({ parts }) => parts[1] >= 5))
    }
  })

  it('come in the order of what they part', async () => {
    const atlas = openAtlas(await bake(drawn('...#...', '.......', '...#...')))
    expect(chokePoints(atlas)).toEqual([
      { x: 3, y: 1, parts: [9, 9] },
      { x: 2, y: 1, parts: [10, 8] },
      { x: 4, y: 1, parts: [10, 8] },
    ])
    expect(() => chokePoints(atlas, { least: 0 })).toThrow('least is 0')
  })
})

describe('the width at a cell', () => {
  it('is the size of the largest traveller that can stand there', async () => {
    const grounds = patchyGrounds(40, 30, 4, 0.3)
    const costs = { grass: 1, forest: 1, swamp: 1, water: 1, road: 1 }
    const atlas = openAtlas(await bake(gridOf(grounds, { costs, size: 1 })))
    const sized = Array.from({ length: 40 }, (_, i) => gridOf(grounds, { costs, size: i + 1 }).cost)
    for (let cell = 0; cell < 1200; cell++) {
      const width = sized.filter(cost => cost[cell] > 0).length
      expect(widthAt(atlas, cell % 40, Math.floor(cell / 40))).toBe(width)
    }
    expect(widthAt(atlas, -1, 5)).toBe(0)
  })
})
