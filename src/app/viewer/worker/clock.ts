/**
 * Times work that is shorter than a step of the clock. Browsers make clocks coarse on purpose: 5 microseconds on an
 * isolated page, 100 and more elsewhere. So a query is repeated until its runs fill many steps, and the times of its parts
 * are summed: a sum over many runs is right even if each part is shorter than a step.
 */
import type { Finder, Quality } from '../../../query.ts'
import type { Pair, Timing } from '../protocol.ts'

const LOOKS = 8
const STEPS_OF_A_BATCH = 40
/** Of many queries, each gets few runs: a second run finds its data in the caches. */
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

/** A short look at one of many queries. */
export function timeOnce(finder: Finder, pair: Pair, quality: Quality): Timing {
  return timeQuery(finder, pair, quality, STEPS_OF_A_LOOK)
}
