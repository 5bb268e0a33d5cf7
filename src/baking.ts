/**
 * The bake for any place, at isthmus/bake: a page or a worker of it that makes its own grids needs no more than this and
 * isthmus/query. Threads are loaded where a bake asks for them: Node's, or where a bundler builds for browsers, the web's
 * (package.json maps the one file to the other).
 */
import { type BakeOptions, bakeWith } from './bake.ts'
import type { Grid } from './map/grid.ts'

export type { BakeOptions } from './bake.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { BakeProgress, BakeStage } from './base/pace.ts'
export * from './map/from.ts'
export type { Grid } from './map/grid.ts'

/** Bakes a grid into the bytes of an atlas. */
export function bake(grid: Grid, options?: BakeOptions): Promise<Uint8Array<ArrayBuffer>> {
  return bakeWith(startWorkers, grid, options)
}

async function startWorkers(count: number) {
  const { startThreads } = await import('./threads/workers.ts')
  return startThreads(count)
}
