/**
 * What a certificate says stays true on weighted ground that changes: after each commit no path between the ends costs less,
 * on the map, in a snapshot and in a view with edits of its own.
 */
import { expect, it } from 'vitest'
import { NONE } from '../../src/base/none.ts'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, generate, openLive, type Route } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'
import { freeCells } from '../support/worlds.ts'

const ROUNDING = 1e-9

interface Edited {
  fill(area: { x: number; y: number; width: number; height: number }, cost: number): unknown
  commit(): unknown
}

interface Asked {
  finder(): { find(x0: number, y0: number, x1: number, y1: number): Route }
}

/** Costs of cells, row by row. */
interface Costs {
  readonly width: number
  readonly height: number
  readonly cost: { fill(value: number, start: number, end: number): unknown }
}

/** Fills some areas of the map, and of what it is compared with, with walls or with other costs. */
function edit(map: Edited, grid: Costs, random: Random): void {
  for (let i = 0; i < 4; i++) {
    const [x, y] = [random.below(grid.width - 12), random.below(grid.height - 12)]
    const [width, height] = [1 + random.below(12), 1 + random.below(12)]
    const cost = [0, 1, 1 + random.below(255)][random.below(3)]
    map.fill({ x, y, width, height }, cost)
    for (let row = y; row < y + height; row++) grid.cost.fill(cost, row * grid.width + x, row * grid.width + x + width)
  }
  map.commit()
}

/** Holds the certificates of some paths against the oracle; returns how many say anything. */
function certified(map: Asked, grid: Grid, random: Random): number {
  const finder = map.finder()
  const [start, ...goals] = freeCells(grid, 7, random)
  const distances = exactDistances(plainMap(grid, 8), ...start)
  let told = 0
  for (const goal of goals) {
    const best = distances[goal[1] * grid.width + goal[0]]
    if (best === Number.POSITIVE_INFINITY) continue
    const { lowerBound } = finder.find(...start, ...goal)
    expect(lowerBound).toBeLessThanOrEqual(best * (1 + ROUNDING))
    if (lowerBound > 0) told++
  }
  return told
}

it('a certificate is never above the optimum after edits of weighted ground, in snapshots and views too', async () => {
  let told = 0
  for (const [seed, kind] of (['elevation', 'roads'] as const).entries()) {
    const grid = generate(kind, { width: 100, height: 80, seed: seed + 5 })
    const live = openLive(await bake(grid))
    const random = new Random(seed + 9)
    const view = live.branch()
    const own = new Int16Array(grid.cost.length).fill(NONE)
    edit(view, { ...grid, cost: own }, random)
    const kept = live.snapshot()
    const known = { ...grid, cost: grid.cost.slice() }
    for (let round = 0; round < 2; round++) {
      edit(live, grid, random)
      told += certified(live, grid, random) + certified(live.snapshot(), grid, random)
    }
    // Where the view has no edits of its own it is as the map below.
    const seen = { ...grid, cost: grid.cost.map((cost, cell) => (own[cell] === NONE ? cost : own[cell])) }
    told += certified(kept, known, random) + certified(view, seen, random)
  }
  expect(told).toBeGreaterThan(40)
})
