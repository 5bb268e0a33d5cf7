/**
 * Where entries are on weighted ground: where paths are cheap, on every level; and on lanes only where the blocks around a
 * border are even.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { finish } from '../../src/base/work.ts'
import { EAST, SOUTH } from '../../src/entry/candidates.ts'
import { Cover, ENTRIES_MAX, SHARE } from '../../src/entry/cover.ts'
import { Prober, type ProbeUnits, SIDE_CELLS, sideOfProbe } from '../../src/entry/probe.ts'
import { CrossingSelection } from '../../src/entry/select.ts'
import { bake, type Grid, generate, openAtlas } from '../../src/index.ts'
import { PROBES } from '../../src/kernel/cover-layout.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../../src/map/terrain.ts'
import { slotsOf } from '../support/columns.ts'
import { painted } from '../support/plain.ts'
import { plainLanding } from '../support/plain-landing.ts'
import { runs, worldOfSeed } from '../support/worlds.ts'

/** The rows at which entries of a level cross from column x to the next. */
async function rowsOf(grid: Grid, level: number, x: number): Promise<number[]> {
  return rowsIn(openAtlas(await bake(grid)).columns, level, x)
}

function rowsIn(columns: AtlasColumns, level: number, x: number): number[] {
  const rows = new Set<number>()
  for (let region = 0; region < columns.levels[level].regionCount; region++) {
    for (const slot of slotsOf(columns, level, region)) if (slot.x === x && slot.xBeyond === x + 1) rows.add(slot.y)
  }
  return [...rows].sort((a, b) => a - b)
}

describe('the entries of weighted ground', () => {
  it.each([2, 9, 255])('hold every road, on every level, through ground of cost %i', async cost => {
    for (const at of [0, 7, 13, 31, 47]) {
      const grid = painted(256, 64, (_, y) => (y === at ? 1 : cost))
      expect(await rowsOf(grid, 0, 31), `road at ${at}`).toContain(at)
      expect(await rowsOf(grid, 2, 127), `road at ${at}`).toContain(at)
    }
  })

  it('hold a ford, on every level', async () => {
    for (const at of [3, 21]) {
      const grid = painted(256, 64, (x, y) => (x < 120 || x > 130 ? 1 : y === at || y === at + 1 ? 1 : 60))
      expect(Math.min(...(await rowsOf(grid, 2, 127)).map(row => Math.abs(row - at - 0.5)))).toBe(0.5)
    }
  })

  it('hold each of many roads on a higher level, whether they go straight on or not', async () => {
    const roads = [6, 11, 19, 27, 35, 43, 51]
    const isRoad = (x: number, y: number) =>
      roads.some((at, i) => {
        const aside = i % 2 === 0 ? 0 : 3
        return x === 50 || x === 76 ? y >= at && y <= at + aside : y === (x > 50 && x < 76 ? at : at + aside)
      })
    const grid = painted(128, 64, (x, y) => (isRoad(x, y) ? 3 : 11))
    expect(await rowsOf(grid, 1, 63)).toEqual(expect.arrayContaining(roads))
  })

  it('hold on a higher level where a river is passed along a border', async () => {
    const finder = openAtlas(await bake(generate('rivers', { width: 512, height: 512, seed: 2 }))).finder()
    const queries: readonly [number, number, number, number][] = [
      [161, 87, 496, 61],
      [191, 61, 505, 25],
      [428, 53, 218, 311],
    ]
    for (const query of queries) {
      const route = finder.find(...query)
      route.cells()
      expect(route.cost / finder.find(...query, { quality: 'exact' }).cost, `${query}`).toBeLessThan(1.02)
    }
  })

  it('lie on lanes where all around a border costs the same, however the rest of the map', async () => {
    const grid = painted(160, 64, x => (x >= 150 ? 7 : 3))
    expect((await rowsOf(grid, 0, 31)).filter(row => row < 32)).toEqual([5, 16, 26])
  })

  it('are few where ground is expensive and even beside a road', async () => {
    const grid = painted(64, 64, (_, y) => (y === 8 ? 1 : 50))
    expect((await rowsOf(grid, 0, 31)).filter(row => row < 32).length).toBeLessThanOrEqual(ENTRIES_MAX)
  })

  it('are the same for a border alone as for its row of blocks', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { grid, directions } = worldOfSeed(seed, 80)
      const { terrain, labels } = openAtlas(await bake(grid, { directions })).columns
      const selection = new CrossingSelection(terrain, labels)
      for (let blockY = 0; blockY < terrain.blocksHigh; blockY++) {
        const alone: number[] = []
        for (let blockX = 0; blockX < terrain.blocksWide; blockX++) {
          if (blockX + 1 < terrain.blocksWide) alone.push(...selection.ofBorder(blockX, blockY, EAST).crossing)
          if (blockY + 1 < terrain.blocksHigh) alone.push(...selection.ofBorder(blockX, blockY, SOUTH).crossing)
        }
        expect([...finish(selection.ofRows(blockY, blockY + 1)).crossing]).toEqual(alone)
      }
    }
  })
})

