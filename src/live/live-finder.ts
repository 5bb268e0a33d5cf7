/**
 * A finder over a live map: it answers for the newest commit. A route belongs to the commit that it was found on. If
 * its cells were not drawn before the next commit, drawing them throws.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { nameOf, optionsOf, refuse } from '../base/given.ts'
import { GONE_OF_FINDERS, gone } from '../base/gone.ts'
import type { AlternativesOptions } from '../find/alternatives.ts'
import { extraOf, type InnerExtras } from '../find/extras.ts'
import type { Field, FieldGoals } from '../find/field.ts'
import type { FindInSteps } from '../find/find-in-steps.ts'
import { Finder, type FindOptions } from '../find/finder.ts'
import type { NearestOfOptions, NearGoal } from '../find/nearest-goals.ts'
import type { Turner } from '../find/passes.ts'
import type { ReachedCells, ReachWatch } from '../find/reached-cells.ts'
import { type PairAnd, pairIn, type Route } from '../find/route.ts'
import type { SharedField } from '../find/shared-field.ts'
import type { Traveller } from '../map/traveller.ts'

/** The map that a live finder reads. */
export interface ChangingMap {
  readonly columns: AtlasColumns
  readonly surroundings: FinderNeeds
}

export interface FinderNeeds {
  /** Finds the paths of a traveller with limited turning; null for one that turns freely. */
  readonly turner: ((columns: AtlasColumns) => Turner) | null
  /** What finders and atlases of a map can do besides finding paths. */
  readonly extras: InnerExtras
}

export interface LiveFinderOptions {
  /** The traveller whose paths are found. Default: the map's own. */
  readonly traveller?: string
}

/** Finds a traveller of a file by name. */
export function travellerIn(travellers: readonly Traveller[], name: string): Traveller {
  if (typeof name !== 'string') refuse(`The traveller is ${nameOf(name)}: a name was expected.`)
  const traveller = travellers.find(one => one.name === name)
  if (traveller !== undefined) return traveller
  const names = travellers.map(one => one.name).join(', ')
  refuse(`There is no traveller '${name}': this map has ${names === '' ? 'none' : names}.`)
}

/** Refuses any traveller except the view's own. */
export function checkOwner(options: LiveFinderOptions | null | undefined, owner: string | undefined): void {
  const { traveller } = optionsOf(options, { traveller: true })
  if (traveller === undefined || traveller === owner) return
  if (typeof traveller !== 'string') refuse(`The traveller is ${nameOf(traveller)}: a name was expected.`)
  if (owner === undefined) refuse(`There is no traveller '${traveller}': this map has none.`)
  refuse(`This is a view of '${owner}': make one of '${traveller}' with branch({ traveller }).`)
}

/** A finder that goes on with each version of a map, and keeps its scratch where it can. */
class KeptFinder {
  private readonly map: ChangingMap
  private columns: AtlasColumns | null = null
  private finder: Finder | null = null

  constructor(map: ChangingMap) {
    this.map = map
  }

  /** The finder over the newest version. */
  get current(): Finder {
    const { columns } = this.map
    if (this.finder === null || columns !== this.columns) {
      if (this.map.surroundings.turner === null && columns.home === this.columns?.home) this.finder!.follow(columns)
      else this.finder = this.begin(columns)
      this.columns = columns
    }
    return this.finder!
  }

  private begin(columns: AtlasColumns): Finder {
    const { turner, extras } = this.map.surroundings
    const passing: InnerExtras = { ...extras, ...(extras.passingProver && { prover: extras.passingProver }) }
    return new Finder(columns, passing, null, turner?.(columns))
  }
}

/** A commit costs one scratch anew at most: finders of one map share it, except those whose searches pause. */
const keptOf = new WeakMap<ChangingMap, KeptFinder>()

export class LiveFinder {
  private readonly map: ChangingMap
  private readonly kept: KeptFinder

