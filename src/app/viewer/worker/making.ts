/**
 * What makes atlases and files in the page: readers and writers of maps, the bake, and maps that change. A file of its own,
 * which the worker loads when something is drawn, dropped or saved for the first time: who only looks never loads it.
 */
import { isAtlas } from '../../../atlas/party.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { refuseMap } from '../../../base/given.ts'
import { readMap, writeMovingAi, writePngMap, writeRaw } from '../../../format/read-map.ts'
import { syntaxOf } from '../../../format/syntax.ts'
import type { Grid } from '../../../map/grid.ts'
import type { Directions } from '../../../map/movement.ts'
import type { Atlas } from '../../../query.ts'
import { isWorld } from '../../../world/world-layout.ts'

export { DrawnMap } from './drawn-map.ts'

/** The worker itself is the thread. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

export function bakeGrid(grid: Grid, directions: Directions): Promise<Uint8Array> {
  return bakeWith(noThreads, grid, { directions })
}

/** The bytes of an atlas, as they are; those of a map, baked. What takes more than a page has names the command for it. */
export async function atlasOfFile(bytes: Uint8Array): Promise<Uint8Array> {
  if (isAtlas(bytes)) return bytes
  if (isWorld(bytes)) {
    refuseMap('This is a world of several maps, which has a page of its own: isthmus view FILE shows it.')
  }
  if (syntaxOf(bytes) !== null) {
    refuseMap(
      'This looks like a file of Tiled or LDtk, which may name others that a page cannot read: isthmus view FILE shows it.',
    )
  }
  return bakeGrid(readMap(bytes), 8)
}

/** The cells of a map as a file of their own: a picture, or the plainest format that holds its costs. */
export function mapFileOf(
  { terrain, width, height }: Atlas,
  form: 'map' | 'png',
): { ending: string; bytes: Uint8Array<ArrayBuffer> } {
  const cost = new Uint16Array(width * height)
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++) cost[cell++] = terrain.costAt(x, y)
  }
  const grid: Grid = { width, height, cost }
  if (form === 'png') return { ending: 'png', bytes: writePngMap(grid).slice() }
  const isPlain = cost.every(one => one <= 1)
  return { ending: isPlain ? 'map' : 'raw', bytes: (isPlain ? writeMovingAi(grid) : writeRaw(grid)).slice() }
}
