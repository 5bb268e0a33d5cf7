/**
 * `npm run bench:requests`: asks a queue thousands of questions at once, after a warm-up: with one goal, near ends, far ends.
 * It prints the count of ticks until all are answered, and the time of the thread for each tick. Beside that it asks a finder
 * the same questions one by one, and counts those that plain A* answers within sixty ticks if a step settles one cell.
 */
import { openSync, readSync } from 'node:fs'
import { Random } from '../src/base/random.ts'
import { Requests } from '../src/crowd.ts'
import { bake, generate, type KindName, openAtlas, type Point } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'
import { ExactAstar } from './exact-astar.ts'

const HELP = `npm run bench:requests -- [options]
  --size N        cells a side (4096)
  --kinds A,B     kinds of maps (terrain,rooms,roads)
  --hubs          bake with hubs
  --count N       questions (5000)
  --steps N       stepsPerTick (6000)
`
const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '4096' },
  kinds: { type: 'string', default: 'terrain,rooms,roads' },
  hubs: { type: 'boolean', default: false },
  count: { type: 'string', default: '5000' },
  steps: { type: 'string', default: '6000' },
})
const size = Number(values.size)
const NEAR_CELLS = 200

const TICKS_OF_SECOND = 60
const QUESTIONS_BEFORE = 500

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

console.log('| map | questions | ticks | tick p50 ms | p95 | max | all ms | fields | by a finder ms | A* answers |')
console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|---:|')
for (const kind of values.kinds.split(',') as KindName[]) {
  const grid = generate(kind, { width: size, height: size, seed: 3 })
  const atlas = openAtlas(await bake(grid, { hubs: values.hubs }))
  const random = new Random(1)
  const isFree = ({ x, y }: Point) => atlas.terrain.isFree(x, y)
  const around = ({ x, y }: Point, cells: number): Point => {
    for (;;) {
      const point = { x: x - cells + random.below(2 * cells), y: y - cells + random.below(2 * cells) }
      if (isFree(point)) return point
    }
  }
  const anywhere = () => around({ x: size / 2, y: size / 2 }, size / 2)
  const pairs: Record<string, (goal: Point) => [Point, Point]> = {
    'one goal': goal => [anywhere(), goal],
    'one goal, near': goal => [around(goal, NEAR_CELLS), goal],
    near: () => {
      const start = anywhere()
      return [start, around(start, NEAR_CELLS)]
    },
    far: () => [anywhere(), anywhere()],
  }
  const finder = atlas.finder()
  finder.warmUp()
  // Goals lie on the largest island.
  const areas = Array.from({ length: 99 }, anywhere).map(point => ({ point, island: atlas.islandOf(point.x, point.y) }))
  const countOn = (island: number) => areas.filter(area => area.island === island).length
  const [goal, goalBefore] = areas.sort((a, b) => countOn(b.island) - countOn(a.island)).map(({ point }) => point)
  for (const [name, pair] of Object.entries(pairs)) {
    const requests = new Requests(finder, { stepsPerTick: Number(values.steps) })
    const answer = (asked: [Point, Point][]) => {
      const ticks: number[] = []
      for (const [start, end] of asked) requests.ask(start, end)
      while (requests.stats().waiting > 0) ticks.push(timed(() => requests.tick()))
      return ticks
    }
    answer(Array.from({ length: QUESTIONS_BEFORE }, () => pair(goalBefore)))
    const fieldsBefore = requests.stats().fields
    const asked = Array.from({ length: Number(values.count) }, () => pair(goal))
    const ticks = answer(asked)
    const fields = requests.stats().fields - fieldsBefore
    const alone = timed(() => {
      for (const [start, end] of asked) finder.find(start, end)
    })
    const astar = new ExactAstar(grid)
    let answered = 0
    for (let left = TICKS_OF_SECOND * Number(values.steps); answered < asked.length; answered++) {
      const [start, end] = asked[answered]
      astar.find(start.x, start.y, end.x, end.y)
      left -= astar.settledCount
      if (left < 0) break
    }
    const all = ticks.reduce((sum, ms) => sum + ms, 0)
    const sorted = ticks.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1)
    const times = [ticks.length, at(0.5), at(0.95), at(1), all.toFixed(0), fields, alone.toFixed(0), answered]
    console.log(`| ${[kind, name, ...times].join(' | ')} |`)
  }
}
