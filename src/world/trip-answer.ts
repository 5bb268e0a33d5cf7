/**
 * The words that a world answers in.
 */
import type { Point } from '../base/answer.ts'
import type { MapCell } from '../format/world/description.ts'
import type { Portal } from './portal.ts'

/** As of a route; 'noSuchMap': an end is on a map that the world does not have. */
export type TripStatus = 'found' | 'unreachable' | 'blocked' | 'outside' | 'noSuchMap'

export interface AskedTrip {
  readonly start: MapCell
  readonly goal: MapCell
  readonly has: readonly string[]
  readonly at: number
}

/** Of the net at the time of the search: a portal may change its cost afterwards. */
export interface PlannedLeg {
  readonly map: string
  readonly from: Point
  readonly to: Point
  readonly portal: Portal | null
  readonly portalCost: number
}
