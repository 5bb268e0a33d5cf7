/**
 * Worlds that are baked already, from their files.
 */
import { openWorld, type World } from '../../world.ts'
import { readBytes } from './files.ts'
import { inFile } from './problem.ts'

export async function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  const bytes = await readBytes(path)
  return { world: inFile(path, () => openWorld(bytes)), sizeBytes: bytes.length }
}
