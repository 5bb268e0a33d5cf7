/**
 * `npm run bench:requests`: thousands of questions asked of a queue at once, with one goal, near ones and far ones. Prints what all ticks
 * took and the longest of them, in time of the processor, and the same questions asked of a finder one by one.
 */
import { Random } from '../src/base/random.ts'
import { Requests } from '../src/crowd.ts'
import { bake, generate, type KindName, openAtlas, type Point } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'

const HELP = `npm run bench:requests -- [options]
  --size N        cells a side (4096)
  --kinds A,B     kinds of maps (terrain,rooms)
  --count N       questions (5000)
  --steps N       stepsPerTick (3000)
`
const { values } = argumentsOf(HELP, {
  size: { type: 'string', default: '4096' },
  kinds: { type: 'string', default: 'terrain,rooms' },
  count: { type: 'string', default: '5000' },
  steps: { type: 'string', default: '3000' },
})
const size = Number(values.size)
const NEAR_CELLS = 200

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

console.log('| map | questions | all ms | ticks | tick p50 ms | p95 | max | fields | by a finder ms |')
console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|')
for (const kind of values.kinds.split(',') as KindName[]) {
  const atlas = openAtlas(await bake(generate(kind, { width: size, height: size, seed: 3 })))
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
  atlas.finder().warmUp()
  const goal = anywhere()
  for (const [name, pair] of Object.entries(pairs)) {
    const asked = Array.from({ length: Number(values.count) }, () => pair(goal))
    const requests = new Requests(atlas.finder(), { stepsPerTick: Number(values.steps) })
    for (const [start, end] of asked) requests.ask(start, end)
    const ticks: number[] = []
    while (requests.stats().waiting > 0) {
      const from = cpuMs()
      requests.tick()
      ticks.push(cpuMs() - from)
    }
    const finder = atlas.finder()
    const from = cpuMs()
    for (const [start, end] of asked) finder.find(start, end)
    const alone = cpuMs() - from
    const all = ticks.reduce((sum, ms) => sum + ms, 0)
    const sorted = ticks.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1)
    const { fields } = requests.stats()
    const row = [kind, name, all.toFixed(0), ticks.length, at(0.5), at(0.95), at(1), fields, alone.toFixed(0)]
    console.log(`| ${row.join(' | ')} |`)
  }
}
