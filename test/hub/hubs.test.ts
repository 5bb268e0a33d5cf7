/**
 * An atlas with hubs answers as one without, only faster: what its hubs say is proven, its routes are never more expensive than
 * those of the search over all levels, and all else in the file is the same.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hubsOf } from '../../src/atlas/hub-costs.ts'
import { GAP_MORE } from '../../src/atlas/hub-gaps.ts'
import { AT_HUB } from '../../src/atlas/hubs.ts'
import { Random } from '../../src/base/random.ts'
import { exactCost, proveAtlas } from '../../src/exact.ts'
import {
  bake,
  checkPath,
  type Directions,
  generate,
  groundFromTiles,
  type KindName,
  openAtlas,
  openLive,
} from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { HubSearch } from '../../src/route/hub-search.ts'
import { routeSearch } from '../../src/route/route-guide.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { sealed, sectionIn, sectionsIn } from '../support/sections.ts'
import { runs, worlds } from '../support/worlds.ts'

const DAMAGED = expect.objectContaining({ code: 'ATLAS_DAMAGED' })
const terrain = generate('terrain', { width: 150, height: 140, seed: 8 })
/** Few of its ends are joined without a route. */
const rooms = generate('rooms', { width: 150, height: 140, seed: 8 })

/** Some free cells, spread over the map. */
function freeCells(cost: ArrayLike<number>, width: number, count: number): { x: number; y: number }[] {
  const free: number[] = []
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] > 0) free.push(cell)
  const picked = Array.from({ length: Math.min(count, free.length) }, (_, i) => free[(i * 7919) % free.length])
  return picked.map(cell => ({ x: cell % width, y: Math.floor(cell / width) }))
}

