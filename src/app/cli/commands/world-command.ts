/**
 * `isthmus world`: many maps joined by portals. It bakes them into one file, describes the file, finds trips and draws
 * them.
 */
import { availableParallelism } from 'node:os'
import { nameOfFile } from '../../../format/world/fields.ts'
import {
  type MapCell,
  openWorld,
  type Trip,
  type TripExplanation,
  type TripOptions,
  type World,
  type WorldSource,
} from '../../../world.ts'
import { drawWorld } from '../../draw/picture.ts'
import { frameWithin, PICTURE_SIDE_MAX_PIXELS } from '../../draw/surface.ts'
import { planOf } from '../../draw/world-marks.ts'
import { type Arguments, coordinates, oneOf } from '../arguments.ts'
import { type Command, DIRECTIONS_OPTION, pageOf } from '../command.ts'
import { effortSince, type Io, outputOf, printAnswer } from '../io.ts'
import { MAP_OPTIONS } from '../map-options.ts'
import { inputProblem, optionWords, usageProblem } from '../problem.ts'
import { bakedWorld, SITE_OPTIONS, showFile, showSite } from '../show-site.ts'
import { checkFree, loadSource, loadWorld } from '../source.ts'
import { bytesText, counted, countText, durationText, table } from '../words.ts'
import { writePicture } from './render-command.ts'

const DEFAULT_SIDE_PIXELS = 2048
const ACTIONS = { bake: runBake, info: runInfo, path: runPath, render: runRender, view: runView }

export const worldCommand: Command = {
  name: 'world',
  summary: 'join maps by portals, and find ways across them',
  run: runWorld,
  ...pageOf(`
    bake|info|path|render|view WORLD [options]

    A world.json is { "maps": { NAME: FILE }, "portals": [{ "id", "from": { "map", "x", "y" }, "to", "cost", "oneWay",
    "needs": [KEY], "open": { "every", "from", "until" } }], "places": [{ "name", "map", "x", "y" }] }. Maps are of
    any format that isthmus bake reads, or atlases; their files lie below its folder. With "origins": { NAME: { "x",
    "y" } } a picture has the maps where they lie in the world, else in rows.

    Arguments:
      ACTION  bake: maps into a world; info: what is in one; path: a trip through it; render: a picture of it; view: a
        page that shows it
      WORLD  to bake or to view, a folder with a world.json, or a file of Tiled or LDtk; else a baked world
      [START]  of a path: its first cell as MAP:X,Y or MAP:PLACE
      [GOAL]  its last cell

    Options:
      -o, --out FILE  the world or the picture to write

    Options of bake and view:
      ${DIRECTIONS_OPTION}
      ${MAP_OPTIONS}

    Options of bake:
      --all-walls  accept maps without a free cell

    Options of path and render:
      --has KEYS  the keys at hand, with commas
      --at TIME  when the trip sets out, in cell lengths of walking (0)

    Options of path:
      --explain  explain where a trip waits and what keys it needs, or what would open a way

    Options of render:
      --path MAP:X,Y MAP:X,Y  draw the trip between these cells
      --max-side PIXELS  the longer side at most (${DEFAULT_SIDE_PIXELS})

    Options of view:
      ${SITE_OPTIONS}

    JSON:
      world  the file, as it was named
      maps[]  of bake and info: name, width, height and islands of each map
      portals[]  id, from, to, cost, oneWay, needs and hours of each portal
      places[]  the cells that have names
      bytes  size of the world
      picture, width, height  of render: the file, and its size in pixels
      bakeMs  of bake: how long it took
      status, message  of path: found, or why there is no way, in a word and in a sentence
      start, goal, at  the ends, and when the trip sets out
      cost, estimate  in cell lengths, waiting included; null without a way
      legs[]  map, from, to and cost of each leg, the portal at its end and the wait before it
      explanation  with --explain: obstacles on a way that is shut; waits and keys of one that was found

    Examples:
      isthmus world bake realm -o realm.world  Bakes the maps that realm/world.json names.
      isthmus world path realm.world country:5,5 crypt:60,60 --has silver  A trip with a key.
      isthmus world render realm.world -o realm.png --path country:5,5 village:inn  All maps, the portals between them
        as arcs, and a trip to a place that has a name.
  `),
}

function runWorld(args: Arguments, io: Io): Promise<0> {
  const action = oneOf('ACTION', args.operands[0], Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])
  if (action !== 'path' && args.operands.length > 2) throw usageProblem(`${args.operands[2]} is one argument too many.`)
  return ACTIONS[action](args, io)
}

async function runBake(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const output = outputOf(args, io, 'FILE.world')
  const directions = args.directions()
  await output.check([path])
  const source = await worldOf(path, args, io)
  await output.check(source.read)
  const startMs = io.nowMs()
  const bytes = await bakedWorld(source.maps, { directions, workers: availableParallelism() }, io)
  const { elapsedMs: bakeMs } = effortSince(startMs, io)
  await output.write(bytes)
  const world = openWorld(bytes)
  const words = `${worldText(output.path, world, bytes.length)}Baked in ${durationText(bakeMs)}.\n`
  output.tell(words, { ...worldDocument(output.path, world, bytes.length), bakeMs })
  return 0
}

