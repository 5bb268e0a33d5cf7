/**
 * What takes long and runs in slices: the exact optimum of one query, and a stress of thousands. There is one at a time;
 * a new one ends the one before.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import type { Quality } from '../../../query.ts'
import type { Answer, ExactNews, StressNews } from '../protocol.ts'
import type { Stopwatch } from './clock.ts'
import type { Work } from './desk.ts'
import type { Places } from './places.ts'
import { bendsOf } from './queries.ts'
import { SlicedSearch } from './sliced-search.ts'

const SLICE_CELLS = 20_000
const NEWS_EVERY_MS = 100
/** Costs of these take about a gigabyte: 8 bytes a cell, in blocks that are entered, and the heap. */
const EXACT_CELLS_MAX = 80_000_000

export interface StressPlan {
  readonly count: number
  readonly quality: Quality
}

export class LongWork {
  private slice: Work | undefined

  /** The next slice of what is going on, if anything is. */
  next(): Work | undefined {
    return this.slice
  }

  stop(): void {
    this.slice = undefined
  }

  exact(columns: AtlasColumns, { start, goal, cost }: Answer, tell: (news: ExactNews) => void): void {
    const search = new SlicedSearch(columns.terrain, start, goal, cost)
    const fromMs = performance.now()
    let toldMs = fromMs
    this.slice = () => {
      search.run(SLICE_CELLS)
      const nowMs = performance.now()
      const isGivenUp = !search.isDone && search.settledCount > EXACT_CELLS_MAX
      if (search.isDone || isGivenUp) this.stop()
      else if (nowMs - toldMs < NEWS_EVERY_MS) return
      toldMs = nowMs
      const { lowerBound, isDone, settledCount } = search
      const path = search.path()
      const bends = path && bendsOf(path)
      tell({ knownCost: cost, lowerBound, isDone, isGivenUp, settledCount, elapsedMs: nowMs - fromMs, bends })
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
