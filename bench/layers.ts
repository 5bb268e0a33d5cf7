/**
 * `npm run bench:layers -- --size 4096`: the processor time of views: a switched ground, raised danger, influences that
 * fade once a second, and the knowledge of players. Then the excess of routes past danger over the optimum, beside a
 * fresh atlas of the same costs.
 */
import { setImmediate } from 'node:timers/promises'
import { Random } from '../src/base/random.ts'
import { exactCost } from '../src/exact.ts'
import { bake, type Grounds, generate, type LiveMap, openAtlas, openLive, type View } from '../src/index.ts'
import { box, disc } from '../src/live.ts'
import { argumentsOf } from './arguments.ts'
import { turns } from './living-edits.ts'
import { collectGarbage } from './measure/memory.ts'

const HELP = `npm run bench:layers -- [options]
  --size CELLS    side of the map (1024)
`

const { values } = argumentsOf(HELP, { size: { type: 'string', default: '1024' } })
const side = Number(values.size)
/** The spots on a map of 4096 x 4096 cells. */
const FIGHTS = 24
const DISCS = 40
const LAKES = 40
const SECONDS = 180
const PLAYERS = 8
const random = new Random(1)

console.log('| what | p50 | p95 | longest |')
console.log('|---|---:|---:|---:|')
const file = await bake(generate('terrain', { width: side, height: side, seed: 7 }))
await explore(openLive(file))
await switchGround()
for (const by of [5, 25, 100]) raiseDiscs(openLive(file).branch(), by)
for (const step of [1, 4]) for (const bilinear of [false, true]) fade(openLive(file).branch(), step, bilinear)
await pastDanger()

/** Lakes in rock that freeze and thaw: the whole time, and the longest slice. */
async function switchGround(): Promise<void> {
  const grounds = withLakes()
  const view = openLive(await bake(grounds, { travellers: { walker: { costs: { land: 1 } } } })).branch()
  for (const what of ['first', 'second', 'third']) {
    for (const to of [{ costs: 4 }, null]) {
      view.ground('water', to)
      const { totalMs, longestMs } = await turns(() => view.commitInSlices())
      const name = `${to === null ? 'thaw' : 'freeze'} for the ${what} time, ms in all, longest slice`
      console.log(`| ${name} | ${totalMs.toFixed(0)} | | ${longestMs.toFixed(1)} |`)
    }
  }
}

function withLakes(): Grounds {
  const { cost } = generate('terrain', { width: side, height: side, seed: 7 })
  const groundOfCell = Uint8Array.from(cost, one => (one === 0 ? 2 : 0))
  const radius = Math.floor(side / 34)
  for (let i = 0; i < LAKES; i++) {
    const [middleX, middleY] = [random.below(side), random.below(side)]
    for (let y = Math.max(0, middleY - radius); y < Math.min(side, middleY + radius); y++) {
      for (let x = Math.max(0, middleX - radius); x < Math.min(side, middleX + radius); x++) {
        const isInside = (x - middleX) ** 2 + (y - middleY) ** 2 < radius ** 2
        if (isInside && groundOfCell[y * side + x] === 2) groundOfCell[y * side + x] = 1
      }
    }
  }
  return { width: side, height: side, groundOfCell, names: ['land', 'water', 'rock'] }
}

function raiseDiscs(view: View, by: number): void {
  const timesMs: number[] = []
  for (let i = 0; i < DISCS; i++) {
    view.raise(disc(random.below(side), random.below(side), 20), by)
    timesMs.push(timed(() => view.commit()))
  }
  tell(`raise a disc of radius 20 by ${by}, ms`, timesMs)
}

