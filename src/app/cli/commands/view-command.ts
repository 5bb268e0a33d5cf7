/** `isthmus view`: shows a map in the browser to play with the pathfinder, or writes the same page as a folder. */
import { generate, type KindName } from '../../../index.ts'
import { SIDE_MAX_CELLS } from '../../../map/grid.ts'
import { generatorKinds } from '../../../maps.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, DIRECTIONS_OPTION, pageOf } from '../command.ts'
import type { Io } from '../io.ts'
import { MAP_OPTIONS, ONLY_OPTION } from '../map-options.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { baked, bakingOf, type Show, SITE_OPTIONS, showFile, showSite } from '../show-site.ts'
import { countText } from '../words.ts'

const KIND_NAMES = Object.keys(generatorKinds) as KindName[]
const DEFAULT_SIZE_CELLS = 4096
/** At this size, ten thousand units can be seen one by one. */
const CROWD_SIZE_CELLS = 512
const DEFAULT_SEED = 25

export const viewCommand: Command = {
  name: 'view',
  summary: 'show a map in the browser, and play with its paths',
  run: runView,
  ...pageOf(`
    [MAP|FILE.atlas|FILE.world] [options]

    Only this machine can reach the page. The finder runs in the browser itself, on the atlas; Ctrl-C ends the server.

    Arguments:
      [MAP]  an atlas or a baked world; or a map, a file of Tiled or LDtk or a folder with a world.json, which is baked
        first; without one a map is generated

    Options:
      ${SITE_OPTIONS}
      --crowd  show the page of crowds: thousands of units that move over the map at once
      --kind KIND  the world to generate: ${KIND_NAMES.join(', ')} (terrain)
      --size N  its width and height, in cells (${DEFAULT_SIZE_CELLS}; with --crowd ${CROWD_SIZE_CELLS})
      --seed S  another seed makes another world (${DEFAULT_SEED})
      ${DIRECTIONS_OPTION}
      --workers N  threads to bake with
      ${MAP_OPTIONS}
      ${ONLY_OPTION}

    Examples:
      isthmus view world.atlas --open  Opens the page on an atlas.
      isthmus view --kind maze --size 2048  Generates and bakes a maze, and prints where to see it.
      isthmus view world.map --crowd  Sends 10,000 units over the map; draw walls while they walk.
      isthmus view world.map --export site  Writes the page to the folder site.
  `),
}

function runView(args: Arguments, io: Io): Promise<0> {
  return showSite(() => (args.has('crowd') ? crowdOf(args, io) : worldOf(args, io)), args, io)
}

async function crowdOf(args: Arguments, io: Io): Promise<Show> {
  const show = await worldOf(args, io)
  if (show.page === 'world') throw usageProblem('--crowd shows units on one map: name a map, not a world.')
  return { ...show, page: 'crowd' }
}

async function worldOf(args: Arguments, io: Io): Promise<Show> {
  const file = args.operands[0]
  const given = ['kind', 'size', 'seed'].find(name => args.has(name))
  if (file !== undefined) {
    if (given === undefined) return showFile(file, args, io)
    throw usageProblem(`--${given} is for a generated world: leave it out, or leave out ${file}.`)
  }
  const kind = args.choice('kind', KIND_NAMES)
  const sizeCells = args.whole('size', 1, SIDE_MAX_CELLS, args.has('crowd') ? CROWD_SIZE_CELLS : DEFAULT_SIZE_CELLS)
  const seed = args.whole('seed', 0, 0xffffffff, DEFAULT_SEED)
  const baking = bakingOf(args)
  const make = async () => {
    const grid = await withProgress(io, progress => {
      progress.announce(`Making a world of ${countText(sizeCells)} x ${countText(sizeCells)} cells`)
      return generate(kind, { width: sizeCells, height: sizeCells, seed })
    })
    return { title: `${kind}, seed ${seed}`, atlas: await baked(grid, baking, io) }
  }
  return { page: 'map', read: [], make }
}
