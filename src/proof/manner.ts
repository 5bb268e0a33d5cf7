/**
 * Judges paths of units that are larger than a cell or cannot turn freely. It looks at every cell of every footprint and at every
 * turn. It is slow and plain, and no code that makes paths uses it.
 */
import type { Point } from '../base/answer.ts'
import { verdictOf } from '../base/verdict.ts'
import { type CellCosts, type Directions, directionOf, eighthsBetween } from '../map/movement.ts'
import { reachBefore, type Turn } from '../map/traveller.ts'
import { checkPath, type PathCheck } from './check.ts'

/** How a unit moves; a point that turns as it likes unless given. */
export interface Manner {
  /** Cells to a side of the unit. */
  readonly size?: number
  /** By how many degrees its heading may change with a step. */
  readonly turn?: Turn | null
  /** The step that it would take to go straight on from the start, such as { x: 1, y: 0 }; any unless given. */
  readonly heading?: Point
}

/** A map as a unit of some size sees it: a cell costs what the most expensive cell of the footprint there does. */
export function footprintCosts(map: CellCosts, size: number): CellCosts {
  const costAt = (x: number, y: number) => {
    const [left, top] = [x - reachBefore(size), y - reachBefore(size)]
    let highest = 0
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) {
        const cost = map.costAt(left + dx, top + dy)
        if (cost === 0) return 0
        highest = Math.max(highest, cost)
      }
    }
    return highest
  }
  return { costAt }
}

/**
 * Judges the path of a unit as `checkPath` judges that of a point: `map` says what a point pays. No cell of any of its
 * footprints may be a wall, and no step may turn further than the unit can.
 */
export function checkTravellerPath(
  map: CellCosts,
  cells: Int32Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  directions: Directions,
  manner: Manner,
): PathCheck {
  const check = checkPath(footprintCosts(map, manner.size ?? 1), cells, x0, y0, x1, y1, directions)
  const message = check.message || problemOfTurns(cells, manner)
  return message === '' ? check : verdictOf(message, { cost: Number.POSITIVE_INFINITY })
}

/** What is wrong with the turns of a path whose steps are legal; empty where nothing is. */
function problemOfTurns(cells: Int32Array, { turn = null, heading }: Manner): string {
  if (turn === null) return ''
  let before = heading === undefined ? -1 : directionOf(heading.x, heading.y)
  for (let i = 2; i < cells.length; i += 2) {
    const direction = directionOf(cells[i] - cells[i - 2], cells[i + 1] - cells[i - 1])
    const degrees = before < 0 ? 0 : 45 * eighthsBetween(before, direction)
    if (degrees > turn) return `Step ${i / 2} of the path turns by ${degrees} degrees where ${turn} are allowed.`
    before = direction
  }
  return ''
}
