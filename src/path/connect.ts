/**
 * Connects two cells of one island. Passes try the cheapest means first: a plain line, an exact search between near ends, hubs, a search
 * over entries. The last one compares a route with a search on the cells. Each pass may find the connection, and ends the list then.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { hold } from '../atlas/level-graph.ts'
import type { Point, Quality } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { Bends } from '../cells/bends.ts'
import { addLine, freeLine, NO_LINE, unitsAlong } from '../cells/line.ts'
import { findNear, oneCostNear } from '../cells/near-search.ts'
import { Sweep } from '../cells/sweep.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { EntrySearch } from '../route/entry-search.ts'
import { routeSearch } from '../route/route-guide.ts'
import type { EntryWay, RouteSteps } from '../route/steps.ts'
import { areFar, FINER_CELLS, isFragmented, isScattered, PathMaker, type RouteToTrace } from './stream.ts'

/** High levels overstate costs on fragmented ground by about this. A search may be as greedy where a second one follows. */
const BOUND_GREED = 1.03
/** The work of passes in steps of some .5 us: an entry that the ends know, the begin of a search, and edges of it a step. */
const STEPS_OF_KNOWN = 0.55
const STEPS_OF_SEARCH = 12
const EDGES_A_STEP = 70

/** Finds the cheapest way between two ends on one level; null where none costs less than `limitUnits`. */
export type WaysOfLevel = (start: QueryEnd, goal: QueryEnd, limitUnits: number) => EntryWay | null

/** Finds the cheapest route by hubs. */
export interface HubRoutes {
  /** Whether the cheapest way meets inside what both ends know. Then a search must find it. */
  readonly meetsInside: boolean
  /** The steps of the route found last. */
  readonly steps: RouteSteps | null
  /** The work of the search for it, in steps. */
  readonly effort: number
  /** Makes at once what routes would make at their first use. */
  prepare(): void
  /** The cost of the cheapest route in units; Infinity where it is not below `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number
}

/** Two cells of one island to connect. */
type Ends = Pick<RouteToTrace, 'start' | 'goal' | 'quality'>

/** A pass takes about `stepsMax` steps if it can pause. It returns false to go on where it paused. */
type Pass = (ends: Ends, stepsMax: number) => boolean

export class Connector {
  readonly maker: PathMaker
  /** The cost of the connection in units, once it is found; until then NONE. The path made from it never costs more. */
  units = NONE
  /** The route found last; null where the path is in the bends. */
  steps: RouteSteps | null = null
  private readonly columns: AtlasColumns
  private readonly nearby: Nearby
  private readonly passes: readonly Pass[]
  private pass = 0
  private ends!: Ends
  /** Made when it is first needed. */
  private knownSearch: EntrySearch | null = null
  /** Cost of the cheapest path inside the regions that the ends know. */
  private insideUnits = Infinity
  private readonly makeHubRoutes: ((columns: AtlasColumns) => HubRoutes) | undefined
  private knownHubRoutes: HubRoutes | null = null

  /**
   * `levelWays` finds all ways where the caller chose one level; else it is null. `makeHubRoutes` is undefined where a page did not
   * load it.
   */
  constructor(
    columns: AtlasColumns,
    levelWays: WaysOfLevel | null,
    makeHubRoutes: ((columns: AtlasColumns) => HubRoutes) | undefined,
  ) {
    this.columns = columns
    this.nearby = new Nearby(columns)
    this.maker = new PathMaker(columns)
    this.makeHubRoutes = makeHubRoutes
    this.passes =
      levelWays === null
        ? [
            ends => this.onCells(ends),
            ends => this.byHubs(ends),
            (_, stepsMax) => this.overEntries(stepsMax),
            ends => this.settle(ends, this.search.units, false),
          ]
        : [ends => this.onLevel(ends, levelWays)]
  }

  /** The map has changed in place: forgets all that was read of its cells. */
  forgetMap(): void {
    this.maker.forgetMap()
    this.nearby.forgetMap()
  }

  get search(): EntrySearch {
    this.knownSearch ??= routeSearch(this.columns)
    return this.knownSearch
  }

  /** Null where the atlas has no hubs. */
  private get hubRoutes(): HubRoutes | null {
    if (this.columns.hubs !== undefined) this.knownHubRoutes ??= this.makeHubRoutes?.(this.columns) ?? null
    return this.knownHubRoutes
  }

  /** Makes at once what routes would make at their first use. */
  prepare(): void {
    this.hubRoutes?.prepare()
  }

  /** Resets the effort of the last search, for a query that needs none. */
  clear(): void {
    this.knownSearch?.clear()
  }

  get bends(): Bends {
    return this.nearby.bends
  }

  /** Begins with the first pass. */
  begin(ends: Ends): void {
    this.ends = ends
    this.pass = 0
    this.units = NONE
    this.steps = null
  }

