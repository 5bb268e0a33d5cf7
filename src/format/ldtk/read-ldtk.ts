/**
 * An LDtk project -> a map a level. A level is in the project or in a file of its own; its layers come topmost first.
 * Entities that refer to entities, of the same level or another, may become portals.
 */
import type { WorldDescription } from '../world/description.ts'
import { type Fields, failMap, fieldsOf, listOf, parseJson, textOf, wholeOf } from '../world/fields.ts'
import { placesOf, portalsOf, type Spot } from '../world/links.ts'
import type { Meaning } from '../world/meaning.ts'
import { pathFrom } from '../world/paths.ts'
import { Definitions } from './definitions.ts'
import { readLevel } from './ldtk-level.ts'

const LEVELS_MAX = 100_000

/** LDtk says so at the top of each of its files; projects have levels and definitions besides. */
export function isLdtk(file: Fields): boolean {
  return typeof file.jsonVersion === 'string' && Array.isArray(file.levels) && typeof file.defs === 'object'
}

export async function readLdtk(
  project: Fields,
  path: string,
  meaning: Meaning,
  load: (path: string, by: string) => Promise<Uint8Array>,
): Promise<WorldDescription> {
  const definitions = new Definitions(fieldsOf(project.defs, `${path}, defs`), meaning, path)
  const maps: WorldDescription['maps'] & Record<string, unknown> = Object.create(null)
  const origins: Record<string, { x: number; y: number }> = Object.create(null)
  const spots: Spot[] = []
  const notes = [...definitions.notes]
  const levels = levelsOf(project, path)
  if (levels.length > LEVELS_MAX) failMap(path, `it has ${levels.length} levels, more than ${LEVELS_MAX}.`)
  const files = new Set<string>()
  for (const stub of levels) {
    const name = textOf(stub, 'identifier', path)
    if (name === '' || Object.hasOwn(maps, name)) failMap(path, `it has a level without a name of its own: "${name}".`)
    const file = textOf(stub, 'externalRelPath', path)
    const levelPath = file === '' ? path : pathFrom(path, file)
    if (file !== '' && files.has(levelPath)) failMap(path, `two of its levels are in the file "${file}".`)
    files.add(levelPath)
    const level = file === '' ? stub : parseJson(await load(levelPath, path), levelPath)
    const read = readLevel(level, name, `${levelPath}, level "${name}"`, definitions, meaning)
    Object.assign(maps, { [name]: read.grid })
    origins[name] = {
      x: Math.floor(wholeOf(stub, 'worldX', path, 0) / read.cellPixels),
      y: Math.floor(wholeOf(stub, 'worldY', path, 0) / read.cellPixels),
    }
    spots.push(...read.spots)
    notes.push(...read.notes)
  }
  if (Object.keys(maps).length === 0) failMap(path, 'it has no level.')
  return { maps, origins, places: placesOf(spots), ...portalsOf(spots, notes) }
}

/** Those of the project itself, and those of its worlds where it has several. */
function levelsOf(project: Fields, path: string): Fields[] {
  const worlds = listOf(project, 'worlds', path)
  return [...listOf(project, 'levels', path), ...worlds.flatMap(world => listOf(world, 'levels', path))]
}
