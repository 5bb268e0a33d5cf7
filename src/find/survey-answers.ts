/**
 * The answers of a survey of a map (traveller/survey.ts, live/what-if.ts): how wide it is, which cells hold its islands
 * together, and what closing some cells would change.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import type { Place } from '../map/place.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Turn } from '../map/traveller.ts'

/** A map that a survey takes: an atlas, a live map or a view, as it is now. */
export type Surveyed = SurveyedAtlas | ChangingMap

interface ChangingMap {
  costAt(x: number, y: number): number
  /** @internal */
  readonly columns: SurveyedAtlas
}

interface SurveyedAtlas {
  readonly terrain: Terrain
}

export interface ChokePoint {
  readonly x: number
  readonly y: number
  /** How many cells each part of the island has without this one, the largest first: two parts to four. */
  readonly parts: readonly number[]
}

export interface ChokeOptions {
  /** The fewest cells of the second largest part: 1 unless given. */
  readonly least?: number
}

/** How wide it is along a path, and where it is narrowest: which units could walk it too. */
export interface Clearance {
  /** Of each cell of the path, as `widthAt` says. */
  readonly widths: Uint8Array
  /** The first cell of the least width; null where the path has no cells. */
  readonly narrowest: { readonly x: number; readonly y: number; readonly width: number } | null
}

/** An area with one cell as its only way in: the largest such area, which may have smaller ones inside. */
export interface DeadEnd {
  /** The cell that is the only way in; not a part of it. */
  readonly door: Point
  /** Its cell beside the door. */
  readonly inside: Point
  readonly cells: number
  /** The rectangle around its cells. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** What is closed: places of cells, or entries by number, whose two cells are closed. */
export type Closed = Place | readonly Place[] | { readonly entries: readonly number[] }

export interface WhatIfOptions {
  /** Ends of routes whose detours are to be told. */
  readonly pairs?: readonly { readonly start: Point; readonly goal: Point }[]
}

export interface Parting {
  /** The number that the island has in the atlas. */
  readonly island: number
  /** How many cells each part of it would have, the largest first: two or more. */
  readonly parts: readonly number[]
}

export interface Detour {
  readonly start: Point
  readonly goal: Point
  /** What the route costs now, and what it would cost: Infinity where there is none. */
  readonly before: number
  readonly after: number
}

export interface WhatIf {
  /** How many free cells are closed. */
  readonly cells: number
  readonly parted: readonly Parting[]
  /** In the order of the pairs. */
  readonly detours: readonly Detour[]
}

/** The parts of an atlas that closing some of its cells needs. */
export interface Closable extends SurveyedAtlas {
  /** @internal */
  readonly columns: AtlasColumns
  readonly width: number
  readonly height: number
  readonly traveller: { readonly turn: Turn | null } | null
  entryCells(entry: number): readonly number[]
  finder(): { find(start: Point, goal: Point): { readonly cost: number } }
}
