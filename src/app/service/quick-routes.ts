/**
 * Single routes in the thread that reads requests. Most routes take less time than it takes to hand a question to another
 * thread. What questions of a kind took lately decides; where they took too long, one is tried now and then.
 */
import type { Finder } from '../../find/finder.ts'
import type { Route } from '../../find/route.ts'
import { type Atlas, openAtlas } from '../../index.ts'

export interface QuickWishes {
  readonly quality?: 'fast' | 'default'
  readonly nearest?: boolean | { within: number }
  readonly traveller?: string
  readonly cells?: boolean
}

const QUICK_US = 150
/** The share of the newest measurement. */
const NEW_SHARE = 0.1
/** Questions of a kind that go to threads after a slow one: twice as many after each, and at most this many. */
const PASSED_MAX = 1 << 16

interface Kind {
  readonly finder: Finder
  us: number
  passed: number
  passedUntilTried: number
}

export class QuickRoutes {
  private readonly atlas: Atlas
  private readonly kinds = new Map<string, Kind>()

  constructor(file: Uint8Array) {
    this.atlas = openAtlas(file)
  }

  /** The route, with its cost and cells known where they are wanted; null where a thread is to find it. */
  find(x0: number, y0: number, x1: number, y1: number, wishes: QuickWishes): Route | null {
    const { quality = 'default', nearest = false, cells = false } = wishes
    const kind = this.kindOf(wishes)
    if (kind.us > QUICK_US && ++kind.passed <= kind.passedUntilTried) return null
    const startMs = performance.now()
    const route = kind.finder.find(x0, y0, x1, y1, { quality, nearest })
    if (cells) route.cells()
    const us = 1000 * (performance.now() - startMs)
    kind.us += NEW_SHARE * (us - kind.us)
    kind.passed = 0
    kind.passedUntilTried = us > QUICK_US ? Math.min(PASSED_MAX, 2 * kind.passedUntilTried) : 1
    return route
  }

  private kindOf({ quality, traveller, cells }: QuickWishes): Kind {
    const name = `${quality} ${cells} ${traveller}`
    let kind = this.kinds.get(name)
    if (kind === undefined) {
      const finder = this.atlas.finder(traveller === undefined ? {} : { traveller })
      kind = { finder, us: 0, passed: 0, passedUntilTried: 1 }
      this.kinds.set(name, kind)
    }
    return kind
  }
}