function fade(view: View, step: number, bilinear: boolean): void {
  const width = Math.ceil(side / 8)
  const heat = new Float32Array(width * width)
  for (let i = 0; i < FIGHTS; i++) {
    const [left, top] = [random.below(width - 12), random.below(width - 12)]
    for (let y = 0; y < 12; y++) {
      for (let x = 0; x < 12; x++)
        heat[(top + y) * width + left + x] = Math.max(0, 20 * (1 - Math.hypot(x - 6, y - 6) / 6))
    }
  }
  const influence = view.influence(heat, { width, cells: 8, step, bilinear })
  view.commit()
  const timesMs: number[] = []
  for (let second = 0; second < SECONDS; second++) {
    influence.decay(0.98)
    timesMs.push(timed(() => view.commit()))
  }
  tell(`fade for a second, steps of ${step}${bilinear ? ', bilinear' : ''}, ms`, timesMs)
}

/** Players who have each seen a fifth: the memory for them and the open ground, before and after searches. */
async function explore(live: LiveMap): Promise<void> {
  live.finder().find(0, 0, side - 1, side - 1)
  live.branch().commit()
  const before = await heldBytes()
  const seen = Math.floor(Math.sqrt((side * side) / 5))
  const players: View[] = []
  for (let i = 0; i < PLAYERS; i++) {
    const player = live.branch()
    players.push(player)
    await player.unknown()
    const [left, top] = [random.below(side - seen), random.below(side - seen)]
    for (let y = 0; y < seen; y += 128) {
      player.see(box(left, top + y, seen, Math.min(128, seen - y)))
      await player.commitInSlices()
    }
  }
  const share = async () => ((100 * ((await heldBytes()) - before)) / PLAYERS / file.length).toFixed(1)
  console.log(`| a player who has seen a fifth, % of an atlas | ${await share()} | | |`)
  for (const player of players) {
    for (let i = 0; i < 20; i++) {
      player.finder().find(random.below(side), random.below(side), random.below(side), random.below(side))
    }
  }
  console.log(`| the same after 20 searches each | ${await share()} | | |`)
}

/** The excess in percent: mean, p99 and worst, of the view and of a fresh atlas. */
async function pastDanger(): Promise<void> {
  console.log('\n| danger | view: mean, p99, worst % | fresh atlas |')
  console.log('|---|---:|---:|')
  const [width, height] = [320, 320]
  for (const kind of ['terrain', 'rooms', 'roads', 'caves'] as const) {
    const live = openLive(await bake(generate(kind, { width, height, seed: 3 })))
    for (const by of [5, 25, 100]) {
      const view = live.branch()
      for (let i = 0; i < DISCS; i++)
        view.raise(disc(random.below(width), random.below(height), 8 + random.below(13)), by)
      view.commit()
      const cost = Uint8Array.from({ length: width * height }, (_, cell) =>
        view.costAt(cell % width, Math.floor(cell / width)),
      )
      const fresh = openAtlas(await bake({ width, height, cost }))
      const [ofView, ofFresh]: [number[], number[]] = [[], []]
      while (ofView.length < 100) {
        const ends = [random.below(width), random.below(height), random.below(width), random.below(height)] as const
        const least = fresh.isReachable(...ends) ? exactCost(fresh, ...ends) : 0
        if (least === 0) continue
        ofView.push(100 * (view.finder().find(...ends).cost / least - 1))
        ofFresh.push(100 * (fresh.finder().find(...ends).cost / least - 1))
      }
      console.log(`| ${kind}, +${by} | ${excess(ofView)} | ${excess(ofFresh)} |`)
    }
  }
}

function excess(percents: number[]): string {
  const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
  return [mean, at(percents, 0.99), at(percents, 1)].map(percent => percent.toFixed(2)).join(', ')
}

function tell(what: string, timesMs: number[]): void {
  console.log(`| ${what} | ${[0.5, 0.95, 1].map(share => at(timesMs, share).toFixed(1)).join(' | ')} |`)
}

/** In use after a collection; what lies outside the heap, and what maps of before held, is let go of between collections. */
async function heldBytes(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    collectGarbage()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function at(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1]
}

function timed(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
