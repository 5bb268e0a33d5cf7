/**
 * A tiled map that is asked: the crown is at hand, tiles are read as they are needed, in pages where some will do.
 */
import type { Point, RouteStatus } from '../base/answer.ts'
import { optionsOf, refuse, textOf } from '../base/given.ts'
import { pointOf, qualityOf } from '../find/ends.ts'
import type { Directions } from '../map/movement.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Crown } from './crown-file.ts'
import { readCrown } from './crown-file.ts'
import { crownRecordName } from './join-tiles.ts'
import type { TileStore } from './object-store.ts'
import { damaged, missing } from './sections.ts'
import { TileCache } from './tile-cache.ts'
import { type Plan, readPlan, tileCountOf, writePlan } from './tile-plan.ts'
import { TiledRoute } from './tiled-route.ts'
import { TiledSearch } from './tiled-search.ts'

export interface OpenTilesOptions {
  /** What tiles at hand may take together; 1 GiB unless given. One tile is always kept. */
  readonly memoryBytes?: number
}

export interface TiledFindOptions {
  readonly quality?: 'fast' | 'default'
}

export interface TiledStats {
  readonly tiles: number
  /** Entries between tiles. */
  readonly entries: number
  readonly levels: number
  /** Islands that more than one tile has a part of. */
  readonly islands: number
  readonly tileBytes: number
  /** Whole or in pages. */
  readonly tilesAtHand: number
  readonly tileBytesAtHand: number
  /** Whole. */
  readonly tilesRead: number
}

const OPTIONS = { memoryBytes: true } as const
const FIND_OPTIONS = { quality: true } as const
const MEMORY_BYTES = 2 ** 30

/** Opens what a plan was joined to. */
export async function openTiles(store: TileStore, given?: OpenTilesOptions | null): Promise<TiledAtlas> {
  const { memoryBytes = MEMORY_BYTES } = optionsOf(given, OPTIONS)
  if (!(typeof memoryBytes === 'number' && memoryBytes >= 0)) refuse(`memoryBytes is ${textOf(memoryBytes)}: a number.`)
  const text = await store.read('plan.json')
  if (text === null) throw missing('plan.json', 'Make a plan there first.')
  const plan = readPlan(text)
  const recordName = crownRecordName(plan)
  const record = await store.read(recordName)
  if (record === null) throw missing(recordName, 'Bake all tiles of the plan and join them.')
  const name = nameIn(recordName, record)
  const bytes = await store.read(name)
  if (bytes === null) throw missing(name, 'Join the plan again.')
  const crown = readCrown(name, bytes)
  if (writePlan(crown.plan) !== writePlan(plan)) throw damaged(name, 'it is of another plan')
  return new TiledAtlas(crown, store, memoryBytes)
}

function nameIn(recordName: string, record: Uint8Array): string {
  try {
    const { name } = JSON.parse(new TextDecoder().decode(record))
    if (/^crown\/[0-9a-f]{16}\.crown$/.test(name)) return name
  } catch {
    // It is told below.
  }
  throw damaged(recordName, 'it names no crown')
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

  /** The cost of a cell: 0 for a wall and outside the map. */
  async costAt(x: number, y: number): Promise<number> {
    if (!Number.isInteger(x) || !Number.isInteger(y) || !this.isInside({ x, y })) return 0
    return (await this.search.endAt({ x, y })).cost
  }

  /** Whether a path leads from one cell to the other. */
  isReachable(x0: number, y0: number, x1: number, y1: number): Promise<boolean>
  isReachable(start: Point, goal: Point): Promise<boolean>
  async isReachable(a: number | Point, b: number | Point, c?: number, d?: number): Promise<boolean> {
    const [start, goal] = endsOf(a, b, c, d)
    for (const point of [start, goal]) if (!Number.isInteger(point?.x) || !Number.isInteger(point?.y)) return false
    if (!this.isInside(start) || !this.isInside(goal)) return false
    const { search } = this
    const [from, to] = await Promise.all([search.endAt(start), search.endAt(goal)])
    return search.areJoined(from, to)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number, options?: TiledFindOptions | null): Promise<TiledRoute>
  find(start: Point, goal: Point, options?: TiledFindOptions | null): Promise<TiledRoute>
  async find(
    a: number | Point,
    b: number | Point,
    c?: number | TiledFindOptions | null,
    d?: number,
    e?: TiledFindOptions | null,
  ): Promise<TiledRoute> {
    const isByPoints = typeof a === 'object'
    const [start, goal] = endsOf(a, b, isByPoints ? undefined : (c as number), d)
    return this.route(pointOf(start, 'The start'), pointOf(goal, 'The goal'), isByPoints ? (c as TiledFindOptions) : e)
  }

  /** What there is, in numbers. */
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

  private async route(start: Point, goal: Point, given: TiledFindOptions | null | undefined): Promise<TiledRoute> {
    const { quality: asked } = optionsOf(given, FIND_OPTIONS)
    const quality = qualityOf(asked)
    if (quality === 'exact') refuse("The quality is 'exact': across tiles it is 'fast' or 'default'.")
    const no = (status: Exclude<RouteStatus, 'found'>, message: string) =>
      new TiledRoute({ status, message, start, goal, estimate: Infinity, tiles: [] }, null)
    for (const [end, point] of Object.entries({ start, goal })) {
      if (this.isInside(point)) continue
      const { width, height } = this
      return no('outside', `The ${end} ${point.x},${point.y} is outside the map of ${width} x ${height} cells.`)
    }
    // A refusal takes some pages of the tiles; only a way takes them whole.
    const { search, cache } = this
    const [from, to] = await Promise.all([search.endAt(start), search.endAt(goal)])
    if (from.cost === 0) return no('blocked', `The start ${start.x},${start.y} is a wall.`)
    if (to.cost === 0) return no('blocked', `The goal ${goal.x},${goal.y} is a wall.`)
    if (!search.areJoined(from, to)) return no('unreachable', 'The goal is on another island than the start.')
    const { units, tiles, crossings } = await search.way(from, to, quality)
    const found = { status: 'found', message: '', start, goal, estimate: units / UNITS_PER_CELL, tiles } as const
    return new TiledRoute(found, { cache, crossings, quality })
  }

  private isInside({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }
}

function endsOf(a: number | Point, b: number | Point, c?: number, d?: number): [Point, Point] {
  if (typeof a === 'object' && a !== null) return [a, b as Point]
  return [
    { x: a, y: b as number },
    { x: c as number, y: d as number },
  ]
}
