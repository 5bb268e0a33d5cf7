/**
 * Loads the file given to a command. Its content, not its name, decides what it is: an atlas, a baked world, a map, or
 * unbaked maps of an editor or a world.json.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAtlas } from '../../atlas/travellers-file.ts'
import type { Kind } from '../../base/given.ts'
import { checkEach, checkRecord, LIST, maybe, TABLE, TEXT } from '../../base/kinds.ts'
import { syntaxOf } from '../../format/syntax.ts'
import { pathFrom } from '../../format/world/fields.ts'
import { type Atlas, type Grid, openAtlas, type ReadMapOptions, readMap } from '../../index.ts'
import { SIDE_MAX_CELLS } from '../../map/grid.ts'
import { mapFormats, readScenarios, type Scenario } from '../../maps.ts'
import { isWorld } from '../../world/world-file.ts'
import { openWorld, type ReadWorldOptions, readWorld, type World, type WorldSource } from '../../world.ts'
import type { Arguments } from './arguments.ts'
import { FilesBeside, readBytes, STREAM } from './files.ts'
import type { Io } from './io.ts'
import { editorOptionsOf, mapOptionsOf } from './map-options.ts'
import { inFile, inputProblem, usageProblem } from './problem.ts'

/** `read` lists the files that were read. */
export type Source = { readonly read: readonly string[] } & (
  | { readonly kind: 'atlas'; readonly bytes: Uint8Array }
  | { readonly kind: 'world'; readonly bytes: Uint8Array }
  | { readonly kind: 'map'; readonly grid: Grid }
  | { readonly kind: 'maps'; readonly maps: WorldSource }
)

const WORLD_FILE = 'world.json'
const NOTES_TOLD_MAX = 20

/** Reads the file, or the world.json of a folder; notes about the drawing go to stderr. */
export async function loadSource(named: string, args: Arguments, io: Io): Promise<Source> {
  const path = named !== STREAM && (await isFolder(named)) ? join(named, WORLD_FILE) : named
  const reading = mapOptionsOf(args, io)
  const bytes = await readBytes(path, headCheck(path, reading))
  const read = [path]
  if (isAtlas(bytes)) return { kind: 'atlas', bytes, read }
  if (isWorld(bytes)) return { kind: 'world', bytes, read }
  if (reading.width !== undefined || syntaxOf(bytes) === null) {
    refuseEditorOptions(args, path)
    return { kind: 'map', grid: inFile(path, () => readMap(bytes, reading)), read }
  }
  const files = new FilesBeside(path, args.text('root'))
  const options = editorOptionsOf(args)
  const own = ownDescription(bytes, path)
  const { notes, ...maps } = await (own === null
    ? readDrawn(path, bytes, files, options)
    : readOwnWorld(own, path, files, options))
  tellNotes(notes, io)
  return { kind: 'maps', maps, read: files.read }
}

/** For maps of no editor. */
export function refuseEditorOptions(args: Arguments, path: string): void {
  const given = ['cost', 'empty', 'root'].find(name => args.has(name))
  if (given !== undefined) throw usageProblem(`--${given} is for maps of Tiled and LDtk: ${path} is none.`)
}

/** Notes go to standard error: they are for people. */
function tellNotes(notes: readonly string[], io: Io): void {
  for (const note of notes.slice(0, NOTES_TOLD_MAX)) io.err(`Note: ${note}\n`)
  if (notes.length > NOTES_TOLD_MAX) io.err(`Note: ${notes.length - NOTES_TOLD_MAX} more of these.\n`)
}

type DrawnWorld = WorldSource & Required<Pick<WorldSource, 'places'>> & { readonly notes: readonly string[] }

/** Reads a file of Tiled or LDtk. */
function readDrawn(
  path: string,
  bytes: Uint8Array,
  files: FilesBeside,
  options: ReadWorldOptions,
): Promise<DrawnWorld> {
  // Files are named by their paths below the world's folder. This one has been read already.
  const name = path === STREAM ? 'map' : files.name
  const resolve = (named: string) => (named === name ? bytes : files.bytes(named))
  return readWorld(name, resolve, { ...options, list: () => files.names() })
}

/** Refuses an unknown format from the first bytes, with the reader's own message. */
export function headCheck(path: string, { width, bits = 8 }: ReadMapOptions = {}) {
  if (width !== undefined) return { bytesMax: (bits / 8) * width * SIDE_MAX_CELLS }
  return {
    checkHead: (head: Uint8Array) => {
      if (!isAtlas(head) && !isWorld(head) && !isMap(head)) inFile(path, () => readMap(head))
    },
  }
}

