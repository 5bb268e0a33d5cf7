/**
 * What a commit to a map that changes costs, in processor time: `npm run bench:living -- 1024 4096`. Edits are drawn beside
 * free ground, walls put and taken away half and half; a door is the only opening of a wall for some cells around.
 */
import { Random } from '../src/base/random.ts'
import type { LiveMap } from '../src/index.ts'
import { bake, generate, openLive } from '../src/index.ts'

const EDITS = 400
const WARM_UP = 300

const sides = process.argv.slice(2).map(Number).filter(Number.isInteger)
for (const side of sides.length > 0 ? sides : [1024]) {
  for (const kind of ['terrain', 'rooms'] as const) await measure(kind, side)
}

async function measure(kind: 'terrain' | 'rooms', side: number): Promise<void> {
  const grid = generate(kind, { width: side, height: side, seed: 1 })
  const startMs = performance.now()
  const file = await bake(grid, { workers: 2 })
  const bakeMs = performance.now() - startMs
  const live = openLive(file)
  const random = new Random(7)
  const rows: [string, number[]][] = []
  for (let i = 0; i < WARM_UP; i++) one(live, random, side)
  rows.push(['one cell', Array.from({ length: EDITS }, () => one(live, random, side))])
  rows.push(['a door, closed or opened', Array.from({ length: EDITS }, () => door(live, random, side))])
  rows.push(['a building of 8 x 8', Array.from({ length: 60 }, () => building(live, random, side))])
  rows.push(['1,000 cells in one commit', Array.from({ length: 5 }, () => scattered(live, random, side))])
  console.log(
    `\n${kind} ${side} x ${side}, baked in ${(bakeMs / 1000).toFixed(1)} s; a commit in ms of processor time:\n`,
  )
  console.log('| | p50 | p95 | max |\n|---|---|---|---|')
  for (const [name, times] of rows) {
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(3)
    console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
  }
  const secondsToSave = timed(() => live.save()) / 1000
  console.log(`\nsaved in ${secondsToSave.toFixed(1)} s; ${live.journal().length} bytes of journal`)
}

function timed(work: () => void): number {
  const before = process.cpuUsage()
  const startMs = performance.now()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.min((user + system) / 1000, performance.now() - startMs)
}

function isFree(live: LiveMap, x: number, y: number): boolean {
  return live.costAt(x, y) > 0
}

/** A cell beside free ground, and what it is to become. */
function draw(live: LiveMap, random: Random, side: number): [x: number, y: number, cost: number] {
  for (;;) {
    const [x, y] = [random.below(side), random.below(side)]
    const isBeside =
      isFree(live, x - 1, y) || isFree(live, x + 1, y) || isFree(live, x, y - 1) || isFree(live, x, y + 1)
    if (isFree(live, x, y) && random.below(2) === 0) return [x, y, 0]
    if (!isFree(live, x, y) && isBeside) return [x, y, 1]
  }
}

function one(live: LiveMap, random: Random, side: number): number {
  live.set(...draw(live, random, side))
  return timed(() => live.commit())
}

function door(live: LiveMap, random: Random, side: number): number {
  for (;;) {
    const [x, y] = [random.below(side), random.below(side)]
    const isUpright =
      !isFree(live, x, y - 1) && !isFree(live, x, y + 1) && isFree(live, x - 1, y) && isFree(live, x + 1, y)
    const isFlat =
      !isFree(live, x - 1, y) && !isFree(live, x + 1, y) && isFree(live, x, y - 1) && isFree(live, x, y + 1)
    if (!isUpright && !isFlat) continue
    live.set(x, y, isFree(live, x, y) ? 0 : 1)
    return timed(() => live.commit())
  }
}

function building(live: LiveMap, random: Random, side: number): number {
  live.fill({ x: random.below(side - 8), y: random.below(side - 8), width: 8, height: 8 }, 0)
  return timed(() => live.commit())
}

function scattered(live: LiveMap, random: Random, side: number): number {
  for (let i = 0; i < 1000; i++) live.set(...draw(live, random, side))
  return timed(() => live.commit())
}
