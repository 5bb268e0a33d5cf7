/** Floods over a few blocks: legal, and the best; also where costs add up to more than swift sweeps count. */
import { expect, test } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, cellsOf, turnRound } from '../../src/cells/bends.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { mixedFrame } from '../../src/cells/sweep-frame.ts'
import type { Grid } from '../../src/map/grid.ts'
import { type Directions, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { checkPath } from '../../src/proof/check.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

const SIDE = 64

function walledGround(seed: number): Grid {
  const random = new Random(seed)
  const least = [1, 255, 40_000, 65_535][random.below(4)]
  const wallShare = [0, 0.1, 0.4][random.below(3)]
  const cost = new Uint16Array(SIDE * SIDE)
  for (let cell = 0; cell < cost.length; cell++) {
    if (random.unit() >= wallShare) cost[cell] = least + random.below(65_536 - least)
  }
  return { width: SIDE, height: SIDE, cost }
}

/** One corridor that winds over all of the ground. */
function winding(): Grid {
  const cost = new Uint16Array(SIDE * SIDE).fill(65_535)
  for (let y = 1; y < SIDE; y += 2) cost.fill(0, y * SIDE + (y & 2 ? 1 : 0), y * SIDE + SIDE - (y & 2 ? 0 : 1))
  return { width: SIDE, height: SIDE, cost }
}

/** The cells of the path that a flood found to (x, y), the same from both ends. */
function pathTo(flood: Sweep, x: number, y: number): Int32Array {
  const [bends, back] = [new Bends(), new Bends()]
  back.start(x, y)
  expect(flood.addWayBack(back)).toBe(true)
  turnRound(back)
  bends.start(back.xOf(0), back.yOf(0))
  expect(flood.addWayTo(x, y, bends)).toBe(true)
  expect(cellsOf(back)).toEqual(cellsOf(bends))
  return cellsOf(bends)
}

function expectTrue(grid: Grid, directions: Directions, seed: number): number {
  const [[startX, startY], ...goals] = freeCells(grid, 12, new Random(seed))
  const flood = new Sweep(packTerrain(grid, directions), 2)
  flood.coverBlocks(0, 0, 1, 1)
  for (const goal of goals) flood.addTarget(...goal)
  flood.flood(startX, startY)
  const distances = exactDistances(plainMap(grid, directions), startX, startY)
  let mostUnits = 0
  for (const goal of goals) {
    const units = flood.unitsTo(...goal)
    const best = distances[goal[1] * SIDE + goal[0]]
    if (units === Infinity || !Number.isFinite(best)) {
      expect([units, best]).toEqual([Infinity, Infinity])
      continue
    }
    const check = checkPath(plainMap(grid, directions), pathTo(flood, ...goal), startX, startY, ...goal, directions)
    expect(check.message).toBe('')
    expect(check.cost).toBeLessThanOrEqual((units / UNITS_PER_CELL) * (1 + 1e-4))
    expect(check.cost / best).toBeGreaterThan(1 - 1e-4)
    expect(units / UNITS_PER_CELL / best).toBeLessThan(1 + 1e-4)
    mostUnits = Math.max(mostUnits, units)
  }
  return mostUnits
}

test.each([8, 4] as const)('what it says of any costs there is a legal path for, with %i directions', directions => {
  for (let seed = 1; seed <= 24; seed++) expectTrue(walledGround(seed), directions, seed)
})

test.each([8, 4] as const)('ways beyond what is counted to are found, with %i directions', directions => {
  const most = expectTrue(winding(), directions, 3)
  expect(most).toBeGreaterThan(mixedFrame(SIDE + 2, { directions, costOfCell: new Uint16Array() }).unitsMax)
})

test('floods that take the frame from each other tell the same paths as alone', () => {
  const even = { width: SIDE, height: SIDE, cost: walledGround(2).cost.map(cost => Math.min(cost, 3) && 3) }
  for (const terrain of [even, walledGround(5)].map(grid => packTerrain(grid, 8))) {
    const ends = freeCells({ width: SIDE, height: SIDE, cost: even.cost }, 40, new Random(4)).filter(
      ([x, y]) => x < 32 && y < 32 && terrain.isFree(x, y),
    )
    const floods = ends.map(([x, y]) => {
      const flood = new Sweep(terrain, 1)
      flood.coverBlocks(0, 0)
      flood.flood(x, y)
      return flood
    })
    for (const [i, [x, y]] of ends.entries()) {
      for (const [j, [toX, toY]] of ends.entries()) {
        expect(floods[i].unitsTo(toX, toY)).toBe(floods[j].unitsTo(x, y))
        if (floods[i].unitsTo(toX, toY) < Infinity) expect([...pathTo(floods[i], toX, toY).slice(0, 2)]).toEqual([x, y])
      }
    }
  }
})

test.each([8, 4] as const)(
  'a flood beyond swift sweeps keeps its paths when another takes the frame: %i directions',
  directions => {
    const terrain = packTerrain(winding(), directions)
    const [first, second] = [new Sweep(terrain, 2), new Sweep(terrain, 2)]
    for (const flood of [first, second]) {
      flood.coverBlocks(0, 0, 1, 1)
      flood.addTarget(SIDE - 1, SIDE - 2)
      flood.flood(0, 0)
    }
    const units = second.unitsTo(SIDE - 1, SIDE - 2)
    const path = pathTo(second, SIDE - 1, SIDE - 2)
    expect(path.length).toBeGreaterThan(SIDE * SIDE * 0.9)
    expect(first.unitsTo(SIDE - 1, SIDE - 2)).toBe(units)
    expect(pathTo(first, SIDE - 1, SIDE - 2)).toEqual(path)
  },
)

test('a path beyond swift sweeps stays inside a frame that follows a larger one', () => {
  const ground = winding()
  // The winding corridor ends in a room: rows 30 and below.
  ground.cost.fill(65_535, 30 * SIDE)
  const terrain = packTerrain(ground, 8)
  const large = new Sweep(terrain, 2)
  large.coverBlocks(0, 0, 1, 1)
  large.addTarget(0, 0)
  large.flood(1, 40)
  const small = new Sweep(terrain, 2)
  small.coverBlocks(0, 0, 1, 0)
  small.addTarget(0, 31)
  small.flood(0, 0)
  expect([...pathTo(small, 0, 31).slice(0, 2)]).toEqual([0, 0])
})
