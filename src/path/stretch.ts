/**
 * A stretch of a route whose path is made at once: the regions it goes through, the entries chosen between them, and where it
 * begins and ends. Tracers go through it window by window, of some regions each.
 */
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
import { halfStepUnits, isOverCorner } from '../atlas/landing.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { Corridor } from './corridor.ts'

/** What a window looks for: from where the path stands, through some regions of a corridor. */
export interface Stretch {
  readonly regionOf: readonly number[]
  readonly corridor: Corridor
  readonly count: number
  readonly from: QueryEnd | Crossing
  readonly goal: QueryEnd | null
}

/**
 * What the regions first .. end - 1 cost by the tables, from the crossing by which the first is entered to that by which the
 * region after them is; the one after all others is the goal's.
 */
export function unitsOfWindow(
  terrain: Terrain,
  { corridor, count, from }: Stretch,
  first: number,
  end: number,
  entered: Crossing,
  enteredNext: Crossing,
): number {
  const before = first > 0 ? corridor.unitsOf[first - 1] : 0
  const half = first > 0 || typeof from === 'number' ? halfStepUnits(terrain, entered) : 0
  if (end > count) return corridor.units - before - half
  return corridor.unitsOf[end - 1] + halfStepUnits(terrain, enteredNext) - before - half
}

/** Where a part of a corridor may end that would do so before region `end`: a step over a corner leads past a whole region. */
export function endOfPart(terrain: Terrain, { crossingOf }: Pick<Corridor, 'crossingOf'>, end: number): number {
  return isOverCorner(terrain, crossingOf[end - 1] as Crossing, crossingOf[end] as Crossing) ? end - 1 : end
}

/** Whether the cells of the block that a crossing is seen from differ in cost. */
export function isMixedAt(terrain: Terrain, crossing: Crossing): boolean {
  return terrain.costOfBlock[terrain.blockOf(xOf(crossing), yOf(crossing))] < 0
}
