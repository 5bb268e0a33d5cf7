/**
 * Line of sight, clearance and the cost of a segment agree with the movement rule on steps, and with plain geometry on
 * everything longer.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Directions, Grid } from '../../src/index.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { canStep, DX, DY } from '../../src/map/movement.ts'
import type { Terrain } from '../../src/map/terrain.ts'
import { chainCost, segmentCost } from '../../src/shape/segment-cost.ts'
import { hasSight, isSegmentFree, NO_WALL, wallOnSegment, xOfWall, yOfWall } from '../../src/shape/sight.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { expectSame } from '../support/same.ts'
import { chordCost, isFreeBetween, wallDistance } from '../support/shapes.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

async function terrainOf(grid: Grid, directions: Directions): Promise<Terrain> {
  return openAtlas(await bake(grid, { directions })).terrain
}

/** Pairs of free cells: half of them close to each other, where corners matter. */
function pairsOf(grid: Grid, count: number): [number, number, number, number][] {
  const random = new Random(8)
  return freeCells(grid, count, random).flatMap(([x0, y0]) => {
    const near = freeCells(grid, 60, random).filter(([x, y]) => Math.abs(x - x0) < 12 && Math.abs(y - y0) < 12)
    return [...near.slice(0, 2), ...freeCells(grid, 1, random)].map(([x1, y1]): [number, number, number, number] => [
      x0,
      y0,
      x1,
      y1,
    ])
  })
}

describe('line of sight', () => {
  it('over one step is what the movement rule says of the step', async () => {
    const property = fc.asyncProperty(worlds(40), async ({ grid, directions }) => {
      const terrain = await terrainOf(grid, directions)
      const map = plainMap(grid, directions)
      for (const [x, y] of freeCells(grid, 40, new Random(2))) {
        for (let direction = 0; direction < 8; direction++) {
          const [x1, y1] = [x + DX[direction], y + DY[direction]]
          if (map.costAt(x1, y1) === 0) continue
          const isLegal = direction < directions && canStep(map, x, y, direction)
          expectSame(hasSight(terrain, x, y, x1, y1, 0), isLegal, `${x},${y} -> ${x1},${y1}`)
        }
      }
    })
    await fc.assert(property, runs(60))
  })

  it('is there exactly when every cell the segment touches is free, seen from either end', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid }) => {
      const terrain = await terrainOf(grid, 8)
      const map = plainMap(grid, 8)
      for (const [x0, y0, x1, y1] of pairsOf(grid, 15)) {
        const isFree = isFreeBetween(map, x0, y0, x1, y1)
        expectSame(isSegmentFree(terrain, x0, y0, x1, y1), isFree, `${x0},${y0} -> ${x1},${y1}`)
        expectSame(isSegmentFree(terrain, x1, y1, x0, y0), isFree, `${x1},${y1} -> ${x0},${y0}`)
      }
    })
    await fc.assert(property, runs(120))
  })

  it('with a clearance keeps that far from every wall', async () => {
    const property = fc.asyncProperty(worlds(60), fc.constantFrom(0.3, 0.5, 0.9, 2), async ({ grid }, clearance) => {
      const terrain = await terrainOf(grid, 8)
      const map = plainMap(grid, 8)
      for (const [x0, y0, x1, y1] of pairsOf(grid, 5)) {
        const distance = wallDistance(map, x0, y0, x1, y1, clearance + 1)
        const isClear = distance > 1e-9 && distance >= clearance - 1e-9
        expectSame(hasSight(terrain, x0, y0, x1, y1, clearance), isClear, `${x0},${y0} -> ${x1},${y1}`)
      }
    })
    await fc.assert(property, runs(60))
  })

  it('cuts no corner where it passes through one exactly', async () => {
    // Half-way from 0,0 to 3,1 lies the corner of 1,0 2,0 1,1 and 2,1. The segment passes through the first and the last.
    expect(isSegmentFree(await terrainOf(drawn('....', '....'), 8), 0, 0, 3, 1)).toBe(true)
    expect(isSegmentFree(await terrainOf(drawn('....', '.#..'), 8), 0, 0, 3, 1)).toBe(false)
    expect(isSegmentFree(await terrainOf(drawn('..#.', '....'), 8), 0, 0, 3, 1)).toBe(false)
    expect(isSegmentFree(await terrainOf(drawn('...#', '#...'), 8), 0, 0, 3, 1)).toBe(true)
    const corner = await terrainOf(drawn('...', '.#.', '...'), 8)
    expect(isSegmentFree(corner, 0, 1, 1, 0)).toBe(false)
    expect(isSegmentFree(corner, 0, 2, 2, 0)).toBe(false)
  })

  it('of a unit of 4 directions goes along rows and columns only', async () => {
    const open = await terrainOf(drawn('....', '....', '....'), 4)
    expect(hasSight(open, 0, 0, 3, 0, 0)).toBe(true)
    expect(hasSight(open, 1, 2, 1, 0, 0)).toBe(true)
    expect(hasSight(open, 0, 0, 1, 1, 0)).toBe(false)
    expect(hasSight(open, 0, 0, 3, 1, 0)).toBe(false)
  })

  it('lets a unit of half a cell through a corridor one wide, and none that is wider', async () => {
    const corridor = await terrainOf(drawn('####', '....', '####'), 8)
    expect(hasSight(corridor, 1, 1, 2, 1, 0.5)).toBe(true)
    expect(hasSight(corridor, 1, 1, 2, 1, 0.51)).toBe(false)
  })
})

describe('the cost of a segment', () => {
  it('is the sum over its chords, and on a run of steps what the movement rule asks', async () => {
    const property = fc.asyncProperty(worlds(80), async ({ grid }) => {
      const terrain = await terrainOf(grid, 8)
      const map = plainMap(grid, 8)
      for (const [x0, y0, x1, y1] of pairsOf(grid, 15)) {
        if (!isFreeBetween(map, x0, y0, x1, y1)) continue
        const cost = segmentCost(terrain, x0, y0, x1, y1)
        expect(cost).toBeCloseTo(chordCost(map, x0, y0, x1, y1), 8)
        expect(segmentCost(terrain, x1, y1, x0, y0)).toBe(cost)
        const chain = [x0, y0, (x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3, x1, y1]
        expect(chainCost(terrain, chain)).toBeCloseTo(cost, 7)
        const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))
        const isRun = x0 === x1 || y0 === y1 || Math.abs(x1 - x0) === Math.abs(y1 - y0)
        if (!isRun) continue
        let byRule = 0
        for (let step = 0; step < steps; step++) {
          const costAt = (i: number) => map.costAt(x0 + Math.sign(x1 - x0) * i, y0 + Math.sign(y1 - y0) * i)
          byRule += ((costAt(step) + costAt(step + 1)) / 2) * (x0 === x1 || y0 === y1 ? 1 : Math.SQRT2)
        }
        expect(cost).toBeCloseTo(byRule, 8)
      }
    })
    await fc.assert(property, runs(120))
  })

  it('names a wall that the segment touches', async () => {
    const property = fc.asyncProperty(worlds(100), async ({ grid, directions }) => {
      const terrain = await terrainOf(grid, directions)
      for (const [x0, y0, x1, y1] of pairsOf(grid, 60)) {
        const wall = wallOnSegment(terrain, x0, y0, x1, y1)
        if (wall === NO_WALL) continue
        expect(terrain.isFree(xOfWall(wall), yOfWall(wall))).toBe(false)
      }
    })
    await fc.assert(property, runs(60))
  })
})
