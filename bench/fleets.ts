/**
 * `npm run bench:fleets [MAP [SCENARIO]]`: fleets of units that may never touch. It measures the time to lead all to
 * their goals, the time of a tick, and the sum of costs over its lower bound, also in a warehouse where units get new
 * goals for ever. Every tick is checked. Other programs get the same maps, starts and goals.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Random } from '../src/base/random.ts'
import { checkTick, Fleet, type FleetOptions } from '../src/crowd.ts'
import { type Atlas, bake, type Grid, generate, openAtlas, type Point, readMap } from '../src/index.ts'
import { readScenarios } from '../src/maps.ts'
import { argumentsOf } from './arguments.ts'
import { beginSession, orTell, tell } from './session.ts'
import { type FleetReport, fleetTable } from './tables/fleet-table.ts'

const HELP = `npm run bench:fleets [-- MAP [SCENARIO]] [options]
  MAP             a map, or a folder of maps, each with its scenario: maze.map with maze.scen or maze-even-1.scen; without
                  it, scattered walls three times, rooms, a maze, and a warehouse
  SCENARIO        a MovingAI scenario: its first starts and goals; random cells unless given
  --units N       how many units (1000); rooms take .4 of them, a maze .1, a warehouse ten times as many
  --directions N  4 or 8 (4)
  --ticks N       the most ticks of units that get new goals for ever (5000); of others twice as many
  --refine N      how many ways a unit a second fleet searches anew before it sets out (5; 0: no second fleet)
  --rival NAME=COMMAND
                  a program to compare with; may be said again for another
  --json FILE     save the results, for npm run bench:results FILE

COMMAND is started with a map and a scenario, files of MovingAI, and the number of units, which take all starts and goals
of the scenario. It prints a line of JSON: solved (1 or 0), cpuMs (of the processor, all threads together), makespan and
costs.
`
const { values, positionals } = argumentsOf(
  HELP,
  {
    units: { type: 'string', default: '1000' },
    directions: { type: 'string', default: '4' },
    ticks: { type: 'string', default: '5000' },
    refine: { type: 'string', default: '5' },
    rival: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
  true,
)
const islandOfAtlas = new Map<Atlas, number>()
/** Larger maps get no lower bound of costs, which takes an exact route per unit. */
const BOUND_CELLS_MAX = 300_000
const units = Number(values.units)
const ticksMax = Number(values.ticks)
const refineWays = Number(values.refine)
const directions = values.directions === '8' ? 8 : 4
const reports: FleetReport[] = []

await orTell(async () => {
  const { rival, ...rest } = values
  const session = beginSession('bench:fleets', { ...rest, rival: rival && 'NAME=COMMAND' })
  if (positionals.length === 0) await measureKinds()
  else for (const [map, scenario] of filesOf(positionals[0], positionals[1])) await measureFile(map, scenario)
  session.finish([fleetTable(reports)], [fleetTable(reports)])
})

/** Maps and their scenarios, if they have one. */
function filesOf(path: string, scenario?: string): [map: string, scenario: string | undefined][] {
  if (!statSync(path).isDirectory()) return [[path, scenario]]
  const names = readdirSync(path).sort()
  return names
    .filter(name => name.endsWith('.map'))
    .map(name => {
      const own = new RegExp(`^${basename(name, '.map')}(-(even|random)-\\d+)?\\.scen$`)
      const scenario = names.find(other => own.test(other))
      return [join(path, name), scenario === undefined ? undefined : join(path, scenario)]
    })
}

async function measureFile(map: string, scenario?: string): Promise<void> {
  const atlas = await atlasOf(readMap(readFileSync(map)))
  const ends = scenario === undefined ? randomEnds(atlas, units) : endsOf(atlas, readFileSync(scenario, 'utf8'))
  compare(basename(map, '.map'), atlas, ends)
}

