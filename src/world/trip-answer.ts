/**
 * The types of a world's answers.
 */
import type { Point } from '../base/answer.ts'
import type { MapCell } from '../format/world/description.ts'
import type { Portal } from './portal.ts'

/** As for a route; 'noSuchMap': an end is on a map that the world does not have. */
export type TripStatus = 'found' | 'unreachable' | 'blocked' | 'outside' | 'noSuchMap'

export interface AskedTrip {
  readonly start: MapCell
  readonly goal: MapCell
  readonly has: readonly string[]
  readonly at: number
}

/** A leg by the net at the time of the search: a portal's cost may change later. */
export interface PlannedLeg {
  readonly map: string
  readonly from: Point
  readonly to: Point
  readonly portal: Portal | null
  readonly portalCost: number
}
