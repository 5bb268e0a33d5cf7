/**
 * `isthmus world`: many maps joined by portals. Bakes them into one file, tells what is in it, and finds trips.
 */
import { availableParallelism } from 'node:os'
import { nameOfFile } from '../../../format/world/paths.ts'
import { bakeWorld, openWorld, type World, type WorldSource } from '../../../world.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { checkWritable, writeBytes } from '../files.ts'
import { type Io, printJson } from '../io.ts'
import { MAP_OPTIONS } from '../map-options.ts'
import { inputProblem, usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { SITE_OPTIONS } from '../show-site.ts'
import { checkFree, loadSource } from '../source.ts'
import { oneOf } from '../values.ts'
import { bytesText, counted, countText, durationText, table } from '../words.ts'
import { endOf } from '../world-ends.ts'
import { loadWorld } from '../world-files.ts'
import { DEFAULT_SIDE_PIXELS, runRender, runView } from '../world-show.ts'
import { tripOptions, tripText } from '../world-trips.ts'

const ACTIONS = ['bake', 'info', 'path', 'render', 'view'] as const

export const worldCommand: Command = {
  name: 'world',
  summary: 'join maps by portals, and find ways across them',
  usage: 'bake|info|path|render|view WORLD [options]',
  operands: [
    {
      name: 'ACTION',
      about:
        'bake: maps into a world; info: what is in one; path: a trip through it; render: a picture of it; ' +
        'view: a page that shows it',
    },
    {
      name: 'WORLD',
      about: 'to bake or to view, a folder with a world.json, or a file of Tiled or LDtk; else a baked world',
    },
    { name: 'START', about: 'of a path: its first cell as MAP:X,Y or MAP:PLACE', isOptional: true },
    { name: 'GOAL', about: 'its last cell', isOptional: true },
  ],
  options: [
    { name: 'out', short: 'o', values: ['FILE'], about: 'the world or the picture to write' },
    { name: 'path', values: ['MAP:X,Y', 'MAP:X,Y'], about: 'of a picture: draw the trip between these cells' },
    { name: 'max-side', values: ['PIXELS'], about: `of a picture: its longer side at most (${DEFAULT_SIDE_PIXELS})` },
    { name: 'directions', values: ['4|8'], about: 'how a unit moves: 8 with diagonals (the default), or 4' },
    { name: 'has', values: ['KEYS'], about: 'the keys at hand, with commas' },
    { name: 'at', values: ['TIME'], about: 'when the trip sets out, in cell lengths of walking (0)' },
    ...SITE_OPTIONS.map(option => ({ ...option, about: `of view: ${option.about}` })),
    { name: 'explain', about: 'explain where a trip waits and what keys it needs, or what would open a way' },
    { name: 'all-walls', about: 'of bake: accept maps without a free cell' },
    ...MAP_OPTIONS.map(option => ({ ...option, about: `of bake and view: ${option.about}` })),
    JSON_OPTION,
  ],
  details: [
    'A world.json is { "maps": { NAME: FILE }, "portals": [{ "id", "from": { "map", "x", "y" }, "to", "cost", ' +
      '"oneWay", "needs": [KEY], "open": { "every", "from", "until" } }], "places": [{ "name", "map", "x", "y" }] }. ' +
      'Maps are of any format that isthmus bake reads, or atlases; their files lie below its folder. ' +
      'With "origins": { NAME: { "x", "y" } } a picture has the maps where they lie in the world, else in rows.',
  ],
  json: [
    ['world', 'the file, as it was named'],
    ['maps[]', 'of bake and info: name, width, height and islands of each map'],
    ['portals[]', 'id, from, to, cost, oneWay, needs and hours of each portal'],
    ['places[]', 'the cells that have names'],
    ['bytes', 'size of the world'],
    ['picture, width, height', 'of render: the file, and its size in pixels'],
    ['bakeMs', 'of bake: how long it took'],
    ['status, message', 'of path: found, or why there is no way, in a word and in a sentence'],
    ['start, goal, at', 'the ends, and when the trip sets out'],
    ['cost, estimate', 'in cell lengths, waiting included; null without a way'],
    ['legs[]', 'map, from, to and cost of each leg, the portal at its end and the wait before it'],
    ['explanation', 'with --explain: obstacles on a way that is shut; waits and keys of one that was found'],
  ],
  examples: [
    { line: 'isthmus world bake realm -o realm.world', about: 'Bakes the maps that realm/world.json names.' },
    { line: 'isthmus world path realm.world country:5,5 crypt:60,60 --has silver', about: 'A trip with a key.' },
    {
      line: 'isthmus world render realm.world -o realm.png --path country:5,5 village:inn',
      about: 'All maps, the portals between them as arcs, and a trip to a place that has a name.',
    },
  ],
  run: runWorld,
}

function runWorld(args: Arguments, io: Io): Promise<0> {
  const action = oneOf('ACTION', args.operands[0], ACTIONS)
  if (action !== 'path' && args.operands.length > 2) throw usageProblem(`${args.operands[2]} is one argument too many.`)
  if (action === 'bake') return runBake(args, io)
  if (action === 'render') return runRender(args, io)
  if (action === 'view') return runView(args, io)
  return action === 'info' ? runInfo(args, io) : runPath(args, io)
}

async function runBake(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const out = textOf(args, 'out')
  if (out === undefined) throw usageProblem('The name of the world is missing: add -o FILE.world.')
  const directions = oneOf('--directions', textOf(args, 'directions') ?? '8', ['4', '8']) === '4' ? 4 : 8
  await checkWritable(out, [path])
  const source = await worldOf(path, args, io)
  await checkWritable(out, source.read)
  const startMs = io.nowMs()
  const bytes = await withProgress(io, progress =>
    bakeWorld(source.maps, {
      directions,
      workers: availableParallelism(),
      onProgress: ({ map, done, total }) => progress.update(`baking ${map}`, done / total),
    }),
  )
  const bakeMs = io.nowMs() - startMs
  await writeBytes(out, bytes)
  const world = openWorld(bytes)
  if (isGiven(args, 'json')) printJson(io, { ...worldDocument(out, world, bytes.length), bakeMs })
  else io.out(`${worldText(out, world, bytes.length)}Baked in ${durationText(bakeMs)}.\n`)
  return 0
}

/** A world is baked of whatever has maps; of a single map too. */
async function worldOf(path: string, args: Arguments, io: Io): Promise<{ maps: WorldSource; read: readonly string[] }> {
  const source = await loadSource(path, args, io)
  const { read } = source
  if (source.kind === 'world') throw inputProblem(`${path} is a world, which is baked already`)
  const name = nameOfFile(path)
  const maps =
    source.kind === 'maps'
      ? source.maps
      : { maps: { [name]: source.kind === 'map' ? source.grid : source.bytes }, portals: [] }
  for (const [map, grid] of Object.entries(maps.maps))
    if (!(grid instanceof Uint8Array || isGiven(args, 'all-walls'))) checkFree(grid, `The map ${map} of ${path}`)
  return { maps, read }
}

async function runInfo(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const { world, sizeBytes } = await loadWorld(path)
  if (isGiven(args, 'json')) printJson(io, worldDocument(path, world, sizeBytes))
  else io.out(`${worldText(path, world, sizeBytes)}\n${mapsText(world)}`)
  return 0
}

async function runPath(args: Arguments, io: Io): Promise<0> {
  const [, path, from, to] = args.operands
  if (from === undefined || to === undefined) throw usageProblem('A path needs START and GOAL, each as MAP:X,Y.')
  const options = tripOptions(args)
  const { world } = await loadWorld(path)
  const trip = world.finder().find(endOf('START', from, world), endOf('GOAL', to, world), options)
  const explanation = isGiven(args, 'explain') ? trip.explain() : undefined
  if (isGiven(args, 'json')) {
    printJson(io, { ...trip.toJSON(), explanation })
    return 0
  }
  io.out(tripText(trip))
  if (explanation === undefined) return 0
  const { keys, waits, message } = explanation
  if (trip.status !== 'found') io.out(`  ${message}\n`)
  for (const { portal, cells } of waits) io.out(`  waits ${cells.toFixed(2)} for ${portal}\n`)
  if (keys.length > 0) io.out(`  needs ${keys.join(', ')}\n`)
  return 0
}

function worldDocument(path: string, world: World, bytes: number): object {
  const maps = world.maps.map(name => {
    const { width, height, islandCount } = world.map(name)
    return { name, width, height, islands: islandCount }
  })
  const portals = world.portals.map(({ id, from, to, cost, oneWay, needs, hours }) => {
    return { id, from, to, cost, oneWay, needs, hours }
  })
  return { world: path, maps, portals, places: world.places, bytes }
}

function worldText(path: string, world: World, sizeBytes: number): string {
  const places = world.places.length === 0 ? '' : `, ${counted(world.places.length, 'place')}`
  const counts = `${counted(world.maps.length, 'map')}, ${counted(world.portals.length, 'portal')}${places}`
  return `${path}: ${counts}; ${bytesText(sizeBytes)}.\n`
}

function mapsText(world: World): string {
  const rows = world.maps.map(name => {
    const { width, height, islandCount } = world.map(name)
    const ends = world.portals.flatMap(({ from, to }) => [from, to]).filter(({ map }) => map === name)
    return [name, `${countText(width)} x ${countText(height)}`, countText(islandCount), countText(ends.length)]
  })
  return table([['map', 'cells', 'islands', 'portal ends'], ...rows])
}
