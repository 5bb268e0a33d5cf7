/**
 * The passes that make the answer to a question:
 *
 * - quality fast and default: the connector finds a route (path/connect.ts lists its passes), which is drawn where the caller wants it;
 * - quality exact: the prover finds the cheapest path at once, or as one that is cheaper than that route;
 * - a traveller with limited turns: a path near the route or, with quality exact, anywhere.
 *
 * Each pass yields the steps that it took, so a queue may pause after any. A finder that need not pause asks the connector directly for
 * most routes: generators take a tenth of the time of a query in plain sight.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import type { WorkInSteps } from '../base/work.ts'
import { Bends, cellCountOf, Trail } from '../cells/bends.ts'
import type { Connector } from '../path/connect.ts'
import type { PathStream } from '../path/stream.ts'
import type { Prover } from '../proof/prover.ts'
import { type AskedRoute, type Blame, type Found, foundOf, headingOf, type Route, trailIn } from './route.ts'

/** Cells of a path that are drawn in one step. */
const CELLS_A_STEP = 4
const UNREACHABLE = { status: 'unreachable' } as const

/** Finds paths for travellers with limited turns. */
export interface Turner {
  /**
   * The cheapest path within the limit of turns, among the cells near `near`, a path without that limit. If `near` is null, among
   * all cells. Null if there is no such path. Another search ends this one.
   */
  inSteps(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): WorkInSteps<Bends | null>

  /** Whether a step may follow a heading. */
  canTurn(heading: Point, step: Point): boolean
}

/** A search whose passes may pause; null where they follow each other at once. */
export type Pausing = { readonly isDrawn: boolean } | null

/** What passes need of a finder. */
export interface Passing {
  readonly columns: AtlasColumns
  readonly connector: Connector
  /** Null where every turn is allowed. */
  readonly turner: Turner | null
  prover(what: string): Prover
  /** The route that the connector has found. */
  connected(asked: AskedRoute): Route
  /** The route along a path; null where it is drawn later. */
  routeOf(found: Found, trail: Trail | null): Route
  refuse(blame: Pick<Blame, 'status'>, message: string, start: Point, goal: Point): Route
  stream(found: Found): PathStream
}

export function* passesTo(
  finder: Passing,
  asked: AskedRoute,
  search: Pausing,
  heading?: Point | null,
): WorkInSteps<Route> {
  const { columns, turner } = finder
  const { start, goal, quality } = asked
  const isExact = quality === 'exact'
  const along = (trail: Trail) => finder.routeOf(foundOf(asked, trail.cost), trail)
  if (turner !== null) {
    const near = isExact ? null : (yield* connecting(finder, asked, search, true)).cells()
    const bends = yield* turner.inSteps(start, goal, heading == null ? null : headingOf(heading), near)
    if (bends !== null) return along(trailIn(columns, bends))
    const message = 'No path to the goal turns as little as the traveller must.'
    return finder.refuse(UNREACHABLE, message, start, goal)
  }
  if (!isExact) return yield* connecting(finder, asked, search, false)
  const prover = finder.prover('The quality exact')
  let xy = yield* prover.cheapestBends(start, goal)
  if (xy === null) {
    const route = yield* connecting(finder, asked, search, true)
    xy = yield* prover.cheaperBends(route.trail!.bends, search === null)
    if (xy === null) return route
  }
  return along(new Trail(columns.terrain, xy))
}

/** The connector's route, drawn where it must be or the search wants it. */
function* connecting(finder: Passing, asked: AskedRoute, search: Pausing, isDrawn: boolean): WorkInSteps<Route> {
  const { connector } = finder
  connector.clear()
  connector.begin(asked)
  for (let left = 1; connector.units === NONE; ) left = yield connector.goOn(left)
  const route = finder.connected(asked)
  if (route.steps === null || !(isDrawn || search?.isDrawn)) return route
  const stream = finder.stream(route)
  const bends = new Bends()
  bends.start(asked.start.x, asked.start.y)
  while (!stream.isDone) {
    const before = cellCountOf(bends)
    stream.next(bends)
    yield Math.ceil((cellCountOf(bends) - before) / CELLS_A_STEP)
  }
  return finder.routeOf(route, trailIn(finder.columns, bends))
}
