/**
 * A question whose search pauses. The answer and the count of steps are the same for any cut into turns.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { optionsOf } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { type Bends, cellCountOf, Trail, trailOf } from '../cells/bends.ts'
import type { Connector } from '../path/connect.ts'
import type { PathStream } from '../path/stream.ts'
import type { Prover } from '../proof/prover.ts'
import type { FindOptions } from './find-options.ts'
import { blameOf, type Found, pointOf, qualityOf, Route, type RouteSource } from './route.ts'

/**
 * Steps that are charged for work that cannot pause; a step is one settled entry, some .7 us. In this order: a line and
 * near goals; the surroundings of both ends; a route from hubs; a path on the cells that may be cheaper than a route; a
 * path with limited turns, or along one found before. The steps are paid afterwards, in turns that may be small.
 */
const STEPS_OF_NEAR = 24
const STEPS_OF_ENDS = 40
const STEPS_OF_HUBS = 64
const STEPS_OF_CELLS = 100
export const STEPS_OF_FIND = 128
const CELLS_A_STEP = 4

export class FindInSteps {
  /** The answer, once it is there. */
  route: Route | null = null
  private readonly turns: Generator<number, Route, number>

  /** Each turn is given the steps that it may take, and yields those that it took. */
  constructor(turns: Generator<number, Route, number>) {
    this.turns = turns
  }

  /** Goes on for about `stepsMax` steps, or until the answer is there. Returns the steps it took. */
  advance(stepsMax: number): number {
    let steps = 0
    while (steps < stepsMax && this.route === null) {
      const { done, value } = this.turns.next(stepsMax - steps)
      if (done) this.route = value
      else steps += value
    }
    return steps
  }
}

type AskedRoute = Pick<Found, 'start' | 'goal' | 'isReplaced' | 'quality'>

/** What a finder lends a search that pauses. */
export interface PausableFinder {
  readonly columns: AtlasColumns
  readonly connector: Connector
  readonly bends: Bends
  readonly source: RouteSource
  /** Whether the connector's route is the answer. */
  readonly canPause: boolean
  readonly prover: () => Prover
  /** Whether the path is drawn as well. */
  readonly isDrawn: boolean
  /** Whether the map is still the one that it searches. */
  isCurrent(): boolean
  /** A question, answered at once. */
  find(start: Point, goal: Point, options: FindOptions | null | undefined): Route
  /** The last result of the connector, with this cost. */
  foundOf(units: number, asked: AskedRoute): Found
  stream(found: Found): PathStream
}

/** A finder whose searches pause. */
export interface Lender {
  /** Lends the parts of a finder to a search that pauses. @internal */
  lend(isDrawn: boolean): PausableFinder
}

/** Answers as `find` does. On a map that changes, a commit begins the search again. */
export function findInSteps(
  finder: Lender,
  start: Point,
  goal: Point,
  options?: FindOptions,
  isDrawn = false,
): FindInSteps {
  return new FindInSteps(turnsTo(finder, start, goal, options, isDrawn))
}

function* turnsTo(
  finder: Lender,
  start: Point,
  goal: Point,
  options: FindOptions | undefined,
  isDrawn: boolean,
): Generator<number, Route, number> {
  let left = yield 1
  for (;;) {
    const lent = finder.lend(isDrawn)
    const search = new FindInSteps(inSteps(lent, start, goal, options))
    while (lent.isCurrent()) {
      left = yield search.advance(left)
      if (search.route !== null) return search.route
    }
  }
}

/** The route that `find` gives. Each turn is given the steps it may take, and yields those it took. */
function* inSteps(
  finder: PausableFinder,
  from: Point,
  to: Point,
  options: FindOptions | null | undefined,
): Generator<number, Route, number> {
  const { columns } = finder
  const start = pointOf(from, 'The start')
  const goal = pointOf(to, 'The goal')
  const quality = qualityOf(optionsOf(options).quality)
  columns.ready?.()
  if (blameOf(columns, start, goal) !== null) return finder.find(start, goal, options)
  if (!finder.canPause) {
    const route = finder.find(start, goal, options)
    yield* pay(STEPS_OF_FIND)
    return route
  }
  const asked = { start, goal, isReplaced: false, quality }
  return quality === 'exact' ? yield* exactInSteps(finder, asked) : yield* routeInSteps(finder, asked, finder.isDrawn)
}

/** Pays steps for work that did not pause. Returns the rest of the last turn. */
export function* pay(steps: number, left = 1): Generator<number, number, number> {
  for (let due = steps; due > 0; ) {
    const paid = Math.min(due, left)
    due -= paid
    left = yield paid
  }
  return left
}

function* exactInSteps(finder: PausableFinder, asked: AskedRoute): Generator<number, Route, number> {
  const { columns, source } = finder
  const prover = finder.prover()
  let route: Route | null = null
  let bends = yield* prover.cheapestInSteps(asked.start, asked.goal)
  if (bends === null) {
    route = yield* routeInSteps(finder, asked, true)
    bends = yield* prover.cheaperInSteps(route.cells())
  }
  if (bends === null) return route!
  const trail = new Trail(columns.terrain, bends)
  return new Route(source, { ...asked, status: 'found', message: '', estimate: trail.cost, steps: null }, trail)
}

/** The route by the connector, which is the cheapest path where both ends are near each other. */
function* routeInSteps(finder: PausableFinder, asked: AskedRoute, isDrawn: boolean): Generator<number, Route, number> {
  const { columns, connector, bends, source } = finder
  const { start, goal, quality } = asked
  let left = yield 0
  connector.clear()
  let units = connector.withoutSearch(start, goal)
  left = yield* pay(STEPS_OF_NEAR, left)
  if (units === NONE) {
    units = connector.beginSearch(start, goal, quality)
    left = yield* pay(units === NONE ? STEPS_OF_ENDS : STEPS_OF_HUBS, left)
  }
  if (units === NONE) {
    const { search } = connector
    for (let isOver = false; !isOver; ) {
      const settled = search.settledCount
      isOver = search.goOn(left)
      left = yield search.settledCount - settled
    }
    units = connector.end(start, goal, quality)
    if (connector.steps === null) left = yield* pay(STEPS_OF_CELLS, left)
  }
  const found = finder.foundOf(units, asked)
  if (found.steps === null) return new Route(source, found, trailOf(columns.terrain, connector.bends))
  if (!isDrawn) return new Route(source, found, null)
  const stream = finder.stream(found)
  bends.start(start.x, start.y)
  while (!stream.isDone) {
    const cells = cellCountOf(bends)
    stream.next(bends)
    left = yield* pay(Math.ceil((cellCountOf(bends) - cells) / CELLS_A_STEP), left)
  }
  return new Route(source, found, trailOf(columns.terrain, bends))
}
