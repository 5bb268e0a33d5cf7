/**
 * `npm run bench:heuristics`: the effect of the textbook estimates, and of a weight on them, on the cost and the time
 * of A* over cells. It prints the table of the guide.
 */
import { Random } from '../src/base/random.ts'
import { TextbookSearch } from '../src/exact.ts'
import { bake, type Grid, generate, openAtlas } from '../src/index.ts'
import { argumentsOf } from './arguments.ts'

argumentsOf('npm run bench:heuristics      it has no options\n', {})

const SIDE = 256
const PAIRS = 40
const CASES = [
  ['none', 1],
  ['chebyshev', 1],
  ['euclidean', 1],
  ['octile', 1],
  ['octile', 1.5],
  ['octile', 3],
  ['manhattan', 1],
] as const

const maps: Record<string, Grid> = {
  terrain: generate('terrain', { width: SIDE, height: SIDE, seed: 7 }),
  maze: generate('maze', { width: SIDE, height: SIDE, seed: 7 }),
  'weighted elevation': generate('elevation', { width: SIDE, height: SIDE, seed: 7 }),
}

console.log('| map | estimate | weight | over the optimum | worst | cells looked at | ms |')
console.log('|---|---|---:|---:|---:|---:|---:|')
for (const [name, grid] of Object.entries(maps)) {
  const atlas = openAtlas(await bake(grid))
  const search = new TextbookSearch(atlas.terrain)
  const pairs = pairsOn(grid, (a, b) => atlas.isReachable(a.x, a.y, b.x, b.y))
  const best = pairs.map(([start, goal]) => search.find(start, goal).cost)
  for (const [heuristic, weight] of CASES) {
    const before = process.cpuUsage()
    const paths = pairs.map(([start, goal]) => search.find(start, goal, { heuristic, weight }))
    const { user, system } = process.cpuUsage(before)
    const excess = paths.map(({ cost }, i) => cost / best[i] - 1)
    const cells = Math.round(paths.reduce((sum, { settledCount }) => sum + settledCount, 0) / PAIRS)
    const mean = `${(100 * (excess.reduce((a, b) => a + b, 0) / PAIRS)).toFixed(2)} %`
    const worst = `${(100 * Math.max(...excess)).toFixed(2)} %`
    const ms = ((user + system) / 1000 / PAIRS).toFixed(1)
    console.log(`| ${name} | ${heuristic} | ${weight} | ${mean} | ${worst} | ${cells.toLocaleString('en')} | ${ms} |`)
  }
}

function pairsOn({ width, height }: Grid, isJoined: (a: Cell, b: Cell) => boolean): [Cell, Cell][] {
  const random = new Random(1)
  const pairs: [Cell, Cell][] = []
  while (pairs.length < PAIRS) {
    const [a, b] = [0, 1].map(() => ({ x: random.below(width), y: random.below(height) }))
    if (Math.hypot(a.x - b.x, a.y - b.y) > width / 2 && isJoined(a, b)) pairs.push([a, b])
  }
  return pairs
}

interface Cell {
  readonly x: number
  readonly y: number
}
