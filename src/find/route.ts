/**
 * The question and the answer of a query. A route has the result of the search at once; it makes its cells at their first
 * use, and keeps them. Its finder is a private field, so printing, cloning or JSON show the answer and nothing else.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { xOf, yOf } from '../atlas/crossing.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { type Point, QUALITIES, type Quality, type RouteStatus } from '../base/answer.ts'
import { checkWhole, nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { gone } from '../base/gone.ts'
import { Bends, cellCountOf, cellsOf, type Trail, trailOf } from '../cells/bends.ts'
import type { PathStream } from '../path/stream.ts'
import type { Explained, Explanation } from '../proof/explain.ts'
import type { RouteSteps } from '../route/steps.ts'

export interface FindOptions {
  /**
   * Replace a bad end by the closest good cell, at most `within` cells away; `isReplaced` of the route is then true. A
   * good end stays. Of two good ends on different islands the start stays. Two bad ends move to the pair that is
   * closest in all.
   */
  readonly nearest?: boolean | NearestLimit
  /** How much time the path may take to become cheaper: 'default' unless given. 'best' is the old name of 'exact'. */
  readonly quality?: Quality | 'best'
  /**
   * The route that a unit is on. While the unit is on it, the rest is the answer, without a search. If the map has
   * changed or this query wants more quality, a cheaper new path replaces the rest.
   */
  readonly previous?: Route
  /** The step straight ahead of a traveller with limited turns: { x: 1, y: 0 } is east. */
  readonly heading?: Point
}

/** The names of the options of a query. */
export const FIND_OPTIONS = { nearest: true, quality: true, previous: true, heading: true } as const

/** How far an end may be moved, in cells as the crow flies. */
export interface NearestLimit {
  readonly within?: number
}

/** The result of a search, as plain data: enough to make the cells of the path, or to explain why there is none. */
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

/** A question whose ends a path joins. */
export type AskedRoute = Pick<Found, 'start' | 'goal' | 'isReplaced' | 'quality'>

/** The result for a question. One literal: a spread takes ten times as long. */
export function foundOf(
  { start, goal, isReplaced, quality }: AskedRoute,
  estimate: number,
  steps: RouteSteps | null = null,
): Found {
  return { status: 'found', message: '', start, goal, isReplaced, estimate, steps, quality }
}

/** Makes what a route does not have yet. */
export interface RouteSource {
  /** The path along the steps that were found. */
  trace(found: Found): Trail
  /** The same piece by piece. */
  stream(found: Found): PathStream
  lowerBoundOf(cells: Int32Array): number
  explain(route: Explained, nowMs?: () => number): Explanation
}

