/**
 * Where entries are on weighted ground: where paths are cheap, on every level; and on lanes only where the blocks around a
 * border are even.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/base/work.ts'
import { EAST, SOUTH } from '../../src/entry/candidates.ts'
import { Cover, ENTRIES_MAX, SHARE } from '../../src/entry/cover.ts'
import { CrossingSelection } from '../../src/entry/select.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { slotsOf } from '../support/columns.ts'
import { runs, worldOfSeed } from '../support/worlds.ts'

function painted(width: number, height: number, costAt: (x: number, y: number) => number): Grid {
  const cost = Uint8Array.from({ length: width * height }, (_, cell) => costAt(cell % width, Math.floor(cell / width)))
  return { width, height, cost }
}

/** The rows at which entries of a level cross from column x to the next. */
async function rowsOf(grid: Grid, level: number, x: number): Promise<number[]> {
  const { columns } = openAtlas(await bake(grid))
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

  it('lie on lanes where all around a border costs the same, however the rest of the map', async () => {
    const grid = painted(160, 64, x => (x >= 150 ? 7 : 3))
    expect((await rowsOf(grid, 0, 31)).filter(row => row < 32)).toEqual([5, 16, 26])
  })

  it('are few where ground is dear and even beside a road', async () => {
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
        expect([...finish(selection.ofRow(blockY)).crossing]).toEqual(alone)
      }
    }
  })
})

describe('a cover', () => {
  it('lets no way cost more than its share over the cheapest, unless the border is full', () => {
    const units = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 5 * 20, maxLength: 5 * 20 })
    const property = fc.property(units, units, fc.integer({ min: 1, max: 20 }), (to, from, count) => {
      const cover = new Cover()
      const kept = cover.choose(Float64Array.from(to), 5, Float64Array.from(from), 5, count)
      const chosen = [...cover.chosen.subarray(0, kept)]
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
