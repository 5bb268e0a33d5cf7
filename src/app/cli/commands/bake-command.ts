/**
 * `isthmus bake`: a map file becomes an atlas file, with the travellers of a travellers file if one is given.
 */
import { stat, statfs } from 'node:fs/promises'
import { availableParallelism, freemem } from 'node:os'
import { dirname } from 'node:path'
import { WORKERS_MAX } from '../../../bake.ts'
import { checkEach, checkRecord, parseJson, TABLE, TEXT } from '../../../base/kinds.ts'
import { syntaxOf } from '../../../format/syntax.ts'
import { NO_GROUND } from '../../../format/world/read-world.ts'
import { bake, type Grid, type Grounds, groundFromTiles, openAtlas, readMap, type Travellers } from '../../../index.ts'
import { travellersOf } from '../../../map/traveller.ts'
import { readGrounds } from '../../../world.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, DIRECTIONS_OPTION, pageOf } from '../command.ts'
import { FilesBeside, readBytes } from '../files.ts'
import { effortSince, type Io, type Output, outputOf } from '../io.ts'
import { MAP_OPTIONS, ONLY_OPTION } from '../map-options.ts'
import { blamingFile, inFile, inputProblem } from '../problem.ts'
import { bakeProgress, withProgress } from '../progress.ts'
import { checkFree, gridOf, headCheck, loadSource, refuseEditorOptions } from '../source.ts'
import { bytesText, counted, countText, digits, durationText } from '../words.ts'
import { STATS_FIELDS, statsDocument } from './info-command.ts'

export const bakeCommand: Command = {
  name: 'bake',
  summary: 'turn a map into an atlas',
  run: runBake,
  ...pageOf(`
    MAP -o FILE.atlas [options]

    A map is baked once. The atlas holds all that queries need: the map itself is not read again.

    A travellers file is JSON: "grounds" names the ground of each colour (#228b22), character or cost of the map, or
    of each class, value or property "ground" of a map of Tiled or LDtk; "travellers" names travellers and the cost of
    each ground: { "tank": { "costs": { "grass": 2 }, "size": 3, "turn": 45 } }. A ground that a traveller does not
    name is a wall to it.

    Arguments:
      MAP  a map: MovingAI .map, text art, PNG, raw, Tiled (.tmx, .tmj) or LDtk, - for standard input; the format is
        recognised from the content

    Options:
      -o, --out FILE  the atlas to write, - for standard output; an older one is replaced when the new one is whole
      ${DIRECTIONS_OPTION}
      --workers N  threads to bake with, one per core unless given; changes the time and no byte of the atlas
      --travellers FILE.json  bake for several kinds of units: their costs, sizes and turns, and which ground each
        colour or tile is
      --hubs  also store costs from entries to hubs: faster routes, a larger file, a longer bake
      --force  bake even where memory or disk seem too small for this map
      --all-walls  bake a map without a free cell too
      ${MAP_OPTIONS}
      ${ONLY_OPTION}

    JSON:
      map, atlas  the files, as they were named
      bakeMs  time of the bake itself, in milliseconds
      peakMemoryBytes  the most memory that the process held
      ${STATS_FIELDS}
      travellers[]  those it was baked for: name, costs, size, turn; the numbers above are of the first

    Examples:
      isthmus bake world.map -o world.atlas  Bakes world.map for movement in 8 directions.
      isthmus bake floor.png -o floor.atlas --directions 4  A picture, dark is wall; no diagonal steps.
  `),
}

