/**
 * A search that pauses. The answer and the count of steps are the same for any cut into turns.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { optionsOf } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import type { WorkInSteps } from '../base/work.ts'
import { type Bends, cellCountOf, Trail } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Connector } from '../path/connect.ts'
import type { PathStream } from '../path/stream.ts'
import type { Prover } from '../proof/prover.ts'
import type { RouteSearch } from '../route/route-guide.ts'
import { type AskedRoute, type FindOptions, type Found, foundOf, Route, type RouteSource, trailIn } from './route.ts'

/**
 * Steps that are charged for work that cannot pause; a step takes some .5 us. In this order: each question; an entry that
 * the ends know; the begin of a search; cells nearest to ends that are not free, or the rest of a path found before.
 * Routes by hubs and searches on the cells are charged by their work. The steps are paid afterwards, in turns that may be
 * small. An entry that is settled takes half a step, and the edges from it take more.
 */
const STEPS_OF_QUESTION = 6
const STEPS_OF_KNOWN = 0.55
const STEPS_OF_SEARCH = 12
export const STEPS_OF_FIND = 128
const EDGES_A_STEP = 70
const CELLS_A_STEP = 4

/** The turns of a search. A turn may take about `search.left` steps, and adds the steps it took to `search.due`. */
export type Turns = Generator<void, Route, void>

export class FindInSteps {
  /** The answer, once it is there. */
  route: Route | null = null
  /** Steps that were taken and are not paid yet. A search goes on once all are paid. */
  due: number
  left = 0
  /** Whether the path is drawn as well. A caller may set it while the search goes on. */
  isDrawn = false
  /** Whether the map is still the one that it searches; else it begins again. */
  isCurrent: () => boolean = () => true
  private readonly turnsOf: (search: FindInSteps) => Turns
  private turns: Turns

  constructor(turnsOf: (search: FindInSteps) => Turns, due = STEPS_OF_QUESTION) {
    this.turnsOf = turnsOf
    this.due = due
    this.turns = turnsOf(this)
  }

  /** Goes on for about `stepsMax` steps, or until the answer is there. Returns the steps it took. */
  advance(stepsMax: number): number {
    this.left = stepsMax
    while (this.left > 0 && this.route === null) {
      const paid = Math.min(this.due, this.left)
      this.due -= paid
      this.left -= paid
      if (this.left === 0) break
      if (!this.isCurrent()) this.turns = this.turnsOf(this)
      const { done, value } = this.turns.next()
      if (done) this.route = value
    }
    return stepsMax - this.left
  }
}

/** Finds paths for travellers with limited turns. */
export interface Turner {
  /**
   * The cheapest path within the limit of turns, among the cells near `near`, a path without that limit. If `near` is null, among
   * all cells. Null if there is no such path. Another search ends this one.
   */
  inSteps(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): WorkInSteps<Bends | null>

  /** Whether a step may follow a heading. */
  canTurn(heading: Point, step: Point): boolean

  /** One for another finder. */
  another(): Turner
}

/** What a finder lends a search that pauses. */
export interface PausableFinder {
  readonly columns: AtlasColumns
  readonly connector: Connector
  readonly bends: Bends
  readonly source: RouteSource
  /** Null where the connector's route is the answer. */
  readonly turner: Turner | null
  readonly prover: () => Prover
  /** Whether each path is drawn as well. */
  readonly isDrawn: boolean
  /** Whether the map is still the one that it searches. */
  isCurrent(): boolean
  /** The question between ends that a path joins; the refusal where none does. */
  asked(start: Point, goal: Point, options: FindOptions): AskedRoute | Route
  /** The route along a path of the turner; a refusal where it is null. */
  along(asked: AskedRoute, bends: Bends | null): Route
  stream(found: Found): PathStream
}

/** A finder whose searches pause. */
export interface Lender {
  /** Lends the parts of a finder to a search that pauses. @internal */
  lend(): PausableFinder
}

/** Answers as `find` does. On a map that changes, a commit begins the search again. */
export function findInSteps(finder: Lender, start: Point, goal: Point, options?: FindOptions): FindInSteps {
  return new FindInSteps(search => {
    const lent = finder.lend()
    search.isCurrent = lent.isCurrent
    return turnsOf(search, lent, start, goal, options)
  })
}

