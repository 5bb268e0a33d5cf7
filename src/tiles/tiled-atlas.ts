/**
 * A tiled map open for queries. The crown is in memory. Tiles are read when needed, in pages where a few are enough.
 */
import type { Point, Quality } from '../base/answer.ts'
import { nameOf, optionsOf, refuse } from '../base/given.ts'
import { number, WATCH } from '../base/kinds.ts'
import { Pace } from '../base/pace.ts'
import { COUNT } from '../find/nearest-goals.ts'
import { farEnd } from '../find/replaced-ends.ts'
import {
  type Blame,
  blameOfBoth,
  checkNearest,
  checkWithin,
  type NearestLimit,
  type PairAnd,
  pairIn,
  pointOf,
  qualityOf,
} from '../find/route.ts'
import { type Directions, UNITS_PER_CELL } from '../map/movement.ts'
import { type Crown, readCrown } from './crown-file.ts'
import { readAhead } from './seams.ts'
import { damaged, missing } from './sections.ts'
import { TileCache } from './tile-cache.ts'
import { type Plan, readPlan, tileCountOf, writePlan } from './tile-plan.ts'
import { readCrownName } from './tile-record.ts'
import type { TileStore } from './tile-store.ts'
import { nearestFreeCell, replacement } from './tiled-nearest.ts'
import { TiledRoute } from './tiled-route.ts'
import { type TiledEnd, TiledSearch } from './tiled-search.ts'

export interface OpenTilesOptions {
  /** The memory for tiles in bytes; 1 GiB unless given. One tile is always kept. */
  readonly memoryBytes?: number
}

export interface TiledFindOptions {
  readonly quality?: 'fast' | 'default'
  /** Moves an end that is a wall, outside or out of reach to the closest cell with a path. A good end stays. */
  readonly nearest?: boolean | NearestLimit
}

/** One of the nearest goals. */
export interface TiledNear {
  /** The position in the list of goals. */
  readonly index: number
  readonly route: TiledRoute
}

export interface TiledNearestOptions {
  /** The largest distance in cells; without limit unless given. */
  readonly within?: number
}

export interface TiledCostsOptions {
  readonly signal?: AbortSignal
}

export interface TiledNearestOfOptions extends TiledCostsOptions {
  /** The most goals to return; 1 unless given. */
  readonly count?: number
}

export interface TiledStats {
  readonly tiles: number
  /** Entries between tiles. */
  readonly entries: number
  readonly levels: number
  /** Islands with cells in more than one tile. */
  readonly islands: number
  readonly tileBytes: number
  /** Tiles in memory, whole or in pages. */
  readonly tilesAtHand: number
  readonly tileBytesAtHand: number
  /** Tiles read whole from the store. */
  readonly tilesRead: number
}

const OPTIONS = { memoryBytes: number(0, Infinity) } as const
const FIND_OPTIONS = { quality: true, nearest: true } as const
const NEAREST_OPTIONS = { within: true } as const
const COSTS_OPTIONS = { signal: WATCH.signal } as const
const NEAREST_OF_OPTIONS = { count: COUNT, ...COSTS_OPTIONS } as const
const MEMORY_BYTES = 2 ** 30
/** The remedy in messages about what tiled maps cannot do. */
const ONE_ATLAS = 'Bake the part of the map that holds both ends as one atlas, of up to 32,768 cells a side.'

/** Opens the crown that a plan was joined to. */
export async function openTiles(store: TileStore, given?: OpenTilesOptions | null): Promise<TiledAtlas> {
  const { memoryBytes = MEMORY_BYTES } = optionsOf(given, OPTIONS)
  if (typeof store?.read !== 'function')
    refuse(`The store is ${nameOf(store)}: an object with read was expected, such as a MemoryStore.`)
  const text = await store.read('plan.json')
  if (text === null) throw missing('plan.json', 'Make a plan there first.')
  const plan = readPlan(text)
  const name = await readCrownName(plan, store)
  const bytes = await store.read(name)
  if (bytes === null) throw missing(name, 'Join the plan again.')
  const crown = readCrown(name, bytes)
  if (writePlan(crown.plan) !== writePlan(plan)) throw damaged(name, 'it is of another plan')
  return new TiledAtlas(crown, store, memoryBytes)
}

