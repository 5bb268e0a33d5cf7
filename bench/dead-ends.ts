/**
 * `npm run bench:deadends [MAP ..]`: what searches would save by leaving out dead ends that hold neither start nor
 * goal. It counts the cells settled there, and runs the same queries on the map with all dead ends walled up.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Random } from '../src/base/random.ts'
import { bake, type Grid, generate, openAtlas, readMap } from '../src/index.ts'
import { Narrows } from '../src/traveller/narrows.ts'
import { argumentsOf } from './arguments.ts'

const SIDE = 512
const QUERIES = 200
const TRIES_MAX = 100_000

const HELP = `npm run bench:deadends [-- MAP ..]
  MAP             files of maps; generated ones of ${SIDE} x ${SIDE} unless given
`

const given = argumentsOf(HELP, {}, true).positionals.map(
  path => [basename(path), readMap(readFileSync(path))] as const,
)
const kinds = (['terrain', 'caves', 'rooms', 'scatter'] as const).map(
  kind => [kind, generate(kind, { width: SIDE, height: SIDE, seed: 7 })] as const,
)

console.log(
  '| map | free cells in dead ends | queries | entries settled | of them in dead ends | settled without | time | time without |',
)
console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
for (const [name, grid] of given.length > 0 ? given : kinds) await measure(name, grid)

async function measure(name: string, grid: Grid): Promise<void> {
  const atlas = openAtlas(await bake(grid))
  const finder = atlas.finder()
  const { isInDeadEnd, widthOfCell } = new Narrows(atlas.terrain)
  const random = new Random(1)
  const cost = grid.cost.map((cellCost, cell) => (isInDeadEnd[cell] === 1 ? 0 : cellCost))
  const without = openAtlas(await bake({ ...grid, cost })).finder()
  let [queries, settled, inside, settledWithout] = [0, 0, 0, 0]
  const [timesMs, timesWithoutMs]: number[][] = [[], []]
  const outside = () => {
    for (;;) {
      const [x, y] = [random.below(grid.width), random.below(grid.height)]
      if (widthOfCell[y * grid.width + x] > 0 && isInDeadEnd[y * grid.width + x] === 0) return { x, y }
    }
  }
  for (let i = 0; i < TRIES_MAX && queries < QUERIES; i++) {
    const [start, goal] = [outside(), outside()]
    if (finder.find(start, goal).status !== 'found') continue
    queries++
    const footprint = finder.footprint()
    without.find(start, goal)
    settledWithout += without.footprint().length / 2
    timesMs.push(leastMs(() => finder.find(start, goal).cells()))
    timesWithoutMs.push(leastMs(() => without.find(start, goal).cells()))
    settled += footprint.length / 2
    for (let at = 0; at < footprint.length; at += 2)
      inside += isInDeadEnd[footprint[at + 1] * grid.width + footprint[at]]
  }
  const [free, dead] = [
    widthOfCell.reduce((sum, width) => sum + Number(width > 0), 0),
    isInDeadEnd.reduce((a, b) => a + b, 0),
  ]
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`
  const middleUs = (all: number[]) => `${(1000 * all.sort((a, b) => a - b)[all.length >> 1]).toFixed(0)} us`
  const row = [name, share(dead, free), queries, settled, share(inside, settled), settledWithout]
  console.log(`| ${[...row, middleUs(timesMs), middleUs(timesWithoutMs)].join(' | ')} |`)
}

function leastMs(work: () => void): number {
  let least = Infinity
  for (let i = 0; i < 5; i++) {
    const startMs = performance.now()
    work()
    least = Math.min(least, performance.now() - startMs)
  }
  return least
}