/** The turns to the route that `find` gives. A question without one takes one turn. */
function turnsOf(
  search: FindInSteps,
  finder: PausableFinder,
  from: Point,
  to: Point,
  options: FindOptions | undefined,
): Turns {
  const asked = finder.asked(from, to, optionsOf(options))
  const isRefused = asked instanceof Route
  if (options?.nearest && (isRefused || asked.isReplaced)) search.due += STEPS_OF_FIND
  if (isRefused) return inOneTurn(asked)
  if (finder.turner !== null) return turnedInSteps(search, finder, finder.turner, asked)
  if (asked.quality === 'exact') return exactInSteps(search, finder, asked)
  return routeInSteps(search, finder, asked, finder.isDrawn)
}

function* inOneTurn(refusal: Route): Turns {
  yield
  return refusal
}

/** Draws the path at once: later the finder may be in the middle of another search. */
export function drawn(route: Route): Route {
  route.trail?.halves
  return route
}

function* turnedInSteps(search: FindInSteps, finder: PausableFinder, turner: Turner, asked: AskedRoute): Turns {
  const { start, goal, quality } = asked
  const near = quality === 'exact' ? null : (yield* routeInSteps(search, finder, asked, true)).cells()
  return finder.along(asked, yield* inTurns(search, turner.inSteps(start, goal, null, near)))
}

function* exactInSteps(search: FindInSteps, finder: PausableFinder, asked: AskedRoute): Turns {
  const { columns, source } = finder
  const prover = finder.prover()
  let route: Route | null = null
  let bends = yield* inTurns(search, prover.cheapestBends(asked.start, asked.goal))
  if (bends === null) {
    route = yield* routeInSteps(search, finder, asked, true)
    bends = yield* inTurns(search, prover.cheaperBends(route.cells()))
  }
  if (bends === null) return route!
  const trail = new Trail(columns.terrain, bends)
  return new Route(source, foundOf(asked, trail.cost), trail)
}

function* inTurns<Result>(search: FindInSteps, work: WorkInSteps<Result>): Generator<void, Result> {
  for (;;) {
    const { done, value } = work.next(search.left)
    if (done) return value
    search.due += value
    yield
  }
}

/** The route by the connector, which is the cheapest path where both ends are near each other. */
function* routeInSteps(search: FindInSteps, finder: PausableFinder, asked: AskedRoute, isDrawn: boolean): Turns {
  const { columns, connector, bends, source } = finder
  const { start, goal, quality } = asked
  const { nearby } = connector
  nearby.effort = 0
  connector.clear()
  let units = connector.withoutSearch(start, goal)
  search.due += Math.ceil(nearby.effort)
  if (search.due > 0) yield
  if (units === NONE) {
    nearby.effort = 0
    units = connector.beginSearch(start, goal, quality)
    const { maker } = connector
    const known = maker.start.knownCount + maker.goal.knownCount
    search.due += Math.ceil(nearby.effort + STEPS_OF_KNOWN * known + (units === NONE ? STEPS_OF_SEARCH : 0))
    yield
  }
  if (units === NONE) {
    const { search: abstract } = connector
    for (let isOver = false; !isOver; ) {
      const before = effortOf(abstract)
      isOver = abstract.goOn(Math.ceil(search.left / 2))
      search.due += effortOf(abstract) - before
      yield
    }
    nearby.effort = 0
    units = connector.end(start, goal, quality)
    search.due += Math.ceil(nearby.effort)
    if (search.due > 0) yield
  }
  const found = foundOf(asked, units / UNITS_PER_CELL, connector.steps)
  if (found.steps === null) return new Route(source, found, trailIn(columns, connector.bends))
  if (!isDrawn && !search.isDrawn) return new Route(source, found, null)
  const stream = finder.stream(found)
  bends.start(start.x, start.y)
  while (!stream.isDone) {
    const cells = cellCountOf(bends)
    stream.next(bends)
    search.due += Math.ceil((cellCountOf(bends) - cells) / CELLS_A_STEP)
    yield
  }
  return new Route(source, found, trailIn(columns, bends))
}

function effortOf({ settledCount, relaxedCount }: RouteSearch): number {
  return (settledCount >> 1) + Math.floor(relaxedCount / EDGES_A_STEP)
}
