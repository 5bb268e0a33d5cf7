/**
 * Answers queries over one atlas. It owns all scratch of a query, so it serves one query at a time: make one per worker.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { regionOfCell } from '../atlas/labels.ts'
import { type Point, QUALITIES, type Quality, type RouteStatus } from '../base/answer.ts'
import { checkPairs, checkWhole, optionsOf, refuse } from '../base/given.ts'
import { ExactSearch } from '../cells/exact.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { Bends, cellsOf } from '../path/bends.ts'
import { Connector } from '../path/connect.ts'
import { PathStream } from '../path/stream.ts'
import { checkPath, costOfPath } from '../proof/check.ts'
import type { Explanation } from '../proof/explain.ts'
import { explainRoute } from '../proof/explain.ts'
import { lowerBoundOf, unitsOfPath } from '../proof/lower-bound.ts'
import type { LevelEngine } from '../route/engine.ts'
import { nearestCell } from '../route/nearest.ts'
import type { RouteSearch } from '../route/search.ts'
import { Route } from './route.ts'
import { cheaperOf } from './walk.ts'

export interface FindOptions {
  /** Replace a start or goal that no path can have by the closest cell that one can; the route says so. */
  readonly nearest?: boolean
  /** How much time the path may take to become cheaper: 'default' unless given. */
  readonly quality?: Quality
  /** The route that a unit is on: the rest of it from here on is the answer, unless another path is cheaper. */
  readonly previous?: Route
}

const ANY_ISLAND = -1

export class Finder {
  readonly search: RouteSearch
  private readonly columns: AtlasColumns
  private readonly connector: Connector
  private readonly bends = new Bends()
  /** Made when it is first asked for. */
  private exact: ExactSearch | null = null

  constructor(columns: AtlasColumns, engine: LevelEngine | null = null) {
    this.columns = columns
    this.connector = new Connector(columns, engine)
    this.search = this.connector.search
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): Route
  find(start: Point, goal: Point, options?: FindOptions): Route
  find(a: number | Point, b: number | Point, c?: number | FindOptions, d?: number, e?: FindOptions): Route {
    if (typeof a === 'object') return this.between(a, b as Point, c as FindOptions | undefined)
    return this.between({ x: a, y: b as number }, { x: c as number, y: d as number }, e)
  }

  /** The cells of a route; none where it was not found. */
  trace(route: Route): Int32Array {
    if (!(route instanceof Route)) refuse('A finder traces the routes that it found.')
    if (route.steps === null) return route.cells()
    const { bends } = this
    const stream = this.stream(route)
    bends.start(route.start.x, route.start.y)
    while (!stream.isDone) stream.next(bends)
    return cellsOf(bends)
  }

  /** The same piece by piece, of a route that was found on the abstract graph. */
  stream({ steps, start, goal, quality }: Route): PathStream {
    if (steps === null) refuse('The route has no steps to follow: its cells are known, or there are none.')
    return new PathStream(this.connector.maker, steps, start, goal, quality)
  }

  costOf(cells: Int32Array): number {
    return costOfPath(this.columns.terrain, cells)
  }

  /** Whether a path can go along these cells, one after the other. */
  isLegal(cells: Int32Array): boolean {
    checkPairs(cells, 'The cells')
    const { terrain } = this.columns
    const end = cells.length - 2
    return checkPath(terrain, cells, cells[0], cells[1], cells[end], cells[end + 1], terrain.directions).ok
  }

  /** No path between the ends of these cells costs less, in cell lengths; proven with at most so many expansions. */
  lowerBoundOf(cells: Int32Array, expansionsMax?: number): number {
    return lowerBoundOf(this.exactSearch(), this.columns.terrain, cells, expansionsMax)
  }

  /** Which entries the last query settled, in that order, as x, y pairs; none where the cells alone gave the answer. */
  footprint(): Int32Array {
    return this.search.footprint()
  }

  explain(route: Route, nowMs?: () => number): Explanation {
    return explainRoute(this.columns, this, route, nowMs)
  }

