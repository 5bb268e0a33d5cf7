/**
 * `npm run bench:rivals`: isthmus and programs in other languages, built outside this project, answer the same queries of
 * benchmark maps by turns. Only times of one run are comparable, so all programs stay open and each makes a pass in turn.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { argumentsOf } from './arguments.ts'
import { findMaps } from './find-maps.ts'
import { type Rival, RivalProcess } from './measure/rival-process.ts'
import { shuffled } from './queries.ts'
import { beginSession, orTell, tell } from './session.ts'
import { OURS, type RivalsOfMap, rivalSizesTable, rivalsTable } from './tables/rivals-table.ts'
import { type MapWorld, makeGrid, scenariosOf } from './world.ts'

const HELP = `npm run bench:rivals -- --maps DIR [options]      some seconds a map; all programs are in memory at once
  --maps DIR      every NAME.map below DIR that has NAME.*.scen beside it
  --only LIST     of these maps those whose path has one of these words in it (all)
  --rival NAME=COMMAND
                  a program to compare with; may be said again for another
  --queries N     scenarios a map, drawn evenly (400)
  --passes N      over all of them, of which the least time of each query counts (20)
  --limit S       seconds after which a program is given up that is not ready or has not finished a pass (120)
  --json FILE     save the results, for npm run bench:results FILE

COMMAND is started for each map with three arguments: the map, a file of queries (start x, start y, goal x, goal y, a
line each), and an empty folder for what it keeps of its preparation. It reads the map, prepares, and prints a line with
the seconds that took. For each line it then reads it answers all queries, each with every cell of the path in memory,
and prints a line of the nanoseconds of each, as [1200,3400].
`

const OPTIONS = {
  maps: { type: 'string' },
  only: { type: 'string' },
  rival: { type: 'string', multiple: true },
  queries: { type: 'string', default: '400' },
  passes: { type: 'string', default: '20' },
  limit: { type: 'string', default: '120' },
  json: { type: 'string' },
} as const

/** Passes that do not count: they compile code and fill caches. */
const WARM_PASSES = 6

const { values: given } = argumentsOf(HELP, OPTIONS)

await orTell(async () => {
  if (given.maps === undefined) throw new Error('Name a folder of maps: npm run bench:rivals -- --maps DIR')
  const [queries, passes, limitMs] = [wholeOf('queries'), wholeOf('passes'), 1000 * wholeOf('limit')]
  const rivals = [...(given.rival ?? []).map(rivalOf), ...ours()]
  const words = given.only?.split(',') ?? ['']
  const { maps: folder, rival: _, ...rest } = given
  const session = beginSession('bench:rivals', { ...rest, maps: 'DIR', rival: given.rival && 'NAME=COMMAND ..' })
  const measured: RivalsOfMap[] = []
  for (const source of findMaps(folder)) {
    const name = relative(folder, source.mapFile)
    if (!words.some(word => name.includes(word))) continue
    measured.push(await measure(name, source, rivals, { queries, passes, limitMs }))
    tell(name)
  }
  if (measured.length === 0) throw new Error(`No NAME.map with NAME.*.scen beside it was found below ${folder}.`)
  const tables = [rivalSizesTable(measured), rivalsTable(measured)]
  session.finish(tables, tables)
})

function wholeOf(name: 'queries' | 'passes' | 'limit'): number {
  const value = Number(given[name])
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} is a whole number from 1 on, not '${given[name]}'.`)
}

function rivalOf(text: string): Rival {
  const [name, ...command] = text.split('=')
  if (command.length === 0) throw new Error(`--rival is NAME=COMMAND, not '${text}'.`)
  return { name, command: command.join('=').split(' ') }
}

function ours(): Rival[] {
  const child = fileURLToPath(new URL(`./rival-child${extname(import.meta.url)}`, import.meta.url))
  const modes = { [OURS]: 'hubs', isthmus: 'plain', 'isthmus, exact': 'exact', 'isthmus, hubs, asked again': 'again' }
  return Object.entries(modes).map(([name, mode]) => ({
    name,
    command: [process.execPath, ...process.execArgv, child, mode],
  }))
}

interface Effort {
  readonly queries: number
  readonly passes: number
  readonly limitMs: number
}

async function measure(name: string, source: MapWorld, rivals: readonly Rival[], effort: Effort): Promise<RivalsOfMap> {
  const { width, height } = makeGrid(source)
  const asked = drawn(source, effort.queries)
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-rivals-'))
  const queryFile = join(folder, 'queries')
  writeFileSync(queryFile, asked.map(ends => `${ends.join(' ')}\n`).join(''))
  const started: RivalProcess[] = []
  try {
    let running: RivalProcess[] = []
    for (const [i, rival] of rivals.entries()) {
      const own = join(folder, String(i))
      mkdirSync(own)
      const one = new RivalProcess(rival, { mapFile: source.mapFile, queryFile, folder: own })
      started.push(one)
      if (await one.prepare(effort.limitMs)) running.push(one)
      else one.end()
    }
    for (let pass = 0; pass < WARM_PASSES + effort.passes; pass++) {
      running = await withPass(running, asked.length, effort.limitMs, pass >= WARM_PASSES)
    }
    const times = started.map(one => [one.name, running.includes(one) ? one.times() : null] as const)
    const side = 2 ** Math.round(Math.log2(Math.max(width, height)))
    return { map: name, side, cellCount: width * height, queryCount: asked.length, timesOf: new Map(times) }
  } finally {
    for (const one of started) one.end()
    rmSync(folder, { recursive: true })
  }
}

/** Runs one pass of each program, one after the other. */
async function withPass(running: readonly RivalProcess[], queryCount: number, limitMs: number, isCounted: boolean) {
  const left: RivalProcess[] = []
  for (const one of running) if (await one.pass(queryCount, limitMs, isCounted)) left.push(one)
  return left
}

/** Random scenarios that have a path. */
function drawn(source: MapWorld, count: number): number[][] {
  return shuffled(scenariosOf(source).filter(({ optimalLength }) => optimalLength > 0))
    .slice(0, count)
    .map(({ startX, startY, goalX, goalY }) => [startX, startY, goalX, goalY])
}
