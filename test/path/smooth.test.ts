/** Crooked paths, step by step along rows and columns, that are pulled taut and polished. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, cellsOf } from '../../src/cells/bends.ts'
import { NearSearch } from '../../src/cells/near-search.ts'
import { generate } from '../../src/index.ts'
import type { Grid } from '../../src/map/grid.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { EndPolisher } from '../../src/path/end-polish.ts'
import { Polisher, PolishRecord, type PolishSettings } from '../../src/path/polish.ts'
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
  expect(checkPath(map, cells, x0, y0, x1, y1, 8)).toMatchObject({ ok: true })
  return costOfPath(map, cells)
}

describe('a crooked path', () => {
  const polishing = { windowCells: 32, rounds: 2, expansionsMax: 4000, windowsOnTrial: Infinity, detourMax: Infinity }
  const grids = [
    generate('caves', { width: 96, height: 96, seed: 2 }),
    generate('rooms', { width: 96, height: 96, seed: 4 }),
  ]

  it('stays legal and becomes cheaper when it is pulled, and never dearer when it is polished', () => {
    const random = new Random(9)
    let [pulled, polished] = [0, 0]
    for (const grid of grids) {
      const terrain = packTerrain(grid, 8)
      const puller = new StringPuller(terrain)
      const polisher = new Polisher(terrain, new NearSearch(terrain))
      for (let i = 0; i < 40; i++) {
        const [start, goal] = freeCells(grid, 2, random)
        const bends = crooked(grid, start, goal)
        if (bends === null) continue
        const before = expectLegal(grid, bends, start, goal)
        puller.pull(bends)
        const taut = expectLegal(grid, bends, start, goal)
        polisher.polish(bends, { ...polishing, runsMin: 0, runsMinAtEnds: 0 }, 0, new PolishRecord())
        const best = expectLegal(grid, bends, start, goal)
        expect(taut).toBeLessThanOrEqual(before)
        expect(best).toBeLessThanOrEqual(taut)
        if (taut < before) pulled++
        if (best < taut) polished++
      }
    }
    expect(pulled).toBeGreaterThan(40)
    expect(polished).toBeGreaterThan(0)
  })

  it('is made straight at the end that is polished alone, and elsewhere left as it is', () => {
    const grid: Grid = { width: 300, height: 20, cost: new Uint8Array(6000).fill(1) }
    const terrain = packTerrain(grid, 8)
    const polisher = new EndPolisher(terrain, new NearSearch(terrain))
    const [start, goal] = [
      [0, 10],
      [299, 10],
    ] as const
    // Two humps of eight diagonal steps, one near either end.
    const high = [24, 44, 252, 272]
    const humps = () => {
      const bends = new Bends(8)
      for (const x of [0, 20, 24, 44, 48, 248, 252, 272, 276, 299]) bends.add(x, high.includes(x) ? 6 : 10)
      return bends
    }
    const more = 8 * (Math.SQRT2 - 1)
    const bends = humps()
    expect(expectLegal(grid, bends, start, goal)).toBeCloseTo(299 + 2 * more, 9)
    polisher.polishStart(bends)
    expect(expectLegal(grid, bends, start, goal)).toBeCloseTo(299 + more, 9)
    polisher.polishEnd(bends)
    expect(expectLegal(grid, bends, start, goal)).toBeCloseTo(299, 9)
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

  it('is polished only where a stretch has as many runs as are asked for, fewer at its two ends', () => {
    const [grid] = grids
    const terrain = packTerrain(grid, 8)
    const random = new Random(3)
    const searchedWith = (runsMin: number, runsMinAtEnds: number) => {
      const settings: PolishSettings = { ...polishing, rounds: 1, runsMin, runsMinAtEnds }
      const record = new PolishRecord()
      new Polisher(terrain, new NearSearch(terrain)).polish(path()!, settings, 0, record)
      return record.searched
    }
    const [start, goal] = longest(grid, random)
    const path = () => crooked(grid, start, goal)
    const all = searchedWith(0, 0)
    expect(all).toBeGreaterThan(3)
    expect(searchedWith(1000, 0)).toBe(2)
    expect(searchedWith(1000, 1000)).toBe(0)
    expect(searchedWith(0, 1000)).toBe(all - 2)
  })
})

/** Of some pairs of joined cells the two with the longest way. */
function longest(grid: Grid, random: Random): [Cell, Cell] {
  let most = 0
  let best: [Cell, Cell] | null = null
  for (let i = 0; i < 30; i++) {
    const [start, goal] = freeCells(grid, 2, random)
    const bends = crooked(grid, start, goal)
    if (bends === null || cellsOf(bends).length <= most) continue
    most = cellsOf(bends).length
    best = [start, goal]
  }
  return best!
}
