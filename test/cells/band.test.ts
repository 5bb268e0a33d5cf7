/** The search beside a path: never dearer than the path, legal, and the best of the map where the band holds all of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { BandSearch } from '../../src/cells/band.ts'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { COST_MAX } from '../../src/map/grid.ts'
import { directionOf, STRAIGHT_UNITS, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { checkPath } from '../../src/proof/check.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** The path as direction, steps, ... */
function runsOf(cells: Int32Array): Int32Array {
  const steps: number[] = []
  for (let i = 2; i < cells.length; i += 2) {
    steps.push(directionOf(cells[i] - cells[i - 2], cells[i + 1] - cells[i - 1]), 1)
  }
  return Int32Array.from(steps)
}

describe('the cheapest path beside a path', () => {
  it('is legal, costs what is said and no more, and with all of the map beside it is the best', async () => {
    const property = fc.asyncProperty(worlds(80), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const { terrain } = atlas.columns
      const finder = atlas.finder()
      const band = new BandSearch(terrain)
      const found = new Bends()
      const [start, ...goals] = freeCells(grid, 6, new Random(2))
      for (const goal of goals) {
        const known = finder.find(...start, ...goal, { quality: 'fast' }).cells()
        if (known.length < 4) continue
        const runList = runsOf(known)
        for (const reachCells of [2, 80]) {
          const units = band.find(runList, runList.length, reachCells, ...start, Infinity)
          band.writeBends(found)
          const cells = cellsOf(found)
          expect(checkPath(terrain, cells, ...start, ...goal, directions).problem).toBe('')
          expect(unitsOfPath(terrain, cells)).toBe(units)
          expect(units).toBeLessThanOrEqual(unitsOfPath(terrain, known))
          if (reachCells < 80) continue
          const best = finder.find(...start, ...goal, { quality: 'exact' })
          expect(units).toBe(unitsOfPath(terrain, best.cells()))
        }
      }
    })
    await fc.assert(property, runs(20))
  })

  it('is none from a wall, nor from beside the map, to which the ways of a damaged atlas may lead', () => {
    const cost = new Uint8Array(40 * 40).fill(1)
    cost[20 * 40 + 30] = 0
    const band = new BandSearch(packTerrain({ width: 40, height: 40, cost }, 8))
    const back = Int32Array.of(directionOf(-1, 0), 20, directionOf(0, 1), 10)
    expect(band.find(back, back.length, 4, 30, 20, Infinity)).toBe(-1)
    const around = Int32Array.of(directionOf(0, 1), 30, directionOf(-1, 0), 25)
    expect(band.find(around, around.length, 4, 60, 5, Infinity)).toBe(-1)
    expect(band.find(back, back.length, 4, 31, 20, Infinity)).toBeGreaterThan(0)
  })

  it('is found anew after a band wider than any before', () => {
    const random = new Random(4)
    const cost = Uint8Array.from({ length: 128 * 128 }, () => 1 + random.below(9))
    const terrain = packTerrain({ width: 128, height: 128, cost }, 8)
    const again = new BandSearch(terrain)
    for (const [x, y] of [
      [70, 64],
      [40, 64],
      [64, 30],
    ]) {
      const runList = Int32Array.of(0, 20)
      const units = new BandSearch(terrain).find(runList, 2, 60, x, y, Infinity)
      expect(again.find(runList, 2, 60, x, y, Infinity)).toBe(units)
    }
  })

  it('is none below a limit that it does not keep, nor where the frame has no room for the path', async () => {
    const cost = new Uint8Array(400 * 3).fill(2)
    const { terrain } = openAtlas(await bake({ width: 400, height: 3, cost })).columns
    const band = new BandSearch(terrain)
    const units = 2 * 20 * UNITS_PER_CELL
    expect(band.find(Int32Array.of(0, 20), 2, 4, 0, 0, units)).toBeLessThan(0)
    expect(band.find(Int32Array.of(0, 20), 2, 4, 0, 0, units - 0.5)).toBeLessThan(0)
    expect(band.find(Int32Array.of(0, 20), 2, 4, 0, 0, units + 0.5)).toBe(units)
    expect(band.find(Int32Array.of(0, 20), 2, 4, 0, 0, units + 1)).toBe(units)
    expect(band.find(Int32Array.of(0, 399), 2, 4, 0, 0, Infinity)).toBeLessThan(0)
  })

  it('is found where its surroundings have no room, and leaves nothing behind for the next', () => {
    const cost = Uint8Array.from({ length: 300 * 300 }, (_, i) => (i % 300 < 120 ? 9 : 1))
    const terrain = packTerrain({ width: 300, height: 300, cost }, 8)
    const band = new BandSearch(terrain)
    const runList = Int32Array.of(1, 80)
    // Along the dear column 118 the cheap ground is two steps aside, in reach of every band but the last.
    const wide = band.find(runList, 2, 150, 118, 100, Infinity)
    expect(wide).toBeLessThan(80 * 9 * UNITS_PER_CELL)
    expect(band.find(runList, 2, 20, 118, 100, Infinity)).toBe(wide)
    expect(band.find(runList, 2, 1, 118, 100, Infinity)).toBe(80 * 9 * UNITS_PER_CELL)
  })

  it('is not told where it costs more than is counted to, however long and dear the row of the start', () => {
    const [side, length] = [330, 300]
    for (const isWide of [false, true]) {
      const sweep = new Sweep(side, 8, isWide)
      sweep.firstOfRow.fill(1, 1, 3)
      sweep.lastOfRow.fill(length, 1, 3)
      for (const row of [1, 2]) sweep.costs.fill(COST_MAX, row * side + 1, row * side + 1 + length)
      const units = sweep.run(side + 1, side + length, 2, -1, false)
      const real = (length - 1) * 2 * COST_MAX * STRAIGHT_UNITS
      expect(units).toBe(real < sweep.unitsMax ? real : Infinity)
    }
  })
})
