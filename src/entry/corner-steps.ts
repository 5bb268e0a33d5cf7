/**
 * A diagonal step over the corner where four blocks meet leads between two blocks that share no border, so no crossing has it.
 * Where each of the two other cells there costs as much as both cells of the step together, both crossings of one of the two are
 * kept: the table of its region stores what a way past it costs (atlas/crossing.ts). With 4 directions a path goes through one of
 * the two instead, and both crossings of either are kept.
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
import { DIAGONAL_UNITS, DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** What the step costs that a crossing is kept for; 0 where it is kept for none. */
export function cornerStepUnits(terrain: Terrain, crossing: AnyCrossing): number {
  return Math.max(unitsPast(terrain, crossing), unitsPast(terrain, reversed(crossing)))
}

/** The side from which a crossing is seen is that of the expensive cell. */
function unitsPast(terrain: Terrain, crossing: AnyCrossing): number {
  const [across, out] = [directionOfCrossing(crossing), outOfCorner(crossing)]
  if (out === NONE) return 0
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const own = terrain.costAt(x, y)
  const first = terrain.costAt(x + DX[across], y + DY[across])
  const last = terrain.costAt(x + DX[out], y + DY[out])
  const [otherX, otherY] = [x + DX[across] + DX[out], y + DY[across] + DY[out]]
  if (last === 0 || Math.min(own, terrain.costAt(otherX, otherY)) < first + last) return 0
  if (terrain.directions === 4) return stepOverUnits(terrain, crossing)
  if (pastCorner(terrain, crossing) === Infinity) return 0
  // One way around is enough: the northern one, where its table can know.
  const isOther = otherY < y && pastCorner(terrain, packCrossing(otherX, otherY, across ^ 2)) < Infinity
  return isOther ? 0 : DIAGONAL_UNITS * (first + last)
}
