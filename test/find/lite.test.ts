/**
 * The smallest door, as it is built: minified, its inner names shortened. Every answer is judged against the oracle, so a
 * name that was shortened in one place and not in another cannot hide.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liteModule } from '../../src/app/package/modules.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import type { LiteFinder } from '../../src/lite.ts'
import type { Grid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import { checkPath } from '../../src/proof/check.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
import { plainMap } from '../support/plain.ts'

const folder = mkdtempSync(join(tmpdir(), 'isthmus-lite-'))
let lite: typeof import('../../src/lite.ts')
beforeAll(async () => {
  const file = join(folder, 'lite.mjs')
  writeFileSync(file, await liteModule())
  lite = await import(pathToFileURL(file).href)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The goals of a start: the oracle is asked once for all of them. */
const GOALS = 4

/** Asks between cells spread over the map; returns the mean excess over the optimum. */
function judged(grid: Grid, directions: Directions, finder: LiteFinder, pairs: number): number {
  const map = plainMap(grid, directions)
  const cells = [...grid.cost.keys()].filter(cell => grid.cost[cell] > 0)
  let excess = 0
  let distances: Float64Array = new Float64Array()
  for (let i = 0; i < pairs && cells.length > 0; i++) {
    const [start, goal] = [cells[((i - (i % GOALS)) * 977) % cells.length], cells[(i * 7919 + 31) % cells.length]]
    const [x0, y0, x1, y1] = [start, goal].flatMap(cell => [cell % grid.width, Math.floor(cell / grid.width)])
    if (i % GOALS === 0) distances = exactDistances(map, x0, y0)
    const best = distances[goal]
    const route = finder.find(x0, y0, x1, y1)
    if (best === Infinity) {
      expect([route.status, route.cost, route.cells().length]).toEqual(['unreachable', Infinity, 0])
      continue
    }
    const { message, cost } = checkPath(map, route.cells(), x0, y0, x1, y1, directions)
    expect([`${x0},${y0} ${x1},${y1}`, message, route.status]).toEqual([`${x0},${y0} ${x1},${y1}`, '', 'found'])
    expect(route.cost).toBe(cost)
    expect(cost).toBeGreaterThanOrEqual(best * (1 - 1e-9))
    excess += best === 0 ? 0 : cost / best - 1
  }
  return excess / pairs
}

describe('what isthmus/lite finds', () => {
  it.each([8, 4] as Directions[])('is a path wherever there is one, in %i directions', async directions => {
    for (const name of fixtureNames()) {
      const grid = fixture(name)
      judged(grid, directions, lite.openAtlas(await bake(grid, { directions })).finder(), 8)
    }
  })

  it.each(['caves', 'maze', 'terrain', 'rooms', 'elevation'] as const)('is good on %s', async kind => {
    const grid = generate(kind, { width: 150, height: 130, seed: 3 })
    const mean = judged(grid, 8, lite.openAtlas(await bake(grid)).finder(), 30)
    expect(mean).toBeLessThan(0.01)
  })

  it('is near the best among scattered walls', async () => {
    const grid = generate('scatter', { width: 384, height: 384, seed: 3 })
    expect(judged(grid, 8, lite.openAtlas(await bake(grid)).finder(), 60)).toBeLessThan(0.01)
  })

  it.each([
    ['checkers of 40 cells', (x: number, y: number) => ((Math.floor(x / 40) + Math.floor(y / 40)) & 1 ? 200 : 1)],
    [
      'tiles of 32 cells',
      (x: number, y: number) => [1, 5, 40, 200][(7 * (x >> 5) + 5 * (y >> 5) + (x >> 6) * (y >> 6)) & 3],
    ],
    ['checkers of 64 cells', (x: number, y: number) => (((x >> 6) + (y >> 6)) & 1 ? 255 : 1)],
    [
      'tiles of 16 cells',
      (x: number, y: number) => [1, 5, 40, 200][(7 * (x >> 4) + 5 * (y >> 4) + (x >> 5) * (y >> 5)) & 3],
    ],
  ] as const)('costs little more than the best on %s', async (_name, costAt) => {
    const cost = Uint8Array.from({ length: 200 * 200 }, (_, cell) => costAt(cell % 200, Math.floor(cell / 200)))
    const grid = { width: 200, height: 200, cost }
    expect(judged(grid, 8, lite.openAtlas(await bake(grid)).finder(), 30)).toBeLessThan(0.01)
  })

  it('sees a road in the next block, from expensive cells with 4 directions', async () => {
    const side = 320
    const isRoad = [...'01100110101101011100'].map(Number)
    const isOn = (at: number, first: number) => (at & 31) === 31 && isRoad[first + (at >> 5)] === 1
    const cost = Uint8Array.from({ length: side ** 2 }, (_, cell) =>
      isOn(cell % side, 0) || isOn(Math.floor(cell / side), side / 32) ? 1 : 30,
    )
    const file = await bake({ width: side, height: side, cost }, { directions: 4 })
    expect(lite.openAtlas(file).finder().find(116, 126, 205, 307).cost).toBeLessThan(1.05 * 676)
  })

  it('is no path from a wall, from outside and between islands, as the islands of its atlas say', async () => {
    const file = await bake(fixture('two-islands'))
    const [atlas, whole] = [lite.openAtlas(file), openAtlas(file)]
    const { width, height } = whole
    expect([atlas.width, atlas.height, atlas.islandCount, atlas.directions]).toEqual([width, height, 2, 8])
    const finder = atlas.finder()
    for (let y = -1; y <= height; y++) {
      for (let x = -1; x <= width; x++) {
        expect([atlas.islandOf(x, y), atlas.costAt(x, y)]).toEqual([whole.islandOf(x, y), whole.costAt(x, y)])
        expect(atlas.isReachable(0, 0, x, y)).toBe(whole.isReachable(0, 0, x, y))
        expect(finder.find(0, 0, x, y).status).toBe(whole.finder().find(0, 0, x, y).status)
      }
    }
    expect(finder.find(0.5, 0, 1, 1).status).toBe('outside')
    expect(finder.find(-1, 0, 1, 1).message).toBe('An end is outside the map.')
  })
})

describe('a file that isthmus/lite opens', () => {
  it('is an atlas of this format that came over whole, wherever it lies in its buffer', async () => {
    const file = await bake(fixture('door'))
    const code = (bytes: Uint8Array) => {
      try {
        lite.openAtlas(bytes)
        return 'opened'
      } catch (error) {
        return (error as { code?: string }).code
      }
    }
    const changed = (at: number) => file.map((byte, i) => (i === at ? byte ^ 1 : byte))
    expect(code(new Uint8Array(0))).toBe('NOT_AN_ATLAS')
    expect(code(changed(0))).toBe('NOT_AN_ATLAS')
    expect(code(changed(8))).toBe('ATLAS_VERSION')
    expect(code(await bake(fixture('door'), { hubs: true }))).toBe('opened')
    for (const at of [13, 60, 200, file.length - 1]) expect(code(changed(at))).toBe('ATLAS_DAMAGED')
    expect(code(file.slice(0, -64))).toBe('ATLAS_DAMAGED')
    expect(code(file.slice(0, 40))).toBe('ATLAS_DAMAGED')
    const shifted = new Uint8Array(file.length + 1)
    shifted.set(file, 1)
    expect(code(shifted.subarray(1))).toBe('opened')
  })
})
