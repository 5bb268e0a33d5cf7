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
  tileCountOf,
  writePlan,
} from '../../src/tiled.ts'

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
