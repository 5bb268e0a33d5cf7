/**
 * Answers queries over one atlas. It owns all scratch of a query, so it serves one query at a time: make one per
 * worker.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { checkPairs, optionsOf } from '../base/given.ts'
import { GONE_OF_FINDERS, gone } from '../base/gone.ts'
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
import type { PausableFinder, Turner } from './find-in-steps.ts'
import type { ManySearch } from './many-search.ts'
import type { NearestOfOptions, NearGoal } from './nearest-goals.ts'
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
import { checkPrevious, isAsGood, restOf, restOfTurned } from './walk.ts'
import { warmUp } from './warm-up.ts'

export type { FindOptions } from './route.ts'

const CHEAPEST = { isReplaced: false, quality: 'exact' } as const

export class Finder {
  /** A finder of the same map, with scratch of its own. */
  readonly another: () => Finder
  private columns: AtlasColumns
  private readonly extras: Extras
  /** Null where every turn is allowed. */
  private readonly turner: Turner | null
  private readonly connector: Connector
  private readonly bends = new Bends()
  private readonly held = new Bends()
  /** Makes the cells and proofs of this finder's routes. */
  private source: RouteSource
  /** Made when it is first needed. */
  private knownProver: Prover | null = null
  private knownMany: ManySearch | null = null
  /**
   * Serves routes that were found in steps, by another finder, so that they do not disturb the search of another
   * question.
   */
  private laterSource: RouteSource
  private knownDrawer: Finder | null = null
  private lent: PausableFinder | null = null

  /** @internal */
  constructor(
    columns: AtlasColumns,
    extras: Extras,
    levelWays: WaysOfLevel | null = null,
    turner: Turner | null = null,
  ) {
    this.another = () => new Finder(this.columns, extras, levelWays, turner?.another())
    this.turner = turner
    this.columns = columns
    this.extras = extras
    this.connector = new Connector(columns.home ?? columns, levelWays, (extras as InnerExtras).hubs)
    this.source = this.sourceOf(() => this)
    this.laterSource = this.sourceOf(() => this.drawer)
  }

  /** Goes on with another version of the same home (AtlasColumns.home), and keeps its scratch. @internal */
  follow(columns: AtlasColumns): void {
    this.columns = columns
    this.source = this.sourceOf(() => this)
    this.laterSource = this.sourceOf(() => this.drawer)
    this.knownProver = null
    this.knownMany = null
    this.knownDrawer = null
    this.lent = null
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

  /** The question between ends that a path joins; the refusal where none does. */
  private asked(from: Point, to: Point, { quality: given, nearest }: FindOptions): AskedRoute | Route {
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
  lend(): PausableFinder {
    if (this.lent !== null) return this.lent
    const { columns, connector, bends, laterSource: source } = this
    this.lent = {
      ...{ columns, connector, bends, source, isDrawn: false, turner: this.turner },
      isCurrent: () => columns.terrain === this.columns.terrain, // read, so that later turns find their version
      prover: () => this.prover('The quality exact'),
      asked: (start, goal, options) => this.asked(start, goal, options),
      along: (asked, bends) => this.alongTurns(asked, bends),
      stream: found => this.stream(found, this.held),
    }
    return this.lent
  }

  /** A field that answers many questions with one goal; null where only searches can. @internal */
  sharedField(goal: Point): SharedField | null {
    const isOpen = this.turner === null && (this.extras as InnerExtras).many !== undefined
    return isOpen ? this.many.sharedField(goal, this.laterSource) : null
  }

  private refuse({ status }: Blame, message: string, start: Point, goal: Point): Route {
    // One literal: a spread takes ten times as long.
    const quality = 'default'
    const found = { status, message, start, goal, isReplaced: false, estimate: Infinity, steps: null, quality } as const
    return new Route(this.source, found, null)
  }

  /** The route between two cells of one island, as good as the options ask for. */
  private answer(asked: AskedRoute, options: FindOptions): Route {
    const { start, goal, quality } = asked
    const { previous } = options
    if (this.turner !== null) return this.turned(this.turner, asked, options)
    const rest = previous ? restOf(previous, start, goal) : null
    const { terrain } = this.columns // read now: a route of another version has shown that one
    const isKept = rest !== null && rest.terrain === terrain && isAsGood(previous!.quality, quality)
    if (isKept) return this.along({ ...asked, quality: previous!.quality }, rest)
    const fresh = this.fresh(asked)
    // The map may have changed: there may be walls now.
    const kept = rest !== null && this.isLegal(rest.cells()) ? new Trail(terrain, rest.bends) : null
    return kept === null || fresh.cost < kept.cost ? fresh : this.along(fresh, kept)
  }

  /** The route of a traveller with limited turns: near the route without limits or, with quality exact, anywhere. */
  private turned(turner: Turner, asked: AskedRoute, options: FindOptions): Route {
    const { start, goal, quality } = asked
    const { previous, heading = null } = options
    const rest =
      previous && isAsGood(previous.quality, quality) ? restOfTurned(turner, previous, start, goal, heading) : null
    const { terrain } = this.columns
    if (rest?.terrain === terrain) return this.along({ ...asked, quality: previous!.quality }, rest)
    const near = quality === 'exact' ? null : this.connect(asked).cells()
    return this.alongTurns(asked, finish(turner.inSteps(start, goal, heading && headingOf(heading), near)))
  }

  private alongTurns(asked: AskedRoute, bends: Bends | null): Route {
    if (bends !== null) return this.along(asked, trailIn(this.columns, bends))
    const message = 'No path to the goal turns as little as the traveller must.'
    return this.refuse({ status: 'unreachable', message }, message, asked.start, asked.goal)
  }

  private connect(asked: AskedRoute): Route {
    const { connector } = this
    const units = connector.find(asked.start, asked.goal, asked.quality)
    const { steps, bends } = connector
    const found = foundOf(asked, units / UNITS_PER_CELL, steps)
    return new Route(this.source, found, steps === null ? trailIn(this.columns, bends) : null)
  }

  private along(asked: AskedRoute, trail: Trail): Route {
    return new Route(this.source, foundOf(asked, trail.cost), trail)
  }

  /** The connector's route; with quality exact the cheapest path, found at once or as one that is cheaper than the route. */
  private fresh(asked: AskedRoute): Route {
    if (asked.quality !== 'exact') return this.connect(asked)
    const prover = this.prover('The quality exact')
    const { terrain } = this.columns
    const bends = finish(prover.cheapestBends(asked.start, asked.goal))
    if (bends !== null) return this.along(asked, new Trail(terrain, bends))
    const route = this.connect(asked)
    const cheaper = prover.cheaperAtOnce(route.trail!.cells())
    return cheaper === null ? route : this.along(route, new Trail(terrain, cheaper))
  }

  private stream(found: Found, held?: Bends): PathStream {
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

  private prover(what: string): Prover {
    this.knownProver ??= extraOf(this.extras, 'prover', what)(this.columns)
    return this.knownProver
  }
}

gone(Finder.prototype, GONE_OF_FINDERS)
