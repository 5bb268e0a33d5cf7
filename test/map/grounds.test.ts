/** Generated ground of several costs: what roads, rivers, bands and elevation promise. */
import { describe, expect, it } from 'vitest'
import { generate } from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { floodIslands } from '../support/plain.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

describe('roads', () => {
  it('lead from every town to its nearest ones, never off the road', () => {
    for (const seed of SEEDS) {
      const { width, height, cost } = generate('roads', { width: 200, height: 150, seed, towns: 2, roadsATown: 1 })
      const road = cost.map(cellCost => (cellCost === 1 ? 1 : 0))
      expect(floodIslands({ width, height, cost: road }).count).toBe(1)
      expect(cost.every(cellCost => cellCost === 1 || cellCost === 6)).toBe(true)
    }
  })
})

describe('rivers', () => {
  it('are waded at their cost or crossed by fords, one for so many cells', () => {
    const size = { width: 300, height: 300, seed: 4, costRiver: 40 }
    const many = generate('rivers', { ...size, cellsAFord: 500 })
    const few = generate('rivers', { ...size, cellsAFord: 1_000_000 })
    const wet = ({ cost }: Grid) => cost.filter(cellCost => cellCost === 40).length
    expect(few.cost.every(cellCost => cellCost === 1 || cellCost === 40)).toBe(true)
    expect(wet(few)).toBeGreaterThan(1000)
    expect(wet(few) - wet(many)).toBeGreaterThan(500)
  })
})

describe('bands', () => {
  it('are of five costs and about equal area', () => {
    const { cost } = generate('bands', { width: 300, height: 200, seed: 2 })
    for (const wanted of [1, 2, 3, 5, 9]) {
      const share = cost.filter(cellCost => cellCost === wanted).length / cost.length
      expect(Math.abs(share - 0.2)).toBeLessThan(0.01)
    }
  })
})

describe('elevation', () => {
  it('rises from 1 to the highest cost, with neighbours of neighbouring heights', () => {
    const { width, cost } = generate('elevation', { width: 256, height: 256, seed: 3, costMax: 200 })
    expect([Math.min(...cost), Math.max(...cost)]).toEqual([1, 200])
    const steps = cost.map((cellCost, cell) => (cell % width === 0 ? 0 : Math.abs(cellCost - cost[cell - 1])))
    expect(Math.max(...steps)).toBeLessThan(60)
  })
})
