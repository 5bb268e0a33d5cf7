/**
 * A tiled map open for queries. The crown is in memory. Tiles are read when needed, in pages where a few are enough.
 */
import type { Point, RouteStatus } from '../base/answer.ts'
import { checkWatch, nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { Pace } from '../base/pace.ts'
import { checkCount } from '../find/nearest-goals.ts'
import { blameOfBoth, checkWithin, type PairAnd, pairIn, pointOf, qualityOf } from '../find/route.ts'
import { type Directions, UNITS_PER_CELL } from '../map/movement.ts'
import { type Crown, readCrown } from './crown-file.ts'
import type { TileStore } from './object-store.ts'
import { readAhead } from './seams.ts'
import { damaged, missing } from './sections.ts'
import { TileCache } from './tile-cache.ts'
import { type Plan, readPlan, tileCountOf, writePlan } from './tile-plan.ts'
import { readCrownName } from './tile-record.ts'
import { TiledRoute } from './tiled-route.ts'
import { type TiledEnd, TiledSearch } from './tiled-search.ts'

export interface OpenTilesOptions {
  /** The memory for tiles in bytes; 1 GiB unless given. One tile is always kept. */
  readonly memoryBytes?: number
}

export interface TiledFindOptions {
  readonly quality?: 'fast' | 'default'
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

const OPTIONS = { memoryBytes: true } as const
const FIND_OPTIONS = { quality: true } as const
const NEAREST_OPTIONS = { within: true } as const
const COSTS_OPTIONS = { signal: true } as const
const NEAREST_OF_OPTIONS = { count: true, signal: true } as const
const MEMORY_BYTES = 2 ** 30

/** Opens the crown that a plan was joined to. */
export async function openTiles(store: TileStore, given?: OpenTilesOptions | null): Promise<TiledAtlas> {
  const { memoryBytes = MEMORY_BYTES } = optionsOf(given, OPTIONS)
  if (!(typeof memoryBytes === 'number' && memoryBytes >= 0)) refuse(`memoryBytes is ${textOf(memoryBytes)}: a number.`)
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

  /**
   * The free cell closest to a cell of the map in a straight line, or the cell itself if free; null where there is
   * none.
   */
  async nearest(x: number, y: number, given?: TiledNearestOptions | null): Promise<Point | null> {
    const { within } = optionsOf(given, NEAREST_OPTIONS)
    const point = pointOf({ x, y }, 'The point')
    const end = await this.endAt(point)
    if (end === null) return null
    return end.cost > 0 ? point : this.search.nearestFree(point, checkWithin(within))
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
      refuse('A tiled map has one traveller: make a plan for each, from a source of its own costs.')
    }
    const quality = qualityOf(optionsOf(given, FIND_OPTIONS).quality)
    if (quality === 'exact') refuse("The quality is 'exact': across tiles it is 'fast' or 'default'.")
    const no = (status: Exclude<RouteStatus, 'found'>, message: string) =>
      new TiledRoute({ status, message, start, goal, estimate: Infinity, tiles: [] }, null)
    // A refusal needs a few pages of the tiles; only a route needs whole tiles.
    const ends = await Promise.all([this.endAt(start), this.endAt(goal)])
    const blame = blameOfBoth(this.blameOf(ends[0], start, 'start'), this.blameOf(ends[1], goal, 'goal'))
    if (blame !== null) return no(blame.status, blame.message)
    const { search, cache } = this
    const [known, other] = ends as [TiledEnd, TiledEnd]
    if (!search.areJoined(known, other)) return no('unreachable', 'The goal is on another island than the start.')
    const { units, tiles, crossings } = await search.way(known, other, quality)
    const found = { status: 'found', message: '', start, goal, estimate: units / UNITS_PER_CELL, tiles } as const
    return new TiledRoute(found, { cache, tiles, crossings, start, goal, quality })
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
    checkWatch(options)
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
    checkCount(count)
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
