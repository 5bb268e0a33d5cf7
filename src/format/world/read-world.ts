/**
 * Reads the files of map editors into a world. The content decides the kind of file: a Tiled map (JSON or XML), a Tiled
 * world or an LDtk project. The readers of plain maps try anything else.
 */
import type { Point } from '../../base/answer.ts'
import { type AllOf, nameOf, optionsOf, refuse } from '../../base/given.ts'
import { type Grounds, groundFromTiles } from '../../map/grounds.ts'
import { isLdtk, readLdtk } from '../ldtk/read-ldtk.ts'
import { readMap } from '../read-map.ts'
import { syntaxOf } from '../syntax.ts'
import { parseTiled, readTiledMap } from '../tiled/read-tiled.ts'
import type { Load, ReadWorldOptions, ResolveFile, WorldDescription } from './description.ts'
import { failMap, type Item, nameOfFile, pathFrom } from './fields.ts'
import { type ReadMap, worldOf } from './links.ts'
import { Meaning } from './meaning.ts'

/** The name of a file given as bytes, in messages and for its only map. */
const NAMELESS = 'map'
const READ_OPTIONS = {
  ...{ costs: true, tile: true, empty: true, list: true, cellsMax: true },
} as const satisfies AllOf<ReadWorldOptions>
const MAPS_MAX = 100_000

/**
 * Reads the world of a file, given as bytes or as a path below the world's folder. `resolve` returns the bytes of the
 * files that it names. Their paths never leave that folder.
 */
export async function readWorld(
  file: Uint8Array | string,
  resolve: ResolveFile,
  options?: ReadWorldOptions,
): Promise<WorldDescription> {
  const given = optionsOf(options, READ_OPTIONS)
  return readWith(new Meaning(given), file, resolve, given)
}

/** As `readWorld`, with another meaning of the numbers. */
async function readWith(
  meaning: Meaning,
  file: Uint8Array | string,
  resolve: ResolveFile,
  given: ReadWorldOptions,
): Promise<WorldDescription> {
  if (typeof resolve !== 'function') refuse('A function was expected that gives the bytes of a file by its path.')
  const path = typeof file === 'string' ? file : NAMELESS
  const load = loader(resolve)
  const bytes = typeof file === 'string' ? await load(file, 'readWorld') : file
  if (!(bytes instanceof Uint8Array)) refuse('readWorld reads a Uint8Array, or the file of a path.')
  const parsed = parse(bytes, path)
  if (parsed !== null && isLdtk(parsed)) return readLdtk(parsed, meaning, load)
  const maps = new Map<string, ReadMap & Point>()
  const addTiled = async (map: Item, xPixels: number, yPixels: number) => {
    const name = nameOfFile(map.where)
    if (maps.has(name)) map.fail(`another map of the world is called "${name}" too.`)
    const read = await readTiledMap(map, name, meaning, load)
    const x = Math.floor(xPixels / read.cellWidth) + read.firstX
    maps.set(name, { ...read, x, y: Math.floor(yPixels / read.cellHeight) + read.firstY })
  }
  if (parsed === null) {
    const { cellsMax } = given
    const grid = readMap(bytes, cellsMax === undefined ? {} : { cellsMax })
    maps.set(nameOfFile(path), { grid, spots: [], notes: [], x: 0, y: 0 })
  } else if (!isTiledWorld(parsed)) await addTiled(parsed, 0, 0)
  else {
    const entries = entriesOf(parsed, (await given.list?.()) ?? [])
    if (entries.length === 0 || entries.length > MAPS_MAX) parsed.fail(`it has ${entries.length} maps.`)
    for (const entry of entries) {
      const map = parse(await load(entry.path, path), entry.path)
      if (map === null) failMap(entry.path, 'it is no Tiled map.')
      await addTiled(map, entry.xPixels, entry.yPixels)
    }
  }
  return worldOf(maps)
}

/** JSON or Tiled's XML, parsed; null for bytes that are neither. */
function parse(bytes: Uint8Array, path: string): Item | null {
  return syntaxOf(bytes) === null ? null : parseTiled(bytes, path)
}

function loader(resolve: ResolveFile): Load {
  return async (path, by) => {
    let bytes: unknown
    try {
      bytes = await resolve(path)
    } catch (error) {
      failMap(by, `the file "${path}" that it names cannot be read (${(error as Error)?.message ?? String(error)}).`)
    }
    if (!(bytes instanceof Uint8Array)) failMap(by, `for the file "${path}" that it names no bytes were given.`)
    return bytes
  }
}

