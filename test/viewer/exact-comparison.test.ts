/** The page's comparison with the optimum is compared with the oracle. */
import { describe, expect, it } from 'vitest'
import type { ExactNews } from '../../src/app/viewer/worker/long-work.ts'
import { compare } from '../../src/app/viewer/worker/long-work.ts'
import { placesOf } from '../../src/app/viewer/worker/random-places.ts'
import type { QueryAnswer } from '../../src/app/viewer/worker/room.ts'
import { asker } from '../../src/app/viewer/worker/room.ts'
import { Random } from '../../src/base/random.ts'
import { Trail } from '../../src/cells/bends.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import type { Terrain } from '../../src/map/terrain.ts'
import { fixture } from '../support/fixtures.ts'
import { worldOfSeed } from '../support/worlds.ts'

async function atlasOfSeed(seed: number) {
  const { grid, directions } = worldOfSeed(seed, 130)
  return openAtlas(await bake(grid, { directions }))
}

/** Inside, a diagonal step is 99 / 70 long: of two paths that are all but as good, the other may be taken. */
const UNITS_SHARE = 1 - 6e-5

describe('the comparison with the optimum', () => {
  it.each(Array.from({ length: 24 }, (_, seed) => seed))('ends at the optimum of the oracle: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    const places = placesOf(atlas.columns, new Random(seed))
    const answerTo = asker(atlas.finder(), atlas.terrain)
    for (let query = 0; query < 6; query++) {
      const pair = places.pair(query % 2 === 0)
      if (pair === null) return
      const { start, goal } = pair
      const answer = answerTo({ start, goal, quality: 'fast', isSmooth: false })
      const optimum = exactCost(atlas.terrain, start.x, start.y, goal.x, goal.y)
      const news = compared(atlas.terrain, answer)
      expect(news.lowerBound).toBeGreaterThanOrEqual(optimum * (1 - 1e-9))
      expect(news.lowerBound).toBeLessThanOrEqual(optimum / UNITS_SHARE)
      if (news.bends === null) continue
      const path = new Trail(atlas.terrain, news.bends).cells()
      const { status, cost } = checkPath(atlas.terrain, path, start.x, start.y, goal.x, goal.y, atlas.directions)
      expect([status, cost]).toEqual(['legal', expect.closeTo(news.lowerBound, 6)])
    }
  })

  it('rests after a slice of a long search', async () => {
    const atlas = openAtlas(await bake(generate('caves', { width: 300, height: 300, seed: 5 })))
    const { start, goal } = placesOf(atlas.columns, new Random(3)).pair(true)!
    const find = { start, goal, quality: 'fast', isSmooth: false } as const
    const work = compare(atlas.terrain, asker(atlas.finder(), atlas.terrain)(find), () => {})
    expect([work.next().done, work.next().done]).toEqual([false, false])
  })
})

/** Runs a comparison to its end. */
function compared(terrain: Terrain, answer: QueryAnswer): ExactNews {
  const heard: ExactNews[] = []
  for (const _ of compare(terrain, answer, news => heard.push(news)))
    expect(heard.at(-1)?.isGivenUp ?? false).toBe(false)
  const last = heard[heard.length - 1]
  expect([last.isDone, last.isGivenUp, last.knownCost]).toEqual([true, false, answer.cost])
  return last
}

describe('random places', () => {
  it.each([1, 2, 3, 4, 5, 6])('are free cells, and pairs of them are joined by a legal path: world %i', async seed => {
    const atlas = await atlasOfSeed(seed)
    const places = placesOf(atlas.columns, new Random(seed))
    const finder = atlas.finder()
    for (let draw = 0; draw < 50; draw++) {
      const cell = places.cell()!
      expect(atlas.islandOf(cell.x, cell.y)).toBe(cell.island)
      const { start, goal } = places.pair(draw % 2 === 0)!
      const cells = finder.find(start, goal).cells()
      expect(checkPath(atlas.terrain, cells, start.x, start.y, goal.x, goal.y, atlas.directions)).toMatchObject({
        status: 'legal',
      })
    }
  })

  it('come from every island, however small', async () => {
    const atlas = openAtlas(await bake(fixture('checkerboard')))
    const places = placesOf(atlas.columns, new Random(1))
    const drawn = new Set(Array.from({ length: 12 * atlas.islandCount }, () => places.cell()!.island))
    expect(drawn.size).toBe(atlas.islandCount)
    const { start, goal } = places.pair(true)!
    expect(goal).toEqual(start)
  })

  it('are far apart when they should be', async () => {
    const atlas = openAtlas(await bake({ width: 500, height: 500, cost: new Uint8Array(250_000).fill(1) }))
    const places = placesOf(atlas.columns, new Random(1))
    for (let draw = 0; draw < 20; draw++) {
      const { start, goal } = places.pair(true)!
      expect(Math.hypot(goal.x - start.x, goal.y - start.y)).toBeGreaterThan(400)
    }
  })

  it('are none on a map without a free cell', async () => {
    const places = placesOf(openAtlas(await bake(fixture('no-free-cell'))).columns, new Random(1))
    expect(places.cell()).toBeNull()
    expect(places.pair(true)).toBeNull()
  })
})
