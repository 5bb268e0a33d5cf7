/**
 * Where the entries of a region lie on a map. An entry stands for the middle of its crossing step: it lies on the border
 * between two cells, and whole numbers are the middles of cells.
 */
import type { AtlasLevel } from '../../atlas/columns.ts'
import { directionOfCrossing, xOf, yOf } from '../../atlas/crossing.ts'
import { endSlotOf, firstSlotOf } from '../../atlas/level-graph.ts'
import { DX, DY } from '../../map/movement.ts'

/** A region's slots, from the first up to the one that is not among them any more. */
export function slotsOf(level: AtlasLevel, region: number): { from: number; to: number } {
  return { from: firstSlotOf(level, region), to: endSlotOf(level, region) }
}

export function middleX(crossing: number): number {
  return xOf(crossing) + DX[directionOfCrossing(crossing)] / 2
}

export function middleY(crossing: number): number {
  return yOf(crossing) + DY[directionOfCrossing(crossing)] / 2
}
