/**
 * Fields beside a plain Dijkstra over cells (typed arrays, a binary heap) in the same process and run: a full fill, a field with the first
 * steps of 10,000 units spread over the map, and further steps. Prints ratios; times are of the processor. With --tables it measures
 * tables of costs instead, each by how many single routes take as long. With --reach it measures the cells within a cost instead, beside
 * a wave that spreads as far.
 *
 *     npm run bench:fields -- --size 2048 --kinds rooms,maze
 */
import { Random } from '../src/base/random.ts'
import {
  type Atlas,
  bake,
  type Field,
  type Finder,
  generate,
  type KindName,
  openAtlas,
  type Point,
} from '../src/index.ts'
import { UNITS_PER_CELL } from '../src/map/movement.ts'
import { Waves } from '../src/wave/wave.ts'
import { argumentsOf } from './arguments.ts'
import { HeapFlood } from './fields/heap-flood.ts'
import { beginSession, orTell } from './session.ts'
import {
  type CostsReport,
  costsTable,
  type FieldsReport,
  fieldsTable,
  type ReachReport,
  reachTable,
} from './tables/fields-table.ts'

const UNITS = 10_000
const REPEATS = 5
const STEPS = 30
const REACH_COSTS = [200, 500, 1000, 2000]
const REACHES = 20

const KINDS = 'terrain,rooms,scatter,caves,maze,roads,elevation'

const HELP = `npm run bench:fields -- [options]
  --size N        cells a side (2048)
  --kinds A,B     kinds of maps (${KINDS})
  --tables        costs of 1 x 1,000 and of 100 x 100 points
  --reach         the cells within a cost, beside a wave alone
  --hubs          each map a second time, baked with hubs
  --json FILE     save the results, for npm run bench:results FILE
`
const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '2048' },
  kinds: { type: 'string' },
  tables: { type: 'boolean', default: false },
  reach: { type: 'boolean', default: false },
  hubs: { type: 'boolean', default: false },
  json: { type: 'string' },
})
const size = Number(values.size)

const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function timed(work: () => void): number {
  const from = now()
  work()
  return now() - from
}

/** The first steps of all units, where other units have gone before. */
function walkAgain(field: Field, cells: readonly number[]): void {
  const { xs, ys } = unitsOf(cells)
  for (let step = 0; step < STEPS; step++) field.advance(xs, ys)
}

function unitsOf(cells: readonly number[]): { xs: Int32Array; ys: Int32Array } {
  const xs = Int32Array.from({ length: UNITS }, (_, unit) => cells[2 * unit])
  const ys = Int32Array.from({ length: UNITS }, (_, unit) => cells[2 * unit + 1])
  return { xs, ys }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]

/** Tables between points of one island, after a first one of 1 x 1,000. */
function measureTables(kind: string, finder: Finder, cells: readonly number[]): CostsReport {
  const points = Array.from({ length: 1201 }, (_, i): Point => ({ x: cells[2 * i], y: cells[2 * i + 1] }))
  const [start, ...others] = points
  const [starts, goals, many] = [others.slice(0, 100), others.slice(100, 200), others.slice(200)]
  finder.costs(goals[0], many)
  const costs = new Float64Array(goals.length)
  const routes = () => {
    for (const [i, goal] of goals.entries()) costs[i] = finder.find(start, goal).cost
  }
  const routeMs = timed(routes) / goals.length
  const routesOf = (work: () => void) => timed(work) / routeMs
  return {
    kind,
    routeMs,
    oneToMany: routesOf(() => finder.costs(start, many)),
    manyToMany: routesOf(() => finder.costs(starts, goals)),
    manyToSame: routesOf(() => finder.costs(starts, starts)),
  }
}

