/** Generated ground of several costs: what roads, rivers, bands and elevation promise. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generate } from '../../src/map/generate/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { readMap, writeText } from '../../src/maps.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
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
  it('are waded at their cost or crossed by fords, one for a given number of cells', () => {
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

const LIST = readFileSync(new URL('../../fixtures/README.md', import.meta.url), 'utf8')

/** Islands of the maps that are not in one piece. */
const ISLANDS: Readonly<Record<string, number>> = {
  'block-corner-shut': 2,
  checkerboard: (37 * 35 + 1) / 2,
  'diagonal-gap': 3,
  'lone-cells': 12 * 13,
  'nested-islands': 6,
  'no-free-cell': 0,
  'odd-size': 22,
  'one-past-the-block': 2,
  'one-row-cut': 2,
  'one-wall': 0,
  'shut-door-pair': 2,
  stripes: 38,
  'two-islands': 2,
}

/** The drawn maps are what their list says: each is described with its size, and falls apart as its name promises. */
describe('the fixtures', () => {
  it('are listed, each once, with their sizes', () => {
    const listed = [...LIST.matchAll(/^\| ([a-z-]+) \| (\d+ x \d+) \| [^|]{10,} \|$/gm)].map(([, name, size]) => [
      name,
      size,
    ])
    const drawn = fixtureNames().map(name => [name, `${fixture(name).width} x ${fixture(name).height}`])
    expect(listed.sort()).toEqual(drawn.sort())
  })

  it.each(fixtureNames())('have as many islands as they promise: %s', name => {
    expect(floodIslands(fixture(name)).count).toBe(ISLANDS[name] ?? 1)
  })

  it.each(fixtureNames())('are drawn as they would be written: %s', name => {
    expect(readMap(writeText(fixture(name)))).toEqual(fixture(name))
  })

  it('have more runs on one block border than a block has cells', () => {
    const { width, cost } = fixture('comb')
    const isOpen = (x: number) => cost[31 * width + x] !== 0 && cost[32 * width + x] !== 0
    let runs = 0
    for (let x = 0; x < width; x++) if (isOpen(x) && (x === 0 || !isOpen(x - 1))) runs++
    expect(runs).toBe(38)
  })
})