async function measureKinds(): Promise<void> {
  for (const seed of [1, 2, 3]) {
    const atlas = await atlasOf(scattered(64, 64, seed))
    compare(`64 x 64, a fifth walls, ${seed}`, atlas, randomEnds(atlas, units))
  }
  for (const [kind, share] of [
    ['rooms', 0.4],
    ['maze', 0.1],
  ] as const) {
    const atlas = await atlasOf(generate(kind, { width: 64, height: 64, seed: 1 }))
    compare(`${kind} of 64 x 64`, atlas, randomEnds(atlas, Math.ceil(share * units)))
  }
  const warehouse = await atlasOf(shelves(500, 140))
  const random = new Random(2)
  const nextGoal = () => freeCell(warehouse, random)
  measure('isthmus', 'warehouse 500 x 140', warehouse, { ...randomEnds(warehouse, 10 * units), nextGoal })
}

async function atlasOf(grid: Grid): Promise<Atlas> {
  return openAtlas(await bake(grid, { directions }))
}

/** Runs all programs on the same starts and goals. */
function compare(name: string, atlas: Atlas, ends: FleetOptions): void {
  const bound = measure('isthmus', name, atlas, ends)
  if (refineWays > 0) measure('isthmus, refined', name, atlas, ends, refineWays * ends.starts.length)
  for (const rival of values.rival ?? []) {
    const [program, ...command] = rival.split('=')
    reports.push(theirs(program, command.join('=').split(' '), name, atlas, ends, bound))
  }
}

/** Returns the lower bound of all costs, 0 if it is unknown. */
function measure(program: string, name: string, atlas: Atlas, options: FleetOptions, refined = 0): number {
  const isForEver = options.nextGoal !== undefined
  const tickCount = isForEver ? ticksMax : 2 * ticksMax
  const lastTicks = Math.ceil(tickCount / 10)
  const startMs = cpuMs()
  const fleet = new Fleet(atlas, options)
  if (refined > 0) fleet.refine(refined)
  let allMs = cpuMs() - startMs
  const ticksMs: number[] = []
  let goalsBeforeLast = 0
  while (fleet.status === 'moving' && ticksMs.length < tickCount) {
    const before = { x: fleet.x.slice(), y: fleet.y.slice() }
    if (ticksMs.length === tickCount - lastTicks) goalsBeforeLast = fleet.stats().goalsReached
    const startMs = cpuMs()
    fleet.tick()
    ticksMs.push(cpuMs() - startMs)
    const { message } = checkTick(atlas.terrain, before, fleet, atlas.directions)
    if (message !== '') throw new Error(message)
  }
  for (const ms of ticksMs) allMs += ms
  const { ticks, arrived, sumOfCosts, goalsReached } = fleet.stats()
  const bound = isForEver ? 0 : boundOf(atlas, options)
  ticksMs.sort((a, b) => a - b)
  const at = (share: number) => ticksMs[Math.floor((ticksMs.length - 1) * share)]
  reports.push({
    map: name,
    program,
    units: fleet.count,
    arrived,
    allMs: isForEver ? null : allMs,
    ticks,
    overBound: bound > 0 && fleet.isDone ? sumOfCosts / bound : null,
    tickMs: at(0.5),
    slowTickMs: at(0.95),
    worstTickMs: at(1),
    goalsATick: isForEver ? goalsReached / ticks : null,
    goalsALastTick: isForEver ? (goalsReached - goalsBeforeLast) / lastTicks : null,
  })
  tell(`${name}: ${program}`)
  return bound
}

