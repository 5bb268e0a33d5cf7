/**
 * Single routes, found in the thread that reads requests. Most routes take less time than handing a question to another
 * thread. The median time of each kind of question decides. While it is too long, one question is tried here now and
 * then.
 */
import type { Route } from '../../find/route.ts'
import type { FindWishes } from '../../pool/find-job.ts'
import { OpenedMap } from '../../pool/opened-map.ts'

export type QuickWishes = Pick<FindWishes, 'nearest' | 'traveller' | 'cells'> & {
  readonly quality?: 'fast' | 'default'
}

/** About the time to hand a question to a thread and its answer back. */
const QUICK_US = 150
/** The factor by which a slower or faster question moves the median. */
const MEDIAN_STEP = 1.1
/** Bounds the number of quick questions until a kind counts as quick again. */
const MEDIAN_US_MAX = 2 * QUICK_US
/** The first questions of a kind do not count: a finder becomes faster during them. */
const WARM_UP = 300
/** The most questions of a slow kind that go to threads between two tries; the number doubles with each try. */
const PASSED_MAX = 256

interface Kind {
  medianUs: number
  answered: number
  passed: number
  passedUntilTried: number
}

export class QuickRoutes {
  private readonly map: OpenedMap
  private readonly kinds = new Map<string | number, Kind>()

  constructor(file: Uint8Array) {
    this.map = new OpenedMap({ file, isLive: false })
  }

  /** The route, with its cost and, if requested, its cells; null if a thread should find it. */
  find(x0: number, y0: number, x1: number, y1: number, wishes: QuickWishes): Route | null {
    const { quality = 'default', nearest = false, cells = false } = wishes
    const kind = this.kindOf(wishes)
    if (kind.medianUs > QUICK_US && ++kind.passed <= kind.passedUntilTried) return null
    const startMs = performance.now()
    const route = this.map.finder(wishes.traveller).find(x0, y0, x1, y1, { quality, nearest })
    if (cells) route.cells()
    const isSlower = 1000 * (performance.now() - startMs) > kind.medianUs
    if (kind.answered++ < WARM_UP) return route
    kind.medianUs = Math.min(MEDIAN_US_MAX, kind.medianUs * (isSlower ? MEDIAN_STEP : 1 / MEDIAN_STEP))
    kind.passed = 0
    kind.passedUntilTried = kind.medianUs > QUICK_US ? Math.min(PASSED_MAX, 2 * kind.passedUntilTried) : 1
    return route
  }

  private kindOf({ quality, traveller, cells }: QuickWishes): Kind {
    const number = (quality === 'fast' ? 1 : 0) + (cells ? 2 : 0)
    const name = traveller === undefined ? number : `${number} ${traveller}`
    let kind = this.kinds.get(name)
    if (kind === undefined) {
      kind = { medianUs: QUICK_US / 2, answered: 0, passed: 0, passedUntilTried: 1 }
      this.kinds.set(name, kind)
    }
    return kind
  }
}
