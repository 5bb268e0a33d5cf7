/**
 * A corridor in which nothing is chosen: the route through it is the cheapest over level 0, so that its crossings are
 * kept, and only what the path costs up to each of them is summed up.
 */
import { type Crossing, reversed } from '../atlas/crossing.ts'
import { type LevelGraph, pairUnits, slotOfCrossing } from '../atlas/level-graph.ts'
import type { QueryEnd } from '../route/end.ts'
import type { Corridor } from './corridor.ts'

/**
 * Through the regions regionOf[0 .. count - 1] by the crossings that a route leaves them by: from the start, or from the
 * crossing (seen from inside) by which the first is entered; to the goal, if it is not null, in the region after them.
 */
export function follow(
  corridor: Corridor,
  ground: LevelGraph,
  regionOf: ArrayLike<number>,
  crossingOf: ArrayLike<Crossing>,
  count: number,
  from: QueryEnd | Crossing,
  goal: QueryEnd | null,
): void {
  corridor.reserve(count)
  let entered = typeof from === 'number' ? from : reversed(crossingOf[0])
  let units = 0
  for (let i = 0; i < count; i++) {
    const region = regionOf[i]
    const slot = slotOfCrossing(ground, region, crossingOf[i])
    if (i === 0 && typeof from !== 'number') units = from.unitsOfSlot[slot]
    else if (entered !== crossingOf[i])
      units += pairUnits(ground, region, slotOfCrossing(ground, region, entered), slot)
    corridor.slotOf[i] = slot
    corridor.unitsOf[i] = units
    entered = reversed(crossingOf[i])
  }
  corridor.units = goal === null ? units : units + goal.unitsOfSlot[slotOfCrossing(ground, goal.region, entered)]
}
