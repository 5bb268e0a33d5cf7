/**
 * Maps, atlases and scenarios from files; an error names the file, and an error in its first
 * bytes comes before the rest of it is read.
 */
import { isAtlas } from '../../atlas/party.ts'
import type { Atlas, Grid, ReadMapOptions } from '../../index.ts'
import { openAtlas, readMap } from '../../index.ts'
import { SIDE_MAX_CELLS } from '../../map/grid.ts'
import type { Scenario } from '../../maps.ts'
import { mapFormats, readScenarios } from '../../maps.ts'
import { openWorld, type World } from '../../world.ts'
import { readBytes, readText } from './files.ts'
import { inFile, inputProblem } from './problem.ts'

export async function loadMap(path: string, options: ReadMapOptions = {}): Promise<Grid> {
  const { width } = options
  const checkHead = (head: Uint8Array) => {
    if (isAtlas(head)) throw inputProblem(`${path} is an atlas, which is baked already: name the map instead`)
    // A format that is none is refused from the head alone, in the reader's own words.
    if (width === undefined && !mapFormats.some(format => format.recognises(head))) inFile(path, () => readMap(head))
  }
  const bytes = await readBytes(
    path,
    width === undefined ? { checkHead } : { checkHead, bytesMax: width * SIDE_MAX_CELLS },
  )
  return inFile(path, () => readMap(bytes, options))
}

/** `open` opens it, once it is known to be one. */
export async function loadAtlas(path: string, open: (bytes: Uint8Array) => Atlas = openAtlas): Promise<Atlas> {
  const checkHead = (head: Uint8Array) => {
    if (!isAtlas(head)) inFile(path, () => openAtlas(head))
  }
  const bytes = await readBytes(path, { checkHead })
  return inFile(path, () => open(bytes))
}

export async function loadScenarios(path: string): Promise<Scenario[]> {
  const text = await readText(path)
  return inFile(path, () => readScenarios(text))
}

/** A world that is baked already. */
export async function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  const bytes = await readBytes(path)
  return { world: inFile(path, () => openWorld(bytes)), sizeBytes: bytes.length }
}
