/**
 * Ground of two costs far apart, where cheap cells hang together past corners of expensive ones: a path that misses one such way
 * pays for an expensive cell. So ways that cross a border of blocks diagonally are ways like others, and those that weave over it.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { proveAtlas } from '../../src/exact.ts'
import { bake, checkPath, type Grid, openAtlas, openLive } from '../../src/index.ts'
import { openAtlas as openLite } from '../../src/lite.ts'
import { exactCost, exactDistances } from '../../src/proof/oracle.ts'
import { plainMap } from '../support/plain.ts'

const EXPENSIVE = 254

function painted(width: number, height: number, isCheap: (x: number, y: number) => boolean): Grid {
  const cost = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) cost[y * width + x] = isCheap(x, y) ? 1 : EXPENSIVE
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
        for (const quality of ['fast', 'default'] as const) {
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

  it('follows cheap stairs over the corners where four blocks meet, of every level', async () => {
    for (const isAnti of [false, true]) {
      const isStep = (x: number, y: number) => x >> 5 === y >> 5 && ((y & 31) === 0 || (x & 31) === 31)
      // In no block all cells cost the same.
      const isOn = (x: number, y: number) => isStep(x, y) || ((x & 31) === 8 && (y & 31) === 16)
      const xAt = (x: number) => (isAnti ? 255 - x : x)
      const grid = painted(256, 256, (x, y) => isOn(xAt(x), y))
      const file = await bake(grid)
      for (const [from, to] of [
        [3, 230],
        [70, 250],
        [200, 5],
      ]) {
        const ends = [xAt(from), from & ~31, xAt(to), to & ~31] as const
        const exact = exactCost(plainMap(grid, 8), ...ends)
        for (const quality of ['fast', 'default'] as const) {
          const route = openAtlas(file)
            .finder()
            .find(...ends, { quality })
          expect(route.cost).toBeCloseTo(exact, 6)
          expect(route.estimate).toBeLessThan(1.02 * exact)
        }
        const lite = openLite(file).finder()
        expect(lite.find(...ends).cost).toBeCloseTo(exact, 6)
      }
    }
  })

  it('has tables of all levels that are true, as steps past corners of blocks are in them', async () => {
    for (const share of [0.3, 0.42, 0.6]) {
      const atlas = openAtlas(await bake(scattered(288, share, new Random(share * 50))))
      expect(() => proveAtlas(atlas)).not.toThrow()
    }
  })

  it.each([0.38, 0.42, 0.46])(
    'is the best except for little, of cells at random, a share of %f of them cheap',
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
          expect(check.message).toBe('')
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
        const cost = [0, 1, 60, EXPENSIVE][random.below(4)]
        live.set(x, y, cost)
        grid.cost[y * 128 + x] = cost
      }
      live.commit()
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })

  it('stays so where cells near the corners of blocks change, on one side of both borders', async () => {
    const random = new Random(12)
    const grid = scattered(128, 0.42, random)
    const live = openLive(await bake(grid))
    for (let commits = 0; commits < 40; commits++) {
      for (let cells = 0; cells < 3; cells++) {
        const [x, y] = [32 * (1 + random.below(3)), 32 * (1 + random.below(3))]
        const along = Math.max(0, random.below(5) - 2)
        const [toX, toY] = [
          [x + along, y],
          [x - 1, y - 1 - along],
        ][random.below(2)]
        const cost = [0, 1, 2, 3, 5, 1, 2, EXPENSIVE][random.below(8)]
        live.set(toX, toY, cost)
        grid.cost[toY * 128 + toX] = cost
      }
      live.commit()
      expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
    }
  })

  it('is made anew where one of the two cells changes that a step over the corner of four blocks joins, or one beside it', async () => {
    const grid = painted(64, 64, (x, y) => x === y || (x === 40 && y === 10) || (x === 10 && y === 40))
    const live = openLive(await bake(grid))
    for (const [x, y, cost] of [
      [31, 31, 3],
      [32, 32, 2],
      [31, 32, 0],
      [31, 32, 9],
      [31, 31, 1],
    ]) {
      live.set(x, y, cost)
      grid.cost[y * 64 + x] = cost
      live.commit()
      expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
    }
  })

  it('stays so where all cells of a block cost the same for a while', async () => {
    const grid = scattered(128, 0.42, new Random(13))
    const live = openLive(await bake(grid))
    for (let block = 0; block < 16; block++) {
      const cells = Array.from({ length: 1024 }, (_, i) => {
        return (32 * (block >> 2) + (i >> 5)) * 128 + 32 * (block & 3) + (i & 31)
      })
      const costs = cells.map(cell => grid.cost[cell])
      for (const now of [costs.map(() => EXPENSIVE), costs]) {
        for (const [i, cell] of cells.entries()) {
          live.set(cell % 128, cell >> 7, now[i])
          grid.cost[cell] = now[i]
        }
        live.commit()
        expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
      }
    }
  })

  it('is made anew beyond a border where a path lands on another cell there, though entries are where they were', async () => {
    // A wall with three crossings parts the west; a row of walls parts its north from its south, except for the expensive cell between.
    const draw = (costOfSouth: number) => {
      const grid = painted(96, 32, (x, y) => x !== 31 && (x > 31 || y !== 10))
      // What is not cheap is a wall so far.
      for (let cell = 0; cell < grid.cost.length; cell++) grid.cost[cell] %= EXPENSIVE
      const middle = 10 * 96 + 31
      for (const [at, cost] of [
        [-96, 1],
        [0, EXPENSIVE],
        [96, costOfSouth],
        [97, 100],
      ]) {
        grid.cost[middle + at] = cost
      }
      return grid
    }
    // From a cheap southern cell paths go past the corner of the cell of 100, from an expensive one over it.
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
      const cost = [1, 60, EXPENSIVE][random.below(3)]
      live.set(31, y, cost)
      grid.cost[y * 64 + 31] = cost
      live.commit()
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })
})
