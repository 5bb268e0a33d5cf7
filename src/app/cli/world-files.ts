/**
 * Worlds from files: a folder with a world.json, such a file itself, or the file of a map editor; and worlds that are baked.
 */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathFrom } from '../../format/world/paths.ts'
import { readMap } from '../../index.ts'
import { openWorld, readWorld, type World, type WorldSource } from '../../world.ts'
import { readBytes } from './files.ts'
import { isAtlas } from './load.ts'
import { inFile, inputProblem } from './problem.ts'

const WORLD_FILE = 'world.json'

export async function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  const bytes = await readBytes(path)
  return { world: inFile(path, () => openWorld(bytes)), sizeBytes: bytes.length }
}

/** What a world is to be baked from. Files that it names lie below its own folder. */
export async function loadWorldSource(path: string): Promise<WorldSource> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  const file = isFolder ? join(path, WORLD_FILE) : path
  const folder = dirname(file)
  const bytes = await readBytes(file)
  const own = ownDescription(bytes)
  if (own === null) return readWorld(bytes, name => readBytes(join(folder, pathFrom('', name))))
  const maps: Record<string, WorldSource['maps'][string]> = Object.create(null)
  for (const [name, named] of Object.entries(own.maps)) {
    if (typeof named !== 'string') throw inputProblem(`${file}: the map ${JSON.stringify(name)} names no file.`)
    const map = await readBytes(
      join(
        folder,
        inFile(file, () => pathFrom('', named)),
      ),
    )
    maps[name] = isAtlas(map) ? map : inFile(named, () => readMap(map))
  }
  return { maps, portals: own.portals ?? [], places: own.places ?? [], ...(own.origins && { origins: own.origins }) }
}

/** { maps: { name: file }, portals, places }; null for bytes that are no such thing. */
function ownDescription(bytes: Uint8Array): (Omit<WorldSource, 'maps'> & { maps: Record<string, unknown> }) | null {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(bytes))
    const isOwn = typeof parsed?.maps === 'object' && parsed.maps !== null && !Array.isArray(parsed.maps)
    return isOwn ? parsed : null
  } catch {
    return null
  }
}