/** Where along a border paths land on both sides of a crossing, and what the step between costs. */
interface Landings {
  readonly own: number
  readonly beyond: number
  readonly step: number
}

/** What a way from a probe to a probe of the next block to the east costs through the border's best crossing, among some. */
function throughOf(
  to: ProbeUnits,
  from: ProbeUnits,
  landings: readonly Landings[],
  rows: number[],
  a: number,
  b: number,
) {
  const east = a * SIDE_CELLS
  const west = b * SIDE_CELLS + 2 * BLOCK_SIDE_CELLS
  return Math.min(
    ...rows.map(y => {
      const { own, beyond, step } = landings[y]
      return to[east + own] + step + from[west + beyond]
    }),
  )
}

/** How much more than the best the ways over a border cost by its entries, one number for each two probes. */
function excessesOf(columns: AtlasColumns, prober: Prober, block: number) {
  const { terrain } = columns
  const x = 32 * (block % terrain.blocksWide) + 31
  const top = 32 * Math.floor(block / terrain.blocksWide)
  const everyRow = Array.from({ length: BLOCK_SIDE_CELLS }, (_, y) => y)
  const kept = rowsIn(columns, 0, x)
    .filter(y => y >= top && y < top + 32)
    .map(y => y - top)
  const [before, behind] = [block, block + 1].map(b => finish(prober.probe(b % terrain.blocksWide, top / 32)))
  const landings = everyRow.map((y): Landings => {
    const own = plainLanding(terrain, { x, y: top + y, xBeyond: x + 1, yBeyond: top + y })
    const beyond = plainLanding(terrain, { x: x + 1, y: top + y, xBeyond: x, yBeyond: top + y })
    return { own: own.y - top, beyond: beyond.y - top, step: UNITS_PER_CELL * (own.half + beyond.half) }
  })
  const excesses: number[] = []
  for (let a = 0; a < PROBES; a++) {
    for (let b = 0; b < PROBES; b++) {
      if (sideOfProbe(a) === EAST || sideOfProbe(b) === EAST + 2) continue
      const best = throughOf(before, behind, landings, everyRow, a, b)
      if (best < Infinity) excesses.push(throughOf(before, behind, landings, kept, a, b) / best - 1)
    }
  }
  return { excesses, isFull: kept.length >= ENTRIES_MAX }
}

describe('the borders of a map', () => {
  it('are crossed for at most the share over the best crossing; for that on the mean where they are full', async () => {
    const isFullOf: boolean[] = []
    for (const [seed, kind] of (['elevation', 'bands', 'roads', 'rivers'] as const).entries()) {
      const { columns } = openAtlas(await bake(generate(kind, { width: 96, height: 160, seed: seed + 1 })))
      const prober = new Prober(columns.terrain)
      for (let block = 0; block < 15; block++) {
        const costs = columns.terrain.costOfBlock
        if (block % 3 === 2 || (costs[block] > 0 && costs[block] === costs[block + 1])) continue
        const { excesses, isFull } = excessesOf(columns, prober, block)
        isFullOf.push(isFull)
        const most = Math.max(...excesses)
        const mean = excesses.reduce((sum, excess) => sum + excess, 0) / excesses.length
        expect(isFull ? mean : most, `${kind}, block ${block}`).toBeLessThanOrEqual(SHARE + 1e-9)
      }
    }
    expect(new Set(isFullOf).size).toBe(2)
  })
})

describe('a cover', () => {
  it('lets no way cost more than its share over the cheapest, unless the border is full', () => {
    const units = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 5 * 20, maxLength: 5 * 20 })
    const property = fc.property(units, units, fc.integer({ min: 1, max: 20 }), (to, from, count) => {
      const chosenBy = (cover: Cover) => {
        for (let row = 0; row < 5; row++) {
          for (let i = 0; i < count; i++) {
            cover.unitsTo[i * PROBES + row] = to[row * count + i]
            cover.unitsFrom[i * PROBES + row] = from[row * count + i]
          }
        }
        return cover.choose(5, 5, count)
      }
      const chosen = chosenBy(new Cover())
      expect(chosenBy(new Cover(null))).toEqual(chosen)
      const kept = chosen.length
      expect(new Set(chosen).size).toBe(kept)
      expect(kept).toBeGreaterThan(0)
      if (kept === ENTRIES_MAX) return
      for (let row = 0; row < 5; row++) {
        for (let column = 0; column < 5; column++) {
          const throughOf = Array.from({ length: count }, (_, i) => to[row * count + i] + from[column * count + i])
          const least = Math.min(...throughOf)
          expect(Math.min(...chosen.map(i => throughOf[i]))).toBeLessThanOrEqual(least * (1 + SHARE))
        }
      }
    })
    fc.assert(property, runs(300))
  })
})
