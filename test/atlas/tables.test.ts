/**
 * What a bake wrote, level by level, against plain counting: regions against a flood inside one block, entries against
 * every step over a border, costs of level 0 against Dijkstra on the cells of the region, and those of a higher level
 * against endless relaxation over the level below.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { NO_PARENT } from '../../src/atlas/islands.ts'
import { openColumns } from '../../src/atlas/open-columns.ts'
import { bake } from '../../src/index.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../../src/map/terrain.ts'
import type { CellMap } from '../../src/proof/oracle.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { pairsOf, regionAt, slotsOf } from '../support/columns.ts'
import { floodIslands, plainMap } from '../support/plain.ts'
import { plainLanding, plainOverCorner } from '../support/plain-landing.ts'
import type { World } from '../support/worlds.ts'
import { runs, worlds } from '../support/worlds.ts'

/** Inside, a diagonal is 99 / 70 long instead of sqrt 2: no path is more expensive than by this factor for it. */
const UNITS_OVER_TRUE = DIAGONAL_UNITS / STRAIGHT_UNITS / Math.SQRT2

async function columnsOf({ grid, directions }: World): Promise<AtlasColumns> {
  return openColumns(await bake(grid, { directions }))
}

/** The part of a map inside one block of a level; whatever is outside is wall. */
function blockOf(map: CellMap, x: number, y: number, level: number): CellMap {
  const side = BLOCK_SIDE_CELLS << level
  const [left, top] = [x - (x % side), y - (y % side)]
  const isInside = (cx: number, cy: number) => cx >= left && cy >= top && cx < left + side && cy < top + side
  return { ...map, costAt: (cx, cy) => (isInside(cx, cy) ? map.costAt(cx, cy) : 0) }
}

describe('regions of a level', () => {
  it('are the connected parts of its blocks', async () => {
    const property = fc.asyncProperty(worlds(130), async world => {
      const { width, height, cost } = world.grid
      const columns = await columnsOf(world)
      const whole = floodIslands(world.grid)
      const cellsOfIsland = (cell: number) => whole.islandOfCell.filter(i => i === whole.islandOfCell[cell]).length
      for (let level = 0; level < columns.levels.length; level++) {
        const side = BLOCK_SIDE_CELLS << level
        const seen = new Set<number>()
        for (let top = 0; top < height; top += side) {
          for (let left = 0; left < width; left += side) {
            const [wide, high] = [Math.min(side, width - left), Math.min(side, height - top)]
            const part = Uint8Array.from({ length: wide * high }, (_, cell) => {
              return cost[(top + Math.floor(cell / wide)) * width + left + (cell % wide)]
            })
            const { islandOfCell, count } = floodIslands({ width: wide, height: high, cost: part })
            const regions = Array.from({ length: count }, () => new Set<number>())
            const cellsOf = new Array<number>(count).fill(0)
            islandOfCell.forEach((island, cell) => {
              const [x, y] = [left + (cell % wide), top + Math.floor(cell / wide)]
              if (island < 0) return
              regions[island].add(regionAt(columns, x, y, level))
              cellsOf[island]++
            })
            let closed = 0
            regions.forEach((region, island) => {
              expect(region.size).toBe(1)
              if (region.has(NO_PARENT)) {
                // It is closed off below: a whole island of the map lies in here.
                const cell = islandOfCell.indexOf(island)
                const [x, y] = [left + (cell % wide), top + Math.floor(cell / wide)]
                expect(cellsOfIsland(y * width + x)).toBe(cellsOf[island])
                closed++
              } else for (const number of region) seen.add(number)
            })
            const open = regions.flatMap(region => [...region]).filter(region => region !== NO_PARENT)
            expect(new Set(open).size).toBe(count - closed)
            // Level 0 numbers them in the order of their first cells.
            if (level === 0) expect(open).toEqual([...open].sort((a, b) => a - b))
          }
        }
        expect([...seen].sort((a, b) => a - b)).toEqual([...Array(columns.levels[level].regionCount).keys()])
      }
    })
    await fc.assert(property, runs(16))
  })
})

