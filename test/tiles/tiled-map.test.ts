/** Tiled maps answer as the plain atlas of the whole map does, and their bytes follow from the cells alone. */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, type Directions, type Grid, generate, type KindName, openAtlas } from '../../src/index.ts'
import { joinTiles, MemoryStore, openTiles, tileCountOf, tilesSeeing } from '../../src/tiled.ts'
import { anyMap, bakeTiles, bytesUnder, planFor, shuffled, tiled } from '../support/tiled-maps.ts'

const SIDE = 320
const PAIRS = 30
/** In percent above the best: a path of some hundred cells crosses some seams at a wrong cell. */
const MEAN_MAX = 0.6
const WORST_MAX = 8

/** Compares every answer with that of the whole map, and returns by how many percent paths cost more than the best. */
async function compare(grid: Grid, tileSide: number, directions: Directions, seed: number): Promise<number[]> {
  const { store } = await tiled(grid, tileSide, directions)
  const atlas = await openTiles(store)
  const whole = openAtlas(await bake(grid, { directions }))
  const finder = whole.finder()
  const random = new Random(seed)
  const over: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const [x0, x1] = [random.below(grid.width), random.below(grid.width)]
    const [y0, y1] = [random.below(grid.height), random.below(grid.height)]
    const route = await atlas.find(x0, y0, x1, y1)
    expect(route.status).toBe(finder.find(x0, y0, x1, y1).status)
    expect(await atlas.isReachable(x0, y0, x1, y1)).toBe(whole.isReachable(x0, y0, x1, y1))
    expect(await atlas.costAt(x0, y0)).toBe(whole.costAt(x0, y0))
    expect(await atlas.isReachable({ x: x0, y: y0 }, { x: x1, y: y1 })).toBe(route.status === 'found')
    if (route.status !== 'found') continue
    const cells = (await route.cells()) as Int32Array
    const check = checkPath(whole.terrain, cells, x0, y0, x1, y1, directions)
    expect(check).toMatchObject({ status: 'legal' })
    expect(await route.cost()).toBeCloseTo(check.cost, 6)
    const best = finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost
    expect(check.cost).toBeGreaterThanOrEqual(best - 1e-6)
    if (best > 0) over.push(100 * (check.cost / best - 1))
  }
  return over
}

it('a way across caves takes the better of two passages that lead to distant crossings', async () => {
  const grid = generate('caves', { width: 1024, height: 1024, seed: 6 })
  const best = openAtlas(await bake(grid))
    .finder()
    .find(726, 972, 224, 788, { quality: 'exact' }).cost
  const route = await (await openTiles((await tiled(grid, 512)).store)).find(726, 972, 224, 788)
  expect(await route.cost()).toBeLessThan(1.01 * best)
})