describe('an atlas with hubs', () => {
  it('is proven true, and finds a legal path wherever there is one, on every kind of map', async () => {
    const property = fc.asyncProperty(worlds(120), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions, hubs: true }))
      proveAtlas(atlas)
      const finder = atlas.finder()
      const cells = freeCells(grid.cost, grid.width, 8)
      for (let i = 0; i + 1 < cells.length; i++) {
        const [start, goal] = [cells[i], cells[i + 1]]
        const route = finder.find(start, goal)
        const exact = exactCost(plainMap(grid, directions), start.x, start.y, goal.x, goal.y)
        expect(route.status).toBe(exact === Infinity ? 'unreachable' : 'found')
        if (exact === Infinity) continue
        const check = checkPath(atlas.terrain, route.cells(), start.x, start.y, goal.x, goal.y, directions)
        expect(check.status).toBe('legal')
        expect(route.cost).toBeGreaterThanOrEqual(exact - 1e-6)
        expect(route.cost).toBeLessThanOrEqual(route.estimate + 1e-6)
      }
    })
    await fc.assert(property, runs(10))
  })

  it('has paths that cost no more than their routes where fields of several costs lie side by side', async () => {
    const width = 128
    const { cost } = generate('scatter', { width, height: width, seed: 1 })
    const expensive = (x: number, y: number) => 1 + ((7 * Math.floor(x / 17) + 5 * Math.floor(y / 13)) % 4)
    const fields = Uint8Array.from(cost, (free, cell) =>
      free === 0 ? 0 : expensive(cell % width, Math.floor(cell / width)),
    )
    const finder = openAtlas(await bake({ width, height: width, cost: fields }, { hubs: true })).finder()
    // Ends near a border, from where the best way out of their region leads through another and back.
    const random = new Random(15)
    for (let i = 0; i < 20; i++) {
      const [x0, y0, x1, y1] = [random.below(width), random.below(width), random.below(width), random.below(width)]
      const route = finder.find(x0, y0, x1, y1)
      if (route.status === 'found') expect(route.cost).toBeLessThanOrEqual(route.estimate + 1e-6)
    }
  })

  it('reads off routes that cost no more than those searched for, except for the rounding of its costs', async () => {
    const property = fc.asyncProperty(worlds(200), async ({ grid, directions }) => {
      const { columns } = openAtlas(await bake(grid, { directions, hubs: true }))
      if (columns.hubs === undefined) return
      const [start, goal] = [new QueryEnd(columns), new QueryEnd(columns)]
      const hubs = hubsOf(columns.hubs, columns.levels)
      const [read, searched] = [new HubSearch(columns, hubs), routeSearch(columns)]
      const cells = freeCells(grid.cost, grid.width, 12)
      for (let i = 0; i + 1 < cells.length; i++) {
        start.set(cells[i].x, cells[i].y)
        goal.set(cells[i + 1].x, cells[i + 1].y)
        if (start.region === goal.region) continue
        const units = read.find(start, goal, Infinity)
        const other = searched.find(start, goal, Infinity)
        expect(units < Infinity).toBe(other < Infinity)
        if (other < Infinity) expect(units).toBeLessThanOrEqual(other * (1 + 1e-6))
      }
    })
    await fc.assert(property, runs(10))
  })

  it('gives the same paths whatever was asked before', async () => {
    // Here and there a block is fragmented, so that its ways are in no file.
    const width = 320
    const { cost: scattered } = generate('scatter', { width, height: width, seed: 3 })
    const isFragmented = (cell: number) => ((cell >> 5) % 10) % 3 === 1 && Math.floor(cell / width / 32) % 2 === 1
    const cost = scattered.map((free, cell) => (isFragmented(cell) || cell % 97 === 0 ? free : 1))
    const atlas = openAtlas(await bake({ width, height: width, cost }, { hubs: true }))
    const cells = freeCells(cost, width, 24)
    const asked = cells.flatMap((start, i) =>
      [1, 5, 7].map(apart => [start, cells[(i + apart) % cells.length]] as const),
    )
    const finder = atlas.finder()
    const first = asked.map(([start, goal]) => finder.find(start, goal).cells())
    asked.reverse().forEach(([start, goal], i) => {
      expect(finder.find(start, goal).cells()).toEqual(first[asked.length - 1 - i])
    })
    asked.forEach(([start, goal], i) => {
      if (i % 6 === 0) expect(atlas.finder().find(start, goal).cells()).toEqual(first[asked.length - 1 - i])
    })
  })

  it('is proven true where ways add up to more than 24 bits hold, from the cheapest ground to the most expensive', async () => {
    const [width, height] = [256, 64]
    const random = new Random(7)
    const costs = Array.from({ length: width * height }, (_, i) => (i % width < 128 ? 1 : 65_000) + random.below(500))
    const cost = Uint16Array.from(costs, (c, i) => (i % 23 === 0 ? 0 : c))
    proveAtlas(openAtlas(await bake({ width, height, cost }, { hubs: true })))
  })

  it('has the same in all other columns as one without', async () => {
    const [plain, hubbed] = await Promise.all([bake(terrain), bake(terrain, { hubs: true })])
    for (const { name, level, offsetBytes, sizeBytes } of sectionsIn(plain)) {
      if (name === 'facts') continue
      const there = sectionIn(hubbed, name, level).offsetBytes
      const column = plain.subarray(offsetBytes, offsetBytes + sizeBytes)
      expect(Buffer.compare(column, hubbed.subarray(there, there + sizeBytes)), name).toBe(0)
    }
  })

  it('is the same to the byte on any number of threads', async () => {
    const grid = { width: 16_384, height: 64, cost: new Uint8Array(1 << 20).fill(1) }
    const [alone, together] = await Promise.all([bake(grid, { hubs: true }), bake(grid, { hubs: true, workers: 2 })])
    expect(Buffer.compare(alone, together)).toBe(0)
  })

  it('opens as a living map, which has no hubs and saves none', async () => {
    const live = openLive(await bake(terrain, { hubs: true }))
    expect(live.save()).toEqual(await bake(terrain))
    const [start, goal] = freeCells(terrain.cost, terrain.width, 2)
    expect(live.finder().find(start, goal).status).toBe(openAtlas(live.save()).finder().find(start, goal).status)
  })

  it('is a plain one where the map has no border to enter by', async () => {
    const grid = drawn('....', '.#..', '....')
    expect(await bake(grid, { hubs: true })).toEqual(await bake(grid))
  })

  it('is refused for travellers, and for a choice that is none', async () => {
    const grounds = groundFromTiles(new Uint8Array(64).fill(1), 8, { 1: 'grass' })
    const options = { travellers: { man: { costs: { grass: 1 } } }, hubs: true }
    await expect(bake(grounds, options)).rejects.toThrow('leave hubs away')
    await expect(bake(terrain, { hubs: 'yes' as never })).rejects.toThrow('hubs is "yes": true or false was expected')
  })
})