describe('entries of a level', () => {
  it('are steps over borders of its blocks, between the regions they name', async () => {
    const property = fc.asyncProperty(worlds(200), async world => {
      const columns = await columnsOf(world)
      const map = plainMap(world.grid, world.directions)
      columns.levels.forEach(({ regionCount, regionOfSide, entryCount }, level) => {
        const times = new Uint8Array(entryCount)
        for (let region = 0; region < regionCount; region++) {
          for (const { entry, x, y, xBeyond, yBeyond } of slotsOf(columns, level, region)) {
            times[entry]++
            expect(map.costAt(x, y) > 0 && map.costAt(xBeyond, yBeyond) > 0).toBe(true)
            expect(regionAt(columns, x, y, level)).toBe(region)
            const beyond = regionAt(columns, xBeyond, yBeyond, level)
            expect(new Set(regionOfSide.subarray(2 * entry, 2 * entry + 2))).toEqual(new Set([region, beyond]))
            expect(Math.abs(x - xBeyond) + Math.abs(y - yBeyond)).toBe(1)
          }
        }
        expect(times.every(count => count === 2)).toBe(true)
      })
    })
    await fc.assert(property, runs(16))
  })

  it('join every two regions that touch', async () => {
    const property = fc.asyncProperty(worlds(200), async world => {
      const { width, height } = world.grid
      const columns = await columnsOf(world)
      const map = plainMap(world.grid, world.directions)
      columns.levels.forEach(({ regionOfSide }, level) => {
        const joined = new Set<string>()
        for (let i = 0; i < regionOfSide.length; i += 2) joined.add(`${regionOfSide[i]} ${regionOfSide[i + 1]}`)
        const touching = new Set<string>()
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            if (map.costAt(x, y) === 0) continue
            const region = regionAt(columns, x, y, level)
            for (const [nx, ny] of [
              [x + 1, y],
              [x, y + 1],
            ]) {
              const beyond = map.costAt(nx, ny) > 0 ? regionAt(columns, nx, ny, level) : region
              if (beyond !== region) touching.add(`${region} ${beyond}`)
            }
          }
        }
        expect(joined).toEqual(touching)
      })
    })
    await fc.assert(property, runs(16))
  })
})

describe('costs between the entries of a region', () => {
  it('of level 0 are those of the best paths inside it', async () => {
    const property = fc.asyncProperty(worlds(70), async world => {
      const columns = await columnsOf(world)
      const map = plainMap(world.grid, world.directions)
      for (let region = 0; region < columns.levels[0].regionCount; region++) {
        let distances: Float64Array = new Float64Array(0)
        let source = -1
        for (const { from, to, units, unitsOfStep } of pairsOf(columns, 0, region)) {
          const [start, end] = [plainLanding(map, to), plainLanding(map, from)]
          if (to.entry !== source) distances = exactDistances(blockOf(map, to.x, to.y, 0), start.x, start.y)
          source = to.entry
          const inside = start.half + distances[end.y * map.width + end.x] + end.half
          const exact = Math.min(inside, plainOverCorner(map, to, from))
          expect(units / UNITS_PER_CELL).toBeGreaterThan(exact - 1e-9)
          expect(units).toBeLessThan(exact * UNITS_OVER_TRUE * UNITS_PER_CELL + unitsOfStep)
        }
      }
    })
    await fc.assert(property, runs(16))
  })

  it('of a higher level are those of the best ways over the level below', async () => {
    const property = fc.asyncProperty(worlds(140), async world => {
      const columns = await columnsOf(world)
      for (let level = 1; level < columns.levels.length; level++) {
        const childrenOf = Array.from({ length: columns.levels[level].regionCount }, (): number[] => [])
        columns.levels[level - 1].parentOfRegion.forEach((parent, child) => {
          if (parent !== NO_PARENT) childrenOf[parent].push(child)
        })
        childrenOf.forEach((children, region) => {
          const steps = children.flatMap(child => pairsOf(columns, level - 1, child))
          let best = new Map<number, number>()
          let source = -1
          for (const { from, to, units, unitsOfStep } of pairsOf(columns, level, region)) {
            if (to.entry !== source) best = relaxed(steps, to.entry)
            source = to.entry
            const expected = Math.ceil(best.get(from.entry)! / unitsOfStep) * unitsOfStep
            if (units !== expected) expect.fail(`level ${level}: ${units} instead of ${expected}`)
          }
        })
      }
    })
    await fc.assert(property, runs(16))
  })
})

/** The least units from an entry to every other over the given steps, by relaxing all of them until nothing changes. */
function relaxed(steps: ReturnType<typeof pairsOf>, source: number): Map<number, number> {
  const best = new Map([[source, 0]])
  for (let isChanging = true; isChanging; ) {
    isChanging = false
    for (const { from, to, units } of steps) {
      for (const [a, b] of [
        [from.entry, to.entry],
        [to.entry, from.entry],
      ]) {
        const way = (best.get(a) ?? Number.POSITIVE_INFINITY) + units
        if (way >= (best.get(b) ?? Number.POSITIVE_INFINITY)) continue
        best.set(b, way)
        isChanging = true
      }
    }
  }
  return best
}
