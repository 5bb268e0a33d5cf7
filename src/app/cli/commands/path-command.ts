/**
 * `isthmus path`: one query. "There is no way" is a normal answer.
 */
import type { Point } from '../../../base/answer.ts'
import { explanationText } from '../../../exact.ts'
import {
  type Atlas,
  type EngineName,
  type Finder,
  type FinderOptions,
  type FindOptions,
  openAtlas,
  openLive,
  type Route,
} from '../../../index.ts'
import { disc } from '../../../live.ts'
import { SIDE_MAX_CELLS } from '../../../map/grid.ts'
import { openTiles, type TiledRoute } from '../../../tiled.ts'
import { isPlan, openPlace } from '../../farm/plan-place.ts'
import { type Arguments, coordinates, wholeNumber } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { answerPairs } from '../pair-lines.ts'
import { usageProblem } from '../problem.ts'
import { loadAtlas } from '../source.ts'
import { counted } from '../words.ts'

export const pathCommand: Command = {
  name: 'path',
  summary: 'find a path between two cells, or learn why there is none',
  run: runPath,
  ...pageOf(`
    FILE.atlas (X,Y X,Y | --pairs FILE) [options]

    Costs are in cell lengths: a straight step over ground of cost 1 is 1, a diagonal one the root of 2.

    The engine graphology is a slow reference for graphs of up to 500,000 pairs of entries. On the same level both
    engines find equal estimates.

    Arguments:
      FILE.atlas  an atlas, made by isthmus bake; - for standard input; or a plan, joined by isthmus farm
      [START]  the first cell as X,Y; 0,0 is the upper left one
      [GOAL]  the last cell as X,Y

    Options:
      --nearest  move an end that is a wall or out of reach to the closest cell that a path can have; a good end stays
      --engine NAME  what searches the abstract graph: fast (the default) or graphology
      --level N  search the graph of this level alone; unless given, fast takes all levels, graphology the lowest that fits
      --quality NAME  how much time the path may take to become cheaper: fast, default, or exact for the optimum
      --traveller NAME  find the way of this traveller, in an atlas for several (the first)
      --heading DX,DY  the step that a traveller with a turn of 45 or 90 degrees would take to go straight on: 1,0 is
        east, 0,1 south
      --raise X,Y,RADIUS=BY ..  discs of danger, where each cell costs BY more: the path goes around them, or through
        them where that is cheaper
      --explain  explain the answer: each segment and its cost, what was searched; or what keeps the ends apart
      --cells  print the cells of the path, one X,Y a line, and nothing else on standard output
      --pairs FILE  answer many queries: a line X,Y,X,Y for each in FILE (- for standard input) gets a line of JSON,
        with the cells of the path if --cells is given; a line that is no pair is named and left out, and the exit status is 1

    JSON:
      status, message  found, or why there is no path: in a word, and in a sentence (empty if found)
      start, goal  the ends as {x, y}, after --nearest has moved them
      isReplaced  whether --nearest moved an end
      cost  in cell lengths; null without a path
      estimate  what the route is expected to cost, before its cells are known; null without a path
      entries[]  the entries that the path passes, as [x, y] of the cell before each border
      cells[]  the cells of the path as [x, y], both ends included; with --pairs only if --cells is given
      tiles[]  of a plan instead of entries: the tiles that the path leads through
      explanation  with --explain only; status, message, start, goal, isReplaced, cost and estimate as above
      explanation.lowerBound  no path costs less
      explanation.segments[]  the way through each region: level, region, blockSideCells, from, to, entry, rank, cost
      explanation.settledCount  entries that the search settled
      explanation.relaxedCount  edges that it looked at
      explanation.timeUs  microseconds: route, cells
      explanation.refusal  start and goal: island, cells; gap: what keeps them apart; null unless on two islands

    Examples:
      isthmus path world.atlas 10,20 900,700  Prints cost and length, or why there is no path.
      isthmus path world.atlas 10,20 900,700 --json  The same with all cells, for a program.
      isthmus path world.atlas 10,20 900,700 --explain  Explains the answer too.
      isthmus path world.atlas --pairs pairs.csv  A line of JSON for each pair of cells in the file.
      isthmus path world.atlas 10,20 900,700 --raise 400,300,20=5  Keeps away from fire if that is cheaper.
      isthmus path world.atlas 10,20 900,700 --engine graphology --level 1  Asks graphology’s Dijkstra, on the graph of
        level 1.
  `),
}

