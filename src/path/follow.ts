/**
 * A corridor in which nothing is chosen: the route through it is the cheapest over level 0, so that its entries are kept,
 * and what the path costs up to each of them is known.
 */
import type { BestSteps, RouteSteps } from '../route/steps.ts'
import type { Corridor } from './corridor.ts'

/** Through `count` regions, which the steps from `first` on go through; counted from the start or from the step before. */
export function follow(
  corridor: Corridor,
  { crossingOfStep }: RouteSteps,
  best: BestSteps,
  first: number,
  count: number,
): void {
  corridor.reserve(count)
  const { slotOf, crossingOf, unitsOf } = corridor
  const { slotOfStep, unitsOfStep } = best
  const before = first > 0 ? unitsOfStep[first - 1] : 0
  for (let i = 0; i < count; i++) {
    slotOf[i] = slotOfStep[first + i]
    crossingOf[i] = crossingOfStep[first + i]
    unitsOf[i] = unitsOfStep[first + i] - before
  }
  corridor.units = best.units - before
  corridor.searchedMax = best.searchedMax
}
