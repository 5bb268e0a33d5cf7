/**
 * The places of a region's entries on a map. An entry stands for the middle of its crossing step. So it lies on the
 * border between two cells, whose middles are whole numbers.
 */
import type { AtlasLevel } from '../../atlas/columns.ts'
import { directionOfCrossing, xOf, yOf } from '../../atlas/crossing.ts'
import { endSlotOf, firstSlotOf } from '../../atlas/level-graph.ts'
import { DX, DY } from '../../map/movement.ts'

/** The slots of a region: `from` is the first, `to` is one past the last. */
export function slotsOf(level: AtlasLevel, region: number): { from: number; to: number } {
  return { from: firstSlotOf(level, region), to: endSlotOf(level, region) }
}

export function middleX(crossing: number): number {
  return xOf(crossing) + DX[directionOfCrossing(crossing)] / 2
}

export function middleY(crossing: number): number {
  return yOf(crossing) + DY[directionOfCrossing(crossing)] / 2
}
