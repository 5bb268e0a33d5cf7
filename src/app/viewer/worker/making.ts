/**
 * What makes atlases and files in the page: readers and writers of maps, the bake, and maps that change. A file of its own,
 * which the worker loads when something is drawn, dropped or saved for the first time: a page that only looks never loads it.
 */
import { isAtlas } from '../../../atlas/party.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { refuseMap } from '../../../base/given.ts'
import { readMap, writeMovingAi, writePngMap, writeRaw } from '../../../format/read-map.ts'
import { syntaxOf } from '../../../format/syntax.ts'
import { readWorld } from '../../../format/world/read-world.ts'
import type { Grid } from '../../../map/grid.ts'
import type { Directions } from '../../../map/movement.ts'
import type { Atlas } from '../../../query.ts'
import { isWorld } from '../../../world/world-layout.ts'
import type { BroughtFile } from '../protocol.ts'

export { DrawnMap } from './drawn-map.ts'

/** The worker itself is the thread. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

export function bakeGrid(grid: Grid, directions: Directions): Promise<Uint8Array> {
  return bakeWith(noThreads, grid, { directions })
}

export interface Brought {
  readonly bytes: Uint8Array
  /** What the person should know of how the file was read. */
  readonly notes: readonly string[]
}

/**
 * The bytes of an atlas, as they are; those of a map, baked. A map of an editor finds the files that it names among those that
 * were brought with it.
 */
export async function atlasOfFiles(files: readonly BroughtFile[]): Promise<Brought> {
  const { name, bytes } = mainOf(files)
  if (isAtlas(bytes)) return { bytes, notes: [] }
  if (isWorld(bytes)) {
    refuseMap('This is a world of several maps, which has a page of its own: isthmus view FILE shows it.')
  }
  if (syntaxOf(bytes) === null) return { bytes: await bakeGrid(readMap(bytes), 8), notes: [] }
  const { maps, portals, notes } = await readWorld(name, path => fileNamed(files, path))
  const [grid, ...others] = Object.values(maps)
  if (others.length > 0) {
    refuseMap(`${name} has ${others.length + 1} maps, and this page shows one: isthmus view ${name} shows them all.`)
  }
  const left = portals.length === 0 ? [] : [`isthmus view ${name} shows its portals too.`]
  return { bytes: await bakeGrid(grid, 8), notes: [...left, ...notes] }
}

/** Of several files the map of an editor: the others are its tilesets and pictures. */
export function mainOf(files: readonly BroughtFile[]): BroughtFile {
  return files.find(({ name }) => /\.(tmx|tmj|ldtk|world)$/i.test(name)) ?? files[0]
}

function fileNamed(files: readonly BroughtFile[], path: string): Uint8Array {
  const file = files.find(({ name }) => name === path.slice(path.lastIndexOf('/') + 1))
  if (file !== undefined) return file.bytes
  throw new Error('drop it on the page together with the map, or start isthmus view with the map')
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