/** A world can be baked from any source with maps, even a single map. */
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
    if (!(grid instanceof Uint8Array || args.has('all-walls'))) checkFree(grid, `The map ${map} of ${path}`)
  return { maps, read }
}

async function runInfo(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const { world, sizeBytes } = await loadWorld(path)
  printAnswer(args, io, worldDocument(path, world, sizeBytes), () => {
    return `${worldText(path, world, sizeBytes)}\n${mapsText(world)}`
  })
  return 0
}

async function runPath(args: Arguments, io: Io): Promise<0> {
  const [, path, from, to] = args.operands
  if (from === undefined || to === undefined) throw usageProblem('A path needs START and GOAL, each as MAP:X,Y.')
  const options = tripOptions(args)
  const { world } = await loadWorld(path)
  const trip = world.finder().find(endOf('START', from, world), endOf('GOAL', to, world), options)
  const explanation = args.has('explain') ? trip.explain() : undefined
  printAnswer(args, io, { ...trip.toJSON(), explanation }, () => tripText(trip, explanation))
  return 0
}

async function runRender(args: Arguments, io: Io): Promise<0> {
  const [, path] = args.operands
  const output = outputOf(args, io, 'FILE.png')
  const sideMax = args.whole('max-side', 1, PICTURE_SIDE_MAX_PIXELS, DEFAULT_SIDE_PIXELS)
  const options = tripOptions(args)
  await output.check([path])
  const { world } = await loadWorld(path)
  const [start, goal] = args.all('path').map((text, i) => endOf(i === 0 ? 'The start' : 'The goal', text, world))
  const trip = start && world.finder().find(start, goal, options)
  const plan = planOf(world)
  const frame = frameWithin(plan.width, plan.height, sideMax)
  const answer = trip && { status: trip.status, text: tripText(trip) }
  return writePicture(output, io, share => drawWorld(world, plan, frame, options.has ?? [], trip, share), answer)
}

/** Shows a baked world or atlas directly; bakes other maps first. */
function runView(args: Arguments, io: Io): Promise<0> {
  return showSite(() => showFile(args.operands[1], args, io), args, io)
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

const TIME_MAX = 1e12

/**
 * Parses an end: `MAP:X,Y`, or `MAP:PLACE` for a named cell, or the name alone if only one map has it. Names of maps
 * and places may contain colons.
 */
export function endOf(what: string, text: string, world: World): MapCell {
  if (world.places.some(({ map, name }) => name === text || `${map}:${name}` === text)) {
    const { map, x, y } = world.place(text)
    return { map, x, y }
  }
  const colon = text.lastIndexOf(':')
  const cell = text.slice(colon + 1)
  if (colon > 0 && /^[-+\d.]+,[-+\d.]+$/.test(cell)) return { map: text.slice(0, colon), ...coordinates(what, cell) }
  const map = world.maps.find(name => text.startsWith(`${name}:`))
  if (map !== undefined) {
    const names = world.places.filter(place => place.map === map).map(({ name }) => name)
    const known = names.length === 0 ? 'it has none with a name' : `its places are ${names.slice(0, 8).join(', ')}`
    throw usageProblem(`${what} is "${text}", and ${map} has no such place: ${known}. A cell is written as MAP:X,Y.`)
  }
  throw usageProblem(
    `${what} is "${text}": write it as MAP:X,Y, such as village:12,34, or as MAP:PLACE, such as village:inn.`,
  )
}

function tripOptions(args: Arguments): TripOptions {
  const keys = args.text('has')?.split(',') ?? []
  return { has: keys.map(key => key.trim()), at: args.plain('at', 0, TIME_MAX, 0) }
}

function tripText(trip: Trip, explanation?: TripExplanation): string {
  const { status, message, start, goal, legs } = trip
  const where = `${start.map}:${start.x},${start.y} to ${goal.map}:${goal.x},${goal.y}`
  const { keys = [], waits = [] } = explanation ?? {}
  if (status !== 'found') {
    return `${status}: ${where}. ${optionWords(message)}\n${explanation === undefined ? '' : `  ${explanation.message}\n`}`
  }
  const rows = legs.map(({ map, from, to, route, portal }) => [
    map,
    `${from.x},${from.y}`,
    `${to.x},${to.y}`,
    route.cost.toFixed(2),
    portal === null ? '' : `${portal.id}${portal.cost === 0 ? '' : ` (${portal.cost})`}`,
  ])
  const head = `found: ${where}\n  cost      ${trip.cost.toFixed(2)} cell lengths, ${counted(legs.length, 'leg')}\n`
  const waiting = waits.map(({ portal, cells }) => `  waits ${cells.toFixed(2)} for ${portal}\n`)
  const needing = keys.length === 0 ? '' : `  needs ${keys.join(', ')}\n`
  return [head, table([['map', 'from', 'to', 'cost', 'portal'], ...rows]), ...waiting, needing].join('')
}
