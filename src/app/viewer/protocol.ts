/**
 * What the page and its worker say to each other. The worker alone holds the atlas; the page gets answers, bends of paths
 * and painted tiles, so nothing that grows with the map ever crosses over.
 */
import type { Area } from '../../map/place.ts'
import { BLOCK_SHIFT } from '../../map/terrain.ts'
import type { ErrorCode, Quality, RouteJson } from '../../query.ts'
import type { GroundLook } from '../draw/ground-painter.ts'
import type { CostRange, SchemeName } from '../draw/palette.ts'
import type { Cell, Pair } from './worker/random-places.ts'

export type { Cell, Pair }
export type Rect = Area

/** To the side of a tile of ground; each pixel shows 2^shrink cells to a side, a whole block at the most. */
export const TILE_PIXELS = 256
export const SHRINK_MAX = BLOCK_SHIFT
/** To the side of a tile of marks. */
export const MARKS_PIXELS = 512

export interface GroundJob {
  readonly kind: 'ground'
  readonly key: string
  readonly shrink: number
  readonly tileX: number
  readonly tileY: number
  readonly look: GroundLook
}

export interface MarksLook {
  readonly level: number
  readonly showsBorders: boolean
  readonly showsEntries: boolean
  readonly showsChokes: boolean
  readonly scheme: SchemeName
}

export interface MarksJob {
  readonly kind: 'marks'
  readonly key: string
  readonly tileX: number
  readonly tileY: number
  /** Screen pixels to the side of a cell. */
  readonly scale: number
  /** Screen pixels to one of a page's own. */
  readonly density: number
  readonly look: MarksLook
}

export type TileJob = GroundJob | MarksJob

/** Areas that take a cost, with the number of the stroke that they belong to. */
export interface DrawAsk {
  readonly kind: 'draw'
  readonly stroke: number
  /** Strokes from pressing the brush down to letting it go are one gesture. */
  readonly gesture: number
  readonly areas: readonly Rect[]
  readonly cost: number
}

/** Takes the last gesture back, or makes one again that was. */
export interface StepAsk {
  readonly kind: 'step'
  readonly step: 'undo' | 'redo'
  readonly stroke: number
}

export interface BroughtFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type SavedForm = 'atlas' | 'map' | 'png'

export type Ask =
  | { readonly kind: 'open' }
  /** A map or an atlas that a person brought, or the map of an editor with the files that it names. */
  | { readonly kind: 'files'; readonly files: readonly BroughtFile[] }
  | DrawAsk
  | StepAsk
  /** The map of now, as a file. */
  | { readonly kind: 'save'; readonly form: SavedForm }
  /** All tiles that are still wanted, the first first; earlier wishes are forgotten. */
  | { readonly kind: 'paint'; readonly jobs: readonly TileJob[] }
  | {
      readonly kind: 'find'
      readonly start: Cell
      readonly goal: Cell
      readonly quality: Quality
      readonly isSmooth: boolean
    }
  /** Times the last query again, by many runs. */
  | { readonly kind: 'time' }
  | { readonly kind: 'pair' }
  | { readonly kind: 'place'; readonly cell: Cell; readonly level: number }
  /** What the graph of a level offers at the entry that is closest to a cell. */
  | { readonly kind: 'ways'; readonly cell: Cell; readonly level: number; readonly reachCells: number }
  /** Finds how cheap the last query's path could be at best. */
  | { readonly kind: 'exact' }
  | { readonly kind: 'stress'; readonly count: number; readonly quality: Quality }
  /** Ends what takes long: exact, stress. */
  | { readonly kind: 'stop' }

export interface WorldFacts {
  readonly title: string
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  readonly directions: number
  readonly isUniform: boolean
  /** What free cells cost. */
  readonly costs: CostRange
  readonly islandCount: number
  readonly levels: readonly { readonly regions: number; readonly entries: number }[]
}

/** A route as JSON has it, and what else the page shows of it. */
export interface QueryAnswer extends Omit<RouteJson, 'cost' | 'estimate'> {
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
  /** Of one run, until a `timed` says more. */
  readonly routeUs: number
  readonly cellsUs: number
  /** The path as a smooth curve, where that was asked for. */
  readonly smooth: SmoothPath | null
  /** Where there is no path: the ends that could have one. */
  readonly nearest: Pair | null
}

export interface SmoothPath {
  /** x, y pairs; whole numbers are the middles of cells. */
  readonly points: Float64Array
  readonly waypointCount: number
  readonly elapsedUs: number
}

export interface Timing {
  readonly routeUs: number
  readonly cellsUs: number
}

export interface ExactNews {
  readonly knownCost: number
  /** No path costs less; when it is done, what the best one costs. */
  readonly lowerBound: number
  readonly isDone: boolean
  /** It stopped short, for want of memory. */
  readonly isGivenUp: boolean
  readonly expansionCount: number
  readonly elapsedMs: number
  /** x, y pairs: where the cheapest path starts, turns and ends; null where the known one is as cheap, or not done. */
  readonly bends: Int32Array | null
}

export interface StressNews {
  readonly done: number
  readonly count: number
  readonly isDone: boolean
  /** Of all queries so far, in microseconds: the route, and the route with all its cells. */
  readonly routeUs: Float32Array
  readonly wholeUs: Float32Array
}

/** A version of the map with all strokes up to one of them. */
export interface DrawnNews {
  readonly version: number
  readonly stroke: number
  /** How many cells have another cost than before. */
  readonly cells: number
  readonly islandsMerged: number
  readonly islandsSplit: number
  /** What the commit took. */
  readonly elapsedUs: number
  /** How many gestures can be taken back, and made again. */
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
  readonly region: number
}

export type Reply =
  | { readonly kind: 'loading'; readonly doneBytes: number; readonly totalBytes: number }
  | { readonly kind: 'opened'; readonly facts: WorldFacts }
  | { readonly kind: 'failed'; readonly code: ErrorCode | 'NO_ANSWER'; readonly message: string }
  /** Something that the person should know; what was tried is over. */
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'drawn'; readonly change: DrawnNews; readonly facts: WorldFacts }
  | { readonly kind: 'saved'; readonly ending: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'tile'; readonly key: string; readonly bitmap: ImageBitmap }
  | { readonly kind: 'found'; readonly answer: QueryAnswer }
  | { readonly kind: 'timed'; readonly timing: Timing }
  | { readonly kind: 'pair'; readonly pair: Pair | null }
  | { readonly kind: 'place'; readonly place: PlaceFacts }
  | { readonly kind: 'ways'; readonly ways: EntryWays | null }
  | { readonly kind: 'exact'; readonly news: ExactNews }
  | { readonly kind: 'stress'; readonly news: StressNews }
