/**
 * Where a path stands on the two sides of a crossing, and what the step over it costs. Mostly that is a straight step between
 * the two cells that the crossing names. But where the one is dear and a cheap cell lies next to it along the border, paths
 * go there from the other side, askew, past the corner of the dear cell, as they do inside a block: or else ground of which
 * the cheap parts touch at corners would hang together everywhere but at borders. That cell then is the landing. It follows
 * from the costs of four cells or six around the crossing, all in the two blocks of the border.
 */
import { DIAGONAL_UNITS, DX, DY, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import { type AnyCrossing, type Crossing, directionOfCrossing, reversed, xOf, yOf } from './crossing.ts'

/**
 * A straight step is half of either cell's cost. Of one askew the other side pays as of a straight one; what is left are so many units of that cell's
 * cost, and a diagonal's of the landing's own.
 */
const LEFT_OF_BEYOND = 29
/** So much nearer than the middle of a crossing a landing askew may be, as the bird flies. */
const NEARER_UNITS = 41
/** What one cell more to the south is to a crossing over a border to the east or west. */
const SOUTHWARDS = 0x8000

/** What landings follow from. */
export type LandingCosts = Pick<Terrain, 'isUniform' | 'costMin' | 'directions' | 'costAt' | 'costOfFree'>

/** The crossing with its landing in place of the cell that it names on the side from which it is seen. */
export function landingOf(terrain: LandingCosts, crossing: AnyCrossing): Crossing {
  if (terrain.isUniform) return crossing as Crossing
  let landing = crossing
  // Of two sides only the dearer one is passed: between two landings askew there would be no step.
  let least = STRAIGHT_UNITS * (costOf(terrain, crossing) - costOf(terrain, reversed(crossing)))
  if (terrain.directions === 8 && least > DIAGONAL_UNITS * terrain.costMin) {
    const along = directionOfCrossing(crossing) % 2 === 0 ? SOUTHWARDS : 1
    for (const by of [-along, along]) {
      const beside = (crossing + by) as Crossing
      const units = DIAGONAL_UNITS * costBeside(terrain, beside)
      const isInBlock = ((beside ^ crossing) & (along << BLOCK_SHIFT)) === 0
      if (isInBlock && units > 0 && units < least && costBeside(terrain, reversed(beside)) > 0) {
        least = units
        landing = beside
      }
    }
  }
  return landing as Crossing
}

/** What the way from the landing to the middle of the crossing costs: both sides together are the step. */
export function halfStepUnits(
  terrain: LandingCosts,
  crossing: AnyCrossing,
  landing: Crossing = landingOf(terrain, crossing),
): number {
  if (landing === crossing) return STRAIGHT_UNITS * costOf(terrain, crossing)
  return DIAGONAL_UNITS * costOf(terrain, landing) + LEFT_OF_BEYOND * costOf(terrain, reversed(crossing))
}

/** What the whole step costs. */
export function stepOverUnits(terrain: LandingCosts, crossing: AnyCrossing): number {
  return halfStepUnits(terrain, crossing) + halfStepUnits(terrain, reversed(crossing))
}

/** What the way from the middle of a crossing to (x, y) costs at least. */
export function flightUnits(terrain: LandingCosts, crossing: AnyCrossing, x: number, y: number): number {
  const direction = directionOfCrossing(crossing)
  // Counted in half cells.
  const dx = 2 * (xOf(crossing) - x) + DX[direction]
  const dy = 2 * (yOf(crossing) - y) + DY[direction]
  return (
    freeUnits(dx, dy, terrain.costMin, terrain.directions) / 2 -
    (terrain.isUniform ? 0 : NEARER_UNITS * terrain.costMin)
  )
}

/** Of the cell of a crossing, which is free. */
function costOf(terrain: LandingCosts, crossing: AnyCrossing): number {
  return terrain.costOfFree(xOf(crossing), yOf(crossing))
}

/** Of one that may be a wall, or outside the map. */
function costBeside(terrain: LandingCosts, crossing: AnyCrossing): number {
  return terrain.costAt(xOf(crossing), yOf(crossing))
}