export class TiledAtlas {
  readonly plan: Plan
  readonly width: number
  readonly height: number
  readonly directions: Directions
  private readonly crown: Crown
  private readonly search: TiledSearch
  private readonly cache: TileCache

  /** @internal */
  constructor(crown: Crown, store: TileStore, memoryBytes: number) {
    this.crown = crown
    this.plan = crown.plan
    this.width = crown.plan.width
    this.height = crown.plan.height
    this.directions = crown.plan.directions
    this.cache = new TileCache(crown, store, memoryBytes)
    this.search = new TiledSearch(crown, this.cache)
  }

  /** The name of the crown. It follows from the crown's content, so equal names give equal answers. */
  get crownName(): string {
    return this.crown.name
  }

  /** The cost of a cell: 0 for a wall and outside the map. */
  async costAt(x: number, y: number): Promise<number> {
    return (await this.endAt({ x, y }))?.cost ?? 0
  }

  /** The same number for two cells that a path joins; -1 for a wall and outside the map. */
  async islandOf(x: number, y: number): Promise<number> {
    const end = await this.endAt({ x, y })
    return end === null ? -1 : this.search.islandOf(end)
  }

  /** The free cell closest to a cell of the map in a straight line: itself if free. Null where there is none. */
  async nearest(x: number, y: number, given?: TiledNearestOptions | null): Promise<Point | null> {
    const { within } = optionsOf(given, NEAREST_OPTIONS)
    const point = pointOf({ x, y }, 'The point')
    const end = await this.endAt(point)
    if (end === null) return null
    return end.cost > 0 ? point : nearestFreeCell(this.search, point, checkWithin(within))
  }

  /** Whether a path leads from one cell to the other. */
  isReachable(x0: number, y0: number, x1: number, y1: number): Promise<boolean>
  isReachable(start: Point, goal: Point): Promise<boolean>
  async isReachable(...pair: PairAnd<never>): Promise<boolean> {
    const [start, goal] = pairIn(pair)
    const [from, to] = await Promise.all([this.endAt(start), this.endAt(goal)])
    return from !== null && to !== null && this.search.areJoined(from, to)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: TiledFindOptions | null): Promise<TiledRoute>
  find(start: Point, goal: Point, options?: TiledFindOptions | null): Promise<TiledRoute>
  async find(...pair: PairAnd<TiledFindOptions>): Promise<TiledRoute> {
    const [from, to, given] = pairIn(pair)
    const [start, goal] = [pointOf(from, 'The start'), pointOf(to, 'The goal')]
    if (Object.hasOwn(given ?? {}, 'traveller')) {
      refuse('A tiled map has one traveller: make a plan for each, from travellerSource().')
    }
    const options: TiledFindOptions = optionsOf(given, FIND_OPTIONS)
    const quality = qualityOf(options.quality)
    if (quality === 'exact') refuse(`The quality is 'exact': across tiles it is 'fast' or 'default'. ${ONE_ATLAS}`)
    const withinCells = checkNearest(options.nearest)
    // A refusal needs a few pages of the tiles.
    const ends = await Promise.all([this.endAt(start), this.endAt(goal)])
    const blame = this.blameOfBoth(start, goal, ends)
    if (blame === null) return this.answer({ start, goal, isReplaced: false }, ends as TiledEnd[], quality)
    const no = (message: string) =>
      new TiledRoute({ ...blame, message, start, goal, isReplaced: false, estimate: Infinity, tiles: [] }, null)
    if (Number.isNaN(withinCells)) return no(blame.message)
    const far = farEnd(start, goal)
    if (far !== null) return no(`${blame.message} ${far}`)
    const moved = await replacement(this.search, start, goal, ends, withinCells)
    if (typeof moved === 'string') return no(`${blame.message} ${moved}`)
    const found = await Promise.all([this.endAt(moved.start), this.endAt(moved.goal)])
    return this.answer({ ...moved, isReplaced: true }, found as TiledEnd[], quality)
  }

  private async answer(
    asked: { readonly start: Point; readonly goal: Point; readonly isReplaced: boolean },
    [from, to]: readonly TiledEnd[],
    quality: Quality,
  ): Promise<TiledRoute> {
    const { search, cache } = this
    const { units, tiles, crossings } = await search.way(from, to, quality)
    const found = { status: 'found', message: '', ...asked, estimate: units / UNITS_PER_CELL, tiles } as const
    return new TiledRoute(found, { cache, tiles, crossings, ...asked, quality })
  }