/** An answer, as each form of the output wants it. */
interface Told {
  document(withCells: boolean): object | Promise<object>
  /** Prints the cells, and to standard error what people want to know of them. */
  printCells(): void | Promise<void>
  text(): string | Promise<string>
}

type Ask = (start: Point, goal: Point) => Told | Promise<Told>

async function runPath(args: Arguments, io: Io): Promise<0 | 1> {
  const [file, ...ends] = args.operands
  const asking = (await isPlan(file)) ? askTiles : askAtlas
  const pairsPath = args.text('pairs')
  if (pairsPath !== undefined) {
    if (ends.length > 0) throw usageProblem('--pairs names the ends: leave out START and GOAL.')
    const ask = await asking(args, io)
    return answerPairs(pairsPath, io, async ({ start, goal }) => (await ask(start, goal)).document(args.has('cells')))
  }
  const [start, goal] = ['START', 'GOAL'].map((name, i) => {
    if (ends[i] === undefined) throw usageProblem(`${name} is missing: give START and GOAL as X,Y, or --pairs FILE.`)
    return coordinates(name, ends[i])
  })
  const told = await (await asking(args, io))(start, goal)
  if (args.has('json')) printJson(io, await told.document(true))
  else if (args.has('cells')) await told.printCells()
  else io.out(await told.text())
  return 0
}

async function askAtlas(args: Arguments, io: Io): Promise<Ask> {
  const options = findOptions(args)
  if (args.has('json') && args.has('cells') && !args.has('pairs')) {
    throw usageProblem('Give --json or --cells: --json has all cells.')
  }
  const { atlas, finder } = await finderFor(args)
  const explain = args.has('explain')
  return (start, goal) => {
    const route = finder.find(start, goal, options)
    return {
      document(withCells) {
        // The answer repeats neither the query nor the visible count of cells.
        const { quality: _, cellCount: __, ...answer } = route.toJSON()
        const cells = withCells ? { cells: pairs(route.cells()) } : {}
        const explanation = explain ? { explanation: route.explain(() => io.nowMs()) } : {}
        return { ...answer, entries: pairs(route.entries()), ...cells, ...explanation }
      },
      printCells() {
        io.err(routeText(atlas, route))
        io.out(linesOf(route.cells()))
      },
      text() {
        const explanation = explain ? explanationText(route.explain(() => io.nowMs())).replace(/^(?=.)/gm, '  ') : ''
        return routeText(atlas, route) + explanation
      },
    }
  }
}

const PLAN_OPTIONS = ['nearest', 'quality', 'cells', 'pairs', 'json']

/** Asks a map that is read tile by tile. */
async function askTiles(args: Arguments, io: Io): Promise<Ask> {
  const unknown = args.optionNames.find(name => !PLAN_OPTIONS.includes(name))
  if (unknown !== undefined) {
    throw usageProblem(`--${unknown} is for atlases: of plans, isthmus path knows --${PLAN_OPTIONS.join(', --')}.`)
  }
  const options = { quality: args.choice('quality', ['default', 'fast']), nearest: args.has('nearest') }
  const atlas = await openTiles(await openPlace(args.operands[0]))
  return async (from, to) => {
    const route = await atlas.find(from, to, options)
    const { status, message, start, goal, isReplaced, estimate, tiles } = route
    return {
      async document(withCells) {
        const cells = withCells ? { cells: pairs(await route.cells()) } : {}
        return { status, message, start, goal, isReplaced, cost: await route.cost(), estimate, tiles, ...cells }
      },
      /** The first cells are printed before the last tiles are read. */
      async printCells() {
        if (status !== 'found') io.err(`${status}: ${message}\n`)
        let isFirst = true
        for await (const piece of route.stream()) {
          // A piece begins with the last cell of the one before.
          io.out(linesOf(isFirst ? piece : piece.subarray(2)))
          isFirst = false
        }
      },
      async text() {
        const [cost, cells] = [await route.cost(), await route.cells()]
        return answerText(route, atlas.directions, cost, cells.length, `through ${counted(tiles.length, 'tile')}`)
      },
    }
  }
}

