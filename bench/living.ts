/**
 * What a map that changes costs: `npm run bench:living -- --size 10000`. Commits in milliseconds of processor time; then how
 * many a second in a row, what queries take afterwards beside those of a fresh atlas, and what edits take beside a snapshot.
 */
import { parseArgs } from 'node:util'
import { Random } from '../src/base/random.ts'
import { bake, generate, openAtlas, openLive } from '../src/index.ts'
import {
  building,
  door,
  oneCell,
  oneCellAndQuery,
  road,
  type Site,
  scatter,
  scattered,
  slices,
  timed,
} from './living-edits.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '2048' },
    seconds: { type: 'string', default: '5' },
    edits: { type: 'string', default: '5000' },
  },
})
const side = Number(values.size)
for (const kind of ['terrain', 'rooms'] as const) await measure(kind)

async function measure(kind: 'terrain' | 'rooms'): Promise<void> {
  const grid = generate(kind, { width: side, height: side, seed: 1 })
  const startMs = performance.now()
  const file = await bake(grid, { workers: 2 })
  const bakeMs = performance.now() - startMs
  const site: Site = { live: openLive(file), random: new Random(7), side }
  for (let i = 0; i < 600; i++) oneCell(site)
  console.log(
    `\n${kind} ${side} x ${side}, baked in ${(bakeMs / 1000).toFixed(1)} s; a commit in ms of processor time:\n`,
  )
  console.log('| | p50 | p95 | max |\n|---|---|---|---|')
  print(
    'one cell',
    many(1000, () => oneCell(site)),
  )
  print(
    'one cell, and a query across it',
    many(300, () => oneCellAndQuery(site)),
  )
  print(
    'a door, closed or opened',
    many(300, () => door(site)),
  )
  print(
    'a building of 8 x 8',
    many(150, () => building(site)),
  )
  print(
    'a road of 200 cells',
    many(60, () => road(site)),
  )
  print(
    '1,000 cells in one commit',
    many(5, () => scattered(site)),
  )
  print('1,000 cells in slices: the longest', await slices(site, 3))
  console.log('')
  memory(site)
  await sustain(site)
  const { edits } = values
  const edited: Site = { live: openLive(file), random: new Random(8), side }
  for (let i = 0; i < Number(edits); i++) oneCell(edited)
  console.log(`after ${edits} commits of one cell queries take ${slowdown(edited)} of what they do on a fresh atlas`)
  for (let i = 0; i < 20; i++) road(edited)
  console.log(`after 20 roads of 200 cells as well ${slowdown(edited)}`)
}

function many(count: number, make: () => number[]): number[] {
  return Array.from({ length: count }, make).flat()
}

function print(name: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(3)
  console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
}

/** 1,000 scattered cells beside a snapshot: what arrays take more. */
function memory(site: Site): void {
  const { live } = site
  const before = process.memoryUsage()
  const snapshot = live.snapshot()
  const held = process.memoryUsage()
  scatter(site)
  live.commit()
  const after = process.memoryUsage()
  const grown = (from: NodeJS.MemoryUsage, to: NodeJS.MemoryUsage) =>
    ((to.arrayBuffers - from.arrayBuffers) / 1e6).toFixed(1)
  console.log(`a snapshot takes ${grown(before, held)} MB, 1,000 cells after it ${grown(held, after)} MB`)
  console.log(`the snapshot has ${snapshot.islandCount} islands as before`)
}

/** Commits of one cell for some seconds. */
async function sustain(site: Site): Promise<void> {
  const seconds = Number(values.seconds)
  const memoryOf = () => Math.round(process.memoryUsage().rss / 1e6)
  const before = memoryOf()
  let [commits, busyMs] = [0, 0]
  const endMs = performance.now() + 1000 * seconds
  while (performance.now() < endMs) {
    for (let i = 0; i < 100; i++, commits++) busyMs += oneCell(site)[0]
    await new Promise(resolve => setImmediate(resolve))
  }
  const rate = Math.round((1000 * commits) / busyMs)
  console.log(
    `${rate} commits of one cell a second for ${seconds} s; ${before} MB of memory before, ${memoryOf()} after`,
  )
}

/** What queries take on the edited map and on a fresh atlas of it, asked by turns. */
function slowdown({ live, random }: Site): string {
  const finders = [live.finder(), openAtlas(live.save()).finder()]
  const ends: number[][] = []
  while (ends.length < 200) {
    const [x0, y0, x1, y1] = [0, 1, 2, 3].map(() => random.below(side))
    if (live.isReachable(x0, y0, x1, y1)) ends.push([x0, y0, x1, y1])
  }
  const times = finders.map(() => 0)
  for (let round = 0; round < 4; round++) {
    for (const [x0, y0, x1, y1] of ends) {
      finders.forEach((finder, i) => {
        const ms = timed(() => void finder.find(x0, y0, x1, y1).cells())
        if (round > 0) times[i] += ms
      })
    }
  }
  return (times[0] / times[1]).toFixed(3)
}
