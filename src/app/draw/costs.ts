/**
 * The costs that a map really has: colours are stretched over these, so that a map of costs from 20 to 30 shows as much of
 * its ground as one from 1 to 255.
 */
import type { Terrain } from '../../index.ts'
import type { CostRange } from './palette.ts'

/** Of the free cells; one look at each block, and at each cell where those of a block differ. */
export function costRangeOf({ costMin, costOfBlock, costOfCell }: Terrain): CostRange {
  let max = costMin
  for (const cost of costOfBlock) if (cost > max) max = cost
  for (const cost of costOfCell) if (cost > max) max = cost
  return { min: costMin, max }
}
