/**
 * Single routes in the thread that reads requests. Most routes take less time than it takes to hand a question to another
 * thread. The median time of a kind of questions decides; while it is too long, one is tried now and then.
 */
import type { Route } from '../../find/route.ts'
import { OpenedMap } from '../../pool/opened-map.ts'

export interface QuickWishes {
  readonly quality?: 'fast' | 'default'
  readonly nearest?: boolean | { within: number }
  readonly traveller?: string
  readonly cells?: boolean
}

/** About what it takes to hand a question to a thread, and its answer back. */
const QUICK_US = 150
/** What a question slower or faster than the median changes the median by. */
const MEDIAN_STEP = 1.1
/** Bounds how many quick ones it takes to be quick again. */
const MEDIAN_US_MAX = 2 * QUICK_US
/** The first questions of a kind do not count: a finder becomes quicker while it answers them. */
const WARM_UP = 300
/** Questions of a slow kind that go to threads after each that was tried: twice as many each time, and at most this many. */
const PASSED_MAX = 256

interface Kind {
  medianUs: number
  answered: number
  passed: number
  passedUntilTried: number
}

export class QuickRoutes {
  private readonly map: OpenedMap
  private readonly kinds = new Map<string, Kind>()

  constructor(file: Uint8Array) {
    this.map = new OpenedMap({ file, isLive: false })
  }

  /** The route, with its cost and cells known where they are wanted; null where a thread is to find it. */
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
    const name = `${quality} ${cells} ${traveller}`
    let kind = this.kinds.get(name)
    if (kind === undefined) {
      kind = { medianUs: QUICK_US / 2, answered: 0, passed: 0, passedUntilTried: 1 }
      this.kinds.set(name, kind)
    }
    return kind
  }
}
