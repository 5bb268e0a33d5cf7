/**
 * What the viewer shows: the bytes of an atlas or of a world, and the name they go by. They come from a file, from maps that
 * are baked on the spot, or from a generator.
 */
import { basename } from 'node:path'
import type { BakeOptions, Grid, KindName } from '../../index.ts'
import { bake, generate, openAtlas } from '../../index.ts'
import { bakeWorld, openWorld, type WorldSource } from '../../world.ts'
import { bakeProgress } from '../cli/bake-progress.ts'
import type { Io } from '../cli/io.ts'
import { inFile } from '../cli/problem.ts'
import { withProgress } from '../cli/progress.ts'
import { gridOf, type Source } from '../cli/source.ts'
import { countText } from '../cli/words.ts'

export interface ShownMap {
  /** What a person calls it. */
  readonly title: string
  readonly atlas: Uint8Array
}

export type PageName = 'map' | 'world' | 'crowd'

/** What is to be shown, and on which page; `make` may take long. */
export interface Show {
  readonly page: PageName
  /** The files that it comes from. */
  readonly read: readonly string[]
  make(): Promise<ShownMap>
}

export type Baking = Pick<BakeOptions, 'directions' | 'workers'>

/** What is baked as it is, the rest baked: one map, or several, or one with portals, as a world. */
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
  const make = async () => {
    const atlas = await withProgress(io, progress =>
      bakeWorld(maps, {
        ...baking,
        onProgress: ({ map, done, total }) => progress.update(`baking ${map}`, done / total),
      }),
    )
    return { title, atlas }
  }
  return { page: 'world', read, make }
}

/** One map that is not baked yet, without a portal: no world is needed to show it. */
function isPlain({ maps, portals }: WorldSource): boolean {
  const [first, ...others] = Object.values(maps)
  return others.length === 0 && portals.length === 0 && !(first instanceof Uint8Array)
}

export async function mapOfKind(
  kind: KindName,
  sizeCells: number,
  seed: number,
  baking: Baking,
  io: Io,
): Promise<ShownMap> {
  const size = countText(sizeCells)
  const grid = await withProgress(io, progress => {
    progress.announce(`Making a world of ${size} x ${size} cells`)
    return generate(kind, { width: sizeCells, height: sizeCells, seed })
  })
  return { title: `${kind}, seed ${seed}`, atlas: await baked(grid, baking, io) }
}

function baked(grid: Grid, baking: Baking, io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => bake(grid, { ...baking, onProgress: bakeProgress(progress) }))
}
