/**
 * Reads a map file and a travellers file into grounds and travellers. The travellers file is JSON. Its `grounds` is a
 * table of names. Its keys are colours of a picture (#228b22), characters of a text map, costs, or names of Tiled or
 * LDtk. Its `travellers` are those of the library.
 */
import { checkEach, checkRecord, parseJson, TABLE, TEXT } from '../../base/kinds.ts'
import { syntaxOf } from '../../format/syntax.ts'
import { NO_GROUND } from '../../format/world/read-world.ts'
import { type Grounds, groundFromTiles, readMap, type Travellers } from '../../index.ts'
import { travellersOf } from '../../map/traveller.ts'
import { readGrounds } from '../../world.ts'
import { FilesBeside, readBytes } from './files.ts'
import { inFile, inputProblem, Problem } from './problem.ts'
import { headCheck } from './source.ts'

interface TravellersFile {
  readonly grounds: Readonly<Record<string, string>>
  readonly travellers: Travellers
}

/** `read` lists all files that were read. */
export async function loadGrounds(map: string, path: string) {
  const { grounds: table, travellers } = readTable(await readBytes(path), path)
  const bytes = await readBytes(map, headCheck(map))
  const isEditors = syntaxOf(bytes) !== null
  naming(path, () => travellersOf(travellers, [...Object.values(table), ...(isEditors ? [NO_GROUND] : [])]))
  if (!isEditors) return { grounds: groundsOf(map, bytes, table, path), travellers, read: [path, map] }
  const files = new FilesBeside(map)
  const grounds = await readGrounds(bytes, name => files.bytes(name), { grounds: table }).catch(error =>
    naming(map, () => {
      throw error
    }),
  )
  return { grounds, travellers, read: [path, ...files.read] }
}

/** Reports any error as one of the file, not of the command's usage. */
function naming<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw inputProblem(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function groundsOf(map: string, bytes: Uint8Array, table: Readonly<Record<string, string>>, path: string): Grounds {
  const keys = Object.keys(table)
  if (keys.length > 0 && keys.every(key => /^#[0-9a-f]{6}$/i.test(key))) return groundsOfColours(map, bytes, table)
  if (keys.every(key => /^\d+$/.test(key))) {
    const { cost, width } = inFile(map, () => readMap(bytes))
    return inFile(map, () => groundFromTiles(cost, width, table))
  }
  if (keys.every(key => [...key].length === 1)) return groundsOfCharacters(map, bytes, table)
  throw inputProblem(
    `${path}: the keys of "grounds" are ${keys.join(', ')}: give colours as #228b22, characters, or whole numbers, of one kind, or names for a map of Tiled or LDtk`,
  )
}

function readTable(bytes: Uint8Array, path: string): TravellersFile {
  const fail = (why: string) => {
    const example = '{ "grounds": { "#228b22": "forest" }, "travellers": { "soldier": { "costs": { "forest": 3 } } } }'
    return inputProblem(
      `${path} is no travellers file: ${/[.?]$/.test(why) ? why : `${why}.`} It is JSON, as ${example}`,
    )
  }
  const file = parseJson(bytes, fail)
  checkRecord(file, { grounds: TABLE, travellers: TABLE }, 'the file', fail)
  checkEach((file as TravellersFile).grounds, TEXT, 'the grounds', fail)
  return file as TravellersFile
}

/** Uses the picture's reader, which turns colours into numbers: here they number the grounds, from 1. */
function groundsOfColours(map: string, bytes: Uint8Array, table: Readonly<Record<string, string>>): Grounds {
  const names = [...new Set(Object.values(table))]
  const palette = Object.fromEntries(
    Object.entries(table).map(([colour, name]) => [colour.toLowerCase(), names.indexOf(name) + 1]),
  )
  const { cost, width } = inFile(map, () => readMap(bytes, { palette }))
  return inFile(map, () => groundFromTiles(cost, width, new Map(names.map((name, i) => [i + 1, name]))))
}

function groundsOfCharacters(map: string, bytes: Uint8Array, table: Readonly<Record<string, string>>): Grounds {
  const lines = new TextDecoder('latin1').decode(bytes).split(/\r?\n/)
  const rows = (lines[0].startsWith('type ') ? lines.slice(lines.indexOf('map') + 1) : lines).filter(row => row !== '')
  const width = rows[0]?.length ?? 0
  const odd = rows.findIndex(row => row.length !== width)
  if (odd >= 0) {
    throw inputProblem(`${map}: row ${odd} of the map has ${rows[odd].length} characters, row 0 has ${width}`)
  }
  return inFile(map, () => groundFromTiles([...rows.join('')], width, table))
}
