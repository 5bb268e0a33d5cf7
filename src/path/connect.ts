/**
 * Two cells of one island -> what connects them, by the cheapest means that does: a plain line, the exact search on the
 * cells where they are near each other, else a route over the abstract graph.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { hold } from '../atlas/hold.ts'
import type { Point, Quality } from '../base/answer.ts'
import { Bends } from '../cells/bends.ts'
import { freeLine, lineRuns, lineUnits, NO_LINE } from '../cells/line.ts'
import { NearSearch } from '../cells/near.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { LevelRoutes } from '../route/level-route.ts'
import { RouteSearch } from '../route/search.ts'
import type { RouteSteps } from '../route/steps.ts'
import { PathMaker } from './maker.ts'

/** Paths that cost less than this many lengths of the cheapest cell are searched on the cells and exact. */
const EXACT_BELOW_CELLS = 100
const NEAR_EXPANSIONS_MAX = 20_000
/** So are those that cost less than this many where few expansions are enough: a wrong turn shows most on a short path. */
const SHORT_CELLS = 300
const SHORT_EXPANSIONS_MAX = 200
/** So are those between ends so few cells apart where costs differ: there the entries of one block more say little. */
const CLOSE_CELLS = 64
const CLOSE_EXPANSIONS_MAX = 4000
const NONE = -1

/** What answers in place of the other searches where one level was asked for. */
export type RoutesOfLevel = (start: QueryEnd, goal: QueryEnd) => LevelRoutes

export class Connector {
  readonly search: RouteSearch
  readonly maker: PathMaker
  /** The route found last; null where the path is in the bends. */
  steps: RouteSteps | null = null
  readonly bends = new Bends()
  private readonly terrain: Terrain
  private readonly near: NearSearch
  /** Answers in place of the other searches where one level was asked for. */
  private readonly levelRoutes: LevelRoutes | null
  private readonly line = new Int32Array(4)

  constructor(columns: AtlasColumns, routesOfLevel: RoutesOfLevel | null) {
    this.terrain = columns.terrain
    this.search = new RouteSearch(columns)
    this.near = new NearSearch(columns.terrain)
    this.maker = new PathMaker(columns, this.near)
    this.levelRoutes = routesOfLevel?.(this.maker.start, this.maker.goal) ?? null
  }

  /** What the connection costs in units; a path on the cells that is made from it never costs more. */
  find(start: Point, goal: Point, quality: Quality = 'default'): number {
    this.steps = null
    if (this.levelRoutes !== null) return this.onLevel(this.levelRoutes, start, goal)
    let units = this.alongLine(start, goal)
    if (units === NONE) units = this.nearby(start, goal)
    if (units === NONE) units = this.farAway(start, goal, quality)
    return units
  }

  /** What the goal costs on the cells, where it is so near that this is soon known; else `units`, which a route costs. */
  betterNearby(start: Point, goal: Point, units: number): number {
    const { terrain, near } = this
    const { costMin, directions } = terrain
    const limit = Math.min(units, EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin)
    let better = NONE
    if (freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) < limit) {
      better = near.find(start.x, start.y, goal.x, goal.y, limit, NEAR_EXPANSIONS_MAX)
    }
    if (better < 0 && limit < units) {
      const expansionsMax = this.expansionsFor(start, goal, units)
      if (expansionsMax > 0) better = near.find(start.x, start.y, goal.x, goal.y, units, expansionsMax)
    }
    return better < 0 ? units : better
  }

  private onLevel(levelRoutes: LevelRoutes, start: Point, goal: Point): number {
    const units = levelRoutes.find(start.x, start.y, goal.x, goal.y)
    this.steps = levelRoutes.steps
    hold(units < Infinity, 'islands')
    if (this.steps === null) this.maker.inside(goal, this.bends)
    return units
  }

  /** The exact path if the goal is in plain sight, else NONE, which is below 0. */
  alongLine(start: Point, goal: Point): number {
    const { terrain, line, bends } = this
    const kind = freeLine(terrain, start.x, start.y, goal.x, goal.y)
    if (kind === NO_LINE) return NONE
    const dx = goal.x - start.x
    const dy = goal.y - start.y
    const units = freeUnits(dx, dy, terrain.costMin, terrain.directions)
    if (!terrain.isUniform && lineUnits(terrain, start.x, start.y, goal.x, goal.y, kind) !== units) return NONE
    lineRuns(dx, dy, kind, terrain.directions, line)
    bends.start(start.x, start.y)
    bends.run(line[0], line[1])
    bends.run(line[2], line[3])
    return units
  }

  /** The exact path if it is short, else NONE. */
  private nearby(start: Point, goal: Point): number {
    const { costMin, directions } = this.terrain
    const limit = EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin
    if (freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) >= limit) return NONE
    return this.onCells(start, goal, limit, NEAR_EXPANSIONS_MAX)
  }

  /** A route over the abstract graph; or a path on the cells, where it is cheaper or stays inside one region. */
  private farAway(start: Point, goal: Point, quality: Quality): number {
    const { maker, search } = this
    maker.endAt(maker.start, start)
    maker.endAt(maker.goal, goal)
    const isInside = maker.start.region === maker.goal.region
    const insideUnits = isInside ? maker.start.floodTo(goal.x, goal.y) : Infinity
    const throughUnits = search.find(maker.start, maker.goal, insideUnits)
    const units = Math.min(throughUnits, insideUnits)
    hold(units < Infinity, 'islands')
    const expansionsMax = quality === 'fast' ? 0 : this.expansionsFor(start, goal, units)
    const cheaperUnits = expansionsMax > 0 ? this.onCells(start, goal, units, expansionsMax) : NONE
    if (cheaperUnits !== NONE) return cheaperUnits
    if (throughUnits < insideUnits) this.steps = this.takeSteps()
    else maker.inside(goal, this.bends)
    return units
  }

  /** With how many expansions a path is worth looking for that costs less than these units; 0 where it is not. */
  private expansionsFor(start: Point, goal: Point, units: number): number {
    const { terrain, near } = this
    if (near.canJump(start.x, start.y, goal.x, goal.y, units)) {
      return units < SHORT_CELLS * UNITS_PER_CELL * terrain.costMin ? SHORT_EXPANSIONS_MAX : 0
    }
    if (terrain.isUniform) return 0
    const cellsApart = Math.max(Math.abs(goal.x - start.x), Math.abs(goal.y - start.y))
    return cellsApart < CLOSE_CELLS ? CLOSE_EXPANSIONS_MAX : 0
  }

  private onCells(start: Point, goal: Point, limitUnits: number, expansionsMax: number): number {
    const { near } = this
    const units = near.find(start.x, start.y, goal.x, goal.y, limitUnits, expansionsMax)
    if (units < 0) return NONE
    this.bends.take(near.bends, near.bendCount)
    return units
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
}