describe('a tiled map', () => {
  const kinds: [KindName, number, Directions][] = [
    ['terrain', 96, 8],
    ['rooms', 128, 8],
    ['scatter', 128, 4],
    ['maze', 160, 8],
    ['caves', 128, 8],
    ['open', 96, 4],
    ['roads', 128, 8],
    ['rivers', 160, 4],
    ['elevation', 192, 8],
    ['relief', 256, 8],
  ]
  it.each(kinds)(
    'of %s in tiles of %i with %i directions has legal paths near the best',
    async (kind, side, directions) => {
      const grid = generate(kind, { width: SIDE, height: SIDE - 37, seed: 5 })
      const over = await compare(grid, side, directions, 11)
      expect(Math.max(0, ...over)).toBeLessThan(WORST_MAX)
      expect(over.reduce((sum, percent) => sum + percent, 0) / (over.length || 1)).toBeLessThan(MEAN_MAX)
    },
  )

  it('of any shape and ground has legal paths near the best', async () => {
    for (const seed of [23, 44, 61, 62, 63, 64, 65, 66, 1132, 1156]) {
      const { grid, tileSide, directions } = anyMap(seed)
      const over = await compare(grid, tileSide, directions, seed)
      expect(Math.max(0, ...over), `map ${seed}`).toBeLessThan(WORST_MAX)
    }
  })

  it.each<KindName>(['rooms', 'bands', 'caves', 'scatter'])('of %s is as near the best as one atlas', async kind => {
    const grid = generate(kind, { width: 512, height: 512, seed: 6 })
    const atlas = await openTiles((await tiled(grid, 128)).store)
    const finder = openAtlas(await bake(grid)).finder()
    const random = new Random(6)
    const excess: number[][] = []
    while (excess.length < 150) {
      const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => random.below(512))
      const plain = finder.find(x0, y0, x1, y1)
      if (plain.status !== 'found' || plain.cost === 0) continue
      const best = finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost
      excess.push([await (await atlas.find(x0, y0, x1, y1)).cost(), plain.cost].map(cost => 100 * (cost / best - 1)))
    }
    const [ofTiles, ofAtlas] = [0, 1].map(which => {
      const sorted = excess.map(pair => pair[which]).sort((a, b) => a - b)
      return { mean: sorted.reduce((sum, one) => sum + one, 0) / sorted.length, p99: sorted[148] }
    })
    expect(ofTiles.mean).toBeLessThan(ofAtlas.mean + 0.02)
    expect(ofTiles.p99).toBeLessThan(ofAtlas.p99 + 0.5)
  })

  it.each<[Directions]>([[8], [4]])('of even ground has straight paths with %i directions', async directions => {
    const grid = generate('open', { width: 1100, height: 600, seed: 1 })
    const atlas = await openTiles((await tiled(grid, 128, directions)).store)
    const random = new Random(7)
    let [sum, bestSum] = [0, 0]
    for (let i = 0; i < 60; i++) {
      const [x0, y0, x1, y1] = [random.below(1100), random.below(600), random.below(1100), random.below(600)]
      const pair = [[x0, y0, x0, y1] as const, [x0, y0, x1, y0] as const, [x0, y0, x1, y1] as const][i % 3]
      const [dx, dy] = [Math.abs(pair[2] - x0), Math.abs(pair[3] - y0)]
      bestSum += directions === 4 ? dx + dy : Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy)
      sum += await (await atlas.find(...pair)).cost()
    }
    expect(sum / bestSum).toBeLessThan(1.001)
  })

  it('of one tile is the plain atlas, to the byte and in every answer', async () => {
    const grid = generate('terrain', { width: 200, height: 150, seed: 2 })
    const { store } = await tiled(grid, 256)
    const file = await bake(grid)
    expect([...store.objects].find(([name]) => name.endsWith('.atlas'))![1]).toEqual(file)
    const atlas = await openTiles(store)
    const finder = openAtlas(file).finder()
    const random = new Random(4)
    for (let i = 0; i < 60; i++) {
      const pair = [random.below(200), random.below(150), random.below(200), random.below(150)] as const
      const [route, plain] = [await atlas.find(...pair), finder.find(...pair)]
      expect([route.status, route.message, route.estimate]).toEqual([plain.status, plain.message, plain.estimate])
      expect(await route.cells()).toEqual(plain.cells())
    }
  })

  it('has the same bytes in whatever order its tiles were baked, and bakes none of them twice', async () => {
    const grid = generate('roads', { width: 200, height: 200, seed: 7 })
    const plan = planFor(grid, 64)
    const [one, other] = [new MemoryStore(), new MemoryStore()]
    await bakeTiles(grid, plan, one)
    expect(await bakeTiles(grid, plan, other, shuffled(tileCountOf(plan), 9))).toBe(tileCountOf(plan))
    expect(await bakeTiles(grid, plan, other)).toBe(0)
    expect(await joinTiles(plan, one)).toEqual(await joinTiles(plan, other))
    expect(bytesUnder(other, '')).toEqual(bytesUnder(one, ''))
  })

  it('bakes after a change only the tiles that see it, to the bytes of baking all', async () => {
    const grid = generate('terrain', { width: 400, height: 400, seed: 3 })
    const plan = planFor(grid, 128)
    const { store } = await tiled(grid, 128)
    const changed = { ...grid, cost: grid.cost.slice() }
    for (let x = 250; x < 262; x++) changed.cost[140 * 400 + x] = changed.cost[140 * 400 + x] === 0 ? 1 : 0
    const next = planFor(grid, 128, 8, 'second')
    const seeing = tilesSeeing(plan, { x: 250, y: 140, width: 12, height: 1 })
    expect(seeing).toEqual([1, 2, 5, 6])
    expect(await bakeTiles(changed, next, store)).toBe(seeing.length)
    const crown = await joinTiles(next, store)
    const fresh = new MemoryStore()
    await bakeTiles(changed, next, fresh)
    expect(await joinTiles(next, fresh)).toEqual(crown)
    for (const [name, bytes] of fresh.objects) expect(store.objects.get(name)).toEqual(bytes)
  })

  it('tells of a goal outside though the start is a wall', async () => {
    const { store } = await tiled({ width: 100, height: 70, cost: new Uint8Array(7000) }, 64)
    const { status, message } = await (await openTiles(store)).find(2, 3, 200, 80)
    const both = 'The start 2,3 is a wall. The goal 200,80 is outside the map of 100 x 70 cells.'
    expect([status, message]).toEqual(['blocked', both])
  })

  it('is asked by two points or four numbers, and refuses what is no cell', async () => {
    const { store } = await tiled(generate('open', { width: 200, height: 90, seed: 1 }), 64)
    const atlas = await openTiles(store)
    const route = await atlas.find({ x: 2, y: 3 }, { x: 190, y: 80 }, { quality: 'fast' })
    expect(await route.cells()).toEqual(await (await atlas.find(2, 3, 190, 80, { quality: 'fast' })).cells())
    expect((await atlas.find(2, 3, 200, 80)).message).toBe('The goal 200,80 is outside the map of 200 x 90 cells.')
    await expect(atlas.find(2, 3.5, 4, 5)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(atlas.find(2, 3, 4, 5, { quality: 'exact' as never })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    expect(await atlas.isReachable(-1, 0, 4, 5)).toBe(false)
  })

  it('tells costs of many goals and the nearest ones as its routes do', async () => {
    const grid = generate('caves', { width: 300, height: 200, seed: 3 })
    const atlas = await openTiles((await tiled(grid, 96)).store)
    const random = new Random(6)
    const points = Array.from({ length: 24 }, () => ({ x: random.below(310), y: random.below(200) }))
    const [starts, goals] = [points.slice(0, 8), points.slice(8)]
    const costs = await atlas.costs(starts, goals)
    for (const [i, start] of starts.entries()) {
      const routes = await Promise.all(goals.map(goal => atlas.find(start, goal)))
      expect([...costs.subarray(i * goals.length, (i + 1) * goals.length)]).toEqual(routes.map(route => route.estimate))
      const found = routes.flatMap(({ status, estimate }, index) => (status === 'found' ? [{ index, estimate }] : []))
      const expected = found.sort((a, b) => a.estimate - b.estimate || a.index - b.index).slice(0, 3)
      const near = await atlas.nearestOf(start, goals, { count: 3 })
      expect(near.map(({ index, route }) => ({ index, estimate: route.estimate }))).toEqual(expected)
    }
    expect(costs.some(cost => cost < Infinity)).toBe(true)
    expect(costs.includes(Infinity)).toBe(true)
    await expect(atlas.nearestOf(starts[0], goals, { count: 0 })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(atlas.costs(starts[0] as never, goals)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(atlas.find(1, 1, 2, 2, { traveller: 'tank' } as never)).rejects.toThrow(/make a plan for each/)
  })

  it('gives the first cells before the tiles of the last are read', async () => {
    const grid = generate('open', { width: 900, height: 100, seed: 1 })
    const { store } = await tiled(grid, 64)
    const atlas = await openTiles(store)
    const route = await atlas.find(3, 50, 895, 60)
    expect(route.tiles.length).toBeGreaterThan(13)
    const stream = route.stream()
    const first = await stream.next()
    expect(first.value!.length).toBeGreaterThan(2)
    expect(atlas.stats().tilesRead).toBeLessThan(8)
    let cells = [...first.value!]
    for await (const piece of stream) {
      expect([piece[0], piece[1]]).toEqual(cells.slice(-2))
      cells = cells.concat([...piece.subarray(2)])
    }
    expect(Int32Array.from(cells)).toEqual(await route.cells())
  })

  it('keeps tiles within the memory it is given', async () => {
    const grid = generate('terrain', { width: 400, height: 400, seed: 8 })
    const { store } = await tiled(grid, 64)
    const [small, large] = [await openTiles(store, { memoryBytes: 30_000 }), await openTiles(store)]
    const random = new Random(5)
    for (let i = 0; i < 30; i++) {
      const pair = [random.below(400), random.below(400), random.below(400), random.below(400)] as const
      const [a, b] = [await small.find(...pair), await large.find(...pair)]
      expect(await a.cells()).toEqual(await b.cells())
      expect(small.stats().tileBytesAtHand).toBeLessThan(100_000)
    }
    expect(small.stats().tilesRead).toBeGreaterThan(large.stats().tilesRead)
  })
})
