/**
 * The answer to a query. What the search found is here at once; the cells are made when they are first asked for, and
 * kept.
 */
import { xOf, yOf } from '../atlas/crossing.ts'
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { Bends, cellCountOf, cellsOf } from '../path/bends.ts'
import type { PathStream } from '../path/stream.ts'
import type { Explained, Explanation } from '../proof/explain.ts'
import type { RouteSteps } from '../route/steps.ts'
import type { Found } from './found.ts'

/** What a route asks for where more of it is wanted than was found. */
export interface RouteSource {
  /** The cells of what was found as steps. */
  trace(found: Found): Int32Array
  /** The same piece by piece. */
  stream(found: Found): PathStream
  costOf(cells: Int32Array): number
  lowerBoundOf(cells: Int32Array): number
  explain(route: Explained, nowMs?: () => number): Explanation
}

const NO_CELLS = new Int32Array(0)

export class Route implements Found {
  readonly status: RouteStatus
  /** One sentence on why there is no path; empty where there is one. */
  readonly message: string
  readonly start: Point
  readonly goal: Point
  /** Whether `nearest` moved the start or the goal to the closest cell that a path can have there. */
  readonly isReplaced: boolean
  /** Cost of the route along its entries, in cell lengths, known at once and never below `cost`. Infinity without a path. */
  readonly estimate: number
  /** The abstract route; null where the path was found on the cells alone. */
  readonly steps: RouteSteps | null
  /** How much time its path may take to become cheaper. */
  readonly quality: Quality
  private readonly source: RouteSource
  private knownCells: Int32Array | null
  private knownCost = -1
  private knownLowerBound = -1

  constructor(source: RouteSource, found: Found, cells: Int32Array | null) {
    this.source = source
    this.status = found.status
    this.message = found.message
    this.start = found.start
    this.goal = found.goal
    this.isReplaced = found.isReplaced
    this.estimate = found.estimate
    this.steps = found.steps
    this.quality = found.quality
    this.knownCells = found.status === 'found' ? cells : NO_CELLS
  }

  get isFound(): boolean {
    return this.status === 'found'
  }

  /** Every cell of the path as x, y pairs, start and goal included; empty without a path. */
  cells(): Int32Array {
    if (this.knownCells === null) this.knownCells = this.source.trace(this)
    return this.knownCells
  }

  /** What exactly these cells cost, in cell lengths; Infinity without a path. */
  get cost(): number {
    if (this.knownCost < 0) this.knownCost = this.isFound ? this.source.costOf(this.cells()) : Infinity
    return this.knownCost
  }

  /**
   * No path at all costs less, in cell lengths; Infinity without a path. The first use proves it by a search of bounded
   * length, for the price of some queries; mostly that finds the optimum.
   */
  get lowerBound(): number {
    if (this.knownLowerBound < 0) {
      this.knownLowerBound = this.isFound ? this.source.lowerBoundOf(this.cells()) : Infinity
    }
    return this.knownLowerBound
  }

  /** How the answer came about, as plain data. `nowMs` is a clock to time the phases with. */
  explain(nowMs?: () => number): Explanation {
    return this.source.explain(this, nowMs)
  }

  /** The first `count` cells, or all where there are fewer, as x, y pairs. No more of the path is made than that needs. */
  head(count: number): Int32Array {
    if (!(count >= 1)) return new Int32Array(0)
    count = Math.floor(count)
    if (this.knownCells !== null) return this.knownCells.slice(0, 2 * count)
    const stream = this.source.stream(this)
    const bends = new Bends(64)
    bends.start(this.start.x, this.start.y)
    while (!stream.isDone && cellCountOf(bends) < count) stream.next(bends)
    return cellsOf(bends).slice(0, 2 * count)
  }

  /** The entries that the route passes, as x, y pairs of the cells before their crossings; none where it needed none. */
  entries(): Int32Array {
    const crossings = this.steps?.crossingOfStep ?? NO_CELLS
    const cells = new Int32Array(2 * crossings.length)
    crossings.forEach((crossing, i) => {
      cells[2 * i] = xOf(crossing)
      cells[2 * i + 1] = yOf(crossing)
    })
    return cells
  }

  /** The cells as points. */
  points(): Point[] {
    const cells = this.cells()
    return Array.from({ length: cells.length >> 1 }, (_, i) => ({ x: cells[2 * i], y: cells[2 * i + 1] }))
  }

  /** The cells one by one, each piece of the path made when it is reached. */
  *[Symbol.iterator](): IterableIterator<[number, number]> {
    if (this.knownCells !== null) {
      yield* pairsOf(this.knownCells, 0)
      return
    }
    const stream = this.source.stream(this)
    const piece = new Bends(64)
    let { x, y } = this.start
    yield [x, y]
    while (!stream.isDone) {
      piece.start(x, y)
      stream.next(piece)
      const cells = cellsOf(piece)
      yield* pairsOf(cells, 2)
      x = cells[cells.length - 2]
      y = cells[cells.length - 1]
    }
  }
}

function* pairsOf(cells: Int32Array, from: number): IterableIterator<[number, number]> {
  for (let i = from; i < cells.length; i += 2) yield [cells[i], cells[i + 1]]
}