  /** Goes on by a pass, or by a part of one that takes about `stepsMax` steps. Returns the steps that it took. */
  goOn(stepsMax: number): number {
    const { nearby } = this
    nearby.effort = 0
    if (this.passes[this.pass](this.ends, stepsMax)) this.pass++
    return Math.ceil(nearby.effort)
  }

  /** Ends that see each other, or are near. */
  private onCells({ start, goal }: Ends): boolean {
    const units = this.nearby.alongLine(start, goal)
    this.units = units === NONE ? this.nearby.ifNear(start, goal) : units
    return true
  }

  private onLevel({ start, goal }: Ends, levelWays: WaysOfLevel): boolean {
    const { maker } = this
    // Other programs must find the same costs: so these ends know their own region alone, by a flood.
    maker.start.set(start.x, start.y)
    maker.goal.set(goal.x, goal.y)
    maker.start.floodToEntries()
    maker.goal.floodToEntries()
    this.insideUnits = maker.unitsInside()
    const way = levelWays(maker.start, maker.goal, this.insideUnits)
    hold(way !== null || this.insideUnits < Infinity, 'islands')
    if (way === null) maker.traceInside(this.bends)
    else this.steps = { ...way.steps, isOfOneLevel: true }
    this.units = way?.units ?? this.insideUnits
    return true
  }

  /** Takes the route by hubs, or a path inside what the ends know. Where neither is the cheapest, `search` begins. */
  private byHubs(ends: Ends): boolean {
    const { maker, nearby, hubRoutes } = this
    const { start, goal, quality } = ends
    maker.start.take(start, goal)
    maker.goal.take(goal, start)
    nearby.effort += STEPS_OF_KNOWN * (maker.start.knownCount + maker.goal.knownCount)
    this.insideUnits = maker.unitsInside()
    // The way that costs least by hubs may lie inside what both ends know, where hubs have no steps for it: then search.
    const hubUnits = hubRoutes?.find(maker.start, maker.goal, this.insideUnits) ?? Infinity
    nearby.effort += hubRoutes?.effort ?? 0
    if (hubRoutes !== null && !hubRoutes.meetsInside && Math.min(hubUnits, this.insideUnits) < Infinity) {
      return this.settle(ends, hubUnits, true)
    }
    const isSearchedAgain = quality !== 'fast' && isFragmented(this.columns) && areFar(start, goal, FINER_CELLS)
    this.search.begin(maker.start, maker.goal, this.insideUnits, isSearchedAgain ? BOUND_GREED : undefined)
    nearby.effort += STEPS_OF_SEARCH
    return true
  }

  /** An entry that is settled takes half a step, and the edges from it take more. */
  private overEntries(stepsMax: number): boolean {
    const { search } = this
    const before = stepsOf(search)
    const isOver = search.goOn(Math.ceil(stepsMax / 2))
    this.nearby.effort = stepsOf(search) - before
    return isOver
  }

  /** Takes the route that was found, or a path on the cells that is cheaper or stays inside the ends' regions. */
  private settle({ start, goal, quality }: Ends, throughUnits: number, isByHubs: boolean): boolean {
    const { nearby, insideUnits } = this
    const units = Math.min(throughUnits, insideUnits)
    hold(units < Infinity, 'islands')
    const isByTautHubs = isByHubs && this.columns.terrain.ground.of(IS_TAUT_BY_HUBS)
    const isTaut = isByTautHubs && throughUnits < insideUnits && quality === 'default'
    this.units = isTaut ? NONE : nearby.ifCheaper(start, goal, quality, units)
    if (this.units !== NONE) return true
    this.units = units
    if (throughUnits < insideUnits) this.steps = isByHubs ? this.hubRoutes!.steps : this.search.steps()
    else this.maker.traceInside(this.bends)
    return true
  }
}

function stepsOf({ settledCount, relaxedCount }: EntrySearch): number {
  return (settledCount >> 1) + Math.floor(relaxedCount / EDGES_A_STEP)
}

/** A sweep of mixed ground passes this many rows in the time that one settled entry takes; a sweep of even ground more. */
const ROWS_OF_ENTRY = { even: 1.9, mixed: 1.5 }
/** Paths that cost less than this many lengths of the cheapest cell are searched on the cells, and exact. */
const EXACT_BELOW_CELLS = 100
/** Among scattered walls, a sweep joins ends nearer than this if the path costs at most 1.15 times a straight one plus 12. */
const STRAIGHT_CELLS = 200
const STRAIGHT_SHARE = 1.15
const STRAIGHT_MORE_CELLS = 12
/** A route below this cost is compared with a search on the cells. A wrong turn shows most on a short path. */
const SHORT_CELLS = { even: 300, mixed: Infinity }
/** A sweep does not pay after a route that is longer than a straight line by more than this. */
const DETOUR_CELLS = { even: 100, mixed: Infinity }
/** Ends this near are searched on the cells: on mixed ground entries say less than cells there. */
const CLOSE_CELLS = { even: Infinity, mixed: 64 }
/** That search looks this far around both ends. */
const AROUND_CELLS = { even: Infinity, mixed: 32 }
/** A mixed map of no more cells is searched as a whole: its ways pass so few entries that each matters. */
const SMALL_MAP_CELLS = { even: 0, mixed: 10_000 }
/** Whether a route by hubs is slack at its ends only, so that a search on the cells rarely improves it. */
const IS_TAUT_BY_HUBS = { even: true, mixed: false }
/** Routes cost at most 1 / .9 of the cheapest path: a route above that has no path below the limit. */
const ROUTE_WORTH = 0.9

/**
 * Finds paths without a route. To a goal in sight it takes a plain line; for near ends or a short route it searches the
 * cells exactly. The path found last is in the bends.
 */
export class Nearby {
  readonly bends = new Bends()
  /** The work of the searches since a caller set it to 0, in settled entries that take as long. */
  effort = 0
  private readonly columns: AtlasColumns
  private readonly terrain: Terrain
  private readonly sweep: Sweep

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.terrain = columns.terrain
    this.sweep = new Sweep(columns.terrain)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.sweep.forgetMap()
  }

