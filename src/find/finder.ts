/**
 * Answers queries over an atlas, or over the newest commit of a map that changes. It owns all scratch of a query, so it serves one query
 * at a time: make one per worker. A route belongs to the version that it was found on: drawing its cells throws after another commit.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { checkPairs, optionsOf } from '../base/given.ts'
import { GONE_OF_FINDERS, gone } from '../base/gone.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { Bends, Trail } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { Connector, type WaysOfLevel } from '../path/connect.ts'
import { PathStream } from '../path/stream.ts'
import { checkPath, costOfPath } from '../proof/check.ts'
import type { Prover } from '../proof/prover.ts'
import { footprintOf } from '../route/nodes.ts'
import type { AlternativesOptions } from './alternatives.ts'
import { extraOf, type InnerExtras } from './extras.ts'
import type { Field, FieldGoals, FinderMap } from './field.ts'
import type { ManySearch } from './many-search.ts'
import type { NearestOfOptions, NearGoal } from './nearest-goals.ts'
import type { Turner } from './passes.ts'
import type { ReachedCells, ReachWatch } from './reached-cells.ts'
import { replacementOf } from './replaced-ends.ts'
import {
  type AskedRoute,
  type Blame,
  blameOf,
  checkNearest,
  FIND_OPTIONS,
  type FindOptions,
  type Found,
  foundOf,
  listOf,
  type PairAnd,
  pairIn,
  pointOf,
  qualityOf,
  Route,
  type RouteSource,
  trailIn,
} from './route.ts'
import { checkPrevious, isAsGood, restOf } from './walk.ts'
import { warmUp } from './warm-up.ts'

export type { FindOptions } from './route.ts'

/** How the finders of a map answer. */
interface Manner {
  readonly extras: InnerExtras
  /** Finds all ways where the caller chose one level. */
  readonly levelWays?: WaysOfLevel | null
  /** Null where every turn is allowed. */
  readonly turner?: ((columns: AtlasColumns) => Turner) | null
  readonly isChanging?: boolean
}

export class Finder {
  /** @internal */
  readonly map: FinderMap
  /** @internal */
  readonly manner: Manner
  private known: Engine
  /** Made when it is first needed. */
  private knownMany: ManySearch | null = null

  /** @internal */
  constructor(map: FinderMap, manner: Manner) {
    this.map = map
    this.manner = manner
    this.known = new Engine(map.columns, manner)
  }

  /** A finder of the same map, with scratch of its own. */
  another(): Finder {
    return new Finder(this.map, this.manner)
  }

  /** The engine for the newest version. It keeps its scratch from version to version where it can. @internal */
  get engine(): Engine {
    const { columns } = this.map
    if (!this.known.follow(columns)) this.known = new Engine(columns, this.manner)
    return this.known
  }

  /** Searches for many answers, in whatever version is the newest. @internal */
  get many(): ManySearch {
    this.knownMany ??= extraOf(this.manner.extras, 'many', 'A search for many goals')(this)
    return this.knownMany
  }

  /** The effort of the last search on the abstract graph: entries settled, and edges looked at. */
  get effort(): { readonly settledCount: number; readonly relaxedCount: number } {
    const { settledCount, relaxedCount } = this.engine.connector.search
    return { settledCount, relaxedCount }
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): Route
  find(start: Point, goal: Point, options?: FindOptions): Route
  find(a: number | Point, b: number | Point, c?: number | FindOptions, d?: number, e?: FindOptions): Route {
    if (typeof a === 'object') return this.engine.find(a, b as Point, c as FindOptions | undefined)
    return this.engine.find({ x: a, y: b as number }, { x: c as number, y: d as number }, e)
  }

  /**
   * Spends `budgetMs` milliseconds (500 unless given) on queries across the map, so that the engine compiles the code
   * before the first real query. One finder warms up all. Returns the count of queries.
   */
  warmUp(budgetMs?: number): number {
    return warmUp(this, this.map.columns, budgetMs)
  }

  costOf(cells: Int32Array): number {
    return costOfPath(this.map.columns.terrain, cells)
  }

  /** Whether a path can go along these cells, one after the other. */
  isLegal(cells: Int32Array): boolean {
    return isLegal(this.map.columns.terrain, cells)
  }

  /** No path between the ends of these cells costs less, in cell lengths; proven with at most `expansionsMax` expansions. */
  lowerBoundOf(cells: Int32Array, expansionsMax?: number): number {
    return this.engine.prover('A certificate').lowerBoundOf(cells, expansionsMax)
  }

