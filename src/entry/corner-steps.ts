/**
 * A diagonal step over the corner where four blocks meet leads between two blocks that share no border, so no crossing has it.
 * Where it saves enough beside a way through either of the two other cells there, both crossings of one of these are kept: the
 * table of its region stores what a way past it costs (atlas/crossing.ts). With 4 directions a path goes through one of the two
 * instead, and both crossings of either are kept where they cost as much as both ends of the step together.
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

/** The least that a step past a cell saves, of the cheapest way through the crossing. */
const SAVED_SHARE = 1 / 20

/** What the step costs that a crossing is kept for; 0 where it is kept for none. `through` is what the cheapest way by it costs. */
export function cornerStepUnits(terrain: Terrain, crossing: AnyCrossing, through: number): number {
  return Math.max(unitsPast(terrain, crossing, through), unitsPast(terrain, reversed(crossing), through))
}

/** The side from which a crossing is seen is that of the expensive cell. */
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
  // One way around is enough: the northern one, where its table can know.
  const isOther = otherY < y && pastCorner(terrain, packCrossing(otherX, otherY, across ^ 2)) < Infinity
  return isOther ? 0 : units
}
