/**
 * What the viewer shows: the bytes of an atlas and the name they go by. They come from an atlas file, from a map that is
 * baked on the spot, or from a generator.
 */
import { basename } from 'node:path'
import { MAGIC } from '../../atlas/layout.ts'
import type { BakeOptions, Grid, KindName, ReadMapOptions } from '../../index.ts'
import { bake, generate, openAtlas, readMap } from '../../index.ts'
import { bakeProgress } from '../cli/bake-progress.ts'
import { readBytes } from '../cli/files.ts'
import type { Io } from '../cli/io.ts'
import { inFile } from '../cli/problem.ts'
import { withProgress } from '../cli/progress.ts'
import { countText } from '../cli/words.ts'

export interface ShownMap {
  /** What a person calls it. */
  readonly title: string
  readonly atlas: Uint8Array
}

export interface MapOptions {
  readonly reading: ReadMapOptions
  readonly baking: Pick<BakeOptions, 'directions' | 'workers'>
}

/** An atlas as it is, or a map, baked. */
export async function mapOfFile(path: string, options: MapOptions, io: Io): Promise<ShownMap> {
  const bytes = await readBytes(path)
  const title = basename(path)
  if (MAGIC.every((byte, i) => bytes[i] === byte)) {
    inFile(path, () => openAtlas(bytes))
    return { title, atlas: bytes }
  }
  const grid = inFile(path, () => readMap(bytes, options.reading))
  return { title, atlas: await baked(grid, options.baking, io) }
}

export async function mapOfKind(
  kind: KindName,
  sizeCells: number,
  seed: number,
  baking: MapOptions['baking'],
  io: Io,
): Promise<ShownMap> {
  const size = countText(sizeCells)
  const grid = await withProgress(io, progress => {
    progress.announce(`Making a world of ${size} x ${size} cells`)
    return generate(kind, { width: sizeCells, height: sizeCells, seed })
  })
  return { title: `${kind}, seed ${seed}`, atlas: await baked(grid, baking, io) }
}

function baked(grid: Grid, baking: MapOptions['baking'], io: Io): Promise<Uint8Array> {
  return withProgress(io, progress => bake(grid, { ...baking, onProgress: bakeProgress(progress) }))
}
