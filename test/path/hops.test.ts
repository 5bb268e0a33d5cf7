/**
 * Ground of two costs far apart whose cheap parts hang together nowhere: paths hop from part to part by expensive cells, one at a time,
 * and a border of blocks may lie where the cheapest hop is. A path that misses it pays for one expensive cell more.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { exactCost, exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'

const EXPENSIVE = 254
const SIDE = 128

/** Cells taken at random are cheap. */
function scattered(side: number, share: number, seed: number): Grid & { readonly random: Random } {
  const random = new Random(seed)
  const cost = new Uint8Array(side * side).map(() => (random.unit() < share ? 1 : EXPENSIVE))
  return { width: side, height: side, cost, random }
}

/** Expensive ground except for two rows of cheap cells, diagonal from one expensive cell at a border between them; mirrored and turned. */
function parted(isMirrored: boolean, isTurned: boolean) {
  const cells = new Set<string>()
  const turned = (x: number, y: number) => {
    const across = isMirrored ? SIDE - 1 - x : x
    return isTurned ? [y, across] : [across, y]
  }
  for (let x = 0; x < SIDE; x++) if (x < 32 || x > 32) cells.add(turned(x, x < 32 ? 10 : 12).join())
  const cost = new Uint8Array(SIDE * SIDE)
  for (let at = 0; at < cost.length; at++) cost[at] = cells.has(`${at % SIDE},${Math.floor(at / SIDE)}`) ? 1 : EXPENSIVE
  return { grid: { width: SIDE, height: SIDE, cost }, ends: [...turned(3, 10), ...turned(120, 12)] as const }
}

describe('a path that hops from cheap part to cheap part', () => {
  it('steps diagonally over a border into an expensive cell, and on', async () => {
    for (const isMirrored of [false, true]) {
      for (const isTurned of [false, true]) {
        const { grid, ends } = parted(isMirrored, isTurned)
        const [x0, y0, x1, y1] = ends
        const route = openAtlas(await bake(grid))
          .finder()
          .find(x0, y0, x1, y1)
        const exact = exactCost(plainMap(grid, 8), x0, y0, x1, y1)
        expect(route.cost).toBeCloseTo(exact, 6)
        // No polishing brings an expensive cell back: the route itself must know the way.
        expect(route.estimate).toBeLessThan(1.01 * exact)
      }
    }
  })

  it.each([
    ['hops out of a small part at a border', 8, 0.41, 11, [23, 126, 117, 89]],
    ['hops out of a small part at a border, without diagonals', 4, 0.56, 9, [122, 93, 120, 28]],
    ['goes diagonally into an expensive cell at a border', 8, 0.38, 3, [52, 118, 15, 39]],
  ] as const)('%s', async (_what, directions, share, seed, [x0, y0, x1, y1]) => {
    const grid = scattered(SIDE, share, seed)
    const route = openAtlas(await bake(grid, { directions }))
      .finder()
      .find(x0, y0, x1, y1)
    expect(route.cost).toBeLessThan(1.005 * exactCost(plainMap(grid, directions), x0, y0, x1, y1))
  })

  it.each([
    ['where a level keeps more than it would on smooth ground', 1, [55, 220, 325, 349]],
    ['where a level keeps entries for steps over a corner', 3, [342, 134, 64, 323]],
  ] as const)('hops far away, %s', async (_what, seed, [x0, y0, x1, y1]) => {
    const grid = scattered(384, 0.4, seed)
    const exact = exactCost(plainMap(grid, 8), x0, y0, x1, y1)
    for (const hubs of [false, true]) {
      const route = openAtlas(await bake(grid, { hubs }))
        .finder()
        .find(x0, y0, x1, y1)
      expect(route.cost).toBeLessThan(1.005 * exact)
    }
  })

  it.each([
    [8, 0.3],
    [8, 0.34],
    [8, 0.4],
    [4, 0.46],
    [4, 0.56],
  ] as const)('with %d directions, a share of %f cheap, costs little more than the best', async (directions, share) => {
    const excesses: number[] = []
    for (let seed = 1; seed <= 3; seed++) {
      const grid = scattered(192, share, seed)
      const map = plainMap(grid, directions)
      for (const hubs of [false, true]) {
        const finder = openAtlas(await bake(grid, { directions, hubs })).finder()
        const [x0, y0] = [grid.random.below(192), grid.random.below(32)]
        const distances = exactDistances(map, x0, y0)
        for (let goals = 0; goals < 20; goals++) {
          const [x1, y1] = [grid.random.below(192), 128 + grid.random.below(64)]
          excesses.push(finder.find(x0, y0, x1, y1).cost / distances[y1 * 192 + x1] - 1)
        }
      }
    }
    expect(excesses.reduce((sum, excess) => sum + excess) / excesses.length).toBeLessThan(0.003)
    expect(Math.max(...excesses)).toBeLessThan(0.05)
  })
})
