/**
 * A map file and a travellers file -> grounds and travellers. The travellers file is JSON: `grounds` names the ground
 * of each colour of a picture (#228b22), of each character of a text or MovingAI map, of each cost as the map's reader gives it,
 * or of each name that a map of Tiled or LDtk has; `travellers` are those of the library.
 */
import { basename } from 'node:path'
import { syntaxOf } from '../../format/syntax.ts'
import { NO_GROUND } from '../../format/world/editor-grounds.ts'
import { type Grounds, groundFromTiles, IsthmusError, type Travellers } from '../../index.ts'
import { travellersOf } from '../../map/traveller.ts'
import { readGrounds } from '../../world.ts'
import { readBytes, readText } from './files.ts'
import { FilesBeside } from './files-beside.ts'
import { loadMap } from './load.ts'
import { inFile, inputProblem } from './problem.ts'

export interface GroundsAndTravellers {
  readonly grounds: Grounds
  readonly travellers: Travellers
  /** The files that it was all read from. */
  readonly read: readonly string[]
}

interface TravellersFile {
  readonly grounds: Readonly<Record<string, string>>
  readonly travellers: Travellers
}

export async function loadGrounds(map: string, path: string): Promise<GroundsAndTravellers> {
  const { grounds: table, travellers } = readTable(await readText(path), path)
  const isEditors = await isOfEditor(map)
  checkTravellers(travellers, [...Object.values(table), ...(isEditors ? [NO_GROUND] : [])], path)
  const files = new FilesBeside(map)
  const grounds = isEditors ? await groundsOfEditor(map, table, files) : await groundsOf(map, table, path)
  return { grounds, travellers, read: [path, ...files.read] }
}

/** Whether a map is a file of Tiled or LDtk. */
async function isOfEditor(map: string): Promise<boolean> {
  return map !== '-' && syntaxOf(await readBytes(map)) !== null
}

async function groundsOfEditor(
  map: string,
  table: Readonly<Record<string, string>>,
  files: FilesBeside,
): Promise<Grounds> {
  const load = (name: string) => files.bytes(name)
  try {
    return await readGrounds(await files.bytes(basename(map)), load, { grounds: table })
  } catch (error) {
    throw inputProblem(`${map}: ${error instanceof IsthmusError ? error.message.replace(/\.$/, '') : String(error)}`)
  }
}

/** What is wrong with them is wrong with the file, and not with how the command was used. */
function checkTravellers(travellers: Travellers, names: readonly string[], path: string): void {
  try {
    travellersOf(travellers, names)
  } catch (error) {
    throw inputProblem(`${path}: ${error instanceof IsthmusError ? error.message.replace(/\.$/, '') : String(error)}`)
  }
}

async function groundsOf(map: string, table: Readonly<Record<string, string>>, path: string): Promise<Grounds> {
  const keys = Object.keys(table)
  if (keys.length > 0 && keys.every(key => /^#[0-9a-f]{6}$/i.test(key))) {
    return groundsOfColours(map, table)
  }
  if (keys.every(key => /^\d+$/.test(key))) {
    const { cost, width } = await loadMap(map)
    return inFile(map, () => groundFromTiles(cost, width, table))
  }
  if (keys.every(key => [...key].length === 1)) return groundsOfCharacters(map, table)
  throw inputProblem(
    `${path}: the keys of "grounds" are ${keys.join(', ')}: give colours as #228b22, characters, or whole numbers, of one kind, or names for a map of Tiled or LDtk`,
  )
}

function readTable(text: string, path: string): TravellersFile {
  let file: Partial<TravellersFile> | null = null
  try {
    file = JSON.parse(text) as Partial<TravellersFile> | null
  } catch {
    // Told below, as is JSON of another kind.
  }
  const isTable = (table: unknown) => typeof table === 'object' && table !== null && !Array.isArray(table)
  const hasNames = Object.values(file?.grounds ?? {}).every(name => typeof name === 'string')
  if (!isTable(file) || !isTable(file?.grounds) || !isTable(file?.travellers) || !hasNames) {
    throw inputProblem(
      `${path} is no travellers file: it is JSON, as { "grounds": { "#228b22": "forest" }, ` +
        '"travellers": { "soldier": { "costs": { "forest": 3 } } } }',
    )
  }
  return file as TravellersFile
}

/** The picture's reader turns colours into numbers: here they number the grounds, from 1 on. */
async function groundsOfColours(map: string, table: Readonly<Record<string, string>>): Promise<Grounds> {
  const names = [...new Set(Object.values(table))]
  const palette = Object.fromEntries(
    Object.entries(table).map(([colour, name]) => [colour.toLowerCase(), names.indexOf(name) + 1]),
  )
  const { cost, width } = await loadMap(map, { palette })
  return inFile(map, () => groundFromTiles(cost, width, new Map(names.map((name, i) => [i + 1, name]))))
}

async function groundsOfCharacters(map: string, table: Readonly<Record<string, string>>): Promise<Grounds> {
  const lines = new TextDecoder('latin1').decode(await readBytes(map, {})).split(/\r?\n/)
  const rows = (lines[0].startsWith('type ') ? lines.slice(lines.indexOf('map') + 1) : lines).filter(row => row !== '')
  const width = rows[0]?.length ?? 0
  const odd = rows.findIndex(row => row.length !== width)
  if (odd >= 0) {
    throw inputProblem(`${map}: row ${odd} of the map has ${rows[odd].length} characters, row 0 has ${width}`)
  }
  return inFile(map, () => groundFromTiles([...rows.join('')], width, table))
}