describe('forged hubs', () => {
  type Change = (column: Uint8Array) => void

  /** The atlas with one column, or the counts of its hubs, changed and its checksum mended. */
  async function forged(name: string, change: Change, grid = rooms): Promise<Uint8Array> {
    const bytes = await bake(grid, { hubs: true })
    const { offsetBytes, sizeBytes } = sectionIn(bytes, name)
    change(bytes.subarray(offsetBytes, offsetBytes + sizeBytes))
    return sealed(bytes)
  }

  it.each<[string, string, Change]>([
    ['more hubs than there are steps', 'hubCountOfEntry', column => column.fill(255, 0, 2)],
    ['a level that there is not', 'facts', column => column.fill(7, 28, 29)],
    ['a level below all', 'facts', column => column.fill(128, 28, 32)],
  ])('are refused for %s', async (_, name, change) => {
    const bytes = await forged(name, change)
    expect(() => openAtlas(bytes)).toThrow(DAMAGED)
  })

  /** One more of the first entry and one less of the second, so that all numbers behind are of others. */
  const shifted: Change = column => {
    column[0]++
    column[2]--
  }

  it.each<[string, string, Change]>([
    ['numbers above all hubs', 'hubGaps', column => column.fill(GAP_MORE - 1)],
    ['gaps without an end', 'hubGaps', column => column.fill(GAP_MORE)],
    ['gaps that are left over', 'hubGaps', column => column.fill(0)],
    ['steps that lead nowhere', 'hubSteps', column => column.fill(254)],
    ['steps in circles', 'hubSteps', column => column.fill(0)],
    ['hubs that are several entries', 'hubSteps', column => column.fill(AT_HUB)],
  ])('say that the atlas is damaged, with %s, in answers and in a proof', async (_, name, change) => {
    const atlas = openAtlas(await forged(name, change))
    const finder = atlas.finder()
    const cells = freeCells(rooms.cost, rooms.width, 12)
    // Some lie so near each other, or in plain sight, that no hub is asked.
    expect(() => cells.map((cell, i) => finder.find(cell, cells[(i + 6) % 12]).cells())).toThrow(DAMAGED)
    expect(() => proveAtlas(atlas)).toThrow(/hubs/)
  })

  it('do not disturb callers that go on where rows are sound', async () => {
    const some: Change = column => {
      for (let i = 100; i < column.length; i += 200) column.fill(254, i, i + 1)
    }
    const atlas = openAtlas(await forged('hubSteps', some))
    const cells = freeCells(rooms.cost, rooms.width, 24)
    const asked = cells.flatMap(start => cells.map(goal => [start, goal] as const))
    const answer = (finder: ReturnType<typeof atlas.finder>, [start, goal]: (typeof asked)[number]) => {
      try {
        return finder.find(start, goal).estimate
      } catch (error) {
        return (error as Error).message
      }
    }
    const finder = atlas.finder()
    const answers = asked.map(ends => answer(finder, ends))
    expect(answers).toEqual(asked.map(ends => answer(atlas.finder(), ends)))
    expect(new Set(answers.map(found => typeof found)).size).toBe(2)
  })

  it('are found by a proof where two rows begin elsewhere, which no answer reads', async () => {
    const atlas = openAtlas(await forged('hubCountOfEntry', shifted))
    expect(() => proveAtlas(atlas)).toThrow(/hubs/)
  })

  it('are found by a proof where one step is not so', async () => {
    const { columns } = openAtlas(await bake(terrain, { hubs: true }))
    let found = 0
    for (let at = 40; at < columns.hubs!.hubSteps.length; at += Math.floor(columns.hubs!.hubSteps.length / 5)) {
      const atlas = openAtlas(await forged('hubSteps', column => column.fill(column[at] ^ 1, at, at + 1), terrain))
      expect(() => proveAtlas(atlas), `step ${at}`).toThrow(/hubs/)
      found++
    }
    expect(found).toBeGreaterThan(3)
  })
})

/**
 * With hubs as without, a route on weighted ground leaves the cells near its ends by any border that is near, not only by
 * those of their own regions.
 */
const CASES: readonly [KindName, number, Directions, readonly [number, number, number, number]][] = [
  ['roads', 2, 4, [158, 85, 182, 13]],
  ['roads', 3, 4, [31, 114, 156, 4]],
  ['bands', 2, 8, [30, 81, 171, 150]],
]

describe('a route by hubs', () => {
  it.each(CASES)('knows what is around its ends: %s %i', async (kind, seed, directions, query) => {
    const grid = generate(kind, { width: 192, height: 192, seed })
    const finder = openAtlas(await bake(grid, { directions, hubs: true })).finder()
    const route = finder.find(...query)
    const count = route.cells().length
    expect(count).toBeGreaterThan(0)
    expect(route.cost / finder.find(...query, { quality: 'exact' }).cost).toBeLessThan(1.01)
  })

  it('takes the road beyond a corner that only one end knows', async () => {
    // Four squares: the cheap ones touch at a corner, and both ends lie in the same expensive one.
    const side = 192
    const isCheap = (cell: number) => cell % side < 96 === cell < 96 * side
    const cost = Uint8Array.from({ length: side * side }, (_, cell) => (isCheap(cell) ? 1 : 200))
    const finder = openAtlas(await bake({ width: side, height: side, cost }, { hubs: true })).finder()
    expect(finder.find(12, 106, 90, 145).cost).toBe(finder.find(90, 145, 12, 106).cost)
    expect(finder.find(12, 106, 90, 145).cost).toBe(finder.find(12, 106, 90, 145, { quality: 'exact' }).cost)
  })
})
