/**
 * `isthmus view`: shows a map in the browser and lets a person play with the pathfinder, or writes the same page as a
 * folder.
 */
import type { KindName } from '../../../index.ts'
import { SIDE_MAX_CELLS } from '../../../map/grid.ts'
import { generatorKinds } from '../../../maps.ts'
import { mapOfKind, type Show } from '../../viewer/shown-map.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ONLY_OPTION } from '../editor-options.ts'
import type { Io } from '../io.ts'
import { MAP_OPTIONS } from '../map-options.ts'
import { usageProblem } from '../problem.ts'
import { bakingOf, SITE_OPTIONS, showFile, showSite } from '../show-site.ts'
import { oneOf, wholeNumber } from '../values.ts'

const KIND_NAMES = Object.keys(generatorKinds) as KindName[]
const DEFAULT_SIZE_CELLS = 4096
/** Ten thousand units on it are seen one by one. */
const CROWD_SIZE_CELLS = 512
const DEFAULT_SEED = 25

export const viewCommand: Command = {
  name: 'view',
  summary: 'show a map in the browser, and play with its paths',
  usage: '[MAP|FILE.atlas|FILE.world] [options]',
  operands: [
    {
      name: 'MAP',
      about:
        'an atlas or a baked world; or a map, a file of Tiled or LDtk or a folder with a world.json, which is baked first; ' +
        'without one a map is generated',
      isOptional: true,
    },
  ],
  options: [
    ...SITE_OPTIONS,
    { name: 'crowd', about: 'show the page of crowds: thousands of units that move over the map at once' },
    { name: 'kind', values: ['KIND'], about: `the world to generate: ${KIND_NAMES.join(', ')} (terrain)` },
    {
      name: 'size',
      values: ['N'],
      about: `its width and height, in cells (${DEFAULT_SIZE_CELLS}; with --crowd ${CROWD_SIZE_CELLS})`,
    },
    { name: 'seed', values: ['S'], about: `another seed makes another world (${DEFAULT_SEED})` },
    { name: 'directions', values: ['4|8'], about: 'how a unit moves: 8 with diagonals (the default), or 4' },
    { name: 'workers', values: ['N'], about: 'threads to bake with' },
    ...MAP_OPTIONS,
    ONLY_OPTION,
  ],
  details: [
    'Only this machine can reach the page. The finder runs in the browser itself, on the atlas; Ctrl-C ends the server.',
  ],
  examples: [
    { line: 'isthmus view world.atlas --open', about: 'Opens the page on an atlas.' },
    { line: 'isthmus view --kind maze --size 2048', about: 'Generates and bakes a maze, and prints where to see it.' },
    { line: 'isthmus view world.map --crowd', about: 'Sends 10,000 units over the map; draw walls while they walk.' },
    { line: 'isthmus view world.map --export site', about: 'Writes the page to the folder site.' },
  ],
  run: runView,
}

function runView(args: Arguments, io: Io): Promise<0> {
  return showSite(() => (isGiven(args, 'crowd') ? crowdOf(args, io) : worldOf(args, io)), args, io)
}

async function crowdOf(args: Arguments, io: Io): Promise<Show> {
  const show = await worldOf(args, io)
  if (show.page === 'world') throw usageProblem('--crowd shows units on one map: name a map, not a world.')
  return { ...show, page: 'crowd' }
}

async function worldOf(args: Arguments, io: Io): Promise<Show> {
  const file = args.operands[0]
  const given = ['kind', 'size', 'seed'].find(name => isGiven(args, name))
  if (file !== undefined) {
    if (given !== undefined)
      throw usageProblem(`--${given} is for a generated world: leave it out, or leave out ${file}.`)
    return showFile(file, args, io)
  }
  const usualSize = isGiven(args, 'crowd') ? CROWD_SIZE_CELLS : DEFAULT_SIZE_CELLS
  const kind = oneOf('--kind', textOf(args, 'kind') ?? 'terrain', KIND_NAMES)
  const sizeCells = wholeNumber('--size', textOf(args, 'size') ?? String(usualSize), 1, SIDE_MAX_CELLS)
  const seed = wholeNumber('--seed', textOf(args, 'seed') ?? String(DEFAULT_SEED), 0, 0xffffffff)
  return { page: 'map', read: [], make: () => mapOfKind(kind, sizeCells, seed, bakingOf(args), io) }
}
