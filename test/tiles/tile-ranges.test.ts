/** Tiles are read by range: a refusal takes few bytes, no byte is read twice, and each range is checked by itself. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { type MemoryStore, openTiles, type TileStore } from '../../src/tiled.ts'
import { tiled } from '../support/tiled-maps.ts'

const WIDTH = 1100
const HEIGHT = 600
const grid = generate('elevation', { width: WIDTH, height: HEIGHT, seed: 4 })
// A wall from north to south, so that there is something to refuse.
for (let y = 0; y < HEIGHT; y++) grid.cost[y * WIDTH + 700] = 0
const { store } = await tiled(grid, 512)
const whole = openAtlas(await bake(grid))

interface Range {
  readonly name: string
  readonly from: number
  readonly end: number
}

/** Tells of atlases which ranges are read. */
function watched(inner: MemoryStore, readsParts?: boolean) {
  const ranges: Range[] = []
  const outer: TileStore = {
    ...(readsParts !== undefined && { readsParts }),
    async read(name, from = 0, length) {
      const bytes = await inner.read(name, from, length)
      if (name.endsWith('.atlas')) ranges.push({ name, from, end: from + (bytes?.length ?? 0) })
      return bytes
    },
    write: async () => {},
    list: async () => [],
  }
  return { ranges, outer, bytes: () => ranges.reduce((all, { from, end }) => all + end - from, 0) }
}

function sizeOf(maps: MemoryStore, tile: number): number {
  const name = [...maps.objects.keys()].find(name => name.startsWith(`tiles/${tile}-`) && name.endsWith('.atlas'))
  return maps.objects.get(name!)!.length
}

const atlasBytes = [...store.objects].reduce(
  (all, [name, { length }]) => all + (name.endsWith('.atlas') ? length : 0),
  0,
)

it('a refusal reads some pages of the tiles of its ends', async () => {
  const { outer, bytes } = watched(store)
  const atlas = await openTiles(outer)
  expect((await atlas.find(30, 300, 1090, 300)).status).toBe('unreachable')
  expect((await atlas.find(30, 300, 700, 20)).status).toBe('blocked')
  expect(await atlas.isReachable(30, 300, 600, 300)).toBe(true)
  expect(bytes()).toBeGreaterThan(0)
  expect(bytes()).toBeLessThan(atlasBytes / 4)
  expect(atlas.stats()).toMatchObject({ tilesRead: 0, tileBytesAtHand: bytes() })
})

it('a route across tiles reads a part of the tiles of its ends, and costs what it costs with all at hand', async () => {
  const rooms = generate('rooms', { width: WIDTH, height: HEIGHT, seed: 4 })
  for (const maps of [store, (await tiled(rooms, 512)).store]) {
    const atOnce = await openTiles(watched(maps, false).outer)
    const random = new Random(12)
    let leastShare = 1
    for (let i = 0; i < 40; i++) {
      // No window holds both ends.
      const [x0, x1] = [random.below(300), 645 + random.below(maps === store ? 50 : 400)]
      const [y0, y1] = [random.below(HEIGHT), random.below(HEIGHT)]
      const { outer, bytes } = watched(maps)
      const atlas = await openTiles(outer)
      const [route, other] = [await atlas.find(x0, y0, x1, y1), await atOnce.find(x0, y0, x1, y1)]
      expect([route.status, route.estimate, route.tiles]).toEqual([other.status, other.estimate, other.tiles])
      if (route.status !== 'found') continue
      expect(atlas.stats().tilesRead).toBe(0)
      leastShare = Math.min(leastShare, bytes() / (sizeOf(maps, route.tiles[0]) + sizeOf(maps, route.tiles.at(-1)!)))
    }
    expect(leastShare).toBeLessThan(0.8)
  }
})

it('the first cells of a route need few pages more, and are those of tiles at hand', async () => {
  const atOnce = await openTiles(watched(store, false).outer)
  const random = new Random(8)
  let early = 0
  for (let i = 0; i < 20; i++) {
    const [x0, y0, x1, y1] = [random.below(300), random.below(HEIGHT), 645 + random.below(50), random.below(HEIGHT)]
    const atlas = await openTiles(store)
    const route = await atlas.find(x0, y0, x1, y1)
    if (route.status !== 'found') continue
    const { tileBytesAtHand } = atlas.stats()
    const first = (await route.stream().next()).value!
    if (atlas.stats().tilesRead === 0) {
      early++
      expect(atlas.stats().tileBytesAtHand - tileBytesAtHand).toBeLessThan(8 * 32_768)
      expect(first.length).toBeGreaterThanOrEqual(2 * 32)
    }
    const other = await atOnce.find(x0, y0, x1, y1)
    expect((await other.stream().next()).value).toEqual(first)
    const cells = await route.cells()
    expect(cells).toEqual(await other.cells())
    expect(cells.subarray(0, first.length)).toEqual(first)
    expect(checkPath(whole.terrain, cells as Int32Array, x0, y0, x1, y1, 8)).toMatchObject({ status: 'legal' })
    expect(await route.cost()).toBeCloseTo(await other.cost(), 6)
  }
  expect(early).toBeGreaterThan(10)
})

