/**
 * A diagonal step over the corner where four blocks meet joins two blocks that share no border, so no crossing stands for it.
 * Where the step saves enough against the way through either other cell of the corner, both crossings of one such cell are
 * kept. The table of that cell's region stores the cost of the way past it (atlas/crossing.ts). With 4 directions a path goes
 * through one of the two cells; their crossings are kept where the cells cost at least as much as both ends together.
 */
import {
  type AnyCrossing,
  directionOfCrossing,
  outOfCorner,
  packCrossing,
  pastCorner,
  reversed,
  stepOverUnits,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import { NONE } from '../base/none.ts'
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** The least share of the cheapest way through the crossing that a step past a cell must save. */
const SAVED_SHARE = 1 / 20

/** Cost of the corner step that a crossing is kept for; 0 if there is none. `through` is the cost of the cheapest way by it. */
export function cornerStepUnits(terrain: Terrain, crossing: AnyCrossing, through: number): number {
  return Math.max(unitsPast(terrain, crossing, through), unitsPast(terrain, reversed(crossing), through))
}

/** The crossing must be seen from the side of the expensive cell. */
function unitsPast(terrain: Terrain, crossing: AnyCrossing, through: number): number {
  const [across, out] = [directionOfCrossing(crossing), outOfCorner(crossing)]
  if (out === NONE) return 0
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const ends = terrain.costAt(x + DX[across], y + DY[across]) + terrain.costAt(x + DX[out], y + DY[out])
  const [otherX, otherY] = [x + DX[across] + DX[out], y + DY[across] + DY[out]]
  const between = Math.min(terrain.costAt(x, y), terrain.costAt(otherX, otherY))
  if (terrain.directions === 4) {
    const isOpen = terrain.isFree(x + DX[out], y + DY[out])
    return isOpen && between >= ends ? stepOverUnits(terrain, crossing) : 0
  }
  const units = DIAGONAL_UNITS * ends
  const saved = STRAIGHT_UNITS * (ends + 2 * between) - units
  if (saved <= SAVED_SHARE * through || pastCorner(terrain, crossing) === Infinity) return 0
  // One of the two cells is enough: the northern one, if the step passes it legally.
  const isOther = otherY < y && pastCorner(terrain, packCrossing(otherX, otherY, across ^ 2)) < Infinity
  return isOther ? 0 : units
}