  /** @internal */
  constructor(map: ChangingMap, kept = keptOf.get(map) ?? new KeptFinder(map)) {
    this.map = map
    this.kept = kept
    if (!keptOf.has(map)) keptOf.set(map, kept)
  }

  /** The route from one cell to another on the map of the newest commit. */
  find(x0: number, y0: number, x1: number, y1: number, options?: FindOptions): Route
  find(start: Point, goal: Point, options?: FindOptions): Route
  find(a: number | Point, b: number | Point, c?: number | FindOptions, d?: number, e?: FindOptions): Route {
    if (typeof a === 'object') return this.kept.current.find(a, b as Point, c as FindOptions | undefined)
    return this.kept.current.find(a, b as number, c as number, d as number, e)
  }

  /** A finder of the same map, with scratch of its own. */
  another(): LiveFinder {
    return new LiveFinder(this.map, new KeptFinder(this.map))
  }

  /** Like Finder.lend, but only until the next commit: a path cannot be drawn after that. @internal */
  lend(search: FindInSteps): Finder {
    const { columns } = this.map
    const finder = this.kept.current.lend(search)
    search.isCurrent = () => this.map.columns === columns
    search.isDrawn = true
    return finder
  }

  /** Like Finder.prepare. @internal */
  prepare(): AtlasColumns {
    return this.kept.current.prepare()
  }

  /** Like Finder.sharedField, on the current map. @internal */
  sharedField(goal: Point): SharedField | null {
    const { columns } = this.map
    const field = this.kept.current.sharedField(goal)
    if (field !== null) {
      field.isCurrent = () => this.map.columns === columns
      field.isDrawn = true
    }
    return field
  }

  costOf(cells: Int32Array): number {
    return this.kept.current.costOf(cells)
  }

  /** Whether these cells are a legal path on the current map. */
  isLegal(cells: Int32Array): boolean {
    return this.kept.current.isLegal(cells)
  }

  lowerBoundOf(cells: Int32Array, expansionsMax?: number): number {
    return this.kept.current.lowerBoundOf(cells, expansionsMax)
  }

  /**
   * What each goal costs from each start. This and the following methods work as on an atlas's finder, for the current
   * map.
   */
  costs(starts: Point | readonly Point[], goals: Point | readonly Point[]): Float64Array {
    return this.kept.current.costs(starts, goals)
  }

  costsTo(start: Point, goals: readonly Point[]): Float64Array {
    return this.kept.current.costsTo(start, goals)
  }

  table(starts: readonly Point[], goals: readonly Point[]): Float64Array {
    return this.kept.current.table(starts, goals)
  }

  nearestOf(start: Point, goals: readonly Point[], options?: NearestOfOptions | null): NearGoal[] {
    return this.kept.current.nearestOf(start, goals, options)
  }

  reach(start: Point, cost: number, watch?: ReachWatch): ReachedCells {
    return this.kept.current.reach(start, cost, watch)
  }

  alternatives(x0: number, y0: number, x1: number, y1: number, options?: AlternativesOptions | null): Route[]
  alternatives(start: Point, goal: Point, options?: AlternativesOptions | null): Route[]
  alternatives(...pair: PairAnd<AlternativesOptions>): Route[] {
    return this.kept.current.alternatives(...pairIn(pair))
  }

  /** Spends `budgetMs` milliseconds (default 500) on queries; returns how many it made. */
  warmUp(budgetMs?: number): number {
    return this.kept.current.warmUp(budgetMs)
  }

  /** The field of one goal, of several, or of an area. After a commit it recomputes what has changed. */
  field(goals: FieldGoals): Field {
    return extraOf(this.map.surroundings.extras, 'changingField', 'A field')(this.map, goals)
  }

  fieldTo(goal: Point): Field {
    return this.field(goal)
  }
}

gone(LiveFinder.prototype, GONE_OF_FINDERS)
