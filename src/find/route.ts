/**
 * The answer to a query. What the search found is here at once; the cells are made when they are first asked for, and
 * kept. Where it came from is hidden: printing, cloning or writing a route as JSON tells the answer and nothing else.
 */
import { xOf, yOf } from '../atlas/crossing.ts'
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { gone } from '../base/gone.ts'
import { Bends, cellCountOf, cellsOf, type Trail } from '../cells/bends.ts'
import type { PathStream } from '../path/stream.ts'
import type { Explained, Explanation } from '../proof/explain.ts'
import type { RouteSteps } from '../route/steps.ts'

/** What a search found, as plain data: enough to make the cells of the path from, or to say why there is none. */
export interface Found {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  readonly isReplaced: boolean
  /** In cell lengths; Infinity without a path. */
  readonly estimate: number
  /** Null where the path was found on the cells alone, and where there is none. @internal */
  readonly steps: RouteSteps | null
  readonly quality: Quality
}

/** What a route asks for where more of it is wanted than was found. */
export interface RouteSource {
  /** The path of what was found as steps. */
  trace(found: Found): Trail
  /** The same piece by piece. */
  stream(found: Found): PathStream
  lowerBoundOf(cells: Int32Array): number
  explain(route: Explained, nowMs?: () => number): Explanation
}

/** A route in JSON. A cost or an estimate that is not there, since there is no path, is null. */
export interface RouteJson {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  readonly isReplaced: boolean
  readonly quality: Quality
  readonly cost: number | null
  readonly estimate: number | null
  readonly cellCount: number
}

/** A route as plain data, for another thread: `postMessage(plain, [plain.cells.buffer])`. */
export interface PlainRoute extends RouteJson {
  readonly cells: Int32Array<ArrayBuffer>
}

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
  /** How much time its path may take to become cheaper. */
  readonly quality: Quality
  readonly #source: RouteSource
  /** What more of the route is made of, whatever a caller does to it. */
  readonly #found: Found
  /** Null until it is asked for, and where there is no path. */
  #trail: Trail | null
  /** What `cells` gave out; the caller may have done anything to it. */
  #cells: Int32Array<ArrayBuffer> | null = null
  #lowerBound = -1

  /** @internal */
  constructor(source: RouteSource, found: Found, trail: Trail | null) {
    this.#source = source
    this.#found = found
    this.status = found.status
    this.message = found.message
    this.start = found.start
    this.goal = found.goal
    this.isReplaced = found.isReplaced
    this.estimate = found.estimate
    this.quality = found.quality
    this.#trail = trail
  }

  /** The abstract route; null where the path was found on the cells alone. @internal */
  get steps(): RouteSteps | null {
    return this.#found.steps
  }

  /** The path as its bends; null without one. @internal */
  get trail(): Trail | null {
    if (this.#trail === null && this.status === 'found') this.#trail = this.#source.trace(this.#found)
    return this.#trail
  }

  /**
   * Every cell of the path as x, y pairs, start and goal included; empty without a path. The array is the caller's, to
   * keep, change or transfer: the route does not read it again. It is the same one each time, or a new one where that was
   * transferred away.
   */
  cells(): Int32Array<ArrayBuffer> {
    const isGone = this.#cells !== null && this.#cells.length === 0
    if (this.#cells === null || isGone) this.#cells = this.trail?.cells() ?? new Int32Array(0)
    return this.#cells
  }

  /** What exactly these cells cost, in cell lengths; Infinity without a path. */
  get cost(): number {
    return this.trail?.cost ?? Infinity
  }

  /**
   * No path at all costs less, in cell lengths; Infinity without a path. The first use proves it by a search of bounded
   * length, for the price of some queries; mostly that finds the optimum.
   */
  get lowerBound(): number {
    const { trail } = this
    if (trail === null) return Infinity
    if (this.#lowerBound < 0) this.#lowerBound = this.#source.lowerBoundOf(trail.cells())
    return this.#lowerBound
  }

  /** How the answer came about, as plain data. `nowMs` is a clock to time the phases with. */
  explain(nowMs?: () => number): Explanation {
    return this.#source.explain(this, nowMs)
  }

  /** The first `count` cells, or all where there are fewer, as x, y pairs. No more of the path is made than that needs. */
  head(count: number): Int32Array<ArrayBuffer> {
    if (!(count >= 1)) return new Int32Array(0)
    count = Math.floor(count)
    if (this.#trail !== null || this.status !== 'found') return this.#trail?.cells(count) ?? new Int32Array(0)
    const stream = this.#source.stream(this.#found)
    const bends = new Bends(64)
    bends.start(this.#found.start.x, this.#found.start.y)
    while (!stream.isDone && cellCountOf(bends) < count) stream.next(bends)
    return cellsOf(bends).slice(0, 2 * count)
  }

  /** The entries that the route passes, as x, y pairs of the cells before their crossings; none where it needed none. */
  entries(): Int32Array<ArrayBuffer> {
    const crossings = this.#found.steps?.crossingOfStep ?? new Int32Array(0)
    const cells = new Int32Array(2 * crossings.length)
    crossings.forEach((crossing, i) => {
      cells[2 * i] = xOf(crossing)
      cells[2 * i + 1] = yOf(crossing)
    })
    return cells
  }

  /** The cells as points. */
  points(): Point[] {
    const cells = this.trail?.cells() ?? []
    return Array.from({ length: cells.length >> 1 }, (_, i) => ({ x: cells[2 * i], y: cells[2 * i + 1] }))
  }

  /** What JSON.stringify writes: the answer without its cells, which are too many for that. */
  toJSON(): RouteJson {
    const { status, message, start, goal, isReplaced, quality, trail } = this
    const isFound = status === 'found'
    const cost = isFound ? this.cost : null
    const estimate = isFound ? this.estimate : null
    return { status, message, start, goal, isReplaced, quality, cost, estimate, cellCount: trail?.cellCount ?? 0 }
  }

  /** The whole answer as plain data, with cells of its own: what a thread or a page can be sent. */
  plain(): PlainRoute {
    return { ...this.toJSON(), cells: this.trail?.cells() ?? new Int32Array(0) }
  }

  /** The cells one by one, each piece of the path made when it is reached. */
  *[Symbol.iterator](): IterableIterator<[number, number]> {
    if (this.#trail !== null || this.status !== 'found') {
      yield* pairsOf(this.#trail?.cells() ?? [], 0)
      return
    }
    const stream = this.#source.stream(this.#found)
    const piece = new Bends(64)
    let { x, y } = this.#found.start
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

gone(Route.prototype, { isFound: "ask whether status is 'found'" })

function* pairsOf(cells: ArrayLike<number>, from: number): IterableIterator<[number, number]> {
  for (let i = from; i < cells.length; i += 2) yield [cells[i], cells[i + 1]]
}
