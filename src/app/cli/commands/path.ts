/**
 * `isthmus path`: one query. "There is no way" is an answer like any other.
 */
import type { Atlas, EngineName, FinderOptions, FindOptions, Quality, Route } from '../../../index.ts'
import { explanationText } from '../../../index.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { loadAtlas } from '../load.ts'
import { usageProblem } from '../problem.ts'
import { coordinates, oneOf, wholeNumber } from '../values.ts'
import { counted } from '../words.ts'

const ENGINES: readonly EngineName[] = ['fast', 'graphology']
const QUALITIES: readonly Quality[] = ['fast', 'default', 'best', 'exact']

export const pathCommand: Command = {
  name: 'path',
  summary: 'find a path between two cells, or learn why there is none',
  usage: 'FILE.atlas X,Y X,Y [options]',
  operands: [
    { name: 'FILE.atlas', about: 'an atlas, made by isthmus bake' },
    { name: 'START', about: 'the first cell as X,Y; 0,0 is the upper left one' },
    { name: 'GOAL', about: 'the last cell as X,Y' },
  ],
  options: [
    {
      name: 'nearest',
      about: 'move an end that is a wall or out of reach to the closest cell that a path can have; a good end stays',
    },
    { name: 'engine', values: ['NAME'], about: 'what searches the abstract graph: fast (the default) or graphology' },
    {
      name: 'level',
      values: ['N'],
      about: 'search the graph of this level alone; else fast takes all levels, graphology the lowest it can carry',
    },
    {
      name: 'quality',
      values: ['NAME'],
      about: 'how much time the path may take to become cheaper: fast, default, best, or exact for the optimum',
    },
    {
      name: 'explain',
      about:
        'tell how the answer came about: each segment and its cost, what was searched; or what keeps the ends apart',
    },
    { name: 'cells', about: 'print the cells of the path, one X,Y a line, and nothing else on standard output' },
    JSON_OPTION,
  ],
  details: [
    'Costs are in cell lengths: a straight step over ground of cost 1 is 1, a diagonal one the root of 2.',
    'The engine graphology is the slow reference, for graphs of up to 500,000 pairs of entries: on one and the same ' +
      'level both engines find estimates that are equal.',
  ],
  examples: [
    { line: 'isthmus path world.atlas 10,20 900,700', about: 'Tells cost and length, or why there is no path.' },
    { line: 'isthmus path world.atlas 10,20 900,700 --json', about: 'The same with all cells, for a program.' },
    { line: 'isthmus path world.atlas 10,20 900,700 --explain', about: 'Tells the way of the answer too.' },
    {
      line: 'isthmus path world.atlas 10,20 900,700 --engine graphology --level 1',
      about: 'Asks graphology’s Dijkstra, on the graph of level 1.',
    },
  ],
  run: runPath,
}

async function runPath(args: Arguments, io: Io): Promise<0> {
  const start = coordinates('START', args.operands[1])
  const goal = coordinates('GOAL', args.operands[2])
  if (isGiven(args, 'json') && isGiven(args, 'cells'))
    throw usageProblem('Give --json or --cells: --json has all cells.')
  const options = finderOptions(args)
  const atlas = await loadAtlas(args.operands[0])
  const route = atlas.finder(options).find(start.x, start.y, goal.x, goal.y, findOptions(args))
  const explanation = isGiven(args, 'explain') ? route.explain(() => io.nowMs()) : undefined
  if (isGiven(args, 'json')) {
    printJson(io, { ...routeDocument(route), explanation })
  } else if (isGiven(args, 'cells')) {
    io.err(routeText(atlas, route))
    io.out(
      pairs(route.cells())
        .map(([x, y]) => `${x},${y}\n`)
        .join(''),
    )
  } else {
    io.out(routeText(atlas, route))
    if (explanation !== undefined) io.out(explanationText(explanation).replace(/^(?=.)/gm, '  '))
  }
  return 0
}

function findOptions(args: Arguments): FindOptions {
  const quality = oneOf('--quality', textOf(args, 'quality') ?? 'default', QUALITIES)
  return { nearest: isGiven(args, 'nearest'), quality }
}

function finderOptions(args: Arguments): FinderOptions {
  const level = textOf(args, 'level')
  return {
    engine: oneOf('--engine', textOf(args, 'engine') ?? 'fast', ENGINES),
    level: level === undefined ? undefined : wholeNumber('--level', level, 0, 31),
  }
}

function routeDocument(route: Route): object {
  const isFound = route.status === 'found'
  return {
    status: route.status,
    message: route.message,
    start: route.start,
    goal: route.goal,
    isReplaced: route.isReplaced,
    cost: isFound ? route.cost : null,
    estimate: isFound ? route.estimate : null,
    entries: isFound ? pairs(route.entries()) : [],
    cells: isFound ? pairs(route.cells()) : [],
  }
}

export function routeText(atlas: Atlas, route: Route): string {
  const { start, goal } = route
  const where = `${start.x},${start.y} to ${goal.x},${goal.y}`
  if (route.status !== 'found') return `${route.status}: ${where}. ${route.message}\n`
  const steps = route.cells().length / 2 - 1
  const moved = route.isReplaced ? ', the closest cells that a path can have' : ''
  const block = atlas.directions === 8 ? 'in 8 directions' : 'in 4 directions'
  return [
    `found: ${where}${moved}\n`,
    `  cost      ${route.cost.toFixed(2)} cell lengths, ${counted(steps, 'step')} ${block}\n`,
    `  estimate  ${route.estimate.toFixed(2)} along ${counted(route.entries().length / 2, 'entry', 'entries')}\n`,
  ].join('')
}

function pairs(flat: Int32Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])
}
