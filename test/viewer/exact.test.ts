/** The page's exact search is held against the oracle, and so is every bound that it gives on the way. */
import { describe, expect, it } from 'vitest'
import { Places } from '../../src/app/viewer/worker/places.ts'
import { SlicedSearch } from '../../src/app/viewer/worker/sliced-search.ts'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, exactCost, openAtlas } from '../../src/index.ts'
import { fixture } from '../support/fixtures.ts'
import { worldOfSeed } from '../support/worlds.ts'

async function atlasOfSeed(seed: number) {
  const { grid, directions } = worldOfSeed(seed, 130)
  return openAtlas(await bake(grid, { directions }))
}

describe('the exact search of the page', () => {
  it.each(Array.from({ length: 24 }, (_, seed) => seed))('finds the optimum of the oracle: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    const places = new Places(atlas.columns, new Random(seed))
    const finder = atlas.finder()
    for (let query = 0; query < 6; query++) {
      const pair = places.pair(query % 2 === 0)
      if (pair === null) return
      const { start, goal } = pair
      const { cost } = finder.find(start, goal)
      const optimum = exactCost(atlas.terrain, start.x, start.y, goal.x, goal.y)
      const search = new SlicedSearch(atlas.terrain, start, goal, cost)
      let before = 0
      while (!search.isDone) {
        search.run(50)
        expect(search.lowerBound).toBeLessThanOrEqual(optimum * (1 + 1e-9))
        expect(search.lowerBound).toBeGreaterThanOrEqual(before)
        before = search.lowerBound
      }
      expect(search.lowerBound).toBeCloseTo(optimum, 6)
      const path = search.path()
      // None where the known path is as cheap.
      expect(path === null).toBe(cost <= optimum * (1 + 1e-9))
      if (path === null) continue
      const { ok, cost: pathCost } = checkPath(atlas.terrain, path, goal.x, goal.y, start.x, start.y, atlas.directions)
      expect([ok, pathCost]).toEqual([true, expect.closeTo(optimum, 6)])
    }
  })

  it('looks only at what could be on a cheaper path', async () => {
    const atlas = openAtlas(await bake({ width: 400, height: 400, cost: new Uint8Array(160_000).fill(1) }))
    const search = new SlicedSearch(atlas.terrain, { x: 10, y: 200 }, { x: 390, y: 200 }, 380)
    while (!search.isDone) search.run(1000)
    expect(search.lowerBound).toBe(380)
    expect(search.settledCount).toBeLessThanOrEqual(381)
  })
})

describe('random places', () => {
  it.each([1, 2, 3, 4, 5, 6])('are free cells, and pairs of them are joined by a legal path: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    const places = new Places(atlas.columns, new Random(seed))
    const finder = atlas.finder()
    for (let draw = 0; draw < 50; draw++) {
      const cell = places.cell()!
      expect(atlas.islandOf(cell.x, cell.y)).toBe(cell.island)
      const { start, goal } = places.pair(draw % 2 === 0)!
      const cells = finder.find(start, goal).cells()
      expect(checkPath(atlas.terrain, cells, start.x, start.y, goal.x, goal.y, atlas.directions)).toMatchObject({
        ok: true,
      })
    }
  })

  it('come from every island, however small', async () => {
    const atlas = openAtlas(await bake(fixture('checkerboard')))
    const places = new Places(atlas.columns, new Random(1))
    const drawn = new Set(Array.from({ length: 12 * atlas.islandCount }, () => places.cell()!.island))
    expect(drawn.size).toBe(atlas.islandCount)
    const { start, goal } = places.pair(true)!
    expect(goal).toEqual(start)
  })

  it('are far apart when they should be', async () => {
    const atlas = openAtlas(await bake({ width: 500, height: 500, cost: new Uint8Array(250_000).fill(1) }))
    const places = new Places(atlas.columns, new Random(1))
    for (let draw = 0; draw < 20; draw++) {
      const { start, goal } = places.pair(true)!
      expect(Math.hypot(goal.x - start.x, goal.y - start.y)).toBeGreaterThan(400)
    }
  })

  it('are none on a map without a free cell', async () => {
    const places = new Places(openAtlas(await bake(fixture('no-free-cell'))).columns, new Random(1))
    expect(places.cell()).toBeNull()
    expect(places.pair(true)).toBeNull()
  })
})