async function runBake(args: Arguments, io: Io): Promise<0> {
  const [map] = args.operands
  const output = outputOf(args, io, 'FILE.atlas')
  const directions = args.directions()
  const workers = args.whole('workers', 1, WORKERS_MAX, Math.min(WORKERS_MAX, availableParallelism()))
  const travellersPath = args.text('travellers')
  await output.check(travellersPath === undefined ? [map] : [map, travellersPath])

  const loaded = travellersPath === undefined ? null : await loadGrounds(map, travellersPath, args)
  const ground = loaded?.grounds ?? (await loadOne(map, output, args, io))
  await output.check(loaded?.read ?? [])
  if (!args.has('force')) checkRoom(ground.width * ground.height, await roomFor(output.path), output.path)
  const startMs = io.nowMs()
  const bytes = await withProgress(io, progress => {
    const options = { directions, workers, hubs: args.has('hubs'), onProgress: bakeProgress(progress) } as const
    if (loaded === null) return bake(ground as Grid, options)
    return bake(loaded.grounds, { ...options, travellers: loaded.travellers })
  })
  const { elapsedMs: bakeMs } = effortSince(startMs, io)
  const atlas = openAtlas(bytes)
  const stats = atlas.stats()
  await output.write(bytes)

  const { peakMemoryBytes } = effortSince(startMs, io)
  output.tell(
    `${output.path}: ${countText(stats.width)} x ${countText(stats.height)} cells, ` +
      `${counted(stats.freeCells, 'free cell')} on ${counted(stats.islands, 'island')}, ` +
      `${counted(stats.levels.length, 'level')}.\n` +
      `Baked in ${durationText(bakeMs)}; ${bytesText(bytes.length)}, ${digits(stats.bytesPerCell)} bytes a cell.\n`,
    { map, atlas: output.path, bakeMs, peakMemoryBytes, ...statsDocument(stats), travellers: atlas.travellers },
  )
  return 0
}

async function loadOne(map: string, output: Output, args: Arguments, io: Io): Promise<Grid> {
  const source = await loadSource(map, args, io)
  await output.check(source.read)
  const grid = gridOf(source, map, args.text('only'), io)
  if (!args.has('all-walls')) checkFree(grid, map)
  return grid
}

/** The need beside the map itself, which is already in memory: the columns, and the file made from them. */
const MEMORY_BYTES_A_CELL = 2
const DISK_BYTES_A_CELL = 0.5

interface BakeRoom {
  readonly memoryBytes: number
  readonly diskBytes: number
}

/** The figures are for the easiest maps, so a refused bake would have failed; others need up to three times as much. */
export function checkRoom(cells: number, room: BakeRoom, out: string): void {
  const memoryBytes = cells * MEMORY_BYTES_A_CELL
  if (memoryBytes > room.memoryBytes) {
    throw inputProblem(
      `This bake needs about ${bytesText(memoryBytes)} of memory beside the map, and ${bytesText(room.memoryBytes)} are ` +
        'free. Close other programs, cut the map into several, or try all the same with --force.',
    )
  }
  const diskBytes = cells * DISK_BYTES_A_CELL
  if (diskBytes > room.diskBytes) {
    throw inputProblem(
      `The atlas needs ${bytesText(diskBytes)} of disk or more, and ${bytesText(room.diskBytes)} are free where ${out} ` +
        'goes. Make room, choose another disk, or try all the same with --force.',
    )
  }
}

/**
 * The free memory of this process, and the free space on the disk of `out`. Node 20.12 does not know the limits of
 * containers.
 */
export async function roomFor(out: string): Promise<BakeRoom> {
  return { memoryBytes: process.availableMemory?.() ?? freemem(), diskBytes: await freeDiskBytes(out) }
}

/** The free bytes on the disk; unlimited for devices such as /dev/null, and for disks that report none. */
async function freeDiskBytes(out: string): Promise<number> {
  const status = await stat(out).catch(() => undefined)
  if (status !== undefined && !status.isFile()) return Infinity
  return statfs(dirname(out)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
}

interface TravellersFile {
  readonly grounds: Readonly<Record<string, string>>
  readonly travellers: Travellers
}

/**
 * Reads a map file and a travellers file. Keys of its `grounds` are colours of a picture (#228b22), characters of a text
 * map, costs, or names of Tiled or LDtk. `read` lists all files that were read.
 */
async function loadGrounds(map: string, path: string, args: Arguments) {
  const { grounds: table, travellers } = readTable(await readBytes(path), path)
  const bytes = await readBytes(map, headCheck(map))
  const isEditors = syntaxOf(bytes) !== null
  blamingFile(path, () => travellersOf(travellers, [...Object.values(table), ...(isEditors ? [NO_GROUND] : [])]))
  if (!isEditors) {
    refuseEditorOptions(args, map)
    return { grounds: groundsOf(map, bytes, table, path), travellers, read: [path, map] }
  }
  const files = new FilesBeside(map, args.text('root'))
  const resolve = (name: string) => (name === files.name ? bytes : files.bytes(name))
  const grounds = await blamingFile(map, () => readGrounds(files.name, resolve, { grounds: table }))
  return { grounds, travellers, read: [path, ...files.read] }
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
