/**
 * A diagonal step over the corner where four blocks meet joins two blocks that share no border, so no crossing stands for it.
 * Where the step saves enough against the way through either other cell of the corner, both crossings of one such cell are
 * kept. The table of that cell's region stores the cost of the way past it (atlas/crossing.ts). With 4 directions a path goes
 * through one of the two cells; their crossings are kept where the cells cost at least as much as both ends together.
 */
import {
  type AnyCrossing,
  directionOfCrossing,
  landingOf,
  outOfCorner,
  packCrossing,
  pastCorner,
  reversed,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import { NONE } from '../base/none.ts'
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** The least share of the cheapest way through the crossing that a step past a cell must save. */
const SAVED_SHARE = 1 / 20

/** Whether a crossing is kept for a step over a corner. `through` is the cost of the cheapest way by it. */
export function isPastCorner(terrain: Terrain, crossing: AnyCrossing, through: number): boolean {
  return isExpensivePast(terrain, crossing, through) || isExpensivePast(terrain, reversed(crossing), through)
}

/**
 * Whether a corner cell lies between two cells far cheaper than it that touch it at corners, one in each block beside. A path
 * from one to the other steps into it and out of it diagonally.
 */
function isInDiagonalGap(terrain: Terrain, crossing: AnyCrossing, out: number): boolean {
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const sides = [reversed(crossing), reversed(packCrossing(x, y, out))]
  if (terrain.costAt(xOf(sides[1]), yOf(sides[1])) === 0) return false
  const landings = sides.map(side => landingOf(terrain, side))
  const cost = landings.reduce((sum, landing) => sum + terrain.costAt(xOf(landing), yOf(landing)), 0)
  return landings.every((landing, i) => landing !== sides[i]) && cost <= terrain.costAt(x, y)
}

/** The crossing must be seen from the side of the expensive cell. */
function isExpensivePast(terrain: Terrain, crossing: AnyCrossing, through: number): boolean {
  const [across, out] = [directionOfCrossing(crossing), outOfCorner(crossing)]
  if (out === NONE) return false
  const [x, y] = [xOf(crossing), yOf(crossing)]
  const costAt = (byAcross: number, byOut: number) =>
    terrain.costAt(x + byAcross * DX[across] + byOut * DX[out], y + byAcross * DY[across] + byOut * DY[out])
  const ends = costAt(1, 0) + costAt(0, 1)
  const between = Math.min(costAt(0, 0), costAt(1, 1))
  if (terrain.directions === 4) return costAt(0, 1) > 0 && between >= ends
  if (isInDiagonalGap(terrain, crossing, out)) return STRAIGHT_UNITS * between > SAVED_SHARE * through
  const units = DIAGONAL_UNITS * ends
  const saved = STRAIGHT_UNITS * (ends + 2 * between) - units
  if (saved <= SAVED_SHARE * through || pastCorner(terrain, crossing) === Infinity) return false
  // One of the two cells is enough: the cheaper one, of equal ones the northern, if the step passes it legally.
  const [otherX, otherY] = [x + DX[across] + DX[out], y + DY[across] + DY[out]]
  const more = costAt(1, 1) - costAt(0, 0)
  const isOtherKept = more === 0 ? otherY < y : more < 0
  return !(isOtherKept && pastCorner(terrain, packCrossing(otherX, otherY, across ^ 2)) < Infinity)
}
