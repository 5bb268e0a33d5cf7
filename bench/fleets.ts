/**
 * `npm run bench:fleets [MAP [SCENARIO]]`: fleets of units that may never touch: how long a tick takes, how many ticks until all
 * are at their goals, and the sum of their costs over its lower bound; a warehouse whose units get new goals for ever.
 * Every tick is judged.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Random } from '../src/base/random.ts'
import { checkTick, Fleet, type FleetOptions } from '../src/crowd.ts'
import { type Atlas, bake, type Grid, openAtlas, type Point, readMap } from '../src/index.ts'
import { readScenarios } from '../src/maps.ts'
import { argumentsOf } from './arguments.ts'

const HELP = `npm run bench:fleets [-- MAP [SCENARIO]] [options]
  MAP             a map; without it, 64 x 64 cells of which a fifth are walls, and a warehouse
  SCENARIO        a MovingAI scenario: its first starts and goals; random cells unless given
  --units N       how many units (1000)
  --directions N  4 or 8 (4)
  --ticks N       the most ticks (5000); a warehouse takes a tenth
`
const { values, positionals } = argumentsOf(
  HELP,
  {
    units: { type: 'string', default: '1000' },
    directions: { type: 'string', default: '4' },
    ticks: { type: 'string', default: '5000' },
  },
  true,
)
const islandOfAtlas = new Map<Atlas, number>()
/** Maps of more cells have no lower bound of their costs here: it takes a fleet for each unit. */
const BOUND_CELLS_MAX = 100_000
const units = Number(values.units)
const ticksMax = Number(values.ticks)
const directions = values.directions === '8' ? 8 : 4

console.log(
  '| map | units | made ms | tick p50 ms | p95 | max | ticks | at their goals | costs / lower bound | goals a tick |',
)
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
if (positionals.length > 0) {
  const [map, scenario] = positionals
  const atlas = await atlasOf(readMap(readFileSync(map)))
  const ends = scenario === undefined ? randomEnds(atlas) : endsOf(atlas, readFileSync(scenario, 'utf8'))
  measure(basename(map), atlas, ends, ticksMax)
} else {
  const walls = await atlasOf(scattered(64, 64))
  measure('64 x 64, a fifth walls', walls, randomEnds(walls, Math.min(units, 1000)), ticksMax)
  const warehouse = await atlasOf(shelves(500, 140))
  const random = new Random(2)
  const nextGoal = () => freeCell(warehouse, random)
  measure('warehouse 500 x 140', warehouse, { ...randomEnds(warehouse), nextGoal }, ticksMax / 10)
}

async function atlasOf(grid: Grid): Promise<Atlas> {
  return openAtlas(await bake(grid, { directions }))
}

function measure(name: string, atlas: Atlas, options: FleetOptions, ticksMax: number): void {
  const madeMs = cpuMs()
  const fleet = new Fleet(atlas, options)
  const made = cpuMs() - madeMs
  const isBounded = options.nextGoal === undefined && atlas.width * atlas.height <= BOUND_CELLS_MAX
  const alone = isBounded ? options.starts.map((start, unit) => stepsOf(atlas, start, options.goals[unit])) : []
  const bound = alone.reduce((sum, steps) => sum + steps, 0)
  const ticksMs: number[] = []
  while (fleet.status === 'moving' && ticksMs.length < ticksMax) {
    const before = { x: fleet.x.slice(), y: fleet.y.slice() }
    const startMs = cpuMs()
    fleet.tick()
    ticksMs.push(cpuMs() - startMs)
    const { message } = checkTick(atlas.terrain, before, fleet, atlas.directions)
    if (message !== '') throw new Error(message)
  }
  const { ticks, arrived, sumOfCosts, goalsReached } = fleet.stats()
  ticksMs.sort((a, b) => a - b)
  const at = (share: number) => ticksMs[Math.floor((ticksMs.length - 1) * share)].toFixed(1)
  const costs = bound > 0 ? (sumOfCosts / bound).toFixed(3) : ''
  const goals = goalsReached > 0 ? (goalsReached / ticks).toFixed(1) : ''
  const row = [name, fleet.count, made.toFixed(0), at(0.5), at(0.95), at(1), ticks, arrived, costs, goals]
  console.log(`| ${row.join(' | ')} |`)
}

/** How many ticks a unit takes that nobody hinders. */
function stepsOf(atlas: Atlas, start: Point, goal: Point): number {
  const fleet = new Fleet(atlas, { starts: [start], goals: [goal] })
  while (!fleet.isDone) fleet.tick()
  return fleet.stats().ticks
}

/** Time that the process has worked: on a busy machine a clock tells of others. */
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

function randomEnds(atlas: Atlas, count = units): FleetOptions {
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

/** Of the island that most cells of a sample belong to. */
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

function scattered(width: number, height: number): Grid {
  const random = new Random(5)
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
