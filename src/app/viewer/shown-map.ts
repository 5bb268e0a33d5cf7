/**
 * The content of the viewer: the bytes of an atlas or a world, and their title. They come from a file, or from maps that
 * are baked first.
 */
import { basename } from 'node:path'
import { type BakeOptions, bake, type Grid, openAtlas } from '../../index.ts'
import { bakeWorld, openWorld, type WorldProgress, type WorldSource } from '../../world.ts'
import type { Io } from '../cli/io.ts'
import { inFile } from '../cli/problem.ts'
import { bakeProgress, withProgress } from '../cli/progress.ts'
import { gridOf, type Source } from '../cli/source.ts'

export interface ShownMap {
  /** A name for people. */
  readonly title: string
  readonly atlas: Uint8Array
}

export type PageName = 'map' | 'world' | 'crowd'

/** What to show, and on which page; `make` may take long. */
export interface Show {
  readonly page: PageName
  /** The files that it comes from. */
  readonly read: readonly string[]
  make(): Promise<ShownMap>
}

export type Baking = Pick<BakeOptions, 'directions' | 'workers'>

/** Shows a baked file as it is, and bakes others: several maps, or one with portals, as a world. */
export function showOf(source: Source, path: string, only: string | undefined, baking: Baking, io: Io): Show {
  const title = basename(path)
  const { read } = source
  if (source.kind === 'atlas' || source.kind === 'world') {
    const { kind, bytes } = source
    inFile(path, () => (kind === 'atlas' ? openAtlas(bytes) : openWorld(bytes)))
    return { page: kind === 'atlas' ? 'map' : 'world', read, make: async () => ({ title, atlas: bytes }) }
  }
  if (source.kind === 'map' || only !== undefined || isPlain(source.maps)) {
    const grid = gridOf(source, path, only, io)
    return { page: 'map', read, make: async () => ({ title, atlas: await baked(grid, baking, io) }) }
  }
  const { maps } = source
  return { page: 'world', read, make: async () => ({ title, atlas: await bakedWorld(maps, baking, io) }) }
}

/** Whether it is one map, not baked yet and without portals, which needs no world. */
function isPlain({ maps, portals }: WorldSource): boolean {
  const [first, ...others] = Object.values(maps)
  return others.length === 0 && portals.length === 0 && !(first instanceof Uint8Array)
}

export function baked(grid: Grid, baking: Baking, io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => bake(grid, { ...baking, onProgress: bakeProgress(progress) }))
}

export function bakedWorld(maps: WorldSource, baking: Baking, io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => {
    const onProgress = ({ map, done, total }: WorldProgress) => progress.update(`baking ${map}`, done / total)
    return bakeWorld(maps, { ...baking, onProgress })
  })
}
