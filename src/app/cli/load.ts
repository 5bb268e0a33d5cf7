/**
 * Atlases, worlds and scenarios from files; an error names the file, and what the first bytes show to be something else is not
 * read to its end.
 */
import { isAtlas } from '../../atlas/party.ts'
import { type Atlas, openAtlas } from '../../index.ts'
import { readScenarios, type Scenario } from '../../maps.ts'
import { isWorld } from '../../world/world-layout.ts'
import { openWorld, type World } from '../../world.ts'
import { readBytes, readText } from './files.ts'
import { inFile } from './problem.ts'

/** `open` refuses what `isOne` does not know, from its first bytes. */
async function load<T>(path: string, isOne: (head: Uint8Array) => boolean, open: (bytes: Uint8Array) => T): Promise<T> {
  const checkHead = (head: Uint8Array) => {
    if (!isOne(head)) inFile(path, () => open(head))
  }
  const bytes = await readBytes(path, { checkHead })
  return inFile(path, () => open(bytes))
}

export function loadAtlas(path: string, open: (bytes: Uint8Array) => Atlas = openAtlas): Promise<Atlas> {
  return load(path, isAtlas, open)
}

/** A world that is baked already. */
export function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  return load(path, isWorld, bytes => ({ world: openWorld(bytes), sizeBytes: bytes.length }))
}

export async function loadScenarios(path: string): Promise<Scenario[]> {
  const text = await readText(path)
  return inFile(path, () => readScenarios(text))
}
