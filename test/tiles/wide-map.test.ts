/**
 * Maps of more than 1,024 tiles a side, and coordinates above 2^32.
 * @first
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, generate, openAtlas } from '../../src/index.ts'
import {
  bakeTile,
  joinTiles,
  MemoryStore,
  openTiles,
  planOf,
  type TileSource,
  tileCountOf,
  tileOf,
  tilesSeeing,
  windowOf,
  writePlan,
} from '../../src/tiled.ts'
import { cellsFor } from '../../src/tiles/loaded-tile.ts'
import { doneNames } from '../../src/tiles/tile-record.ts'
import { painted } from '../support/plain.ts'
import { withCopies } from '../support/tiled-maps.ts'

describe('a plan above 2^32', () => {
  const side = 2 ** 20
  const plan = planOf({ width: side * 32_000, height: 64, tileSide: 32_000, sourceId: 'wide' })
  it('knows its tiles', () => {
    const last = side - 1
    expect(tileOf(plan, last)).toEqual({ x: last * 32_000, y: 0, width: 32_000, height: 64 })
    expect(windowOf(plan, last)).toEqual({ x: last * 32_000 - 128, y: 0, width: 32_128, height: 64 })
    expect(tilesSeeing(plan, { x: last * 32_000 + 10, y: 0, width: 9, height: 9 })).toEqual([last - 1, last])
    expect(cellsFor(plan, 2)).toBeInstanceOf(Float64Array)
    expect(cellsFor({ width: 2 ** 31, height: 64 }, 2)).toBeInstanceOf(Int32Array)
  })

  it('has as many tiles as a crown can number', () => {
    const most = { sourceId: 'wide', tileSide: 64 }
    expect(planOf({ ...most, width: 64 * 1024, height: 64 * 1024 }).rows).toBe(1024)
    expect(planOf({ ...most, width: 64 * 2 ** 19, height: 128 }).columns).toBe(2 ** 19)
    expect(() => planOf({ ...most, width: 64 * 2 ** 19, height: 129 })).toThrow(
      '524288 x 3 tiles: columns times rows are at most 1048576, both rounded up to a power of two. Take tiles of 96 cells.',
    )
    expect(() => planOf({ ...most, width: 2 ** 50, height: 2 ** 50 })).toThrow('Cut the map into several.')
  })
})

/** Copies of a pattern side by side, or one below the other. */
function copies({ width, height, cost }: Grid, count: number, isWide: boolean): TileSource {
  const costAt = isWide
    ? (x: number, y: number) => cost[y * width + (x % width)]
    : (x: number, y: number) => cost[x * width + (y % width)]
  return {
    width: isWide ? count * width : height,
    height: isWide ? height : count * width,
    id: 'copies',
    window: async (left, top, columns, rows) =>
      painted(columns, rows, (x, y) => costAt(left + x, top + y)).cost as Uint8Array,
  }
}

const TILE = 64
/** The last of 33 copies begins at tile 1,024. Routes lead there from any of the last four, which are baked as the first two are. */
const [COPY_TILES, HEIGHT, COPIES, LAST] = [32, 32, 33, 4]
const WIDTH = COPY_TILES * TILE

describe.each([
  ['wide', true, 'scatter'],
  ['high', false, 'bands'],
] as const)('a %s map of more than 1,024 tiles', (_, isWide, kind) => {
  it(`has paths near the best over ${kind}`, async () => {
    const source = copies(generate(kind, { width: WIDTH, height: HEIGHT, seed: 5 }), COPIES, isWide)
    const plan = planOf({ width: source.width, height: source.height, tileSide: TILE, sourceId: source.id })
    const store = new MemoryStore()
    await store.write('plan.json', new TextEncoder().encode(writePlan(plan)))
    // Of the copies between, each tile is that of the second.
    const [firstEnd, lastBegin] = [2 * COPY_TILES, (COPIES - LAST - 1) * COPY_TILES]
    for (let tile = 0; tile < tileCountOf(plan); tile++) {
      if (tile < firstEnd || tile >= lastBegin) await bakeTile(plan, tile, source, store)
    }
    await joinTiles(
      plan,
      withCopies(store, doneNames(plan), tile => COPY_TILES + (tile % COPY_TILES)),
    )
    const atlas = await openTiles(store)
    const first = (COPIES - LAST) * WIDTH
    const [left, top] = isWide ? [first, 0] : [0, first]
    const [width, height] = [source.width - left, source.height - top]
    const one = openAtlas(await bake({ width, height, cost: await source.window(left, top, width, height) })).finder()
    const random = new Random(8)
    let found = 0
    for (let pair = 0; pair < 20 && found <= 5; pair++) {
      const [along0, across0, along1, across1] = [LAST * WIDTH, HEIGHT, WIDTH, HEIGHT].map(count => random.below(count))
      const ends = [along0, across0, along1 + (LAST - 1) * WIDTH, across1]
      const [x0, y0, x1, y1] = isWide ? ends : [ends[1], ends[0], ends[3], ends[2]]
      const best = one.find(x0, y0, x1, y1)
      if (best.status !== 'found') continue
      found++
      const route = await atlas.find(left + x0, top + y0, left + x1, top + y1)
      expect(await route.cost()).toBeLessThan(1.01 * best.cost)
    }
    expect(found).toBeGreaterThan(5)
  })
})
