/**
 * Answers queries over one atlas. It owns all scratch of a query, so it serves one query at a time: make one per
 * worker.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { checkPairs, optionsOf } from '../base/given.ts'
import { GONE_OF_FINDERS, gone } from '../base/gone.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { Bends, Trail } from '../cells/bends.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { Connector, type WaysOfLevel } from '../path/connect.ts'
import { PathStream } from '../path/stream.ts'
import { checkPath, costOfPath } from '../proof/check.ts'
import type { Prover } from '../proof/prover.ts'
import { footprintOf } from '../route/nodes.ts'
import type { AlternativesOptions } from './alternatives.ts'
import { type Extras, extraOf, type InnerExtras } from './extras.ts'
import type { Field, FieldGoals } from './field.ts'
import type { FindInSteps } from './find-in-steps.ts'
import type { ManySearch } from './many-search.ts'
import type { NearestOfOptions, NearGoal } from './nearest-goals.ts'
import type { Pausing, Turner } from './passes.ts'
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
  headingOf,
  listOf,
  type PairAnd,
  pairIn,
  pointOf,
  qualityOf,
  Route,
  type RouteSource,
  trailIn,
} from './route.ts'
import type { SharedField } from './shared-field.ts'
import { checkPrevious, isAsGood, restOf } from './walk.ts'
import { warmUp } from './warm-up.ts'

export type { FindOptions } from './route.ts'

const CHEAPEST = { isReplaced: false, quality: 'exact' } as const

export class Finder {
  /** A finder of the same map, with scratch of its own. */
  readonly another: () => Finder
  /** @internal */
  columns!: AtlasColumns
  private readonly extras: Extras
  /** @internal */
  readonly turner: Turner | null
  /** @internal */
  readonly connector: Connector
  private readonly bends = new Bends()
  private readonly held = new Bends()
  /** Makes the cells and proofs of this finder's routes. */
  private source!: RouteSource
  /** Made when it is first needed. */
  private knownProver: Prover | null = null
  private knownMany: ManySearch | null = null
  /**
   * Serves routes that were found in steps, by another finder, so that they do not disturb the search of another
   * question.
   */
  private laterSource!: RouteSource
  private knownDrawer: Finder | null = null

  /** @internal */
  constructor(
    columns: AtlasColumns,
    extras: Extras,
    levelWays: WaysOfLevel | null = null,
    turner: Turner | null = null,
  ) {
    this.another = () => new Finder(this.columns, extras, levelWays, turner?.another())
    this.turner = turner
    this.extras = extras
    this.connector = new Connector(columns.home ?? columns, levelWays, (extras as InnerExtras).hubs)
    this.follow(columns)
  }

  /** Goes on with another version of the same home (AtlasColumns.home), and keeps its scratch. @internal */
  follow(columns: AtlasColumns): void {
    this.columns = columns
    this.source = this.sourceOf(() => this)
    this.laterSource = this.sourceOf(() => this.drawer)
    this.knownProver = null
    this.knownMany = null
    this.knownDrawer = null
    this.connector.forgetMap()
  }

  /** The effort of the last search on the abstract graph: entries settled, and edges looked at. */
  get effort(): { readonly settledCount: number; readonly relaxedCount: number } {
    const { settledCount, relaxedCount } = this.connector.search
    return { settledCount, relaxedCount }
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): Route
  find(start: Point, goal: Point, options?: FindOptions): Route
  find(a: number | Point, b: number | Point, c?: number | FindOptions, d?: number, e?: FindOptions): Route {
    if (typeof a === 'object') return this.between(a, b as Point, c as FindOptions | undefined)
    return this.between({ x: a, y: b as number }, { x: c as number, y: d as number }, e)
  }

  /**
   * Spends `budgetMs` milliseconds (500 unless given) on queries across the map, so that the engine compiles the code
   * before the first real query. One finder warms up all. Returns the count of queries.
   */
  warmUp(budgetMs?: number): number {
    return warmUp(this, this.columns, budgetMs)
  }

  costOf(cells: Int32Array): number {
    return costOfPath(this.columns.terrain, cells)
  }

  /** Whether a path can go along these cells, one after the other. */
  isLegal(cells: Int32Array): boolean {
    checkPairs(cells, 'The cells')
    const { terrain } = this.columns
    const end = cells.length - 2
    const { directions } = terrain
    return checkPath(terrain, cells, cells[0], cells[1], cells[end], cells[end + 1], directions).status === 'legal'
  }

  /** No path between the ends of these cells costs less, in cell lengths; proven with at most `expansionsMax` expansions. */
  lowerBoundOf(cells: Int32Array, expansionsMax?: number): number {
    return this.prover('A certificate').lowerBoundOf(cells, expansionsMax)
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

  /** The cost from every cell to the nearest goal, and the step to take. Goals are points or the cells of an area. */
  field(goals: FieldGoals): Field {
    return this.many.field(goals)
  }

  /** As `field`, with one goal. */
  fieldTo(goal: Point): Field {
    return this.many.field(goal)
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
    return footprintOf(this.connector.search.nodes)
  }

  private between(from: Point, to: Point, given: FindOptions | null | undefined): Route {
    const options: FindOptions = optionsOf(given, FIND_OPTIONS)
    if (options.previous !== undefined) checkPrevious(options.previous)
    this.connector.clear()
    const asked = this.asked(from, to, options)
    return asked instanceof Route ? asked : this.answer(asked, options)
  }

  /** The question between ends that a path joins; the refusal where none does. @internal */
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

  /** As `Lender.lend`. @internal */
  lend(search: FindInSteps): this {
    const { columns } = this
    search.isCurrent = () => columns.terrain === this.columns.terrain // read, so that later turns find their version
    return this
  }

  /** As `StepFinder.prepare`. @internal */
  prepare(): AtlasColumns {
    this.connector.prepare()
    return this.columns
  }

  /** A field that answers many questions with one goal; null where only searches can. @internal */
  sharedField(goal: Point): SharedField | null {
    const isOpen = this.turner === null && (this.extras as InnerExtras).many !== undefined
    return isOpen ? this.many.sharedField(goal, this.laterSource) : null
  }

  /** As `Passing.refuse`. @internal */
  refuse({ status }: Pick<Blame, 'status'>, message: string, start: Point, goal: Point): Route {
    // One literal: a spread takes ten times as long.
    const quality = 'default'
    const found = { status, message, start, goal, isReplaced: false, estimate: Infinity, steps: null, quality } as const
    return new Route(this.source, found, null)
  }

  /** The route between two cells of one island, as good as the options ask for. */
  private answer(asked: AskedRoute, options: FindOptions): Route {
    const { start, goal, quality } = asked
    const { previous } = options
    const heading = options.heading ?? null
    const { turner } = this
    const rest = previous ? restOf(previous, start, goal, turner, heading) : null
    const { terrain } = this.columns // read now: a route of another version has shown that one
    const isKept = rest !== null && rest.terrain === terrain && isAsGood(previous!.quality, quality)
    if (isKept) return this.along({ ...asked, quality: previous!.quality }, rest)
    const fresh = this.fresh(asked, heading)
    // The map may have changed: there may be walls now.
    const mayKeep = rest !== null && turner === null && this.isLegal(rest.cells())
    const kept = mayKeep ? new Trail(terrain, rest.bends) : null
    return kept === null || fresh.cost < kept.cost ? fresh : this.along(fresh, kept)
  }

  /** The same, found anew. */
  private fresh(asked: AskedRoute, heading: Point | null): Route {
    const { connector } = this
    if (this.turner !== null || asked.quality === 'exact') {
      const passesTo = extraOf(this.extras, 'passesTo', 'The quality exact')
      return finish(passesTo(this, asked, null, heading && headingOf(heading)))
    }
    connector.begin(asked)
    while (connector.units === NONE) connector.goOn(Infinity)
    return this.connected(asked, null)
  }

  /** As `Passing.connected`. @internal */
  connected(asked: AskedRoute, search: Pausing): Route {
    const { steps, bends, units } = this.connector
    const trail = steps === null ? trailIn(this.columns, bends) : null
    return this.routeOf(foundOf(asked, units / UNITS_PER_CELL, steps), trail, search)
  }

  /** As `Passing.routeOf`. @internal */
  routeOf(found: Found, trail: Trail | null, search: Pausing): Route {
    return new Route(search === null ? this.source : this.laterSource, found, trail)
  }

  private along(asked: AskedRoute, trail: Trail): Route {
    return this.routeOf(foundOf(asked, trail.cost), trail, null)
  }

  /** As `Passing.stream`. @internal */
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
  private sourceOf(finder: () => Finder): RouteSource {
    const { columns } = this
    const now = () => columns.terrain && finder()
    return {
      trace: found => now().trace(found),
      stream: found => now().stream(found),
      lowerBoundOf: cells => now().lowerBoundOf(cells),
      explain: (route, nowMs) => now().prover('An explanation').explain(finder(), route, nowMs),
    }
  }

  private get drawer(): Finder {
    this.knownDrawer ??= this.another()
    return this.knownDrawer
  }

  private get many(): ManySearch {
    this.columns.settleAll?.()
    this.knownMany ??= extraOf(
      this.extras,
      'many',
      'A search for many goals',
    )(this.columns, {
      isTurning: this.turner !== null,
      find: (start, goal) => this.find(start, goal),
      along: (start, goal, bends) => this.along({ start, goal, ...CHEAPEST }, trailIn(this.columns, bends)),
    })
    return this.knownMany
  }

  /** As `Passing.prover`. @internal */
  prover(what: string): Prover {
    this.knownProver ??= extraOf(this.extras, 'prover', what)(this.columns)
    return this.knownProver
  }
}

gone(Finder.prototype, GONE_OF_FINDERS)
