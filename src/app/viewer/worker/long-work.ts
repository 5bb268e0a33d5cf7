/**
 * What takes long and runs in slices: the exact optimum of one query, and a stress of thousands. There is one at a time;
 * a new one ends the one before.
 */
import { Trail } from '../../../cells/bends.ts'
import { ExactSearch } from '../../../cells/exact-search.ts'
import type { Terrain } from '../../../map/terrain.ts'
import { boundSearch } from '../../../proof/lower-bound.ts'
import type { Quality } from '../../../query.ts'
import type { ExactNews, QueryAnswer, StressNews } from '../protocol.ts'
import type { Stopwatch } from './clock.ts'
import type { DeskWork } from './desk.ts'
import type { Places } from './random-places.ts'

const SLICE_EXPANSIONS = 1000
const NEWS_EVERY_MS = 100
/** What this many expansions keep takes about a gigabyte. */
const EXPANSIONS_MAX = 30_000_000

export interface StressPlan {
  readonly count: number
  readonly quality: Quality
}

export class LongWork {
  private slice: DeskWork | undefined

  /** The next slice of what is going on, if anything is. */
  next(): DeskWork | undefined {
    return this.slice
  }

  stop(): void {
    this.slice = undefined
  }

  exact(terrain: Terrain, { cost, bends }: QueryAnswer, tell: (news: ExactNews) => void): void {
    const search = boundSearch(new ExactSearch(terrain), terrain, new Trail(terrain, bends).cells())
    const fromMs = performance.now()
    let toldMs = fromMs
    this.slice = () => {
      search.run(search.expansionCount + SLICE_EXPANSIONS)
      const nowMs = performance.now()
      const { isDone, expansionCount } = search
      const isGivenUp = !isDone && expansionCount > EXPANSIONS_MAX
      if (isDone || isGivenUp) this.stop()
      else if (nowMs - toldMs < NEWS_EVERY_MS) return
      toldMs = nowMs
      const best = isDone ? search.cheaperBends() : null
      const bestCost = best === null ? cost : Math.min(cost, new Trail(terrain, best).cost)
      const lowerBound = isDone ? bestCost : search.lowerBound
      const elapsedMs = nowMs - fromMs
      tell({ knownCost: cost, lowerBound, isDone, isGivenUp, expansionCount, elapsedMs, bends: best })
    }
  }

  stress(stopwatch: Stopwatch, places: Places, { count, quality }: StressPlan, tell: (news: StressNews) => void): void {
    const routeUs = new Float32Array(count)
    const wholeUs = new Float32Array(count)
    let done = 0
    let toldMs = performance.now()
    this.slice = () => {
      const pair = places.pair(false)
      if (pair === null) {
        this.stop()
        tell({ done, count: done, isDone: true, routeUs: routeUs.slice(0, done), wholeUs: wholeUs.slice(0, done) })
        return
      }
      const timing = stopwatch.once(pair, quality)
      routeUs[done] = timing.routeUs
      wholeUs[done++] = timing.routeUs + timing.cellsUs
      const isDone = done === count
      const nowMs = performance.now()
      if (isDone) this.stop()
      else if (nowMs - toldMs < NEWS_EVERY_MS) return
      toldMs = nowMs
      tell({ done, count, isDone, routeUs: routeUs.slice(0, done), wholeUs: wholeUs.slice(0, done) })
    }
  }
}
