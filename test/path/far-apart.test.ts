/**
 * Ground of two costs far apart, where cheap cells hang together past corners of dear ones: a path that misses one such way
 * pays for a dear cell. So ways that cross a border of blocks askew are ways like others, and those that weave over it.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, type Grid, openAtlas, openLive } from '../../src/index.ts'
import { exactCost, exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'

const DEAR = 254

function painted(width: number, height: number, isCheap: (x: number, y: number) => boolean): Grid {
  const cost = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) cost[y * width + x] = isCheap(x, y) ? 1 : DEAR
  return { width, height, cost }
}

/** How far a zigzag that turns every `reach` cells has come from its middle. */
function zigzag(at: number, reach: number): number {
  const place = at % (4 * reach)
  return place <= reach ? place : place <= 3 * reach ? 2 * reach - place : place - 4 * reach
}

/** Cells taken at random are cheap. */
function scattered(side: number, share: number, random: Random): Grid {
  return painted(side, side, () => random.unit() < share)
}

describe('a path over ground of two costs far apart', () => {
  it.each([1, 2, 4])(
    'follows a cheap zigzag of diagonals over the border of blocks, %d cells to each side',
    async reach => {
      for (const isTurned of [false, true]) {
        // Farthest from the border where a row of blocks ends: no step leads past the corner of four blocks.
        const middle = (along: number) => 32 + zigzag(along + reach, reach)
        const isOn = (across: number, along: number) => across === middle(along)
        const grid = isTurned ? painted(256, 64, (x, y) => isOn(y, x)) : painted(64, 256, isOn)
        const at = (along: number) =>
          isTurned ? [along, 32 + zigzag(along, reach)] : [32 + zigzag(along, reach), along]
        const [[x0, y0], [x1, y1]] = [at(3), at(253)]
        for (const quality of ['fast', 'default', 'best'] as const) {
          const route = openAtlas(await bake(grid))
            .finder()
            .find(x0, y0, x1, y1, { quality })
          const exact = exactCost(plainMap(grid, 8), x0, y0, x1, y1)
          expect(route.cost).toBeCloseTo(exact, 6)
          // No polishing brings a far detour back: the route itself must know the way.
          expect(route.estimate).toBeLessThan(1.02 * exact)
        }
      }
    },
  )

  it.each([0.38, 0.42, 0.46])(
    'is the best but for little, of cells at random, a share of %f of them cheap',
    async share => {
      const random = new Random(Math.round(100 * share))
      const side = 256
      const excesses: number[] = []
      for (let maps = 0; maps < 2; maps++) {
        const grid = scattered(side, share, random)
        const map = plainMap(grid, 8)
        const atlas = openAtlas(await bake(grid))
        // Four blocks of level 2 have four borders, each one stretch: of even ground a level keeps no more than eight of one.
        expect(atlas.columns.levels[2].entryCount).toBeGreaterThan(4 * 8)
        const finder = atlas.finder()
        const [x0, y0] = [random.below(side), random.below(32)]
        const distances = exactDistances(map, x0, y0)
        for (let goals = 0; goals < 20; goals++) {
          const [x1, y1] = [random.below(side), 160 + random.below(96)]
          const route = finder.find(x0, y0, x1, y1)
          const check = checkPath(atlas.terrain, route.cells(), x0, y0, x1, y1, 8)
          expect(check.problem).toBe('')
          excesses.push(check.cost / distances[y1 * side + x1] - 1)
        }
      }
      expect(excesses.reduce((sum, excess) => sum + excess) / excesses.length).toBeLessThan(0.006)
      expect(Math.max(...excesses)).toBeLessThan(0.15)
    },
  )

  it('stays so after edits, and what is saved is what a bake of the edited grid is', async () => {
    const random = new Random(9)
    const grid = scattered(128, 0.42, random)
    const live = openLive(await bake(grid))
    for (let commits = 0; commits < 12; commits++) {
      for (let cells = 0; cells < 6; cells++) {
        // Beside borders of every other block, where a cell decides about landings of the blocks between, which stay as they are.
        const y = random.below(128)
        const x = 64 * random.below(2) + 32 * ((y >> 5) & 1) + (random.below(2) === 0 ? 31 : 0)
        const cost = [0, 1, 60, DEAR][random.below(4)]
        live.set(x, y, cost)
        grid.cost[y * 128 + x] = cost
      }
      live.commit()
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })

  it('is made anew beyond a border where a path lands on another cell there, though entries are where they were', async () => {
    // A wall with three crossings parts the west; a row of walls parts its north from its south, but for the dear cell between.
    const draw = (costOfSouth: number) => {
      const grid = painted(96, 32, (x, y) => x !== 31 && (x > 31 || y !== 10))
      // What is not cheap is a wall so far.
      for (let cell = 0; cell < grid.cost.length; cell++) grid.cost[cell] %= DEAR
      const middle = 10 * 96 + 31
      for (const [at, cost] of [
        [-96, 1],
        [0, DEAR],
        [96, costOfSouth],
        [97, 100],
      ]) {
        grid.cost[middle + at] = cost
      }
      return grid
    }
    // From a cheap southern cell paths go past the corner of the cell of 100, from a dear one over it.
    const live = openLive(await bake(draw(2)))
    live.set(31, 11, 100)
    live.commit()
    expect(Buffer.compare(live.save(), await bake(draw(100)))).toBe(0)
  })

  it('costs as much more beyond a border as its crossings do, where their cells change one by one', async () => {
    const random = new Random(2)
    const grid = painted(64, 32, () => random.unit() < 0.42)
    const live = openLive(await bake(grid))
    for (let commits = 0; commits < 10; commits++) {
      const y = random.below(32)
      const cost = [1, 60, DEAR][random.below(3)]
      live.set(31, y, cost)
      grid.cost[y * 64 + 31] = cost
      live.commit()
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })
})
