/**
 * `npm run bench:requests`: asks a queue thousands of questions at once, after a warm-up: with one goal, near ends, far ends.
 * It counts the ticks until all are answered, and takes the time of the thread for each. Beside that it asks a finder the same
 * questions one by one, and counts those that plain A* answers within sixty ticks if a step settles one cell.
 */
import { openSync, readSync } from 'node:fs'
import { Random } from '../src/base/random.ts'
import { Requests } from '../src/crowd.ts'
import { type Atlas, bake, type Grid, generate, type KindName, openAtlas, type Point } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { ExactAstar } from './exact-astar.ts'
import { largestIsland } from './queries.ts'
import { beginSession, orTell } from './session.ts'
import { type RequestsReport, requestsTable } from './tables/requests-table.ts'

const HELP = `npm run bench:requests -- [options]
  --size N        cells a side (4096)
  --kinds A,B     kinds of maps (terrain,rooms,roads)
  --hubs          each map a second time, baked with hubs
  --count N       questions (5000)
  --steps N       stepsPerTick (6850)
  --json FILE     save the results, for npm run bench:results FILE
`
const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '4096' },
  kinds: { type: 'string' },
  hubs: { type: 'boolean', default: false },
  count: { type: 'string' },
  steps: { type: 'string' },
  json: { type: 'string' },
})
const size = Number(values.size)
const count = Number(values.count ?? 5000)
const stepsPerTick = Number(values.steps ?? 6850)
const KINDS = 'terrain,rooms,roads'
const NEAR_CELLS = 200

const TICKS_OF_SECOND = 60

const threadTimes = openSync('/proc/thread-self/schedstat', 'r')
const bytes = Buffer.alloc(64)

/** The processor time of this thread, without the engine's compilers and collectors, which have their own threads. */
function threadMs(): number {
  // The kernel updates the times of a running thread at such a call.
  process.cpuUsage()
  readSync(threadTimes, bytes, 0, bytes.length, 0)
  return Number.parseInt(bytes.toString('latin1'), 10) / 1e6
}

function timed(work: () => void): number {
  const from = threadMs()
  work()
  return threadMs() - from
}

/** Pairs of a start and a goal, by name. */
function listsOn(atlas: Atlas, goal: Point): Record<string, () => [Point, Point]> {
  const random = new Random(1)
  const around = ({ x, y }: Point, cells: number): Point => {
    for (;;) {
      const point = { x: x - cells + random.below(2 * cells), y: y - cells + random.below(2 * cells) }
      if (atlas.terrain.isFree(point.x, point.y)) return point
    }
  }
  const anywhere = () => around({ x: size / 2, y: size / 2 }, size / 2)
  return {
    'one goal': () => [anywhere(), goal],
    'one goal, near': () => [around(goal, NEAR_CELLS), goal],
    near: () => {
      const start = anywhere()
      return [start, around(start, NEAR_CELLS)]
    },
    far: () => [anywhere(), anywhere()],
  }
}

/** A free cell of the largest island, by a sample. */
function goalOn(atlas: Atlas): Point {
  const island = largestIsland(atlas)
  const random = new Random(2)
  for (;;) {
    const [x, y] = [random.below(size), random.below(size)]
    if (atlas.islandOf(x, y) === island) return { x, y }
  }
}

function astarAnswers(grid: Grid, asked: readonly [Point, Point][]): number {
  const astar = new ExactAstar(grid)
  let left = TICKS_OF_SECOND * stepsPerTick
  const answers = asked.findIndex(([start, end]) => {
    astar.find(start.x, start.y, end.x, end.y)
    left -= astar.settledCount
    return left < 0
  })
  return answers < 0 ? asked.length : answers
}

await orTell(async () => {
  const session = beginSession('bench:requests', values)
  const reports: RequestsReport[] = []
  const kinds = (values.kinds ?? KINDS).split(',') as KindName[]
  const maps = kinds.flatMap(kind => (values.hubs ? [false, true] : [false]).map(hubs => ({ kind, hubs })))
  for (const { kind, hubs } of maps) {
    const grid = generate(kind, { width: size, height: size, seed: 3 })
    const atlas = openAtlas(await bake(grid, { hubs }))
    const finder = atlas.finder()
    for (const [list, pair] of Object.entries(listsOn(atlas, goalOn(atlas)))) {
      const requests = new Requests(finder, { stepsPerTick })
      requests.warmUp()
      const asked = Array.from({ length: count }, pair)
      for (const [start, end] of asked) requests.ask(start, end)
      const tickMs: number[] = []
      while (requests.stats().waiting > 0) tickMs.push(timed(() => requests.tick()))
      const finderMs = timed(() => {
        for (const [start, end] of asked) finder.find(start, end)
      })
      const { fields } = requests.stats()
      const map = hubs ? `${kind}, hubs` : kind
      reports.push({ map, list, tickMs, fields, finderMs, astarAnswers: astarAnswers(grid, asked) })
    }
  }
  const table = requestsTable(reports, size, count, stepsPerTick)
  session.finish([table], [table])
})