/** A route in JSON. Without a path its cost and estimate are null. */
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
  /** Kept apart from the public fields, which a caller may overwrite. */
  readonly #found: Found
  /** Null until it is first needed, and where there is no path. */
  #trail: Trail | null
  /** The array that `cells` returned. The caller owns it. */
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

  /** The same answer, which another source serves from now on. @internal */
  servedBy(source: RouteSource): Route {
    return new Route(source, this.#found, this.#trail)
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
   * keep, change or transfer: the route does not read it again. It is the same one each time, or a new one where that
   * was transferred away.
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
    if (!this.#comesInPieces) return this.trail?.cells(count) ?? new Int32Array(0)
    const stream = this.#source.stream(this.#found)
    const bends = new Bends(64)
    bends.start(this.#found.start.x, this.#found.start.y)
    while (!stream.isDone && cellCountOf(bends) < count) stream.next(bends)
    return cellsOf(bends).slice(0, 2 * count)
  }

  get #comesInPieces(): boolean {
    return this.#trail === null && this.steps !== null
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
    if (!this.#comesInPieces) {
      yield* pairsOf(this.trail?.cells() ?? [], 0)
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

/** A copy of a path. On a map that changes its cost is taken now: later the columns may hold another version. */
export function trailIn(columns: AtlasColumns, bends: Bends): Trail {
  const trail = trailOf(columns.terrain, bends)
  if (columns.home !== undefined) trail.halves
  return trail
}

/** Why no path joins the ends of a query. */
export interface Blame {
  readonly status: Exclude<RouteStatus, 'found'>
  readonly message: string
}

/** Returns why no path joins two cells; null where one does. */
export function blameOf(columns: AtlasColumns, start: Point, goal: Point): Blame | null {
  const blame = blameOfBoth(blameOfEnd(columns, start, 'start'), blameOfEnd(columns, goal, 'goal'))
  if (blame !== null || islandOfCell(columns, start.x, start.y) === islandOfCell(columns, goal.x, goal.y)) return blame
  return { status: 'unreachable', message: 'The goal is on another island than the start.' }
}

/** The blame of the start comes first; the message also names a goal outside the map. */
export function blameOfBoth<B extends { readonly status: string; readonly message: string }>(
  ofStart: B | null,
  ofGoal: B | null,
): B | null {
  if (ofStart?.status !== 'blocked' || ofGoal === null || ofGoal.status === 'blocked') return ofStart ?? ofGoal
  return { ...ofStart, message: `${ofStart.message} ${ofGoal.message}` }
}

/** How many cells `nearest` allows an end to move; NaN for no replacement. */
export function checkNearest(nearest: boolean | NearestLimit | null | undefined): number {
  if (nearest === undefined || nearest === null || nearest === false) return Number.NaN
  if (nearest === true) return Number.POSITIVE_INFINITY
  if (typeof nearest === 'object') return checkWithin(optionsOf(nearest, { within: true }).within)
  refuse(`nearest is ${nameOf(nearest)}: it is true, false or { within: 30 }, in cells.`)
}

export function checkWithin(within: number | null | undefined): number {
  if (within === undefined || within === null) return Number.POSITIVE_INFINITY
  if (typeof within === 'number' && within >= 0) return within
  refuse(`within is ${nameOf(within)}: a number of cells from 0 on was expected.`)
}

function blameOfEnd({ terrain }: AtlasColumns, { x, y }: Point, end: string): Blame | null {
  if (terrain.isFree(x, y)) return null
  const at = `The ${end} ${x},${y}`
  if (terrain.isInside(x, y)) return { status: 'blocked', message: `${at} is a wall.` }
  return { status: 'outside', message: `${at} is outside the map of ${terrain.width} x ${terrain.height} cells.` }
}

/** One point or several. */
export function listOf(points: Point | readonly Point[]): readonly Point[] {
  return Array.isArray(points) ? points : [points as Point]
}

/** A copy of an end: the caller may change the point later. */
export function pointOf(point: Point, end: string): Point {
  const { x, y } = point ?? {}
  checkWhole(x, y, end)
  return Object.freeze({ x, y })
}

export function headingOf({ x, y }: Point): Point {
  if (Math.max(Math.abs(x), Math.abs(y)) === 1 && Number.isInteger(x) && Number.isInteger(y)) return { x, y }
  refuse(`The heading is ${textOf(x)},${textOf(y)}: it is a step to a neighbour, such as { x: 1, y: 0 }.`)
}

/** The quality that an option names; 'best' is the old name of 'exact'. */
export function qualityOf(quality: Quality | 'best' = 'default'): Quality {
  if (quality === 'best') return 'exact'
  if (QUALITIES.includes(quality)) return quality
  refuse(`The quality is '${textOf(quality)}': it is one of ${QUALITIES.join(', ')}.`)
}

/** Two cells, as points or as four numbers, and options. */
export type PairAnd<Options> =
  | [start: Point, goal: Point, options?: Options | null | undefined]
  | [x0: number, y0: number, x1: number, y1: number, options?: Options | null | undefined]

export function pairIn<Options>(given: PairAnd<Options>): [Point, Point, Options | null | undefined] {
  if (typeof given[0] === 'object') return given as [Point, Point, Options | null | undefined]
  const [x0, y0, x1, y1, options] = given as [number, number, number, number, Options | null | undefined]
  return [{ x: x0, y: y0 }, { x: x1, y: y1 }, options]
}
