/**
 * The costs that the maps of a world have together: the same ground has the same colour on each.
 */
import type { World } from '../../world.ts'
import { costRangeOf } from './costs.ts'
import type { CostRange } from './palette.ts'

export function costRangeOfWorld(world: World): CostRange {
  const ranges = world.maps.map(name => costRangeOf(world.map(name).terrain))
  return { min: Math.min(...ranges.map(({ min }) => min)), max: Math.max(...ranges.map(({ max }) => max)) }
}
