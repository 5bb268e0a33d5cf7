/**
 * A world.json: maps by name, each a file of any kind with one map, the portals between them, and named places.
 */
import { basename } from 'node:path'
import { isAtlas } from '../../atlas/party.ts'
import type { Kind } from '../../base/given.ts'
import { checkEach, checkRecord, LIST, maybe, TABLE, TEXT } from '../../base/kinds.ts'
import { syntaxOf } from '../../format/syntax.ts'
import { readMap } from '../../index.ts'
import { isWorld } from '../../world/world-layout.ts'
import { type ReadWorldOptions, readWorld, type WorldPlace, type WorldPortal, type WorldSource } from '../../world.ts'
import { FilesBeside } from './files.ts'
import { inFile, inFileAsync, inputProblem } from './problem.ts'

type OwnDescription = Omit<WorldSource, 'maps'> & { readonly maps: Readonly<Record<string, string>> }

const DESCRIPTION = { maps: TABLE, portals: maybe(LIST), places: maybe(LIST), origins: maybe(TABLE) }
const FILE_NAME: Kind = { ...TEXT, wanted: 'the name of a file' }

/** Parses { maps: { name: file }, portals, places }; null for other bytes. */
export function ownDescription(bytes: Uint8Array, file: string): OwnDescription | null {
  let parsed: OwnDescription | null
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
  if (!TABLE.is(parsed?.maps)) return null
  const fail = (sentence: string) => inputProblem(`${file}: ${sentence}`)
  checkRecord(parsed, DESCRIPTION, 'the world', fail)
  checkEach(parsed!.maps, FILE_NAME, 'the maps', fail)
  return parsed
}

interface NamedMap {
  readonly map: WorldSource['maps'][string]
  readonly portals?: readonly WorldPortal[]
  readonly places?: readonly WorldPlace[]
  readonly notes?: readonly string[]
}

export async function readOwnWorld(
  own: OwnDescription,
  file: string,
  files: FilesBeside,
  options: ReadWorldOptions,
): Promise<WorldSource & { notes: readonly string[] }> {
  const maps: Record<string, WorldSource['maps'][string]> = Object.create(null)
  const drawn: NamedMap[] = []
  for (const [name, named] of Object.entries(own.maps)) {
    const read = await readNamed(name, named, file, files, options)
    maps[name] = read.map
    drawn.push(read)
  }
  return {
    maps,
    portals: [...(own.portals ?? []), ...drawn.flatMap(({ portals = [] }) => portals)],
    places: [...(own.places ?? []), ...drawn.flatMap(({ places = [] }) => places)],
    ...(own.origins && { origins: own.origins }),
    notes: drawn.flatMap(({ notes = [] }) => notes),
  }
}

async function readNamed(
  name: string,
  named: string,
  file: string,
  files: FilesBeside,
  options: ReadWorldOptions,
): Promise<NamedMap> {
  const bytes = await inFileAsync(file, () => files.bytes(named))
  if (isAtlas(bytes)) return { map: bytes }
  if (isWorld(bytes)) throw inputProblem(`${file}: ${named} is a baked world: name the files of its maps instead`)
  if (syntaxOf(bytes) === null) return { map: inFile(named, () => readMap(bytes)) }
  const beside = new FilesBeside(files.read[files.read.length - 1])
  const own = basename(named)
  const world = await inFileAsync(file, () =>
    readWorld(own, path => (path === own ? bytes : beside.bytes(path)), { ...options, list: () => beside.names() }),
  )
  files.read.push(...beside.read)
  const [only, ...others] = Object.keys(world.maps)
  if (others.length > 0) {
    throw inputProblem(
      `${file}: ${named} has ${others.length + 1} maps, and a world.json names one a file: isthmus world bake ${named}`,
    )
  }
  const here = <Cell extends { readonly map: string }>(cell: Cell): Cell => ({ ...cell, map: name })
  return {
    map: world.maps[only],
    portals: world.portals.map(one => ({ ...one, id: `${name} ${one.id}`, from: here(one.from), to: here(one.to) })),
    places: world.places.map(here),
    notes: world.notes,
  }
}
