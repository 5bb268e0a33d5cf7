/**
 * The public API: read or make a map, bake it, open the atlas, ask it.
 */
import { type BakeOptions, bakeWith } from './bake.ts'
import { GraphologyEngine } from './graph/engine.ts'
import type { Grid } from './map/grid.ts'
import type { Atlas, Engines } from './query.ts'
import { openAtlas as openWith } from './query.ts'

export type { BakeOptions } from './bake.ts'
export type { BakeProgress, BakeStage } from './base/pace.ts'
export * from './format/read.ts'
export * from './format/scenario.ts'
export type { AbstractGraph, EntryAttributes, PairAttributes } from './graph/graphology.ts'
export { abstractGraph, toGexf } from './graph/graphology.ts'
export * from './map/from.ts'
export * from './map/generate/index.ts'
export type { Grid } from './map/grid.ts'
export { exactCost } from './proof/oracle.ts'
export * from './query.ts'

const ENGINES: Engines = { graphology: (columns, level) => new GraphologyEngine(columns, level) }

/** Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openAtlas(bytes: Uint8Array): Atlas {
  return openWith(bytes, ENGINES)
}

/** Bakes a grid into the bytes of an atlas. */
export function bake(grid: Grid, options?: BakeOptions): Promise<Uint8Array<ArrayBuffer>> {
  return bakeWith(startWorkers, grid, options)
}

/** Threads are Node's: they are loaded where a bake asks for them, so that all else runs anywhere. */
async function startWorkers(count: number) {
  const { BakeWorkers } = await import('./threads/workers.ts')
  return new BakeWorkers(count)
}

export * from './shape.ts'
