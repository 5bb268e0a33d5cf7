/**
 * Proves and explains answers over one atlas: the optimum, certificates, explanations. It is apart from the finder so that a page that
 * only asks for paths need not load it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { WorkInSteps } from '../base/work.ts'
import { ExactSearch } from '../cells/exact-search.ts'
import { CellLandmarks } from './cell-landmarks.ts'
import { type Effort, type Explained, type Explanation, explain } from './explain.ts'
import { type LandmarksOf, lowerBoundOf, unitsOfPath } from './lower-bound.ts'

/**
 * Landmarks pay once exact searches without them have settled each block this often. From then on each search measures one more
 * before it begins, so that none waits for all.
 */
const TURNS_BEFORE_LANDMARKS = 12

/** An expansion of a search that jumps takes about a microsecond; one of a search over blocks takes some ten. */
const STEPS_OF_EXPANSION = { even: 1, mixed: 12 }

/** The finder of a route that is explained. */
interface AskedAgain {
  readonly connector: { readonly search: Omit<Effort, 'timeUs'> }
  find(start: Point, goal: Point, options: { readonly quality: Quality }): { cells(): Int32Array }
}

export class Prover {
  private readonly columns: AtlasColumns
  private readonly exact: ExactSearch
  private readonly hasLandmarks: boolean
  /** Measured when they are first needed. */
  private landmarks: CellLandmarks | null = null
  /** Blocks settled by searches without them. */
  private settledCount = 0

  /** Landmarks pay where many certificates are asked, so only on ground that lasts. */
  constructor(columns: AtlasColumns, isLasting: boolean) {
    this.columns = columns
    this.exact = new ExactSearch(columns.terrain)
    this.hasLandmarks = isLasting
  }

  /** The bends of the cheapest path between two cells of one island, x, y pairs; null where a path must be known first. */
  *cheapestBends(start: Point, goal: Point): WorkInSteps<Int32Array | null> {
    return this.exact.beginAlone(start.x, start.y, goal.x, goal.y) ? yield* this.inSteps(1) : null
  }

  /**
   * The bends of the cheapest path between the ends of one with these bends, x, y pairs; null where that is the cheapest. Where it
   * need not pause it may measure landmarks.
   */
  *cheaperBends(known: Int32Array, isAtOnce: boolean): WorkInSteps<Int32Array | null> {
    const { exact } = this
    const { terrain } = this.columns
    const settledMax = TURNS_BEFORE_LANDMARKS * terrain.blocksWide * terrain.blocksHigh
    const landmarks = isAtOnce ? this.landmarksOrNone(this.settledCount > settledMax) : null
    landmarks?.measure(1)
    const end = known.length - 2
    exact.begin(known[0], known[1], known[end], known[end + 1], unitsOfPath(terrain, known), landmarks)
    const bends = yield* this.inSteps(terrain.ground.of(STEPS_OF_EXPANSION))
    if (isAtOnce && landmarks === null) this.settledCount += exact.expansionCount
    return bends
  }

  private *inSteps(stepsOfExpansion: number): WorkInSteps<Int32Array | null> {
    const { exact } = this
    let left = yield 1
    for (let isOver = false; !isOver; ) {
      const before = exact.expansionCount
      isOver = exact.run(before + Math.max(1, Math.floor(left / stepsOfExpansion)))
      left = yield (exact.expansionCount - before) * stepsOfExpansion
    }
    const { xy, count } = exact.found
    return count === 0 ? null : xy.slice(0, 2 * count)
  }

  /** No path between the ends of these cells costs less, in cell lengths; proven with at most `expansionsMax` expansions. */
  lowerBoundOf(cells: Int32Array, expansionsMax?: number): number {
    return lowerBoundOf(this.exact, this.columns.terrain, cells, expansionsMax, this.landmarksIf)
  }

  /** For certificates, which measure all landmarks at once, or one each on large maps. */
  private readonly landmarksIf: LandmarksOf = areNeeded => {
    const landmarks = this.landmarksOrNone(areNeeded)
    landmarks?.measureSome()
    return landmarks
  }

  private landmarksOrNone(areNeeded: boolean): CellLandmarks | null {
    if (areNeeded && this.hasLandmarks) this.landmarks ??= new CellLandmarks(this.columns)
    return this.landmarks
  }

  /** Explains a route by asking its question again, so that plain queries need no timers and totals. */
  explain(finder: AskedAgain, route: Explained, nowMs: () => number = () => Number.NaN): Explanation {
    const startMs = nowMs()
    const again = finder.find(route.start, route.goal, { quality: route.quality })
    const routeMs = nowMs()
    again.cells()
    const timeUs = { route: 1000 * (routeMs - startMs), cells: 1000 * (nowMs() - routeMs) }
    const { settledCount, relaxedCount } = finder.connector.search
    const effort = { settledCount, relaxedCount, timeUs: Number.isNaN(startMs) ? null : timeUs }
    return explain(this.columns, route, effort)
  }
}
