/**
 * Reads an LDtk project: each level becomes a map. A level is in the project or in its own file; its layers come
 * topmost first. Entities that refer to entities, of the same level or another, may become portals.
 */
import type { WorldDescription } from '../world/description.ts'
import { type Fields, failMap, fieldsOf, listOf, parseJson, pathFrom, textOf, wholeOf } from '../world/fields.ts'
import { WorldDraft } from '../world/links.ts'
import type { Meaning } from '../world/meaning.ts'
import { definitionsOf } from './definitions.ts'
import { readLevel } from './ldtk-level.ts'

const LEVELS_MAX = 100_000

/** LDtk marks all its files at the top; only projects have levels and definitions too. */
export function isLdtk(file: Fields): boolean {
  return typeof file.jsonVersion === 'string' && Array.isArray(file.levels) && typeof file.defs === 'object'
}

export async function readLdtk(
  project: Fields,
  path: string,
  meaning: Meaning,
  load: (path: string, by: string) => Promise<Uint8Array>,
): Promise<WorldDescription> {
  const version = textOf(project, 'jsonVersion', path)
  if (/^0\.[0-7]\./.test(version)) failMap(path, `it is of LDtk ${version}: open it in a newer LDtk, and save it.`)
  const definitions = definitionsOf(fieldsOf(project.defs, `${path}, defs`), meaning, path)
  const draft = new WorldDraft()
  const levels = levelsOf(project, path)
  if (levels.length > LEVELS_MAX) failMap(path, `it has ${levels.length} levels, more than ${LEVELS_MAX}.`)
  const files = new Set<string>()
  for (const stub of levels) {
    const name = textOf(stub, 'identifier', path)
    if (name === '' || draft.has(name)) failMap(path, `it has a level without a name of its own: "${name}".`)
    const file = textOf(stub, 'externalRelPath', path)
    const levelPath = file === '' ? path : pathFrom(path, file)
    if (file !== '' && files.has(levelPath)) failMap(path, `two of its levels are in the file "${file}".`)
    files.add(levelPath)
    const level = file === '' ? stub : parseJson(await load(levelPath, path), levelPath)
    const read = readLevel(level, name, `${levelPath}, level "${name}"`, definitions, meaning)
    const cells = (field: string) => Math.floor(wholeOf(stub, field, path, 0) / read.cellPixels)
    draft.add(name, read, cells('worldX'), cells('worldY'))
  }
  if (levels.length === 0) failMap(path, 'it has no level.')
  return draft.world(definitions.notes)
}

/** The levels of the project and, if it has several worlds, of each world. */
function levelsOf(project: Fields, path: string): Fields[] {
  const worlds = listOf(project, 'worlds', path)
  return [...listOf(project, 'levels', path), ...worlds.flatMap(world => listOf(world, 'levels', path))]
}