it('what a cell is follows from its pages as from the whole', async () => {
  const random = new Random(9)
  const points = Array.from({ length: 60 }, () => [random.below(WIDTH), random.below(HEIGHT)] as const)
  const inPages = await openTiles(store)
  const atOnce = await openTiles(store)
  await atOnce.find(30, 300, 600, 300)
  for (const [i, [x, y]] of points.entries()) {
    const [x1, y1] = points[(i + 1) % points.length]
    for (const atlas of [inPages, atOnce]) {
      expect(await atlas.costAt(x, y)).toBe(whole.costAt(x, y))
      expect(await atlas.isReachable(x, y, x1, y1)).toBe(whole.isReachable(x, y, x1, y1))
    }
  }
})

it('no byte is read twice by callers that ask at once', async () => {
  const { outer, ranges } = watched(store)
  const atlas = await openTiles(outer)
  const questions = [300, 310, 320, 330].map(y => atlas.find(30, y, 690, y))
  await Promise.all((await Promise.all(questions)).map(route => route.cells()))
  const sorted = ranges.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.from - b.from))
  sorted.slice(1).forEach((range, i) => {
    if (range.name === sorted[i].name) expect(range.from).toBeGreaterThanOrEqual(sorted[i].end)
  })
  expect(new Set(ranges.map(({ name }) => name)).size).toBeGreaterThan(1)
  expect(ranges.length).toBeGreaterThan(new Set(ranges.map(({ name }) => name)).size)
})

it('a route asks for the tiles of both ends before either is there', async () => {
  const asked = new Set<string>()
  let open = () => {}
  const both = new Promise<void>(resolve => {
    open = resolve
  })
  const atlas = await openTiles({
    async read(name, from, length) {
      if (name.endsWith('.reach')) {
        if (asked.add(name).size === 2) open()
        await both
      }
      return store.read(name, from, length)
    },
    write: async () => {},
    list: async () => [],
  })
  expect((await atlas.find(30, 300, 690, 300)).status).toBe('found')
})

it('a table asks for the tiles of several goals before the first is there', async () => {
  const asked = new Set<string>()
  let open = () => {}
  const all = new Promise<void>(resolve => {
    open = resolve
  })
  const atlas = await openTiles({
    async read(name, from, length) {
      if (name.endsWith('.reach')) {
        if (asked.add(name).size === 4) open()
        await all
      }
      return store.read(name, from, length)
    },
    write: async () => {},
    list: async () => [],
  })
  const near = { x: 30, y: 30 }
  const goals = [near, { x: 30, y: 590 }, { x: 690, y: 30 }, { x: 690, y: 590 }, { x: 1090, y: 30 }]
  const costs = await atlas.costs([near], goals)
  expect(Array.from(costs, cost => cost < Infinity)).toEqual([true, true, true, true, false])
})

it('a store that cannot read parts is asked for the whole once', async () => {
  const { outer, ranges } = watched(store, false)
  const atlas = await openTiles(outer)
  await (await atlas.find(30, 300, 690, 300)).cells()
  expect(ranges.every(({ from }) => from === 0)).toBe(true)
  expect(new Set(ranges.map(({ name }) => name)).size).toBe(ranges.length)
})

it('a range that fails or was damaged is an error, and is read again for the next question', async () => {
  let isBad = true
  let isGone = false
  const flaky: TileStore = {
    async read(name, from, length) {
      if (isGone) return null
      const bytes = await store.read(name, from, length)
      if (isBad && name.endsWith('.atlas') && from! > 0) bytes![5] ^= 1
      return bytes
    },
    write: async () => {},
    list: async () => [],
  }
  const atlas = await openTiles(flaky, { memoryBytes: 0 })
  await expect(atlas.find(30, 300, 690, 300)).rejects.toMatchObject({
    code: 'TILE_DAMAGED',
    message: expect.stringMatching(/atlas is damaged: bytes \d+ to \d+ have changed/),
  })
  isBad = false
  const route = await atlas.find(30, 300, 690, 300)
  expect(route.status).toBe('found')
  isGone = true
  await expect(route.cells()).rejects.toMatchObject({ code: 'TILE_MISSING' })
  isGone = false
  expect((await route.cells()).length).toBeGreaterThan(600)
})
