/**
 * Long work in slices: the exact optimum of one query, and a stress of thousands. Each is a generator that yields after a
 * slice.
 */
import { Trail } from '../../../cells/bends.ts'
import { ExactSearch } from '../../../cells/exact-search.ts'
import type { Terrain } from '../../../map/terrain.ts'
import { boundSearch } from '../../../proof/lower-bound.ts'
import type { Finder, Quality } from '../../../query.ts'
import type { Pair, Places } from './random-places.ts'

const SLICE_EXPANSIONS = 1000
const NEWS_EVERY_MS = 100
/** This many expansions keep about a gigabyte. */
const EXPANSIONS_MAX = 30_000_000

export interface ExactNews {
  readonly knownCost: number
  /** No path costs less; once done, the cost of the best one. */
  readonly lowerBound: number
  readonly isDone: boolean
  /** Whether it stopped early for lack of memory. */
  readonly isGivenUp: boolean
  readonly expansionCount: number
  readonly elapsedMs: number
  /**
   * Where the cheapest path starts, turns and ends, as x, y pairs. Null if the known one is as cheap, or before it is
   * done.
   */
  readonly bends: Int32Array | null
}

export function* compare(
  terrain: Terrain,
  { cost, bends }: { readonly cost: number; readonly bends: Int32Array },
  tell: (news: ExactNews) => void,
): Generator<void> {
  const search = boundSearch(new ExactSearch(terrain), terrain, new Trail(terrain, bends).cells())
  const fromMs = performance.now()
  for (let toldMs = fromMs, isOver = false; !isOver; ) {
    search.run(search.expansionCount + SLICE_EXPANSIONS)
    const nowMs = performance.now()
    const { isDone, expansionCount } = search
    const isGivenUp = !isDone && expansionCount > EXPANSIONS_MAX
    isOver = isDone || isGivenUp
    if (isOver || nowMs - toldMs >= NEWS_EVERY_MS) {
      toldMs = nowMs
      const best = isDone ? search.cheaperBends() : null
      const bestCost = best === null ? cost : Math.min(cost, new Trail(terrain, best).cost)
      const lowerBound = isDone ? bestCost : search.lowerBound
      tell({ knownCost: cost, lowerBound, isDone, isGivenUp, expansionCount, elapsedMs: nowMs - fromMs, bends: best })
    }
    yield
  }
}

export interface StressNews {
  readonly done: number
  readonly count: number
  readonly isDone: boolean
  /** Microseconds of all queries so far: the route, and the route with all its cells. */
  readonly routeUs: Float32Array
  readonly wholeUs: Float32Array
}

export function* stress(
  finder: Finder,
  places: Places,
  { count, quality }: { readonly count: number; readonly quality: Quality },
  tell: (news: StressNews) => void,
): Generator<void> {
  const routeUs = new Float32Array(count)
  const wholeUs = new Float32Array(count)
  let toldMs = performance.now()
  for (let done = 0, isDone = false; !isDone; ) {
    const pair = places.pair(false)
    if (pair !== null) {
      const timing = timeQuery(finder, pair, quality, STEPS_OF_A_LOOK)
      routeUs[done] = timing.routeUs
      wholeUs[done++] = timing.routeUs + timing.cellsUs
    }
    isDone = pair === null || done === count
    const nowMs = performance.now()
    if (isDone || nowMs - toldMs >= NEWS_EVERY_MS) {
      toldMs = nowMs
      const [route, whole] = [routeUs, wholeUs].map(us => us.slice(0, done))
      tell({ done, count: pair === null ? done : count, isDone, routeUs: route, wholeUs: whole })
    }
    yield
  }
}

// Browsers make clocks coarse on purpose: 5 microseconds on an isolated page, 100 and more elsewhere. So a query is
// repeated until its runs fill many steps, and the times of its parts are summed. The sum is right even if each part is
// shorter.

const LOOKS = 8
const STEPS_OF_A_BATCH = 40
/** Each of many queries gets few runs: a second run finds its data in the caches. */
const STEPS_OF_A_LOOK = 4
const RUNS_MAX = 2000
const BATCHES = 9

let stepMs = 0

/** The smallest step in which this clock moves, in milliseconds. */
function clockStepMs(): number {
  if (stepMs > 0) return stepMs
  stepMs = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    const from = performance.now()
    let to = from
    while (to === from) to = performance.now()
    stepMs = Math.min(stepMs, to - from)
  }
  return stepMs
}

/** What a query takes. */
export interface Timing {
  readonly routeUs: number
  readonly cellsUs: number
}

/** The mean time of a query over runs that fill some steps of the clock. */
function timeQuery(finder: Finder, { start, goal }: Pair, quality: Quality, steps: number): Timing {
  const fillMs = steps * clockStepMs()
  let routeMs = 0
  let cellsMs = 0
  let runs = 0
  for (let fromMs = performance.now(); routeMs + cellsMs < fillMs && runs < RUNS_MAX; runs++) {
    const route = finder.find(start, goal, { quality })
    const foundMs = performance.now()
    route.cells()
    const doneMs = performance.now()
    routeMs += foundMs - fromMs
    cellsMs += doneMs - foundMs
    fromMs = doneMs
  }
  return { routeUs: (1000 * routeMs) / runs, cellsUs: (1000 * cellsMs) / runs }
}

/**
 * Times one query well, a batch at a time. The first batches run code that is not compiled yet, and other work of the
 * machine disturbs some: the median batch counts.
 */
export function* timeWell(finder: Finder, pair: Pair, quality: Quality): Generator<void, Timing> {
  const batches: Timing[] = []
  while (batches.length < BATCHES) {
    batches.push(timeQuery(finder, pair, quality, STEPS_OF_A_BATCH))
    yield
  }
  const whole = ({ routeUs, cellsUs }: Timing) => routeUs + cellsUs
  return batches.toSorted((a, b) => whole(a) - whole(b))[BATCHES >> 1]
}
