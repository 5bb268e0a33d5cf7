/**
 * Two cells of one island -> what connects them, by the cheapest means that does: a plain line, the exact search on the
 * cells where they are near each other, else a route over the abstract graph.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { hold } from '../atlas/hold.ts'
import { hubsOf } from '../atlas/hub-costs.ts'
import type { Point, Quality } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import type { Bends } from '../cells/bends.ts'
import { NearSearch } from '../cells/near-search.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import { HubSearch } from '../route/hub-search.ts'
import { RouteGuide, type RouteSearch, routeSearch } from '../route/route-guide.ts'
import type { EntryWay, RouteSteps } from '../route/steps.ts'
import { DENSE_ENTRIES_A_BLOCK, entriesABlock, Nearby, OPEN_ENTRIES_A_BLOCK } from './nearby.ts'
import { StringPuller } from './pull.ts'
import { RunSlider } from './slide.ts'
import { areFar, PathMaker, type RouteToTrace } from './stream.ts'
import { Refiner } from './unpack.ts'

/*
 * Ground is fragmented where level 0 keeps many entries a block. High levels keep few of them, and of many ways that are
 * about as good hardly one goes by those: they overstate what a way costs by some percent. So the first search may as well be
 * greedy; when cells are asked for, which takes longer, a second one looks at more of the entries.
 */
const TORN_ENTRIES_A_BLOCK = 7
/** Ends so far apart have routes on levels that are searched again. */
const FINER_CELLS = 2048
/** Levels below the highest of the route. */
const FINER_LEVELS = 2
/** And one more for the number of entries that rooms have: there the few that a level keeps say least of what a way costs. */
const ROOMS_ENTRIES_A_BLOCK = 9
/** Among scattered walls the second search is thorough. */
const OPEN_GREED = 1.001
/** By about as much the estimates of high levels are off. */
const TORN_GREED = 1.02
/** Of a route that is searched again everywhere no more is asked than that it bounds that search. */
const BOUND_GREED = 1.03

/** Finds the cheapest way between two ends on one level; null where none costs less than `limitUnits`. */
export type WaysOfLevel = (start: QueryEnd, goal: QueryEnd, limitUnits: number) => EntryWay | null

export class Connector {
  readonly maker: PathMaker
  readonly puller: StringPuller
  readonly slider: RunSlider
  private readonly refiner: Refiner
  readonly terrain: Terrain
  readonly nearby: Nearby
  /** The route found last; null where the path is in the bends. */
  steps: RouteSteps | null = null
  private readonly columns: AtlasColumns
  /** Answers instead of the other searches where one level was asked for. */
  private readonly levelWays: WaysOfLevel | null
  /** Made when it is first needed. */
  private knownSearch: RouteSearch | null = null
  /** What the cheapest path inside the regions of the ends costs. */
  private insideUnits = Infinity
  private finer: { readonly guide: RouteGuide; readonly search: RouteSearch } | null = null
  private knownHubSearch: HubSearch | null = null

  constructor(columns: AtlasColumns, levelWays: WaysOfLevel | null) {
    this.columns = columns
    const near = new NearSearch(columns.terrain)
    this.nearby = new Nearby(columns, near)
    this.maker = new PathMaker(columns)
    this.puller = new StringPuller(columns.terrain)
    this.slider = new RunSlider(columns.terrain)
    this.refiner = new Refiner(columns, this.maker.unpacker, this.maker.corridor)
    this.terrain = columns.terrain
    this.levelWays = levelWays
  }

  get search(): RouteSearch {
    this.knownSearch ??= routeSearch(this.columns)
    return this.knownSearch
  }

  /** Where the atlas has hubs. */
  private get hubSearch(): HubSearch | null {
    const { hubs, levels } = this.columns
    if (hubs !== undefined) this.knownHubSearch ??= new HubSearch(this.columns, hubsOf(hubs, levels))
    return this.knownHubSearch
  }

  /** Forgets what the search before took, for a query that is answered without one. */
  clear(): void {
    this.knownSearch?.clear()
  }

  get bends(): Bends {
    return this.nearby.bends
  }

  /** What the connection costs in units; a path on the cells that is made from it never costs more. */
  find(start: Point, goal: Point, quality: Quality = 'default'): number {
    const units = this.begin(start, goal, quality)
    if (units !== NONE) return units
    this.search.goOn(Infinity)
    return this.end(start, goal, quality)
  }

  /** The same, or NONE where `search` has begun: once it is over, `end` tells. */
  begin(start: Point, goal: Point, quality: Quality): number {
    const { nearby } = this
    this.steps = null
    if (this.levelWays !== null) return this.onLevel(this.levelWays, start, goal)
    let units = nearby.alongLine(start, goal)
    if (units === NONE) units = nearby.ifNear(start, goal)
    if (units === NONE) units = this.beginSearch(start, goal, quality)
    return units
  }