  /** Returns the cost of the exact path in units if the goal is in plain sight; else NONE. */
  alongLine(start: Point, goal: Point): number {
    const { terrain } = this
    const { costMin } = terrain
    const cost = terrain.costAt(start.x, start.y)
    // A line proves nothing if it passes other costs, or if ground around it is cheaper than the line.
    if (cost !== terrain.costAt(goal.x, goal.y)) return NONE
    const units = freeUnits(goal.x - start.x, goal.y - start.y, cost, terrain.directions)
    if (cost !== costMin && oneCostNear(terrain, start.x, start.y, goal.x, goal.y, units) === 0) return NONE
    const kind = freeLine(terrain, start.x, start.y, goal.x, goal.y)
    if (kind === NO_LINE) return NONE
    this.bends.start(start.x, start.y)
    addLine(terrain, goal.x, goal.y, kind, this.bends)
    return unitsAlong(terrain, this.bends) === units ? units : NONE
  }

  /** Returns the cost of the exact path if that is short, or among scattered walls nearly straight; else NONE. */
  ifNear(start: Point, goal: Point): number {
    const { costMin, directions } = this.terrain
    const cellUnits = UNITS_PER_CELL * costMin
    const leastUnits = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions)
    if (leastUnits < STRAIGHT_CELLS * cellUnits && isScattered(this.columns)) {
      const units = this.onCells(start, goal, STRAIGHT_SHARE * leastUnits + STRAIGHT_MORE_CELLS * cellUnits)
      if (units !== NONE) return units
    }
    return this.onCells(start, goal, EXACT_BELOW_CELLS * cellUnits)
  }

  /** Returns the cost of a path on the cells if it is near and cheaper than a route of `units`; else NONE. */
  ifCheaper(start: Point, goal: Point, quality: Quality, units: number): number {
    const { terrain } = this
    const { costMin, directions, ground } = terrain
    if (quality === 'fast') return NONE
    const cellUnits = UNITS_PER_CELL * costMin
    const detourUnits = units - freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions)
    if (units >= ground.of(SHORT_CELLS) * cellUnits || detourUnits >= ground.of(DETOUR_CELLS) * cellUnits) return NONE
    if (terrain.width * terrain.height <= ground.of(SMALL_MAP_CELLS)) return this.onCells(start, goal, units)
    return areFar(start, goal, ground.of(CLOSE_CELLS))
      ? NONE
      : this.onCells(start, goal, units, ground.of(AROUND_CELLS))
  }

  /** Returns NONE where no path costs less than the limit. */
  onCells(start: Point, goal: Point, limitUnits: number, besideCells = Infinity): number {
    const { sweep, bends } = this
    const before = sweep.rowsSwept
    const units = findNear(sweep, start.x, start.y, goal.x, goal.y, limitUnits, besideCells)
    this.effort += (sweep.rowsSwept - before) / this.terrain.ground.of(ROWS_OF_ENTRY)
    if (units === NONE) return NONE
    bends.start(start.x, start.y)
    sweep.addWay(bends)
    return units
  }
}

/** Returns the cost on the cells if the goal is near; else `units`, the cost of a route. A function, so that few pages load it. */
export function betterUnits(
  nearby: Nearby,
  { costMin, directions }: Terrain,
  start: Point,
  goal: Point,
  units: number,
) {
  const limit = Math.min(units, EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin)
  const isNear = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) < limit
  let better = isNear && units * ROUTE_WORTH < limit ? nearby.onCells(start, goal, limit) : NONE
  if (better < 0 && limit < units) better = nearby.ifCheaper(start, goal, 'default', units)
  return better < 0 ? units : better
}
