/** Sweeps beside a guide on ground of one cost: legal paths for what is said, the best of the map where the band holds all of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { findBeside } from '../../src/cells/band.ts'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import { LINE_EARLY, lineRuns } from '../../src/cells/line.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { bake, type Directions, generate, openAtlas } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { checkPath } from '../../src/proof/check.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells, runs } from '../support/worlds.ts'

/** A line, whatever is in its way. */
function lineBetween([x0, y0]: readonly number[], [x1, y1]: readonly number[], directions: Directions): Bends {
  const line = new Int32Array(4)
  const bends = new Bends()
  lineRuns(x1 - x0, y1 - y0, LINE_EARLY, directions, line)
  bends.start(x0, y0)
  bends.run(line[0], line[1])
  bends.run(line[2], line[3])
  return bends
}

/** Scattered walls; `wallPercent` of the cells. */
function scattered(width: number, height: number, wallPercent: number, cost: number, random: Random) {
  const cells = Uint8Array.from({ length: width * height }, () => (random.below(100) < wallPercent ? 0 : cost))
  return { width, height, cost: cells }
}

const worlds = fc.record({
  width: fc.integer({ min: 40, max: 150 }),
  height: fc.integer({ min: 40, max: 150 }),
  wallPercent: fc.integer({ min: 0, max: 45 }),
  cost: fc.constantFrom(1, 7, 255),
  seed: fc.nat(),
  directions: fc.constantFrom<Directions>(4, 8),
})

describe('the cheapest path beside a guide on ground of one cost', () => {
  it('is legal and costs what is said; with all of the map beside the guide it is the best', async () => {
    const property = fc.asyncProperty(worlds, async ({ width, height, wallPercent, cost, seed, directions }) => {
      const grid = scattered(width, height, wallPercent, cost, new Random(seed))
      const atlas = openAtlas(await bake(grid, { directions }))
      const { terrain } = atlas.columns
      const finder = atlas.finder()
      const band = new Sweep(terrain)
      const found = new Bends()
      const [start, ...goals] = freeCells(grid, 6, new Random(2))
      for (const goal of goals) {
        const best = finder.find(...start, ...goal, { quality: 'exact' })
        const bestUnits = best.status === 'found' ? unitsOfPath(terrain, best.cells()) : Infinity
        for (const reachCells of [150, 3]) {
          const units = findBeside(band, lineBetween(start, goal, directions), reachCells, Infinity)
          if (reachCells === 150) expect(units).toBe(best.status === 'found' ? bestUnits : -1)
          if (units < 0) continue
          found.start(...start)
          band.addWay(found)
          const cells = cellsOf(found)
          expect(checkPath(terrain, cells, ...start, ...goal, directions).message).toBe('')
          expect(unitsOfPath(terrain, cells)).toBeLessThanOrEqual(units)
          expect(unitsOfPath(terrain, cells)).toBeGreaterThanOrEqual(bestUnits)
        }
      }
    })
    // There the first sweeps on the way better the goal no more, while later ones do.
    const windings = { width: 46, height: 84, wallPercent: 38, cost: 1, seed: 1541541852, directions: 8 } as const
    await fc.assert(property, { ...runs(16), examples: [[windings]] })
  })

  it('is found as long as it costs less than the limit, however often it turns back', () => {
    // Walls across, each with its gap at the other end: what the first sweeps find is not the best.
    const cost = new Uint8Array(90 * 90).fill(3)
    for (let y = 8; y < 90; y += 8) for (let x = 0; x < 88; x++) cost[y * 90 + (y % 16 === 0 ? x : 89 - x)] = 0
    const terrain = packTerrain({ width: 90, height: 90, cost }, 8)
    const band = new Sweep(terrain)
    const guide = lineBetween([44, 2], [44, 86], 8)
    const units = findBeside(band, guide, 60, Infinity)
    expect(units).toBeGreaterThan(3 * 500 * UNITS_PER_CELL)
    expect(findBeside(band, guide, 60, units)).toBe(-1)
    expect(findBeside(band, guide, 60, units + 1)).toBe(units)
  })

  it('is none to or from a wall or what lies outside, nor where the frame has no room', () => {
    const terrain = packTerrain({ width: 600, height: 40, cost: new Uint8Array(600 * 40).fill(1) }, 8)
    const band = new Sweep(terrain)
    expect(findBeside(band, lineBetween([10, 10], [30, 10], 8), 4, Infinity)).toBe(20 * UNITS_PER_CELL)
    expect(findBeside(band, lineBetween([10, 10], [10, -5], 8), 4, Infinity)).toBe(-1)
    expect(findBeside(band, lineBetween([10, 60], [10, 30], 8), 4, Infinity)).toBe(-1)
    expect(findBeside(band, lineBetween([10, 10], [590, 10], 8), 4, Infinity)).toBe(-1)
  })
})

describe('a path through fragmented ground', () => {
  it('is legal, costs no more than its estimate, and hardly more than the best', async () => {
    const random = new Random(9)
    for (const directions of [8, 4] as const) {
      for (const grid of [
        scattered(330, 260, 30, 2, random),
        generate('rooms', { width: 300, height: 300, seed: 3 }),
      ]) {
        const map = plainMap(grid, directions)
        const finder = openAtlas(await bake(grid, { directions })).finder()
        const [start, ...goals] = freeCells(grid, 9, random)
        const distances = exactDistances(map, ...start)
        for (const quality of ['fast', 'default'] as const) {
          for (const goal of goals) {
            const route = finder.find(...start, ...goal, { quality })
            const excess = judge(map, route, start, goal, distances[goal[1] * grid.width + goal[0]])
            expect(excess).toBeLessThan(quality === 'fast' ? 0.06 : 0.025)
            if (route.status === 'found') expect(route.cost).toBeLessThanOrEqual(route.estimate * (1 + 1e-4))
          }
        }
      }
    }
  })

  it('is hardly longer than the best in haste as well, where sweeps find it', async () => {
    const random = new Random(5)
    const grid = scattered(330, 260, 25, 1, random)
    const map = plainMap(grid, 8)
    const finder = openAtlas(await bake(grid)).finder()
    const excesses: number[] = []
    for (const start of freeCells(grid, 5, random)) {
      const distances = exactDistances(map, ...start)
      for (const goal of freeCells(grid, 20, random)) {
        const best = distances[goal[1] * grid.width + goal[0]]
        if (best < 120 || best === Infinity) continue
        excesses.push(judge(map, finder.find(...start, ...goal, { quality: 'fast' }), start, goal, best))
      }
    }
    const mean = excesses.reduce((sum, excess) => sum + excess, 0) / excesses.length
    // It is .27 %; without sweeps, led by leaps, .77 %.
    expect(mean).toBeLessThan(0.005)
  })
})
