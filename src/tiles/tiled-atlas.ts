/**
 * A tiled map that is asked: the crown is at hand, tiles are read as they are needed. Within one tile its atlas answers; a
 * way that leaves a tile is found over the crown, and the better of both is taken.
 */
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import { optionsOf, refuse, textOf } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { pointOf, qualityOf } from '../find/ends.ts'
import type { Directions } from '../map/movement.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Crown } from './crown-file.ts'
import { readCrown } from './crown-file.ts'
import { CrownSearch } from './crown-search.ts'
import { crownRecordName } from './join-tiles.ts'
import type { LoadedTile } from './loaded-tile.ts'
import type { TileStore } from './object-store.ts'
import { damaged, missing } from './sections.ts'
import { TileCache } from './tile-cache.ts'
import { type Plan, readPlan, tileCountOf, writePlan } from './tile-plan.ts'
import { TiledRoute } from './tiled-route.ts'

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
  readonly tilesAtHand: number
  readonly tileBytesAtHand: number
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
  private readonly search: CrownSearch
  private readonly cache: TileCache

  /** @internal */
  constructor(crown: Crown, store: TileStore, memoryBytes: number) {
    this.crown = crown
    this.plan = crown.plan
    this.width = crown.plan.width
    this.height = crown.plan.height
    this.directions = crown.plan.directions
    this.search = new CrownSearch(crown)
    this.cache = new TileCache(crown, store, memoryBytes)
  }

  /** The cost of a cell: 0 for a wall and outside the map. */
  async costAt(x: number, y: number): Promise<number> {
    if (!Number.isInteger(x) || !Number.isInteger(y) || !this.isInside({ x, y })) return 0
    return (await this.tileAt({ x, y })).costAt({ x, y })
  }

  /** Whether a path leads from one cell to the other. */
  isReachable(x0: number, y0: number, x1: number, y1: number): Promise<boolean>
  isReachable(start: Point, goal: Point): Promise<boolean>
  async isReachable(a: number | Point, b: number | Point, c?: number, d?: number): Promise<boolean> {
    const [start, goal] = endsOf(a, b, c, d)
    for (const point of [start, goal]) if (!Number.isInteger(point?.x) || !Number.isInteger(point?.y)) return false
    if (!this.isInside(start) || !this.isInside(goal)) return false
    const [from, to] = await Promise.all([this.tileAt(start), this.tileAt(goal)])
    return this.areJoined(from, start, to, goal)
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
    const [from, to] = await Promise.all([this.tileAt(start), this.tileAt(goal)])
    if (from.costAt(start) === 0) return no('blocked', `The start ${start.x},${start.y} is a wall.`)
    if (to.costAt(goal) === 0) return no('blocked', `The goal ${goal.x},${goal.y} is a wall.`)
    if (!this.areJoined(from, start, to, goal)) {
      return no('unreachable', 'The goal is on another island than the start.')
    }
    return this.between(from, start, to, goal, quality)
  }

  private isInside({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  private tileAt({ x, y }: Point): Promise<LoadedTile> {
    const { tileSide, columns } = this.plan
    return this.cache.get(Math.floor(y / tileSide) * columns + Math.floor(x / tileSide))
  }

  private areJoined(from: LoadedTile, start: Point, to: LoadedTile, goal: Point): boolean {
    const island = from.islandOf(start)
    if (island < 0 || to.islandOf(goal) < 0) return false
    if (from === to && island === to.islandOf(goal)) return true
    const [a, b] = [from.regionOf(start), to.regionOf(goal)]
    const { islandOfRegion } = this.crown.columns
    return a !== NONE && b !== NONE && islandOfRegion[a] === islandOfRegion[b]
  }

  /** The route between two cells of one island. */
  private between(from: LoadedTile, start: Point, to: LoadedTile, goal: Point, quality: Quality): TiledRoute {
    const { cache, search } = this
    const found = { status: 'found', message: '', start, goal } as const
    const inside = this.inside(from, start, to, goal, quality)
    const insideUnits = inside === null ? Infinity : inside.estimate * UNITS_PER_CELL
    const [a, b] = [from.regionOf(start), to.regionOf(goal)]
    const mayLeave = a !== NONE && b !== NONE && (inside === null || insideUnits > inside.leastOutsideUnits)
    const across = mayLeave
      ? search.find(
          search.endAt(start, a, from.unitsOf(search, a, start)),
          search.endAt(goal, b, to.unitsOf(search, b, goal)),
          insideUnits,
        )
      : null
    if (across !== null && across.units < insideUnits) {
      const { units, crossings } = across
      const tiles = [from.index, ...crossings.map(({ toTile }) => toTile)]
      return new TiledRoute({ ...found, estimate: units / UNITS_PER_CELL, tiles }, { cache, crossings, quality })
    }
    if (inside === null)
      throw damaged(this.crown.name, `it knows no way from ${start.x},${start.y} to ${goal.x},${goal.y}`)
    const { tile, estimate } = inside
    return new TiledRoute({ ...found, estimate, tiles: [tile.index] }, { cache, crossings: [], quality })
  }

  /** The best that a window holds which has both ends. */
  private inside(from: LoadedTile, start: Point, to: LoadedTile, goal: Point, quality: Quality) {
    let best: { tile: LoadedTile; estimate: number; leastOutsideUnits: number } | null = null
    for (const tile of from === to ? [from] : [from, to]) {
      if (!tile.holds(start) || !tile.holds(goal) || tile.islandOf(start) !== tile.islandOf(goal)) continue
      const { estimate } = tile.find(start, goal, quality)
      if (best !== null && best.estimate <= estimate) continue
      const cells = this.cellsToLeave(tile, start) + this.cellsToLeave(tile, goal)
      best = { tile, estimate, leastOutsideUnits: cells * UNITS_PER_CELL * tile.columns.terrain.costMin }
    }
    return best
  }

  /** How many cells lie between a cell and what its window does not hold of the map. */
  private cellsToLeave({ window }: LoadedTile, { x, y }: Point): number {
    const endX = window.x + window.width
    const endY = window.y + window.height
    return Math.min(
      window.x > 0 ? x - window.x : Infinity,
      window.y > 0 ? y - window.y : Infinity,
      endX < this.width ? endX - 1 - x : Infinity,
      endY < this.height ? endY - 1 - y : Infinity,
    )
  }
}

function endsOf(a: number | Point, b: number | Point, c?: number, d?: number): [Point, Point] {
  if (typeof a === 'object' && a !== null) return [a, b as Point]
  return [
    { x: a, y: b as number },
    { x: c as number, y: d as number },
  ]
}
