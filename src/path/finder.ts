/**
 * Answers queries over one atlas. It owns all scratch of a query, so it serves one query at a time: make one per worker.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { NearSearch } from '../query/near.ts'
import { RouteSearch } from '../query/search.ts'
import { regionOfCell } from '../region/labels.ts'
import { Bends, cellsOf, unitsOf } from './bends.ts'
import { costOfPath } from './check.ts'
import { PathMaker } from './maker.ts'
import { nearestCell } from './nearest.ts'
import type { Point, RouteStatus, RouteSteps } from './route.ts'
import { Route } from './route.ts'

export interface FindOptions {
  /** Replace a start or goal that no path can have by the closest cell that one can; the route says so. */
  readonly nearest?: boolean
}

const ANY_ISLAND = -1

/** Paths that may cost less than this many cell lengths are made exact. */
const EXACT_BELOW_CELLS = 100
/** A route whose estimate is above this many is taken to have no path below EXACT_BELOW_CELLS. */
const NEAR_ESTIMATE_CELLS = 150
const NEAR_EXPANSIONS_MAX = 20_000

export class Finder {
  readonly search: RouteSearch
  private readonly columns: AtlasColumns
  private readonly maker: PathMaker
  private readonly near: NearSearch
  private readonly bends = new Bends()

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.search = new RouteSearch(columns)
    this.near = new NearSearch(columns.terrain)
    this.maker = new PathMaker(columns, this.near)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): Route
  find(start: Point, goal: Point, options?: FindOptions): Route
  find(a: number | Point, b: number | Point, c?: number | FindOptions, d?: number, e?: FindOptions): Route {
    if (typeof a === 'object') return this.between(a, b as Point, c as FindOptions | undefined)
    return this.between({ x: a, y: b as number }, { x: c as number, y: d as number }, e)
  }

  /** The cells of a route that was found on the abstract graph. */
  trace(route: Route): Int32Array {
    this.maker.along(route.steps!, route.start, route.goal, this.bends)
    return cellsOf(this.bends)
  }

  costOf(cells: Int32Array): number {
    return costOfPath(this.columns.terrain, cells)
  }

  private between(start: Point, goal: Point, options: FindOptions = {}): Route {
    checkPoint(start, 'start')
    checkPoint(goal, 'goal')
    const blame = this.blame(start, 'start') ?? this.blame(goal, 'goal')
    if (blame === null && this.islandOf(start) === this.islandOf(goal)) return this.connect(start, goal, false)
    if (options.nearest !== true) {
      const status = blame === null ? 'unreachable' : blame.status
      return this.refuse(status, blame?.message ?? 'The goal is on another island than the start.', start, goal)
    }
    const from = this.islandOf(start) >= 0 ? start : nearestCell(this.columns, start.x, start.y, ANY_ISLAND)
    if (from === null) return this.refuse('blocked', 'The map has no free cell.', start, goal)
    const island = this.islandOf(from)
    const to = this.islandOf(goal) === island ? goal : nearestCell(this.columns, goal.x, goal.y, island)!
    return this.connect(from, to, true)
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

  /** The route between two cells of one island. */
  private connect(start: Point, goal: Point, isReplaced: boolean): Route {
    const { maker, search, bends } = this
    const isInside = this.regionOf(start.x, start.y) === this.regionOf(goal.x, goal.y)
    maker.start.set(start.x, start.y, isInside ? goal.x : -1, goal.y)
    maker.goal.set(goal.x, goal.y)
    const insideUnits = isInside ? maker.start.unitsToCell(goal.x, goal.y) : Infinity
    const throughUnits = search.find(maker.start, maker.goal, insideUnits)
    const steps = throughUnits < insideUnits ? this.takeSteps() : null
    let units = Math.min(throughUnits, insideUnits)
    let cells: Int32Array | null = null
    if (steps === null || units < NEAR_ESTIMATE_CELLS * UNITS_PER_CELL * this.columns.terrain.costMin) {
      if (steps === null) maker.inside(goal, bends)
      else maker.along(steps, start, goal, bends)
      units = this.makeExact(start, goal)
      cells = cellsOf(bends)
    }
    return new Route(this, 'found', '', start, goal, isReplaced, units / UNITS_PER_CELL, steps, cells)
  }

  private takeSteps(): RouteSteps {
    const { search } = this
    return {
      crossingOfStep: search.crossingOfStep.slice(0, search.stepCount),
      entryOfStep: search.entryOfStep.slice(0, search.stepCount),
      regionOfStep: search.regionOfStep.slice(0, search.stepCount),
      levelOfStep: search.levelOfStep.slice(0, search.stepCount),
    }
  }

  /** Replaces the bends at hand by those of the cheapest path, when that can be proven; returns its cost in units. */
  private makeExact(start: Point, goal: Point): number {
    const { terrain } = this.columns
    const { bends, near } = this
    const units = unitsOf(bends, terrain)
    const free = freeUnits(goal.x - start.x, goal.y - start.y, terrain.costMin, terrain.directions)
    const exactBelow = EXACT_BELOW_CELLS * UNITS_PER_CELL * terrain.costMin
    if (units === free || free >= exactBelow) return units
    const found = near.find(start.x, start.y, goal.x, goal.y, units, NEAR_EXPANSIONS_MAX)
    if (found < 0) return units
    bends.take(near.bends, near.bendCount)
    return found
  }
}

function checkPoint({ x, y }: Point, end: string): void {
  if (Number.isInteger(x) && Number.isInteger(y)) return
  throw new IsthmusError('BAD_ARGUMENT', `The ${end} is ${x},${y}: coordinates are whole numbers of cells.`)
}
