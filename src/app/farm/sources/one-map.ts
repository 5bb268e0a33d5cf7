/**
 * A map of any format, read whole: it fits into the memory of one machine, and the plan cuts it for many. Each process
 * reads it once.
 */
import { createHash } from 'node:crypto'
import { refuseMap } from '../../../base/given.ts'
import { type Grid, type ReadMapOptions, readMap } from '../../../index.ts'
import { gridSource, type TileSource } from '../../../tiles/window-facts.ts'
import { readBytes } from '../../cli/files.ts'
import { inFile } from '../../cli/problem.ts'

/** The options for reading a map file, as far as JSON can hold them. */
export type Reading = Omit<ReadMapOptions, 'onWarning' | 'cellsMax'>

export interface MapRecipe {
  readonly kind: 'map'
  readonly at: string
  readonly reading: Reading
  readonly width: number
  readonly height: number
  readonly sha256: string
}

export function mapRecipe(at: string, bytes: Uint8Array, grid: Grid, reading: Reading): MapRecipe {
  const { width, height } = grid
  return { kind: 'map', at, reading, width, height, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export async function openMap({ reading, sha256 }: MapRecipe, path: string, id: string): Promise<TileSource> {
  const bytes = await readBytes(path)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    refuseMap(`${path} was changed since it was planned. Run isthmus plan again.`)
  }
  return gridSource(
    inFile(path, () => readMap(bytes, reading)),
    id,
  )
}
