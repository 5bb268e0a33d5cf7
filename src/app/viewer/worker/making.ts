/**
 * Makes atlases, worlds and files in the page: readers and writers of maps, the bake, and maps that change. It is a
 * file of its own, loaded when something is first drawn, dropped or saved: a page that only looks never loads it.
 */
import { isAtlas } from '../../../atlas/party.ts'
import { bakeWith } from '../../../bake.ts'
import { IsthmusError } from '../../../base/errors.ts'
import { refuseMap } from '../../../base/given.ts'
import { readMap, writeMovingAi, writePngMap, writeRaw } from '../../../format/read-map.ts'
import { syntaxOf } from '../../../format/syntax.ts'
import { nameOfFile } from '../../../format/world/fields.ts'
import { readWorld } from '../../../format/world/read-world.ts'
import type { Grid } from '../../../map/grid.ts'
import type { Atlas } from '../../../query.ts'
import { bakeWorldWith } from '../../../world/bake-world.ts'
import { isWorld } from '../../../world/world-file.ts'
import type { Brought, BroughtFile } from '../protocol.ts'

export { DrawnMap } from './drawn-map.ts'

/** A page bakes on its own thread or on that of its worker. */
const noThreads = () => Promise.reject(new IsthmusError('WORKER_FAILED', 'A page bakes on one thread.'))

function bakeGrid(grid: Grid): Promise<Uint8Array> {
  return bakeWith(noThreads, grid)
}

const NOTES_TOLD_MAX = 3

/** Opens an atlas, or bakes a map. An editor's map finds the files that it names among those that were brought with it. */
export async function atlasOfFiles(files: readonly BroughtFile[]): Promise<Brought> {
  const { name, bytes } = mainOf(files)
  if (isAtlas(bytes)) return { title: name, bytes, note: '' }
  if (isWorld(bytes)) {
    refuseMap('This is a world of several maps, which has a page of its own: isthmus view FILE shows it.')
  }
  if (syntaxOf(bytes) === null) return { title: name, bytes: await bakeGrid(readMap(bytes)), note: '' }
  const { maps, portals, notes } = await readWorld(name, path => fileNamed(files, path))
  const [grid, ...others] = Object.values(maps)
  if (others.length > 0) {
    refuseMap(`${name} has ${others.length + 1} maps, and this page shows one: isthmus view ${name} shows them all.`)
  }
  const left = portals.length === 0 ? [] : [`isthmus view ${name} shows its portals too.`]
  return { title: name, bytes: await bakeGrid(grid), note: noteOf([...left, ...notes]) }
}

/** Opens a world, or bakes one from any other file: an editor's maps with their portals, a single map, an atlas. */
export async function worldOfFiles(files: readonly BroughtFile[]): Promise<Brought> {
  const { name, bytes } = mainOf(files)
  if (isWorld(bytes)) return { title: name, bytes, note: '' }
  const list = () => files.map(file => file.name)
  const { notes, ...source } = isAtlas(bytes)
    ? { maps: { [nameOfFile(name)]: bytes }, portals: [], notes: [] }
    : await readWorld(name, path => fileNamed(files, path), { list })
  return { title: name, bytes: await bakeWorldWith(bakeGrid, source), note: noteOf(notes) }
}

function noteOf(notes: readonly string[]): string {
  return notes.slice(0, NOTES_TOLD_MAX).join(' ')
}

/** The main file: the world or map of an editor. The others are its maps, tilesets and pictures. */
function mainOf(files: readonly BroughtFile[]): BroughtFile {
  const named = (ending: RegExp) => files.find(({ name }) => ending.test(name))
  return named(/\.world$/i) ?? named(/\.(tmx|tmj|ldtk)$/i) ?? files[0]
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