function isMap(head: Uint8Array): boolean {
  return syntaxOf(head) !== null || mapFormats.some(format => format.recognises(head))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

/** The only map of a source, or the map with the given name. Otherwise the error names the right command. */
export function gridOf(source: Source, path: string, name: string | undefined, io: Io): Grid {
  if (source.kind === 'atlas') throw inputProblem(`${path} is an atlas, which is baked already: name the map instead`)
  if (source.kind === 'world') {
    throw inputProblem(`${path} is a world, which is baked already: isthmus world info ${path} tells what is in it`)
  }
  if (source.kind === 'map') {
    if (name !== undefined) throw usageProblem(`--only is for files with several maps: ${path} has one.`)
    return source.grid
  }
  const { maps, portals } = source.maps
  const names = Object.keys(maps)
  if (name === undefined && names.length !== 1) {
    throw inputProblem(
      `${path} has ${names.length} maps (${listText(names)}): bake all of them with isthmus world bake ${path} ` +
        '-o FILE.world, or one with --only NAME',
    )
  }
  const chosen = name ?? names[0]
  const grid = Object.hasOwn(maps, chosen) ? maps[chosen] : undefined
  if (grid === undefined) throw usageProblem(`--only is "${chosen}": ${path} has ${listText(names)}.`)
  if (grid instanceof Uint8Array) throw inputProblem(`The map ${chosen} of ${path} is an atlas, which is baked already`)
  if (portals.length > 0)
    io.err(`Note: an atlas has no portals: isthmus world bake keeps the ${portals.length} of ${path}.\n`)
  return grid
}

function listText(names: readonly string[]): string {
  const [shown, rest] = [names.slice(0, 8), names.length - 8]
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** Refuses a map without a free cell: it can answer nothing, and is usually read by mistake. */
export function checkFree(grid: Grid, name: string): void {
  if (grid.cost.some(cost => cost !== 0)) return
  throw inputProblem(
    `${name} has no free cell: all its ${grid.width} x ${grid.height} cells are walls. See how it is to be read ` +
      '(--wall-below, --colours, --grey-is-cost, --empty, --cost), or say --all-walls if it is meant so',
  )
}

/** Opens a file. One of another kind is refused from its first bytes, and the error names the right command. */
async function load<T>(path: string, noun: 'atlas' | 'world', open: (bytes: Uint8Array) => T): Promise<T> {
  const isOne = noun === 'atlas' ? isAtlas : isWorld
  const checkHead = (head: Uint8Array) => {
    const other = isOne(head) ? '' : otherKind(path, head, noun)
    if (other !== '') throw inputProblem(`${path}: This is no ${noun} but ${other}.`)
    if (!isOne(head)) inFile(path, () => open(head))
  }
  const bytes = await readBytes(path, { checkHead })
  return inFile(path, () => open(bytes))
}

function otherKind(path: string, head: Uint8Array, wanted: 'atlas' | 'world'): string {
  if (isAtlas(head)) return `an atlas: isthmus info ${path} lists what is in it`
  if (isWorld(head)) return `a world: isthmus world info ${path} lists what is in it`
  // Of an empty file the reader has its own sentence.
  if (head.length === 0 || !isMap(head)) return ''
  return `seems to be a map: bake it first, with isthmus ${wanted === 'world' ? 'world ' : ''}bake ${path} -o FILE.${wanted}`
}

export function loadAtlas(path: string, open: (bytes: Uint8Array) => Atlas = openAtlas): Promise<Atlas> {
  return load(path, 'atlas', open)
}

/** Loads a baked world. */
export function loadWorld(path: string): Promise<{ world: World; sizeBytes: number }> {
  return load(path, 'world', bytes => ({ world: openWorld(bytes), sizeBytes: bytes.length }))
}

export async function loadScenarios(path: string): Promise<Scenario[]> {
  const bytes = await readBytes(path)
  return inFile(path, () => readScenarios(new TextDecoder().decode(bytes)))
}

type OwnDescription = Omit<WorldSource, 'maps'> & { readonly maps: Readonly<Record<string, string>> }

const DESCRIPTION = { maps: TABLE, portals: maybe(LIST), places: maybe(LIST), origins: maybe(TABLE) }
const FILE_NAME: Kind = { ...TEXT, wanted: 'the name of a file' }

/** Parses { maps: { name: file }, portals, places }; null for other bytes. */
function ownDescription(bytes: Uint8Array, file: string): OwnDescription | null {
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

async function readOwnWorld(
  { maps, portals = [], places = [], origins }: OwnDescription,
  file: string,
  files: FilesBeside,
  options: ReadWorldOptions,
): Promise<DrawnWorld> {
  const whole = { maps: Object.create(null), portals: [...portals], places: [...places], notes: [] as string[] }
  for (const [name, named] of Object.entries(maps)) {
    const bytes = await inFile(file, () => files.bytes(pathFrom(files.name, named)))
    if (isWorld(bytes)) throw inputProblem(`${file}: ${named} is a baked world: name the files of its maps instead`)
    if (isAtlas(bytes) || syntaxOf(bytes) === null) {
      whole.maps[name] = isAtlas(bytes) ? bytes : inFile(named, () => readMap(bytes))
      continue
    }
    const beside = new FilesBeside(files.read[files.read.length - 1], files.folder)
    const drawn = await inFile(file, () => readDrawn(named, bytes, beside, options))
    files.read.push(...beside.read)
    const [only, ...others] = Object.keys(drawn.maps)
    if (others.length > 0) {
      throw inputProblem(
        `${file}: ${named} has ${others.length + 1} maps, and a world.json names one a file: isthmus world bake ${named}`,
      )
    }
    whole.maps[name] = drawn.maps[only]
    const here = <Cell extends { readonly map: string }>(cell: Cell): Cell => ({ ...cell, map: name })
    for (const one of drawn.portals) {
      whole.portals.push({ ...one, id: `${name} ${one.id}`, from: here(one.from), to: here(one.to) })
    }
    for (const place of drawn.places) whole.places.push(here(place))
    whole.notes.push(...drawn.notes)
  }
  return { ...whole, ...(origins && { origins }) }
}