export interface ReadGroundsOptions {
  /** The ground of each name that the editor's file has: { tree: 'forest', oak: 'forest', lawn: 'grass' }. */
  readonly grounds: Readonly<Record<string, string>>
  /** The name of one of several maps: of a level, for example. */
  readonly map?: string
  /** Refuse a map with more cells: 100 million unless given. */
  readonly cellsMax?: number
}

/**
 * The ground of walls, empty cells and tiles without a ground. It is a wall to every traveller that does not name it.
 */
export const NO_GROUND = 'nothing'
/** Grounds are numbered in bytes, and 0 means no ground. */
const GROUNDS_MAX = 254

/** Reads the file of a map editor, its bytes or its path, as grounds for travellers; `resolve` as readWorld has it. */
export async function readGrounds(
  file: Uint8Array | string,
  resolve: ResolveFile,
  options: ReadGroundsOptions,
): Promise<Grounds> {
  const { grounds, map, cellsMax } = optionsOf(options, { grounds: true, map: true, cellsMax: true })
  if (typeof grounds !== 'object' || grounds === null) {
    refuse(`The grounds are ${nameOf(grounds)}: a table was expected, as { tree: 'forest' }.`)
  }
  const names = [...new Set(Object.values(grounds))]
  if (names.length > GROUNDS_MAX) refuse(`There are ${names.length} grounds: give ${GROUNDS_MAX} at most.`)
  const numbers = Object.fromEntries(Object.entries(grounds).map(([key, name]) => [key, names.indexOf(name) + 1]))
  const bound = cellsMax === undefined ? {} : { cellsMax }
  const meaning = new Meaning({ costs: numbers, tile: 0, empty: 0, ...bound }, 'grounds')
  const { maps } = await readWith(meaning, file, resolve, bound)
  const [first, ...others] = Object.keys(maps)
  if (map === undefined && others.length > 0) {
    failMap('The file', `it has the maps ${[first, ...others].join(', ')}: say which one.`)
  }
  const grid = maps[map ?? first]
  if (grid === undefined) failMap('The file', `it has no map "${map}"; it has ${Object.keys(maps).join(', ')}.`)
  const used = grid.cost.includes(0) && !names.includes(NO_GROUND) ? [...names, NO_GROUND] : names
  const tiles = Uint8Array.from(grid.cost, number => (number === 0 ? used.indexOf(NO_GROUND) : number - 1))
  return groundFromTiles(tiles, grid.width, used)
}

interface WorldEntry {
  readonly path: string
  readonly xPixels: number
  readonly yPixels: number
}

const PATTERN_MAX_LETTERS = 200

/** Tiled's `.world` files list maps by name or by a pattern of names, and the place of each in pixels. */
function isTiledWorld({ fields: { type, maps, patterns, layers } }: Item): boolean {
  return type === 'world' || ((Array.isArray(maps) || Array.isArray(patterns)) && layers === undefined)
}

function entriesOf(file: Item, names: readonly string[]): WorldEntry[] {
  const entries = file.list('maps').map(
    (map): WorldEntry => ({
      path: pathFrom(file.where, map.text('fileName')),
      xPixels: map.whole('x', 0),
      yPixels: map.whole('y', 0),
    }),
  )
  return [...entries, ...file.list('patterns').flatMap(pattern => matching(pattern, names))]
}

/** The first two groups of a pattern give the place of a map, in steps of the multipliers. */
function matching(pattern: Item, names: readonly string[]): WorldEntry[] {
  const source = pattern.text('regexp')
  // A pattern from outside could run for ever. Names and digits are all that Tiled's own patterns use.
  if (
    source.length > PATTERN_MAX_LETTERS ||
    !/^\^?(?:[\w\- ]|\\\.|\(\\d[+*]?\)|\((?:-\??|\[-\+\]\?)?\\d[+*]?\)|\(-\?\\d\+\))*\$?$/.test(source)
  ) {
    pattern.fail(
      `its pattern "${source}" is of another form than "name_(\\d+)_(\\d+)\\.tmx": list the maps under "maps".`,
    )
  }
  if (names.length === 0)
    pattern.fail('it names its maps by a pattern: give the option list, with the names of all files.')
  const expression = new RegExp(source)
  const step = (name: string) => pattern.whole(name, 0)
  return names.flatMap((name): WorldEntry[] => {
    const match = expression.exec(name.slice(name.lastIndexOf('/') + 1))
    if (match === null) return []
    return [
      {
        path: name,
        xPixels: Number(match[1] ?? 0) * step('multiplierX') + step('offsetX'),
        yPixels: Number(match[2] ?? 0) * step('multiplierY') + step('offsetY'),
      },
    ]
  })
}