  private onLevel(levelWays: WaysOfLevel, start: Point, goal: Point): number {
    const { maker } = this
    // True costs instead of estimates, which are good enough for a path.
    maker.ownEndAt(maker.start, start).floodToEntries()
    maker.ownEndAt(maker.goal, goal).floodToEntries()
    this.insideUnits = maker.unitsInside()
    const way = levelWays(maker.start, maker.goal, this.insideUnits)
    hold(way !== null || this.insideUnits < Infinity, 'islands')
    if (way === null) maker.traceInside(this.bends)
    else this.steps = way.steps
    return way?.units ?? this.insideUnits
  }

  /** A route by hubs, or a path on the cells, where one of them is known to be best; else NONE, and the search has begun. */
  private beginSearch(start: Point, goal: Point, quality: Quality): number {
    const { maker, hubSearch } = this
    maker.endAt(maker.start, start, goal)
    maker.endAt(maker.goal, goal, start)
    this.insideUnits = maker.unitsInside()
    // What both ends know may hold the way that hubs lead by, without its being known to one of them.
    const hubUnits = hubSearch?.find(maker.start, maker.goal, this.insideUnits) ?? Infinity
    if (hubSearch !== null && !hubSearch.meetsInside && Math.min(hubUnits, this.insideUnits) < Infinity) {
      return this.cheapest(start, goal, quality, hubUnits, true)
    }
    const entries = tornEntries(this.columns)
    const isTornFar = entries > 0 && areFar(start, goal, FINER_CELLS)
    this.search.begin(maker.start, maker.goal, this.insideUnits, isTornFar ? firstGreed(entries, quality) : undefined)
    return NONE
  }

  /** What the connection costs after the search that `begin` started. */
  end(start: Point, goal: Point, quality: Quality): number {
    return this.cheapest(start, goal, quality, this.search.units, false)
  }

  /** The route that was found; or a path on the cells, where it is cheaper or stays inside one region. */
  private cheapest(start: Point, goal: Point, quality: Quality, throughUnits: number, isByHubs: boolean): number {
    const { nearby, insideUnits } = this
    const units = Math.min(throughUnits, insideUnits)
    hold(units < Infinity, 'islands')
    // A route by hubs is slack at its ends at most: a search that did not come to the goal before it takes longer than it is worth.
    const isTaut = throughUnits < insideUnits && isByHubs && quality === 'default' && this.terrain.isUniform
    const cheaperUnits = isTaut && !nearby.mayBeShort(units) ? NONE : nearby.ifCheaper(start, goal, quality, units)
    if (cheaperUnits !== NONE) return cheaperUnits
    if (throughUnits < insideUnits) this.steps = isByHubs ? this.hubSearch!.walk.take() : this.search.steps()
    else this.maker.traceInside(this.bends)
    return units
  }

  /**
   * The steps that the cells of a route are made of: those of its highest level refined, or on fragmented ground those of a search with
   * more of the entries, if they are cheaper.
   */
  stepsFor({ start, goal, quality, estimate }: RouteToTrace, steps: RouteSteps): RouteSteps {
    const { columns, maker } = this
    const entries = tornEntries(columns)
    const highest = this.refiner.levelToRefine(steps)
    if (highest === NONE) return steps
    if (quality === 'fast' || this.levelWays || !entries || entries > DENSE_ENTRIES_A_BLOCK)
      return this.refiner.refine(steps, highest)
    if (this.finer === null) {
      const guide = new RouteGuide(columns)
      this.finer = { guide, search: routeSearch(columns, guide) }
    }
    const { guide, search } = this.finer
    maker.endAt(maker.start, start, goal)
    maker.endAt(maker.goal, goal, start)
    guide.topLevelMax = highest - finerLevels(entries)
    const greed = entries > OPEN_ENTRIES_A_BLOCK ? OPEN_GREED : undefined
    const units = search.find(maker.start, maker.goal, estimate * UNITS_PER_CELL, greed)
    return units < Infinity ? search.steps() : this.refiner.refine(steps, highest)
  }
}

/** How greedy the first search is, by the entries that level 0 has a block. */
function firstGreed(entries: number, quality: Quality): number {
  return quality === 'fast' || entries > DENSE_ENTRIES_A_BLOCK ? TORN_GREED : BOUND_GREED
}

/** How many levels lower a route is searched again, by the entries that level 0 has a block. */
function finerLevels(entries: number): number {
  return entries > ROOMS_ENTRIES_A_BLOCK && entries <= OPEN_ENTRIES_A_BLOCK ? FINER_LEVELS + 1 : FINER_LEVELS
}

/** How many entries level 0 has a block; 0 where ground is not fragmented. */
function tornEntries(columns: AtlasColumns): number {
  const entries = entriesABlock(columns)
  return columns.terrain.isUniform && entries > TORN_ENTRIES_A_BLOCK ? entries : 0
}
