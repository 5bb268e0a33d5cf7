/** Maps of more than 1,024 tiles a side, and coordinates above 2^32. */
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

/** Three copies of a map side by side, or one below the other. */
function copies({ width, height, cost }: Grid, isWide: boolean): TileSource {
  const [wide, high] = isWide ? [3 * width, height] : [height, 3 * width]
  return {
    width: wide,
    height: high,
    id: 'three copies',
    window: async (left, top, columns, rows) =>
      Uint8Array.from({ length: columns * rows }, (_, cell) => {
        const [x, y] = [left + (cell % columns), top + Math.floor(cell / columns)]
        return isWide ? cost[y * width + (x % width)] : cost[x * width + (y % width)]
      }),
  }
}

describe.each([
  ['wide', true, 'scatter'],
  ['high', false, 'bands'],
] as const)('a %s map of more than 1,024 tiles', (_, isWide, kind) => {
  it(`has paths near the best over ${kind}`, async () => {
    const grid = generate(kind, { width: 342 * 64, height: 64, seed: 5 })
    const source = copies(grid, isWide)
    const plan = planOf({ width: source.width, height: source.height, tileSide: 64, sourceId: source.id })
    const store = new MemoryStore()
    await store.write('plan.json', new TextEncoder().encode(writePlan(plan)))
    for (let tile = 0; tile < tileCountOf(plan); tile++) await bakeTile(plan, tile, source, store)
    await joinTiles(plan, store)
    const atlas = await openTiles(store)
    const one = openAtlas(await bake(grid)).finder()
    const at = (x: number, y: number): [number, number] => (isWide ? [x, y] : [y, x])
    const random = new Random(8)
    let found = 0
    for (let pair = 0; pair < 20; pair++) {
      const [x0, y0, x1, y1] = [grid.width, 64, grid.width, 64].map(count => random.below(count))
      const best = one.find(x0, y0, x1, y1)
      if (best.status !== 'found') continue
      found++
      const route = await atlas.find(...at(2 * grid.width + x0, y0), ...at(2 * grid.width + x1, y1))
      expect(await route.cost()).toBeLessThan(1.01 * best.cost)
    }
    expect(found).toBeGreaterThan(5)
  }, 180_000)
})
