/**
 * A search that pauses. The answer and the count of steps are the same for any cut into turns.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { optionsOf } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import type { WorkInSteps } from '../base/work.ts'
import { type Bends, cellCountOf, Trail } from '../cells/bends.ts'
import type { Connector } from '../path/connect.ts'
import type { PathStream } from '../path/stream.ts'
import type { Prover } from '../proof/prover.ts'
import type { CellPair } from '../route/nearest.ts'
import type { RouteSearch } from '../route/route-guide.ts'
import type { Turner } from './extras.ts'
import type { FindOptions } from './find-options.ts'
import {
  blameOf,
  checkNearest,
  type Found,
  pointOf,
  qualityOf,
  Route,
  type RouteSource,
  replacementOf,
  trailIn,
} from './route.ts'

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

export type AskedRoute = Pick<Found, 'start' | 'goal' | 'isReplaced' | 'quality'>

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
  /** A question, answered at once. */
  find(start: Point, goal: Point, options: FindOptions | null | undefined): Route
  /** The last result of the connector, with this cost. */
  foundOf(units: number, asked: AskedRoute): Found
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
  const { columns } = finder
  const start = pointOf(from, 'The start')
  const goal = pointOf(to, 'The goal')
  const quality = qualityOf(optionsOf(options).quality)
  const withinCells = checkNearest(options?.nearest)
  const isReplaced = blameOf(columns, start, goal) !== null
  let pair: CellPair | string = isReplaced ? '' : { start, goal }
  if (isReplaced && !Number.isNaN(withinCells)) {
    search.due += STEPS_OF_FIND
    pair = replacementOf(columns, start, goal, withinCells)
  }
  if (typeof pair !== 'string') {
    const asked: AskedRoute = { start: pair.start, goal: pair.goal, isReplaced, quality }
    if (finder.turner !== null) return turnedInSteps(search, finder, finder.turner, asked)
    if (quality === 'exact') return exactInSteps(search, finder, asked)
    return routeInSteps(search, finder, asked, finder.isDrawn)
  }
  return inOneTurn(() => finder.find(start, goal, options))
}

function* inOneTurn(find: () => Route): Turns {
  yield
  return drawn(find())
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
  return new Route(source, { ...asked, status: 'found', message: '', estimate: trail.cost, steps: null }, trail)
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
  const found = finder.foundOf(units, asked)
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