  /**
   * The cost from each start to each goal, in cell lengths: costs[start * goals.length + goal]. Costs are those of
   * routes. Where goals are many for the map, they are those of the cheapest paths near cheap ways over entries, or
   * exact. They are the same from either end. Infinity for a goal that no way reaches, for walls, and outside the map.
   */
  costs(starts: Point | readonly Point[], goals: Point | readonly Point[]): Float64Array {
    return this.many.costs(listOf(starts), listOf(goals))
  }

  /** As `costs`, from one start. */
  costsTo(start: Point, goals: readonly Point[]): Float64Array {
    return this.many.costs([pointOf(start, 'The start')], goals)
  }

  /** As `costs`. */
  table(starts: readonly Point[], goals: readonly Point[]): Float64Array {
    return this.many.costs(starts, goals)
  }

  /**
   * The cost from every cell to the nearest goal, and the step to take. Goals are points or the cells of an area. After a commit
   * the field recomputes what has changed.
   */
  field(goals: FieldGoals): Field {
    return this.many.field(goals)
  }

  /** As `field`, with one goal. */
  fieldTo(goal: Point): Field {
    return this.field(goal)
  }

  /** The nearest goals by exact cost, each with its cheapest route; one goal unless a count is given. */
  nearestOf(start: Point, goals: readonly Point[], options?: NearestOfOptions | null): NearGoal[] {
    return this.many.nearestOf(start, goals, options)
  }

  /**
   * All cells that a way of at most this cost leads to, in cell lengths. `watch` gets the number of cells found so far, now
   * and then, and may throw to end the search.
   */
  reach(start: Point, cost: number, watch?: ReachWatch): ReachedCells {
    return this.many.reach(start, cost, watch)
  }

  /** The cheapest route, and others that differ from each one before. */
  alternatives(x0: number, y0: number, x1: number, y1: number, options?: AlternativesOptions | null): Route[]
  alternatives(start: Point, goal: Point, options?: AlternativesOptions | null): Route[]
  alternatives(...pair: PairAnd<AlternativesOptions>): Route[] {
    return this.many.alternatives(...pairIn(pair))
  }

  /** Which entries the last query settled, in that order, as x, y pairs; none where the cells alone gave the answer. */
  footprint(): Int32Array {
    return footprintOf(this.engine.connector.search.nodes)
  }
}

gone(Finder.prototype, GONE_OF_FINDERS)

/** Answers for one version of a map, and those that follow it. */
class Engine {
  columns!: AtlasColumns
  readonly turner: Turner | null
  readonly connector: Connector
  private readonly manner: Manner
  private readonly bends = new Bends()
  private readonly held = new Bends()
  /** Makes the cells and proofs of its routes. */
  private source!: RouteSource
  /**
   * Serves routes that were found in steps, by another engine, so that they do not disturb the search of another
   * question.
   */
  laterSource!: RouteSource
  /** Made when it is first needed. */
  private knownProver: Prover | null = null
  private knownDrawer: Engine | null = null

  constructor(columns: AtlasColumns, manner: Manner) {
    const { extras, levelWays = null, turner } = manner
    this.manner = manner
    this.turner = turner?.(columns) ?? null
    this.connector = new Connector(columns.home ?? columns, levelWays, extras.hubs)
    this.take(columns)
  }

  /** Goes on with a version of the same home (AtlasColumns.home), and keeps its scratch; false for another home. */
  follow(columns: AtlasColumns): boolean {
    if (columns === this.columns) return true
    if (this.turner !== null || columns.home !== this.columns.home) return false
    this.take(columns)
    this.connector.forgetMap()
    return true
  }

  private take(columns: AtlasColumns): void {
    this.columns = columns
    this.source = this.sourceOf(() => this)
    this.laterSource = this.sourceOf(() => {
      this.knownDrawer ??= new Engine(this.columns, this.manner)
      return this.knownDrawer
    })
    this.knownProver = null
    this.knownDrawer = null
  }

  find(from: Point, to: Point, given?: FindOptions | null): Route {
    const options: FindOptions = optionsOf(given, FIND_OPTIONS)
    if (options.previous !== undefined) checkPrevious(options.previous)
    this.connector.clear()
    const asked = this.asked(from, to, options)
    return asked instanceof Route ? asked : this.answer(asked, options)
  }

