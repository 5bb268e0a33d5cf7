/** Grids as tiled maps: planned, baked and joined in memory. */
import { Random } from '../../src/base/random.ts'
import type { Directions, Grid } from '../../src/index.ts'
import {
  bakeTile,
  gridSource,
  joinTiles,
  MemoryStore,
  type Plan,
  planOf,
  type TileStore,
  tileCountOf,
  writePlan,
} from '../../src/tiled.ts'
import { SEAM } from '../../src/tiles/seams.ts'
import { openFile } from '../../src/tiles/sections.ts'
import { readRecord } from '../../src/tiles/tile-record.ts'
import { sealed } from './sections.ts'

export interface BakedTiles {
  readonly plan: Plan
  readonly store: MemoryStore
}

export function planFor(grid: Grid, tileSide: number, directions: Directions = 8, sourceId = 'first'): Plan {
  return planOf({ width: grid.width, height: grid.height, tileSide, directions, sourceId })
}

/** Writes the plan and bakes its tiles in this order, but not the crown. */
export async function bakeTiles(grid: Grid, plan: Plan, store: MemoryStore, order?: number[]): Promise<number> {
  await store.write('plan.json', new TextEncoder().encode(writePlan(plan)))
  let newCount = 0
  for (const index of order ?? Array.from({ length: tileCountOf(plan) }, (_, i) => i)) {
    const { isNew } = await bakeTile(plan, index, gridSource(grid, plan.sourceId), store)
    if (isNew) newCount++
  }
  return newCount
}

export async function tiled(grid: Grid, tileSide: number, directions: Directions = 8): Promise<BakedTiles> {
  const plan = planFor(grid, tileSide, directions)
  const store = new MemoryStore()
  await bakeTiles(grid, plan, store)
  await joinTiles(plan, store)
  return { plan, store }
}

/** A store where each tile that was not baked is a copy of one that was. */
export function withCopies(
  store: MemoryStore,
  nameOf: (index: number) => string,
  originalOf: (index: number) => number,
): TileStore {
  const folder = nameOf(0).slice(0, -'0.json'.length)
  /** The record of an original as pieces between its numbers, and its seam with the place of its number. */
  const originals = new Map<number, Promise<{ text: string[]; seam: Uint8Array<ArrayBuffer>; facts: Int32Array }>>()
  const open = async (original: number) => {
    const record = (await readRecord(store, nameOf(original), original))!
    const text = JSON.stringify(record).replaceAll(`tiles/${original}-`, 'tiles/@-')
    const seam = (await store.read(record.files.seam.name))!.slice()
    const facts = new Int32Array(seam.buffer, openFile(SEAM, 'seam', seam).find('facts')!.offsetBytes, 1)
    return { text: text.replace(`"index":${original},`, '"index":@,').split('@'), seam, facts }
  }
  const read: TileStore['read'] = async (name, ...range) => {
    const bytes = await store.read(name, ...range)
    if (bytes !== null) return bytes
    const isRecord = name.startsWith(folder)
    if (!isRecord && !name.endsWith('.seam')) return null
    const index = parseInt(name.slice(isRecord ? folder.length : 'tiles/'.length), 10)
    const number = originalOf(index)
    if (!originals.has(number)) originals.set(number, open(number))
    const { text, seam, facts } = await originals.get(number)!
    if (isRecord) return new TextEncoder().encode(text.join(String(index)))
    // The first fact of a seam is its tile.
    facts[0] = index
    return sealed(seam.slice())
  }
  return { read, write: (name, bytes) => store.write(name, bytes), list: prefix => store.list(prefix) }
}

/** The objects of a store that begin so, as text to be compared. */
export function bytesUnder(store: MemoryStore, ...prefixes: string[]): string[] {
  const names = [...store.objects.keys()].filter(name => prefixes.some(prefix => name.startsWith(prefix)))
  return names.sort().map(name => `${name} ${Buffer.from(store.objects.get(name)!).toString('base64')}`)
}

export function shuffled(count: number, seed: number): number[] {
  const random = new Random(seed)
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** A small map of some shape and some ground, cut into tiles: sides of a cell or two beyond a border, patches, costs of two bytes. */
export function anyMap(seed: number): { grid: Grid; tileSide: number; directions: Directions } {
  const random = new Random(seed)
  const tileSide = [64, 96, 128][random.below(3)]
  const sideOf = () => [tileSide + 1, 2 * tileSide, 65 + random.below(120), 3 * tileSide - 1, 40][random.below(5)]
  const [width, height] = [sideOf(), sideOf()]
  const isWide = random.below(4) === 0
  const [walls, patch] = [0.45 * random.unit(), 1 + random.below(24)]
  const costs = Array.from({ length: 997 }, () => [1, 1, 2, 5, 40, 200, 255][random.below(7)])
  const cost = isWide ? new Uint16Array(width * height) : new Uint8Array(width * height)
  for (let cell = 0; cell < cost.length; cell++) {
    const [x, y] = [Math.floor((cell % width) / patch), Math.floor(cell / width / patch)]
    if (random.unit() >= walls) cost[cell] = costs[(61 * x + 17 * y) % 997] * (isWide ? 200 : 1)
  }
  return { grid: { width, height, cost }, tileSide, directions: random.below(2) === 0 ? 8 : 4 }
}
