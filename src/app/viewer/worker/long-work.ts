/**
 * Long work in slices: the exact optimum of one query, and a stress of thousands. Each is a generator that yields after a
 * slice.
 */
import { Trail } from '../../../cells/bends.ts'
import { ExactSearch } from '../../../cells/exact-search.ts'
import type { Terrain } from '../../../map/terrain.ts'
import { boundSearch } from '../../../proof/lower-bound.ts'
import type { Finder, Quality } from '../../../query.ts'
import type { ExactNews, QueryAnswer, StressNews } from '../protocol.ts'
import { timeOnce } from './clock.ts'
import type { Places } from './random-places.ts'

const SLICE_EXPANSIONS = 1000
const NEWS_EVERY_MS = 100
/** This many expansions keep about a gigabyte. */
const EXPANSIONS_MAX = 30_000_000

export function* compare(
  terrain: Terrain,
  { cost, bends }: QueryAnswer,
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
      const timing = timeOnce(finder, pair, quality)
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