  /** The question between ends that a path joins; the refusal where none does. */
  asked(from: Point, to: Point, { quality: given, nearest }: FindOptions): AskedRoute | Route {
    // Cells are made later than the route. The caller may change the points until then.
    const start = pointOf(from, 'The start')
    const goal = pointOf(to, 'The goal')
    const quality = qualityOf(given)
    const withinCells = checkNearest(nearest)
    const blame = blameOf(this.columns, start, goal)
    if (blame === null) return { start, goal, isReplaced: false, quality }
    if (Number.isNaN(withinCells)) return this.refuse(blame, blame.message, start, goal)
    const pair = replacementOf(this.columns, start, goal, withinCells)
    if (typeof pair === 'string') return this.refuse(blame, `${blame.message} ${pair}`, start, goal)
    return { start: pair.start, goal: pair.goal, isReplaced: true, quality }
  }

  /** As `Passing.refuse`. */
  refuse({ status }: Pick<Blame, 'status'>, message: string, start: Point, goal: Point): Route {
    // One literal: a spread takes ten times as long.
    const quality = 'default'
    const found = { status, message, start, goal, isReplaced: false, estimate: Infinity, steps: null, quality } as const
    return this.routeOf(found, null)
  }

  /** The route between two cells of one island, as good as the options ask for. */
  private answer(asked: AskedRoute, options: FindOptions): Route {
    const { start, goal, quality } = asked
    const { previous, heading } = options
    const { turner } = this
    const rest = previous ? restOf(previous, start, goal, turner, heading) : null
    // Read after the rest: a route of another version makes the arrays hold that version.
    const { terrain } = this.columns
    const isKept = rest !== null && rest.terrain === terrain && isAsGood(previous!.quality, quality)
    if (isKept) return this.along({ ...asked, quality: previous!.quality }, rest)
    const fresh = this.fresh(asked, heading)
    // The map may have changed: there may be walls now.
    const mayKeep = rest !== null && turner === null && isLegal(terrain, rest.cells())
    const kept = mayKeep ? new Trail(terrain, rest.bends) : null
    return kept === null || fresh.cost < kept.cost ? fresh : this.along(fresh, kept)
  }

  /** The same, found anew. */
  private fresh(asked: AskedRoute, heading: Point | undefined): Route {
    const { connector } = this
    if (this.turner !== null || asked.quality === 'exact') {
      const passesTo = extraOf(this.manner.extras, 'passesTo', 'The quality exact')
      return finish(passesTo(this, asked, null, heading))
    }
    connector.begin(asked)
    while (connector.units === NONE) connector.goOn(Infinity)
    return this.connected(asked)
  }

  /** As `Passing.connected`. */
  connected(asked: AskedRoute): Route {
    const { steps, bends, units } = this.connector
    const trail = steps === null ? trailIn(this.columns, bends) : null
    return this.routeOf(foundOf(asked, units / UNITS_PER_CELL, steps), trail)
  }

  /** As `Passing.routeOf`. */
  routeOf(found: Found, trail: Trail | null): Route {
    return new Route(this.source, found, trail)
  }

  /** The route along a known path. */
  along(asked: AskedRoute, trail: Trail): Route {
    return this.routeOf(foundOf(asked, trail.cost), trail)
  }

  /** As `Passing.stream`. */
  stream(found: Found, held?: Bends): PathStream {
    return new PathStream(this.connector.maker, found, held)
  }

  private trace(found: Found): Trail {
    const { bends } = this
    const stream = this.stream(found, this.held)
    bends.start(found.start.x, found.start.y)
    while (!stream.isDone) stream.next(bends)
    return trailIn(this.columns, bends)
  }

  /** Serves routes of the present version: once that is over, its columns throw. */
  private sourceOf(engine: () => Engine): RouteSource {
    const { columns } = this
    const now = () => columns.terrain && engine()
    return {
      trace: found => now().trace(found),
      stream: found => now().stream(found),
      lowerBoundOf: cells => now().prover('A certificate').lowerBoundOf(cells),
      explain: (route, nowMs) => now().prover('An explanation').explain(engine(), route, nowMs),
    }
  }

  /** As `Passing.prover`. */
  prover(what: string): Prover {
    const { extras, isChanging } = this.manner
    this.knownProver ??= extraOf(extras, 'prover', what)(this.columns, !isChanging)
    return this.knownProver
  }
}

/** Whether a path can go along these cells, one after the other. */
function isLegal(terrain: Terrain, cells: Int32Array): boolean {
  checkPairs(cells, 'The cells')
  const end = cells.length - 2
  const { directions } = terrain
  return checkPath(terrain, cells, cells[0], cells[1], cells[end], cells[end + 1], directions).status === 'legal'
}