/** The cells within a cost of some points, after a first round, beside a wave that spreads as far and collects nothing. */
function measureReach(kind: string, atlas: Atlas, cells: readonly number[], cost: number): ReachReport {
  const finder = atlas.finder()
  const wave = new Waves(atlas.terrain).make()
  const costMin = atlas.terrain.costMin
  let [reachMs, waveMs, reached] = [0, 0, 0]
  for (let i = -REACHES; i < REACHES; i++) {
    const at = 2 * (i + REACHES)
    const start = { x: cells[at], y: cells[at + 1] }
    const flood = () =>
      timed(() => {
        wave.begin([start.x, start.y])
        wave.advance(cost * costMin * UNITS_PER_CELL + 1)
        wave.release()
      })
    const isFirst = i % 2 === 0
    let own = isFirst ? flood() : 0
    const ms = timed(() => {
      reached += finder.reach(start, cost * costMin).cellCount
    })
    if (!isFirst) own = flood()
    if (i < 0) reached = 0
    else {
      reachMs += ms / REACHES
      waveMs += own / REACHES
    }
  }
  return { kind, cost, cells: reached / REACHES, reachMs, waveMs }
}

function measureFields(kind: string, atlas: Atlas, goal: Point, cells: readonly number[]): FieldsReport {
  const finder = atlas.finder()
  const fills: number[] = []
  const firsts: number[] = []
  const steps: number[] = []
  const again: number[] = []
  const flood = new HeapFlood(atlas.terrain)
  const heapMs = median([0, 1, 2].map(() => timed(() => flood.flood(goal.x, goal.y))))
  const { x, y } = flood.farthest()
  const fill = () => {
    const field = finder.fieldTo(goal)
    const ms = timed(() => field.costAt(x, y))
    field.release()
    return ms
  }
  const firstMs = fill()
  for (let i = 0; i < REPEATS; i++) {
    const field = finder.fieldTo(goal)
    const { xs, ys } = unitsOf(cells)
    firsts.push(timed(() => field.advance(xs, ys)))
    let moved = 0
    const ms = timed(() => {
      for (let step = 0; step < STEPS; step++) moved += field.advance(xs, ys)
    })
    steps.push((1000 * ms) / moved)
    again.push((1000 * timed(() => walkAgain(field, cells))) / moved)
    field.release()
    fills.push(fill())
  }
  const [fillMs, fieldAndStepsMs, stepUs, knownStepUs] = [fills, firsts, steps, again].map(median)
  return { kind, firstMs, fillMs, heapMs, fieldAndStepsMs, stepUs, knownStepUs }
}

await orTell(async () => {
  const session = beginSession('bench:fields', values)
  const fields: FieldsReport[] = []
  const costs: CostsReport[] = []
  const reaches: ReachReport[] = []
  const kinds = (values.kinds ?? KINDS).split(',') as KindName[]
  const maps = kinds.flatMap(kind => (values.hubs ? [false, true] : [false]).map(hubs => ({ kind, hubs })))
  for (const { kind, hubs } of maps) {
    const atlas = openAtlas(await bake(generate(kind, { width: size, height: size, seed: 3 }), { hubs }))
    const map = hubs ? `${kind}, hubs` : kind
    const { terrain } = atlas
    const random = new Random(1)
    let goal = { x: Math.floor(0.9 * size), y: size >> 1 }
    while (!terrain.isFree(goal.x, goal.y)) goal = { x: goal.x - 1, y: goal.y }
    const island = atlas.islandOf(goal.x, goal.y)
    const cells: number[] = []
    while (cells.length < 2 * UNITS) {
      const [x, y] = [random.below(size), random.below(size)]
      if (terrain.isFree(x, y) && atlas.islandOf(x, y) === island) cells.push(x, y)
    }
    if (values.reach) for (const cost of REACH_COSTS) reaches.push(measureReach(map, atlas, cells, cost))
    else if (values.tables) costs.push(measureTables(map, atlas.finder(), cells))
    else fields.push(measureFields(map, atlas, goal, cells))
  }
  const table = values.reach
    ? reachTable(reaches, size)
    : values.tables
      ? costsTable(costs, size)
      : fieldsTable(fields, size, UNITS)
  session.finish([table], [table])
})
