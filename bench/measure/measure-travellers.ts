/**
 * What is measured of travellers: the file of many beside an atlas of each, their answers beside those of that atlas, paths that
 * turn little, and what a map tells of itself. Times are of the processor.
 */

import { Random } from '../../src/base/random.ts'
import { type Atlas, bake, type Grounds, openAtlas, type Route, type TravellerOptions } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { chokePoints, deadEnds, whatIf } from '../../src/travellers.ts'
import { longQueries } from '../queries.ts'

export type Row = (string | number | null)[]
export type Kinds = Readonly<Record<string, TravellerOptions>>

const QUERIES = 40
const HEADINGS = [0, 1, 2, 3, 4, 5, 6, 7].map(i => ({
  x: Math.round(Math.cos((i * Math.PI) / 4)),
  y: Math.round(Math.sin((i * Math.PI) / 4)),
}))

/** Long pairs on the largest island. */
function pairsOn(atlas: Atlas, count: number): { x0: number; y0: number; x1: number; y1: number }[] {
  const ends = longQueries(atlas, count).reachable
  return Array.from({ length: ends.length / 4 }, (_, i) => {
    const [x0, y0, x1, y1] = ends.subarray(4 * i)
    return { x0, y0, x1, y1 }
  })
}

async function timed<T>(run: () => T | Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const made = await run()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}

/** Bytes and time of one file, and of an atlas each; then answers: how far over the optimum, and how long they take. */
export async function fileRows(
  name: string,
  grounds: Grounds,
  travellers: Kinds,
): Promise<{ file: Row; answers: Row }> {
  const [together, togetherMs] = await timed(() => bake(grounds, { travellers }))
  const opened = openAtlas(together)
  let [bytes, ms] = [0, 0]
  const [ofFile, ofOwn]: [Answers, Answers] = [new Answers(), new Answers()]
  for (const [traveller, { costs, size = 1 }] of Object.entries(travellers)) {
    const [own, ownMs] = await timed(() => bake(gridOf(grounds, { costs, size })))
    bytes += own.length
    ms += ownMs
    const alone = openAtlas(own)
    const queries = pairsOn(alone, QUERIES)
    // By turns, so that both have the machine as it is.
    const [inFile, single] = [opened.finder({ traveller }), alone.finder()]
    for (const { x0, y0, x1, y1 } of queries) {
      const best = single.find(x0, y0, x1, y1, { quality: 'exact' }).cost
      ofFile.take(() => inFile.find(x0, y0, x1, y1), best)
      ofOwn.take(() => single.find(x0, y0, x1, y1), best)
    }
  }
  const seconds = [togetherMs / 1000, ms / 1000, togetherMs / ms]
  return {
    file: [name, together.length, bytes, together.length / bytes, ...seconds],
    answers: [name, ofFile.count, ...ofFile.told(), ...ofOwn.told(), ofFile.medianUs() / ofOwn.medianUs()],
  }
}

class Answers {
  private readonly excess: number[] = []
  private readonly timesUs: number[] = []

  get count(): number {
    return this.excess.length
  }

  /** The best time of three counts; the first may find costs and code cold. */
  take(find: () => Route, best: number): void {
    let [leastUs, cost] = [Infinity, 0]
    for (let i = 0; i < 3; i++) {
      const startMs = performance.now()
      const route = find()
      route.cells()
      leastUs = Math.min(leastUs, 1000 * (performance.now() - startMs))
      cost = route.cost
    }
    this.timesUs.push(leastUs)
    this.excess.push(100 * (cost / best - 1))
  }

  told(): number[] {
    const mean = this.excess.reduce((a, b) => a + b, 0) / this.excess.length
    return [mean, shareOf(this.excess, 0.99), this.medianUs()]
  }

  medianUs(): number {
    return shareOf(this.timesUs, 0.5)
  }
}

