/**
 * What a page sends its worker. What the worker returns and tells has the types of its own functions. Only the worker
 * holds the atlas; the page gets answers, bends of paths and painted tiles, so no message grows with the map.
 */
import type { Point as Cell } from '../../base/answer.ts'
import type { Area } from '../../map/place.ts'
import { BLOCK_SHIFT } from '../../map/terrain.ts'
import type { AtlasStats, Quality } from '../../query.ts'
import type { MapLook } from '../draw/layers.ts'
import type { CostRange } from '../draw/palette.ts'

export type { Cell }
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
