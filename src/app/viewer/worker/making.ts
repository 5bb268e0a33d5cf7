/**
 * What makes atlases in the page: the readers of map files and the bake. A file of its own, which the worker loads when
 * something is drawn or dropped for the first time: who only looks never loads it.
 */
import { MAGIC } from '../../../atlas/layout.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { readMap } from '../../../format/read.ts'
import type { Grid } from '../../../map/grid.ts'
import type { Directions } from '../../../map/movement.ts'

/** The worker itself is the thread. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

export function bakeGrid(grid: Grid, directions: Directions): Promise<Uint8Array> {
  return bakeWith(noThreads, grid, { directions })
}

/** The bytes of an atlas, as they are; those of a map, baked. */
export async function atlasOfFile(bytes: Uint8Array): Promise<Uint8Array> {
  return MAGIC.every((byte, i) => bytes[i] === byte) ? bytes : bakeGrid(readMap(bytes), 8)
}
