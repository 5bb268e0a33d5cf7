/**
 * A map whose coordinates go beyond 2^32, from the plan to a path on the command line. Most of its tiles are walls.
 * @first
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { bake, checkPath, type Grid, generate, openAtlas } from '../../src/index.ts'
import {
  bakeTile,
  joinTiles,
  MemoryStore,
  openTiles,
  readPlan,
  type TileSource,
  tileCountOf,
  tileOf,
} from '../../src/tiled.ts'
import { doneNames } from '../../src/tiles/tile-record.ts'
import { runCli, temporaryFolder } from '../support/cli.ts'
import { withCopies } from '../support/tiled-maps.ts'

const { path } = temporaryFolder()
const HEIGHT = 64
const TILE = 32_512
const TILES = Math.ceil(2 ** 32 / TILE)
/** The free part begins in the last tile but one and ends beyond 2^32. */
const LEFT = (TILES - 1) * TILE - 300
const WIDTH = 2 ** 32 + 500 - LEFT

/** Walls except for a grid at LEFT. */
function sourceOf({ width, cost }: Grid, id: string): TileSource {
  return {
    width: TILES * TILE,
    height: HEIGHT,
    id,
    window: async (left, top, columns, rows) => {
      const window = new Uint8Array(columns * rows)
      const first = Math.max(left, LEFT)
      for (let row = 0; row < rows && first < left + columns; row++) {
        const own = cost.subarray((top + row) * width + first - LEFT, (top + row + 1) * width)
        window.set((own as Uint8Array).subarray(0, left + columns - first), row * columns + first - left)
      }
      return window
    },
  }
}

it('is planned, baked, joined and asked like any other', async () => {
  const folder = path('wide')
  const planned = await runCli('plan', `generate:open:${TILES * TILE}x${HEIGHT}:1`, '--tile', `${TILE}`, '-o', folder)
  expect(planned.status).toBe(0)
  const plan = readPlan(new Uint8Array(readFileSync(`${folder}/plan.json`)))
  expect([tileCountOf(plan), tileOf(plan, TILES - 1).x]).toEqual([TILES, (TILES - 1) * TILE])
  const grid = generate('scatter', { width: WIDTH, height: HEIGHT, seed: 3 })
  const store = new MemoryStore()
  await store.write('plan.json', new Uint8Array(readFileSync(`${folder}/plan.json`)))
  for (const tile of [0, 1, TILES - 2, TILES - 1]) await bakeTile(plan, tile, sourceOf(grid, plan.sourceId), store)
  await joinTiles(
    plan,
    withCopies(store, doneNames(plan), () => 1),
  )

  const one = openAtlas(await bake(grid))
  const [start, goal] = [one.nearest(5, 30)!, one.nearest(WIDTH - 5, 30)!]
  const best = one.finder().find(start, goal)
  const atlas = await openTiles(store)
  const route = await atlas.find(LEFT + start.x, start.y, LEFT + goal.x, goal.y)
  const cells = await route.cells()
  expect(route.tiles).toEqual([TILES - 2, TILES - 1])
  expect(await route.cost()).toBeLessThan(1.005 * best.cost)
  const flat = Int32Array.from(cells, (at, i) => (i % 2 === 0 ? at - LEFT : at))
  expect(checkPath(one.terrain, flat, start.x, start.y, goal.x, goal.y, 8).status).toBe('legal')
  expect(await atlas.costAt(LEFT + start.x, start.y)).toBe(1)
  expect((await atlas.find(9, 9, LEFT + goal.x, goal.y)).status).toBe('blocked')

  for (const [name, bytes] of store.objects) {
    mkdirSync(dirname(`${folder}/${name}`), { recursive: true })
    writeFileSync(`${folder}/${name}`, bytes)
  }
  const ends = [start, goal].map(({ x, y }) => `${LEFT + x},${y}`)
  const { out, err } = await runCli('path', folder, ...ends, '--cells')
  expect(err).toBe('')
  expect(out.trim().split('\n').at(-1)).toBe(ends[1])
})
