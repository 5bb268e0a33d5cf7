/** The search beside a path: never more expensive than the path, legal, and the best of the map where the band holds all of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { findBeside } from '../../src/cells/band.ts'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import { findNear } from '../../src/cells/near-search.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { mixedFrame } from '../../src/cells/sweep-frame.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { SWIFT_UNITS_MAX } from '../../src/kernel/units.ts'
import { COST_MAX } from '../../src/map/grid.ts'
import { directionOf, STRAIGHT_UNITS, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { checkPath } from '../../src/proof/check.ts'
import { unitsOfPath } from '../../src/proof/lower-bound.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** From a cell on along runs: direction, steps, ... */
function guideFrom(x: number, y: number, ...runList: number[]): Bends {
  const guide = new Bends()
  guide.start(x, y)
  for (let i = 0; i < runList.length; i += 2) guide.run(runList[i], runList[i + 1])
  return guide
}

function guideAlong(cells: Int32Array): Bends {
  const guide = new Bends()
  for (let i = 0; i < cells.length; i += 2) guide.add(cells[i], cells[i + 1])
  return guide
}

describe('the cheapest path beside a path', () => {
  it('is legal, costs what is said and no more, and with all of the map beside it is the best', async () => {
    const property = fc.asyncProperty(worlds(80), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const { terrain } = atlas.columns
      const finder = atlas.finder()
      const band = new Sweep(terrain)
      const found = new Bends()
      const [start, ...goals] = freeCells(grid, 6, new Random(2))
      for (const goal of goals) {
        const known = finder.find(...start, ...goal, { quality: 'fast' }).cells()
        if (known.length < 4) continue
        const guide = guideAlong(known)
        for (const reachCells of [2, 80]) {
          const units = findBeside(band, guide, reachCells, Infinity)
          found.start(...start)
          band.addWay(found)
          const cells = cellsOf(found)
          expect(checkPath(terrain, cells, ...start, ...goal, directions).message).toBe('')
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

  it('is the best where cheap ways wind, of which none better the path for a while, if nothing is enough', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed)
      const cost = Uint8Array.from({ length: 60 * 60 }, () => (random.unit() < 0.42 ? 1 : 254))
      const terrain = packTerrain({ width: 60, height: 60, cost }, 8)
      const best = exactDistances(terrain, 10, 30)[30 * 60 + 50]
      const units = findBeside(new Sweep(terrain), guideFrom(10, 30, 0, 40), 60, Infinity, 0)
      expect(units / UNITS_PER_CELL / best).toBeCloseTo(1, 3)
    }
  })

  it('is none from a wall, nor from beside the map, to which the ways of a damaged atlas may lead', () => {
    const cost = new Uint8Array(40 * 40).fill(1)
    cost[20 * 40 + 30] = 0
    const band = new Sweep(packTerrain({ width: 40, height: 40, cost }, 8))
    const back = [directionOf(-1, 0), 20, directionOf(0, 1), 10]
    expect(findBeside(band, guideFrom(30, 20, ...back), 4, Infinity)).toBe(-1)
    const around = [directionOf(0, 1), 30, directionOf(-1, 0), 25]
    expect(findBeside(band, guideFrom(60, 5, ...around), 4, Infinity)).toBe(-1)
    expect(findBeside(band, guideFrom(31, 20, ...back), 4, Infinity)).toBeGreaterThan(0)
  })

  it('is found anew after a band wider than any before', () => {
    const random = new Random(4)
    const cost = Uint8Array.from({ length: 128 * 128 }, () => 1 + random.below(9))
    const terrain = packTerrain({ width: 128, height: 128, cost }, 8)
    const again = new Sweep(terrain)
    for (const [x, y] of [
      [70, 64],
      [40, 64],
      [64, 30],
    ]) {
      const guide = guideFrom(x, y, 0, 20)
      const units = findBeside(new Sweep(terrain), guide, 60, Infinity)
      expect(findBeside(again, guide, 60, Infinity)).toBe(units)
    }
  })

  it('is none below a limit that it does not keep, nor where the frame has no room for the path', async () => {
    const cost = new Uint8Array(400 * 3).fill(2)
    cost[cost.length - 1] = 3
    const { terrain } = openAtlas(await bake({ width: 400, height: 3, cost })).columns
    const band = new Sweep(terrain)
    const units = 2 * 20 * UNITS_PER_CELL
    expect(findBeside(band, guideFrom(0, 0, 0, 20), 4, units)).toBeLessThan(0)
    expect(findBeside(band, guideFrom(0, 0, 0, 20), 4, units - 0.5)).toBeLessThan(0)
    expect(findBeside(band, guideFrom(0, 0, 0, 20), 4, units + 0.5)).toBe(units)
    expect(findBeside(band, guideFrom(0, 0, 0, 20), 4, units + 1)).toBe(units)
    expect(findBeside(band, guideFrom(0, 0, 0, 399), 4, Infinity)).toBeLessThan(0)
  })

  it('is found where its surroundings have no room, and leaves nothing behind for the next', () => {
    const cost = Uint8Array.from({ length: 300 * 300 }, (_, i) => (i % 300 < 120 ? 9 : 1))
    const terrain = packTerrain({ width: 300, height: 300, cost }, 8)
    const band = new Sweep(terrain)
    const guide = guideFrom(118, 100, 1, 80)
    // Along the expensive column 118 the cheap ground is two steps aside, in reach of every band but the last.
    const wide = findBeside(band, guide, 150, Infinity)
    expect(wide).toBeLessThan(80 * 9 * UNITS_PER_CELL)
    expect(findBeside(band, guide, 20, Infinity)).toBe(wide)
    expect(findBeside(band, guide, 1, Infinity)).toBe(80 * 9 * UNITS_PER_CELL)
  })

  it('is not told where it costs more than is counted to, however long and expensive the row of the start', () => {
    const [side, length] = [330, 300]
    for (const isWide of [false, true]) {
      const sweep = mixedFrame(side, { directions: 8, costOfCell: new Uint16Array() }, 0, isWide)
      sweep.reset(2)
      sweep.firstOfRow.fill(1, 1, 3)
      sweep.lastOfRow.fill(length, 1, 3)
      for (const row of [1, 2]) sweep.rows.ground.fill(COST_MAX, row * side + 1, row * side + 1 + length)
      const units = sweep.run(side + 1, side + length, Infinity, -1)
      const real = (length - 1) * 2 * COST_MAX * STRAIGHT_UNITS
      expect(units).toBe(real < sweep.unitsMax ? real : Infinity)
    }
  })

  it('is found where it costs more than swift sweeps count to, by all of its cells', () => {
    const [width, height] = [200, 5]
    const cost = Uint16Array.from({ length: width * height }, (_, cell) => COST_MAX - (cell % 2))
    const terrain = packTerrain({ width, height, cost }, 4)
    const sweep = new Sweep(terrain)
    for (const find of [
      () => findBeside(sweep, guideFrom(10, 2, directionOf(1, 0), 170), 2, Infinity),
      () => findNear(sweep, 10, 2, 180, 2, Infinity),
    ]) {
      const units = find()
      expect(units).toBeGreaterThan(SWIFT_UNITS_MAX)
      expect(units).toBe(plainUnits(plainMap({ width, height, cost }, 4), 10, 2)[2 * width + 180])
      const found = new Bends()
      found.start(10, 2)
      sweep.addWay(found)
      expect(unitsOfPath(terrain, cellsOf(found))).toBe(units)
    }
  })

  it('takes the road in a box that lies beyond its reach', () => {
    const side = 32
    for (const [directions, isTurned] of [
      [8, false],
      [8, true],
      [4, false],
    ] as const) {
      // Along the upper and the right edge, straight before it goes down; expensive ground besides.
      const cost = Uint8Array.from({ length: side * side }, (_, cell) => {
        const [a, b] = isTurned ? [Math.floor(cell / side), cell % side] : [cell % side, Math.floor(cell / side)]
        return b === 1 || a === 29 ? 1 : 200
      })
      const terrain = packTerrain({ width: side, height: side, cost }, directions)
      const guide = isTurned ? guideFrom(1, 1, 0, 28, 1, 28) : guideFrom(1, 1, 1, 28, 0, 28)
      const band = new Sweep(terrain)
      const best = 2 * STRAIGHT_UNITS * 56
      expect(findBeside(band, guide, 2, Infinity)).toBeGreaterThan(best)
      expect(findBeside(band, guide, 2, Infinity, -1, [1, 1, 29, 29])).toBeLessThanOrEqual(best)
    }
  })
})