function theirs(
  program: string,
  [file, ...given]: string[],
  map: string,
  { terrain, width, height }: Atlas,
  { starts, goals }: FleetOptions,
  bound: number,
): FleetReport {
  const folder = mkdtempSync(join(tmpdir(), 'isthmus-fleet-'))
  try {
    const [mapFile, scenario] = [join(folder, 'fleet.map'), join(folder, 'fleet.map.scen')]
    const row = (y: number) => Array.from({ length: width }, (_, x) => (terrain.isFree(x, y) ? '.' : '@')).join('')
    const rows = Array.from({ length: height }, (_, y) => row(y))
    writeFileSync(mapFile, ['type octile', `height ${height}`, `width ${width}`, 'map', ...rows, ''].join('\n'))
    const line = ({ x, y }: Point, i: number) =>
      [0, 'fleet.map', width, height, x, y, goals[i].x, goals[i].y, 0].join('\t')
    writeFileSync(scenario, ['version 1', ...starts.map(line), ''].join('\n'))
    const told = execFileSync(file, [...given, mapFile, scenario, `${starts.length}`], { encoding: 'utf8' })
    const { solved, cpuMs, makespan, costs } = JSON.parse(told)
    return {
      map,
      program,
      units: starts.length,
      arrived: solved * starts.length,
      allMs: cpuMs,
      ticks: solved ? makespan : null,
      overBound: solved && bound > 0 ? costs / bound : null,
      tickMs: null,
      slowTickMs: null,
      worstTickMs: null,
      goalsATick: null,
      goalsALastTick: null,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** With four directions, a route costs its number of steps. */
function boundOf(atlas: Atlas, { starts, goals }: FleetOptions): number {
  if (directions === 8 || atlas.width * atlas.height > BOUND_CELLS_MAX) return 0
  const finder = atlas.finder()
  return starts.reduce((sum, start, unit) => sum + finder.find(start, goals[unit], { quality: 'exact' }).cost, 0)
}

/** The processor time of this process: on a busy machine a clock includes the work of others. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function endsOf(atlas: Atlas, scenario: string): FleetOptions {
  const all = readScenarios(scenario).map(({ startX, startY, goalX, goalY }) => ({
    start: { x: startX, y: startY },
    goal: { x: goalX, y: goalY },
  }))
  const ends = all.filter(({ start, goal }) => atlas.isReachable(start.x, start.y, goal.x, goal.y)).slice(0, units)
  return { starts: ends.map(({ start }) => start), goals: ends.map(({ goal }) => goal) }
}

function randomEnds(atlas: Atlas, count: number): FleetOptions {
  const random = new Random(1)
  const starts = differentCells(atlas, count, random)
  return { starts, goals: differentCells(atlas, count, random) }
}

function differentCells(atlas: Atlas, count: number, random: Random): Point[] {
  const cells = new Map<string, Point>()
  while (cells.size < count) {
    const cell = freeCell(atlas, random)
    cells.set(`${cell.x},${cell.y}`, cell)
  }
  return [...cells.values()]
}

/** A free cell of the island that holds most cells of a sample. */
function freeCell(atlas: Atlas, random: Random): Point {
  for (;;) {
    const [x, y] = [random.below(atlas.width), random.below(atlas.height)]
    if (atlas.islandOf(x, y) === largestIsland(atlas)) return { x, y }
  }
}

function largestIsland(atlas: Atlas): number {
  const known = islandOfAtlas.get(atlas)
  if (known !== undefined) return known
  const random = new Random(1)
  const cells = new Int32Array(atlas.islandCount)
  for (let i = 0; i < 2000; i++) {
    const island = atlas.islandOf(random.below(atlas.width), random.below(atlas.height))
    if (island >= 0) cells[island]++
  }
  const largest = cells.indexOf(Math.max(...cells))
  islandOfAtlas.set(atlas, largest)
  return largest
}

function scattered(width: number, height: number, seed: number): Grid {
  const random = new Random(seed)
  return { width, height, cost: Uint8Array.from({ length: width * height }, () => (random.below(5) === 0 ? 0 : 1)) }
}

/** Shelves of 1 x 10 cells in pairs, with aisles of one cell between and broad ones around. */
function shelves(width: number, height: number): Grid {
  const isShelf = (x: number, y: number) =>
    x > 9 && x < width - 10 && x % 11 !== 0 && y % 3 !== 0 && y > 3 && y < height - 4
  const cost = Uint8Array.from({ length: width * height }, (_, i) =>
    isShelf(i % width, Math.floor(i / width)) ? 0 : 1,
  )
  return { width, height, cost }
}
