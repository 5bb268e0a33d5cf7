/**
 * What a page and its worker send each other. Only the worker holds the atlas; the page gets answers, bends of paths and
 * painted tiles, so no message grows with the map.
 */
import type { Point as Cell } from '../../base/answer.ts'
import type { Change } from '../../live/area.ts'
import type { Area } from '../../map/place.ts'
import { BLOCK_SHIFT } from '../../map/terrain.ts'
import type { AtlasStats, Quality, RouteJson } from '../../query.ts'
import type { MapLook } from '../draw/layers.ts'
import type { CostRange } from '../draw/palette.ts'
import type { Pair } from './worker/random-places.ts'

export type { Cell, Pair }
export type Rect = Area

/** The side of a tile of ground; each pixel shows 2^shrink cells to a side, a whole block at most. */
export const TILE_PIXELS = 256
export const SHRINK_MAX = BLOCK_SHIFT
/** The side of a tile of marks. */
export const MARKS_PIXELS = 512

interface Tile {
  readonly key: string
  readonly tileX: number
  readonly tileY: number
  readonly look: MapLook
}

export interface GroundJob extends Tile {
  readonly kind: 'ground'
  readonly shrink: number
}

export interface MarksJob extends Tile {
  readonly kind: 'marks'
  /** Screen pixels to the side of a cell. */
  readonly scale: number
  /** Screen pixels to one of a page's own. */
  readonly density: number
}

export type TileJob = GroundJob | MarksJob

/** Areas that take a cost. */
export interface Stroke {
  /** Strokes and steps are counted together. */
  readonly number: number
  /** Strokes from pressing the brush down to releasing it are one gesture. */
  readonly gesture: number
  readonly areas: readonly Rect[]
  readonly cost: number
}

export interface BroughtFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** An atlas or a world, made of files. */
export interface Brought {
  readonly title: string
  readonly bytes: Uint8Array
  /** Notes on how the files were read; empty if there are none. */
  readonly note: string
}

export type SavedForm = 'atlas' | 'map' | 'png'

export interface FindAsk {
  readonly start: Cell
  readonly goal: Cell
  readonly quality: Quality
  readonly isSmooth: boolean
}

type Stats = Pick<AtlasStats, 'width' | 'height' | 'directions' | 'uniform' | 'islands' | 'byteLength'>

export interface WorldFacts extends Stats {
  readonly title: string
  /** The costs of free cells. */
  readonly costs: CostRange
  readonly levels: readonly Pick<AtlasStats['levels'][number], 'regions' | 'entries'>[]
}

/** A route as its JSON form, and the rest that the page shows. */
export interface QueryAnswer extends Omit<RouteJson, 'cost' | 'estimate'>, Timing {
  /** In cell lengths; Infinity, which messages carry and JSON does not, without a path. */
  readonly cost: number
  readonly estimate: number
  /** x, y pairs: where the path starts, turns and ends. */
  readonly bends: Int32Array
  /** x, y pairs: the entries that the route passes. */
  readonly entries: Int32Array
  /** x, y pairs: the entries that the search settled, in order. */
  readonly footprint: Int32Array
  readonly settledCount: number
  readonly relaxedCount: number
  /** The path as a smooth curve, on request. */
  readonly smooth: SmoothPath | null
  /** Without a path, the closest ends that have one. */
  readonly nearest: Pair | null
}

export interface SmoothPath {
  /** x, y pairs; whole numbers are the middles of cells. */
  readonly points: Float64Array
  readonly waypointCount: number
  readonly elapsedUs: number
}

/** In an answer the times of one run, until better ones replace them. */
export interface Timing {
  readonly routeUs: number
  readonly cellsUs: number
}

export interface ExactNews {
  readonly knownCost: number
  /** No path costs less; once done, the cost of the best one. */
  readonly lowerBound: number
  readonly isDone: boolean
  /** Whether it stopped early for lack of memory. */
  readonly isGivenUp: boolean
  readonly expansionCount: number
  readonly elapsedMs: number
  /**
   * Where the cheapest path starts, turns and ends, as x, y pairs. Null if the known one is as cheap, or before it is
   * done.
   */
  readonly bends: Int32Array | null
}

export interface StressNews {
  readonly done: number
  readonly count: number
  readonly isDone: boolean
  /** Microseconds of all queries so far: the route, and the route with all its cells. */
  readonly routeUs: Float32Array
  readonly wholeUs: Float32Array
}

/** A version of the map with all strokes up to `stroke`. */
export interface DrawnNews extends Pick<Change, 'version' | 'cells' | 'islandsMerged' | 'islandsSplit'> {
  readonly stroke: number
  /** The time of the commit. */
  readonly elapsedUs: number
  /** The counts of gestures that can be undone, and made again. */
  readonly undoCount: number
  readonly redoCount: number
}

export interface EntryWays {
  /** The entry; whole numbers are the middles of cells. */
  readonly at: Cell
  /** x, y pairs, of each way where it starts, turns and ends. */
  readonly ways: readonly Int32Array[]
}

export interface PlaceFacts {
  readonly cell: Cell
  readonly cost: number
  readonly island: number
}

/** What the worker of a map tells by itself. */
export type MapNews =
  | { readonly kind: 'tile'; readonly key: string; readonly bitmap: ImageBitmap }
  | { readonly kind: 'drawn'; readonly change: DrawnNews; readonly facts: WorldFacts }
  | { readonly kind: 'exact'; readonly news: ExactNews }
  | { readonly kind: 'stress'; readonly news: StressNews }

/** 'passing': a crowd, whose units pass each other; 'through': units that only follow the field; 'fleet': one unit a cell. */
export const WAYS = ['passing', 'through', 'fleet'] as const
export type Way = (typeof WAYS)[number]

/**
 * Where all units are after a tick of their worker. The page draws them between the last two places that it was sent: a tick
 * late, but without jerks.
 */
export interface CrowdFrame {
  readonly x: Float32Array
  readonly y: Float32Array
  /** 1 for those that stand at their goal. */
  readonly isThere: Uint8Array
  readonly radius: number
  readonly tickMs: number
  /** How long the tick lasts for the units, and so how long it may take. */
  readonly budgetMs: number
  readonly goal: Cell | null
  /** Goals that a fleet has reached since it began; 0 for others. */
  readonly goalsReached: number
}
