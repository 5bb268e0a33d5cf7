/** Crooked paths, step by step along rows and columns, that are pulled taut. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import { generate } from '../../src/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { StringPuller } from '../../src/path/pull.ts'
import { checkPath, costOfPath } from '../../src/proof/check.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

type Cell = readonly [x: number, y: number]

/** A way of fewest steps along rows and columns, which is crooked; null where there is none. */
function crooked({ width, height, cost }: Grid, [x0, y0]: Cell, [x1, y1]: Cell): Bends | null {
  const before = new Int32Array(cost.length).fill(-1)
  const goal = y1 * width + x1
  before[goal] = goal
  const queue = [goal]
  for (const cell of queue) {
    const [x, y] = [cell % width, Math.floor(cell / width)]
    const next = [x > 0 ? cell - 1 : cell, y > 0 ? cell - width : cell]
    next.push(x < width - 1 ? cell + 1 : cell, y < height - 1 ? cell + width : cell)
    for (const there of next) {
      if (cost[there] === 0 || before[there] >= 0) continue
      before[there] = cell
      queue.push(there)
    }
  }
  if (before[y0 * width + x0] < 0) return null
  const bends = new Bends(8)
  for (let cell = y0 * width + x0; ; cell = before[cell]) {
    bends.add(cell % width, Math.floor(cell / width))
    if (cell === goal) return bends
  }
}

function expectLegal(grid: Grid, bends: Bends, [x0, y0]: Cell, [x1, y1]: Cell): number {
  const map = plainMap(grid, 8)
  const cells = cellsOf(bends)
  expect(checkPath(map, cells, x0, y0, x1, y1, 8)).toMatchObject({ status: 'legal' })
  return costOfPath(map, cells)
}

describe('a crooked path', () => {
  const grids = [
    generate('caves', { width: 96, height: 96, seed: 2 }),
    generate('rooms', { width: 96, height: 96, seed: 4 }),
  ]

  it('stays legal and becomes cheaper when it is pulled', () => {
    const random = new Random(9)
    let pulled = 0
    for (const grid of grids) {
      const terrain = packTerrain(grid, 8)
      const puller = new StringPuller(terrain)
      for (let i = 0; i < 40; i++) {
        const [start, goal] = freeCells(grid, 2, random)
        const bends = crooked(grid, start, goal)
        if (bends === null) continue
        const before = expectLegal(grid, bends, start, goal)
        puller.pull(bends)
        const taut = expectLegal(grid, bends, start, goal)
        expect(taut).toBeLessThanOrEqual(before)
        if (taut < before) pulled++
      }
    }
    expect(pulled).toBeGreaterThan(40)
  })

  it('is cut to the cheapest around the end of a wall', () => {
    const grid = drawn('......', '......', '###...', '......', '......')
    const bends = new Bends(8)
    for (const [x, y] of [
      [0, 1],
      [5, 1],
      [5, 4],
      [0, 4],
    ])
      bends.add(x, y)
    new StringPuller(packTerrain(grid, 8)).pull(bends)
    // Beside the end of the wall no diagonal step is legal; the first one is behind it.
    expect(expectLegal(grid, bends, [0, 1], [0, 4])).toBeCloseTo(7 + Math.SQRT2, 9)
  })
})
