/**
 * `isthmus bake`: a map file becomes an atlas file.
 */

import { availableParallelism } from 'node:os'
import { WORKERS_MAX } from '../../../bake.ts'
import { bake, type Grid, openAtlas } from '../../../index.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { bakeProgress } from '../bake-progress.ts'
import { checkRoom, roomFor } from '../bake-room.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { ONLY_OPTION } from '../editor-options.ts'
import { checkWritable, writeBytes } from '../files.ts'
import { loadGrounds } from '../grounds-file.ts'
import type { Io } from '../io.ts'
import { STATS_FIELDS, statsDocument } from '../json.ts'
import { MAP_OPTIONS } from '../map-options.ts'
import { outputOf } from '../output.ts'
import { withProgress } from '../progress.ts'
import { checkFree, gridOf, loadSource } from '../source.ts'
import { oneOf, wholeNumber } from '../values.ts'
import { bytesText, counted, countText, digits, durationText } from '../words.ts'

export const bakeCommand: Command = {
  name: 'bake',
  summary: 'turn a map into an atlas',
  usage: 'MAP -o FILE.atlas [options]',
  operands: [
    {
      name: 'MAP',
      about:
        'a map: MovingAI .map, text art, PNG, raw, Tiled (.tmx, .tmj) or LDtk, - for standard input; the format is ' +
        'recognised from the content',
    },
  ],
  options: [
    {
      name: 'out',
      short: 'o',
      values: ['FILE'],
      about: 'the atlas to write, - for standard output; an older one is replaced when the new one is whole',
    },
    { name: 'directions', values: ['4|8'], about: 'how a unit moves: 8 with diagonals (the default), or 4' },
    {
      name: 'workers',
      values: ['N'],
      about: 'threads to bake with, one per core unless given; changes the time and no byte of the atlas',
    },
    {
      name: 'travellers',
      values: ['FILE.json'],
      about: 'bake for several kinds of units: their costs, sizes and turns, and which ground each colour or tile is',
    },
    {
      name: 'hubs',
      about: 'also note what entries cost to hubs: faster routes, a larger file, a longer bake',
    },
    { name: 'force', about: 'bake even where memory or disk seem too small for this map' },
    { name: 'all-walls', about: 'bake a map without a free cell too' },
    ...MAP_OPTIONS,
    ONLY_OPTION,
    JSON_OPTION,
  ],
  details: [
    'A map is baked once. The atlas holds all that queries need: the map itself is not read again.',
    'A travellers file is JSON: "grounds" names the ground of each colour (#228b22), character or cost of the map, or of ' +
      'each class, value or property "ground" of a map of Tiled or LDtk; "travellers" names travellers and the cost of each ground: ' +
      '{ "tank": { "costs": { "grass": 2 }, "size": 3, "turn": 45 } }. A ground that a traveller does not name is a wall to it.',
  ],
  json: [
    ['map, atlas', 'the files, as they were named'],
    ['bakeMs', 'time of the bake itself, in milliseconds'],
    ['peakMemoryBytes', 'the most memory that the process held'],
    ...STATS_FIELDS,
    ['travellers[]', 'who it was baked for: name, costs, size, turn; the numbers above are of the first'],
  ],
  examples: [
    { line: 'isthmus bake world.map -o world.atlas', about: 'Bakes world.map for movement in 8 directions.' },
    {
      line: 'isthmus bake floor.png -o floor.atlas --directions 4',
      about: 'A picture, dark is wall; no diagonal steps.',
    },
  ],
  run: runBake,
}

async function runBake(args: Arguments, io: Io): Promise<0> {
  const map = args.operands[0]
  const output = outputOf(args, io, 'The name of the atlas is missing: add -o FILE.atlas.')
  const out = output.path
  const directions = oneOf('--directions', textOf(args, 'directions') ?? '8', ['4', '8']) === '4' ? 4 : 8
  const workersText = textOf(args, 'workers')
  const workers =
    workersText === undefined
      ? Math.min(WORKERS_MAX, availableParallelism())
      : wholeNumber('--workers', workersText, 1, WORKERS_MAX)
  const travellersPath = textOf(args, 'travellers')
  await checkWritable(out, travellersPath === undefined ? [map] : [map, travellersPath])

  const { grounds, travellers, read } =
    travellersPath === undefined
      ? { grounds: null, travellers: null, read: [] }
      : await loadGrounds(map, travellersPath)
  const grid = grounds ?? (await loadOne(map, out, args, io))
  await checkWritable(out, read)
  if (!isGiven(args, 'force')) checkRoom(grid.width * grid.height, await roomFor(out), out)
  const startMs = io.nowMs()
  const bytes = await withProgress(io, progress => {
    const hubs = isGiven(args, 'hubs')
    const options = { directions, workers, hubs, onProgress: bakeProgress(progress) } as const
    return grounds === null ? bake(grid as Grid, options) : bake(grounds, { ...options, travellers })
  })
  const bakeMs = io.nowMs() - startMs
  const atlas = openAtlas(bytes)
  const stats = atlas.stats()
  await writeBytes(out, bytes)

  const peakMemoryBytes = process.resourceUsage().maxRSS * 1024
  output.tell(
    `${out}: ${countText(stats.width)} x ${countText(stats.height)} cells, ${counted(stats.freeCells, 'free cell')} ` +
      `on ${counted(stats.islands, 'island')}, ${counted(stats.levels.length, 'level')}.\n` +
      `Baked in ${durationText(bakeMs)}; ${bytesText(bytes.length)}, ${digits(stats.bytesPerCell)} bytes a cell.\n`,
    { map, atlas: out, bakeMs, peakMemoryBytes, ...statsDocument(stats), travellers: atlas.travellers },
  )
  return 0
}

async function loadOne(map: string, out: string, args: Arguments, io: Io): Promise<Grid> {
  const source = await loadSource(map, args, io)
  await checkWritable(out, source.read)
  const grid = gridOf(source, map, textOf(args, 'only'), io)
  if (!isGiven(args, 'all-walls')) checkFree(grid, map)
  return grid
}