  /**
   * The cost from each start to each goal, as the estimate of their route: costs[start * goals.length + goal]. Infinity
   * where no way leads, from walls and from outside the map.
   */
  async costs(
    starts: readonly Point[],
    goals: readonly Point[],
    given?: TiledCostsOptions | null,
  ): Promise<Float64Array> {
    const { search } = this
    const options: TiledCostsOptions = optionsOf(given, COSTS_OPTIONS)
    const pace = new Pace(options)
    const [from, to] = await Promise.all([this.endsAt(starts, 'A start'), this.endsAt(goals, 'A goal')])
    const costs = new Float64Array(from.length * to.length).fill(Infinity)
    const pairs = from.flatMap((start, i) =>
      to.flatMap((goal, j) => {
        const isJoined = start !== null && goal !== null && search.areJoined(start, goal)
        return isJoined ? [{ start, goal, at: i * to.length + j }] : []
      }),
    )
    // It reads some tiles at once, because a store may be far away.
    const ends = [...new Set(pairs.flatMap(({ start, goal }) => [start, goal]))]
    for await (const _ of readAhead(ends, end => search.prepare(end))) await pace.rest()
    for (const { start, goal, at } of pairs) {
      await pace.rest()
      costs[at] = (await search.way(start, goal, 'default')).units / UNITS_PER_CELL
    }
    return costs
  }

  /** The goals with the lowest estimates. Among equals, the goal given first comes first. */
  async nearestOf(start: Point, goals: readonly Point[], given?: TiledNearestOfOptions | null): Promise<TiledNear[]> {
    const { count = 1, ...watch }: TiledNearestOfOptions = optionsOf(given, NEAREST_OF_OPTIONS)
    const costs = await this.costs([start], goals, watch)
    const reached = Array.from(costs.keys()).filter(index => costs[index] < Infinity)
    const nearest = reached.sort((a, b) => costs[a] - costs[b] || a - b).slice(0, count)
    return Promise.all(nearest.map(async index => ({ index, route: await this.find(start, goals[index]) })))
  }

  /** Counts and sizes of the map and of the tiles in memory. */
  stats(): TiledStats {
    const { columns } = this.crown
    return {
      tiles: tileCountOf(this.plan),
      entries: columns.levels[0].entryCount,
      levels: columns.levels.length,
      islands: columns.islandCount,
      tileBytes: this.crown.bytesOfTile.reduce((all, bytes) => all + bytes, 0),
      tilesAtHand: this.cache.count,
      tileBytesAtHand: this.cache.bytes,
      tilesRead: this.cache.readCount,
    }
  }

  /** Why no path joins the ends; null where one does. */
  private blameOfBoth(start: Point, goal: Point, [from, to]: readonly (TiledEnd | null)[]): Blame | null {
    const blame = blameOfBoth(this.blameOf(from, start, 'start'), this.blameOf(to, goal, 'goal'))
    if (blame !== null || this.search.areJoined(from!, to!)) return blame
    return { status: 'unreachable', message: 'The goal is on another island than the start.' }
  }

  private blameOf(end: TiledEnd | null, { x, y }: Point, name: string) {
    const { width, height } = this
    const at = `The ${name} ${x},${y}`
    if (end === null)
      return { status: 'outside', message: `${at} is outside the map of ${width} x ${height} cells.` } as const
    return end.cost > 0 ? null : ({ status: 'blocked', message: `${at} is a wall.` } as const)
  }

  /** Null for points outside the map. */
  private endsAt(points: readonly Point[], what: string): Promise<(TiledEnd | null)[]> {
    if (!Array.isArray(points)) refuse(`${what} is one of a list of points, such as [{ x: 3, y: 4 }].`)
    return Promise.all(points.map(point => this.endAt(pointOf(point, what))))
  }

  private async endAt(point: Point): Promise<TiledEnd | null> {
    const { x, y } = point ?? {}
    const isCell = Number.isInteger(x) && Number.isInteger(y)
    return isCell && x >= 0 && y >= 0 && x < this.width && y < this.height ? this.search.endAt({ x, y }) : null
  }
}
