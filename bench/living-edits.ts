/**
 * Edits of a changing map, as in a game: next to free ground, half of them new walls, half removed ones. Each function
 * returns the times of its commits, in milliseconds of elapsed time.
 */
import { existsSync, openSync, readSync } from 'node:fs'
import type { Random } from '../src/base/random.ts'
import type { LiveMap, Route } from '../src/index.ts'

export interface Site {
  readonly live: LiveMap
  readonly random: Random
  readonly side: number
}

/** Elapsed time, which is what a user waits: other processes count too, so leave the machine alone. */
export function timed(work: () => void): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}

/** Cells to the side of a value of an influence. */
const HEAT_CELLS = 8

export const isFree = ({ live }: Site, x: number, y: number) => live.costAt(x, y) > 0

/** A cell beside free ground, and its new cost. */
export function draw(site: Site): [x: number, y: number, cost: number] {
  const { random, side } = site
  for (;;) {
    const [x, y] = [random.below(side), random.below(side)]
    const isBeside =
      isFree(site, x - 1, y) || isFree(site, x + 1, y) || isFree(site, x, y - 1) || isFree(site, x, y + 1)
    if (isFree(site, x, y) && random.below(2) === 0) return [x, y, 0]
    if (!isFree(site, x, y) && isBeside) return [x, y, 1]
  }
}

export function oneCell(site: Site): number[] {
  site.live.set(...draw(site))
  return [timed(() => site.live.commit())]
}

/** One cell, and a query across it, after which the map is right there. */
export function oneCellAndQuery(site: Site): number[] {
  const { live, side } = site
  const finder = live.finder()
  const [x, y, cost] = draw(site)
  const at = (value: number) => Math.max(0, Math.min(side - 1, value))
  const ask = () => void finder.find(at(x - 100), at(y - 60), at(x + 100), at(y + 60))
  ask()
  live.set(x, y, cost)
  const toCommit = timed(() => live.commit())
  return [toCommit + timed(ask)]
}

/** One cell, and a route across the map, without the cells of its path. */
export function oneCellAndRoute(site: Site): number[] {
  return oneCellAndFar(site, () => {})
}

/** One cell, and a path across the map with all its cells. */
export function oneCellAndPath(site: Site): number[] {
  return oneCellAndFar(site, route => void route.cells())
}

function oneCellAndFar(site: Site, ask: (route: Route) => void): number[] {
  const { live, random, side } = site
  const finder = live.finder()
  const near = () => random.below(side >> 2)
  const far = () => side - 1 - random.below(side >> 2)
  const ends = [near(), near(), far(), far()] as const
  live.set(...draw(site))
  return [timed(() => live.commit()) + timed(() => ask(finder.find(...ends, { nearest: true })))]
}

/** An influence of 40 spots over a view: each call fades it a little. */
export function fading({ live, random, side }: Site): () => number[] {
  const view = live.branch()
  const width = Math.ceil(side / HEAT_CELLS)
  const heat = new Float32Array(width * width)
  for (let spot = 0; spot < 40; spot++) {
    const [x, y] = [random.below(width - 12), random.below(width - 12)]
    for (let dy = 0; dy < 12; dy++) for (let dx = 0; dx < 12; dx++) heat[(y + dy) * width + x + dx] = 20 - dx - dy / 2
  }
  const influence = view.influence(heat, { width, cells: HEAT_CELLS })
  view.commit()
  return () => {
    influence.decay(0.98)
    return [timed(() => view.commit())]
  }
}

/** A door: the only opening in a wall, closed and then opened. */
export function door(site: Site): number[] {
  const { live, random, side } = site
  for (;;) {
    const [x, y] = [random.below(side), random.below(side)]
    const free = [isFree(site, x, y - 1), isFree(site, x, y + 1), isFree(site, x - 1, y), isFree(site, x + 1, y)]
    const isUpright = !free[0] && !free[1] && free[2] && free[3]
    const isFlat = free[0] && free[1] && !free[2] && !free[3]
    if (!isFree(site, x, y) || (!isUpright && !isFlat)) continue
    return [0, 1].map(cost => {
      live.set(x, y, cost)
      return timed(() => live.commit())
    })
  }
}

export function building({ live, random, side }: Site): number[] {
  live.fill({ x: random.below(side - 8), y: random.below(side - 8), width: 8, height: 8 }, 0)
  return [timed(() => live.commit())]
}

/** 200 cells of free ground in a line. */
export function road({ live, random, side }: Site): number[] {
  const [width, height] = random.below(2) === 0 ? [200, 1] : [1, 200]
  live.fill({ x: random.below(side - width), y: random.below(side - height), width, height }, 1)
  return [timed(() => live.commit())]
}

export function scatter(site: Site): void {
  for (let i = 0; i < 1000; i++) site.live.set(...draw(site))
}

export function scattered(site: Site): number[] {
  scatter(site)
  return [timed(() => site.live.commit())]
}

/** The times of work in slices. */
export interface Turns {
  readonly totalMs: number
  readonly longestMs: number
  /** Between every two turns of others, the first from the call on. */
  readonly slicesMs: number[]
  /** Each slice without the time for which the kernel gave its core to other threads. */
  readonly runningMs: number[]
}

/** 1,000 cells in slices. */
export async function slices(site: Site): Promise<Turns> {
  scatter(site)
  return turns(() => site.live.commitInSlices())
}

/** The same in a view of the map. */
export async function slicesOfView({ live, random, side }: Site): Promise<Turns> {
  const view = live.branch()
  for (let i = 0; i < 1000; i++) view.set(random.below(side), random.below(side), 0)
  return turns(() => view.commitInSlices())
}

/** The elapsed time of each turn of work that takes turns with others. */
export async function turns(work: () => Promise<unknown>): Promise<Turns> {
  const slicesMs: number[] = []
  const runningMs: number[] = []
  let isDone = false
  let [waitedMs, startMs] = [waitingMs(), performance.now()]
  const done = work().then(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise(resolve => setImmediate(resolve))
    const ms = performance.now() - startMs
    slicesMs.push(ms)
    runningMs.push(ms - (waitingMs() - waitedMs))
    waitedMs = waitingMs()
    startMs = performance.now()
  }
  await done
  return { totalMs: slicesMs.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...slicesMs), slicesMs, runningMs }
}

const SCHEDULE = '/proc/thread-self/schedstat'
/** Stays open: each read tells the present numbers of this thread. Null where there is no such file. */
const schedule = existsSync(SCHEDULE) ? openSync(SCHEDULE, 'r') : null
const numbers = Buffer.alloc(128)

/** How long this thread has waited for a core since it began, as Linux counts it; 0 elsewhere. */
function waitingMs(): number {
  if (schedule === null) return 0
  const length = readSync(schedule, numbers, 0, numbers.length, 0)
  return Number(numbers.toString('latin1', 0, length).split(' ')[1]) / 1e6
}