/** Paths with a random heading at the start; then the proof that none leads to a cell behind too sharp a bend. */
export async function turningRow(name: string, grounds: Grounds, how: TravellerOptions): Promise<Row> {
  const { turn, ...free } = how
  const goal = (how.size ?? 1) === 1 ? placeTooTight(grounds, how) : null
  const atlas = openAtlas(await bake(grounds, { travellers: { turning: how, free } }))
  const [turning, loose] = [atlas.finder(), atlas.finder({ traveller: 'free' })]
  const random = new Random(3)
  const [foundMs, noneMs, over, proofMs]: number[][] = [[], [], [], []]
  for (const { x0, y0, x1, y1 } of pairsOn(atlas, QUERIES)) {
    const heading = HEADINGS[random.below(HEADINGS.length)]
    const [route, ms] = await timed(() => turning.find(x0, y0, x1, y1, { heading }))
    ;(route.status === 'found' ? foundMs : noneMs).push(ms)
    if (route.status === 'found') over.push(100 * (route.cost / loose.find(x0, y0, x1, y1).cost - 1))
    if (goal === null || !atlas.isReachable(x0, y0, goal.x, goal.y)) continue
    const [refused, refusedMs] = await timed(() => turning.find(x0, y0, goal.x, goal.y))
    if (refused.status === 'unreachable') proofMs.push(refusedMs)
  }
  const mean = over.reduce((a, b) => a + b, 0) / over.length
  const times = [0.5, 0.95, 1].map(share => shareOf(foundMs, share))
  const proofs = [noneMs, proofMs].flatMap(all => [all.length, shareOf(all, 0.5), shareOf(all, 1)])
  return [name, `${turn}`, how.size ?? 1, foundMs.length, ...times, mean, ...proofs]
}

/** Builds walls around a cell so that a bend of 90 degrees leads there and no other way. */
function placeTooTight(
  { width, height, groundOfCell, names }: Grounds,
  { costs }: TravellerOptions,
): { x: number; y: number } | null {
  const wall = names.findIndex(name => costs[name] === undefined)
  const isFree = (x: number, y: number) => costs[names[groundOfCell[y * width + x]]] !== undefined
  const around = Array.from({ length: 25 }, (_, i) => [(i % 5) - 2, Math.floor(i / 5) - 2] as const)
  for (let y = height >> 1; y < height - 3; y++) {
    for (let x = width >> 1; x < width - 3; x++) {
      if (wall < 0 || !around.every(([dx, dy]) => isFree(x + dx, y + dy))) continue
      const walls = [
        [-1, 0],
        [1, 0],
        [-1, 1],
        [0, 1],
        [1, 1],
        [1, -1],
        [0, -2],
        [1, -2],
      ] as const
      for (const [dx, dy] of walls) groundOfCell[(y + dy) * width + x + dx] = wall
      return { x, y }
    }
  }
  return null
}

/** What a map tells of itself, and what follows from closing 8 x 8 cells somewhere, of ten pairs. */
export async function surveyRow(name: string, atlas: Atlas): Promise<Row> {
  const [chokes, chokesMs] = await timed(() => chokePoints(atlas))
  const [ends, endsMs] = await timed(() => deadEnds(atlas))
  const queries = pairsOn(atlas, 10)
  const pairs = queries.map(({ x0, y0, x1, y1 }) => ({ start: { x: x0, y: y0 }, goal: { x: x1, y: y1 } }))
  const whatIfMs: number[] = []
  for (const { x0: x, y0: y } of queries) {
    whatIfMs.push((await timed(() => whatIf(atlas, { x, y, width: 8, height: 8 }, { pairs })))[1])
  }
  const times = [chokesMs, endsMs, shareOf(whatIfMs, 0.5), shareOf(whatIfMs, 1)]
  return [name, `${atlas.width} x ${atlas.height}`, chokes.length, ends.length, ...times]
}

function shareOf(numbers: readonly number[], share: number): number {
  if (numbers.length === 0) return Number.NaN
  return [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1]
}