/** A finder of the atlas or, if danger is given, of a view with danger. */
async function finderFor(args: Arguments): Promise<{ atlas: Atlas; finder: Finder }> {
  const options = finderOptions(args)
  if (!args.has('raise')) {
    const atlas = await openFor(args)
    const finder = atlas.finder(options)
    checkTurns(args, atlas)
    return { atlas, finder }
  }
  const { traveller } = options
  if (args.has('engine') || args.has('level')) throw usageProblem('--raise goes without --engine and --level.')
  let bytes = new Uint8Array()
  const atlas = await loadAtlas(args.operands[0], read => {
    bytes = new Uint8Array(read)
    return openAtlas(bytes)
  })
  const live = openLive(bytes, null, traveller === undefined ? {} : { traveller })
  const view = live.branch()
  for (const raise of args.all('raise')) {
    const [at, by] = raise.split('=')
    const [x, y, radius, ...rest] = at.split(',')
    if (by === undefined || radius === undefined || rest.length > 0) {
      throw usageProblem(`--raise ${raise} is no disc: write X,Y,RADIUS=BY, such as 400,300,20=5.`)
    }
    const middle = coordinates('--raise', `${x},${y}`)
    const cells = wholeNumber('The radius', radius, 0, SIDE_MAX_CELLS)
    view.raise(disc(middle.x, middle.y, cells), wholeNumber('The danger', by, 0, live.costMax))
  }
  view.commit()
  checkTurns(args, atlas)
  return { atlas, finder: view.finder() }
}

/** Refuses a heading for a traveller whose turns are free. */
function checkTurns(args: Arguments, { travellers }: Atlas): void {
  const name = args.text('traveller')
  const asked = travellers.find(one => name === undefined || one.name === name)
  if (!args.has('heading') || (asked !== undefined && asked.turn !== null)) return
  const who = asked === undefined ? 'This atlas is for one that' : `'${asked.name}'`
  throw usageProblem(`${who} turns as it likes: leave --heading out, or name a traveller that has a turn.`)
}

/** Graphology is loaded only where --engine asks for it. */
async function openFor(args: Arguments): Promise<Atlas> {
  const isGraphology = finderOptions(args).engine === 'graphology'
  return loadAtlas(args.operands[0], isGraphology ? (await import('../../../graph.ts')).openAtlas : openAtlas)
}

function findOptions(args: Arguments): FindOptions {
  const quality = args.choice('quality', ['default', 'fast', 'exact', 'best'])
  const heading = args.text('heading')
  return { nearest: args.has('nearest'), quality, ...(heading !== undefined && { heading: stepOf(heading) }) }
}

/** A step to one of the eight neighbours. */
function stepOf(text: string): Point {
  const { x, y } = coordinates('--heading', text)
  if (Math.max(Math.abs(x), Math.abs(y)) === 1) return { x, y }
  throw usageProblem(`--heading is "${text}": it is a step to a neighbour, such as 1,0 for east or -1,1 for southwest.`)
}

function finderOptions(args: Arguments): FinderOptions {
  const level = args.whole('level', 0, 31, undefined)
  return { engine: args.choice<EngineName>('engine', ['fast', 'graphology']), level, traveller: args.text('traveller') }
}

export function routeText(atlas: Atlas, route: Route): string {
  const along = `along ${counted(route.entries().length / 2, 'entry', 'entries')}`
  return answerText(route, atlas.directions, route.cost, route.cells().length, along)
}

function answerText(
  { status, message, start, goal, isReplaced, estimate }: Route | TiledRoute,
  directions: 4 | 8,
  cost: number,
  cellNumbers: number,
  along: string,
): string {
  const where = `${start.x},${start.y} to ${goal.x},${goal.y}`
  if (status !== 'found') return `${status}: ${where}. ${message}\n`
  const moved = isReplaced ? ', the closest cells that a path can have' : ''
  const steps = counted(cellNumbers / 2 - 1, 'step')
  return [
    `found: ${where}${moved}\n`,
    `  cost      ${cost.toFixed(2)} cell lengths, ${steps} in ${directions} directions\n`,
    `  estimate  ${estimate.toFixed(2)} ${along}\n`,
  ].join('')
}

function pairs(flat: Int32Array | Float64Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])
}

function linesOf(cells: Int32Array | Float64Array): string {
  return pairs(cells)
    .map(([x, y]) => `${x},${y}\n`)
    .join('')
}
