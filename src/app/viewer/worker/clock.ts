/**
 * Times of work that is shorter than the steps of the clock. Browsers make clocks coarse on purpose: 5 microseconds on a
 * page that is isolated from others, 100 and more elsewhere. So a query is repeated until its runs fill many steps, and
 * what falls to its parts is summed up: a sum over many runs is right even where each part is shorter than a step.
 */
import type { Finder, Quality } from '../../../query.ts'
import type { Pair, Timing } from '../protocol.ts'

const LOOKS = 8
const STEPS_OF_A_BATCH = 40
/** A single query tells less but disturbs less: a second run finds all it reads in the caches. */
const STEPS_OF_A_LOOK = 4
const RUNS_MAX = 2000
const BATCHES = 9

/** The smallest step in which this clock moves, in milliseconds. */
function clockStepMs(): number {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look++) {
    const from = performance.now()
    let to = from
    while (to === from) to = performance.now()
    least = Math.min(least, to - from)
  }
  return least
}

/** The mean time of a query over runs that fill `fillMs` milliseconds. */
function timeQuery(finder: Finder, { start, goal }: Pair, quality: Quality, fillMs: number): Timing {
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

/** The one in the middle, by the time of the whole query: neither a cold run nor a lucky one. */
function medianOf(timings: readonly Timing[]): Timing {
  const whole = ({ routeUs, cellsUs }: Timing) => routeUs + cellsUs
  return timings.toSorted((a, b) => whole(a) - whole(b))[timings.length >> 1]
}

/**
 * Times one query well, a batch at a time. The first batches run code that the browser has not made quick yet, any may be
 * disturbed by other work of the machine: the median counts.
 */
export class Stopwatch {
  private readonly finder: Finder
  private readonly stepMs = clockStepMs()
  private pair: Pair | null = null
  private quality: Quality = 'default'
  private batches: Timing[] = []

  constructor(finder: Finder) {
    this.finder = finder
  }

  start(pair: Pair, quality: Quality): void {
    this.pair = pair
    this.quality = quality
    this.batches = []
  }

  stop(): void {
    this.pair = null
  }

  get isRunning(): boolean {
    return this.pair !== null
  }

  /** One batch more; the result when all are done. */
  run(): Timing | null {
    this.batches.push(timeQuery(this.finder, this.pair!, this.quality, STEPS_OF_A_BATCH * this.stepMs))
    if (this.batches.length < BATCHES) return null
    this.stop()
    return medianOf(this.batches)
  }

  /** One look at one query, of many that are asked once each. */
  once(pair: Pair, quality: Quality): Timing {
    return timeQuery(this.finder, pair, quality, STEPS_OF_A_LOOK * this.stepMs)
  }
}