  private between(from: Point, to: Point, given: FindOptions | null | undefined): Route {
    const options: FindOptions = optionsOf(given)
    // Cells are made later than the route: the caller's points may have moved on by then.
    const start = pointOf(from, 'The start')
    const goal = pointOf(to, 'The goal')
    checkQuality(options.quality)
    this.search.clear()
    const blame = this.blame(start, 'start') ?? this.blame(goal, 'goal')
    if (blame === null && this.islandOf(start) === this.islandOf(goal)) {
      return this.answer(start, goal, false, options)
    }
    if (options.nearest !== true) {
      const status = blame === null ? 'unreachable' : blame.status
      return this.refuse(status, blame?.message ?? 'The goal is on another island than the start.', start, goal)
    }
    const nearStart = this.islandOf(start) >= 0 ? start : nearestCell(this.columns, start.x, start.y, ANY_ISLAND)
    if (nearStart === null) return this.refuse('blocked', 'The map has no free cell.', start, goal)
    const island = this.islandOf(nearStart)
    const nearGoal = this.islandOf(goal) === island ? goal : nearestCell(this.columns, goal.x, goal.y, island)!
    return this.answer(nearStart, nearGoal, true, options)
  }

  /** What is wrong with an end as such; null where it is a free cell. */
  private blame({ x, y }: Point, end: string): { status: RouteStatus; message: string } | null {
    const { terrain } = this.columns
    const at = `The ${end} ${x},${y}`
    if (!terrain.isInside(x, y)) {
      return { status: 'outside', message: `${at} is outside the map of ${terrain.width} x ${terrain.height} cells.` }
    }
    return terrain.isFree(x, y) ? null : { status: 'blocked', message: `${at} is a wall.` }
  }

  private refuse(status: RouteStatus, message: string, start: Point, goal: Point): Route {
    return new Route(this, status, message, start, goal, false, Infinity, null, null)
  }

  private islandOf({ x, y }: Point): number {
    const { terrain, islandOfRegion } = this.columns
    return terrain.isFree(x, y) ? islandOfRegion[this.regionOf(x, y)] : -1
  }

  private regionOf(x: number, y: number): number {
    return regionOfCell(this.columns.labels, this.columns.terrain.blockOf(x, y), x, y)
  }

  /** The route between two cells of one island, as good as the options ask for. */
  private answer(start: Point, goal: Point, isReplaced: boolean, { quality, previous }: FindOptions): Route {
    const found = this.connect(start, goal, isReplaced, quality)
    const route = quality === 'exact' ? this.perfect(found) : found
    return previous instanceof Route ? cheaperOf(this, previous, route) : route
  }

  /** The route that the connector finds. */
  private connect(start: Point, goal: Point, isReplaced: boolean, quality?: Quality): Route {
    const { connector } = this
    const cost = connector.find(start, goal, quality) / UNITS_PER_CELL
    const { steps } = connector
    const cells = steps === null ? cellsOf(connector.bends) : null
    return new Route(this, 'found', '', start, goal, isReplaced, cost, steps, cells, quality)
  }

  /** The cheapest path between the ends of a route. */
  private perfect(route: Route): Route {
    const { start, goal, isReplaced, quality } = route
    const exact = this.exactSearch()
    const knownUnits = unitsOfPath(this.columns.terrain, route.cells())
    const units = exact.find(start.x, start.y, goal.x, goal.y, knownUnits)
    if (units === knownUnits) return route
    this.bends.take(exact.bends, exact.bendCount)
    const cells = cellsOf(this.bends)
    return new Route(this, 'found', '', start, goal, isReplaced, units / UNITS_PER_CELL, null, cells, quality)
  }

  private exactSearch(): ExactSearch {
    this.exact ??= new ExactSearch(this.columns.terrain)
    return this.exact
  }
}

function pointOf(point: Point, end: string): Point {
  const { x, y } = point ?? {}
  checkWhole(x, y, end)
  return { x, y }
}

function checkQuality(quality: Quality | undefined): void {
  if (quality === undefined || QUALITIES.includes(quality)) return
  refuse(`The quality is '${quality}': it is one of ${QUALITIES.join(', ')}.`)
}
