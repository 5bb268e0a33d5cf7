/**
 * The one judge of paths: tests, `verify`, `scen` and callers that distrust an answer all come here.
 *
 * It knows nothing of how a path was made. It reads the cells one after the other and checks each step against the
 * movement rule. So a legal path enters no wall, cuts no corner, has no gap and ends exactly where it should.
 */
import { checkCosts, checkDirections, checkPairs } from '../base/given.ts'
import { type Verdict, verdictOf } from '../base/verdict.ts'
import type { CellCosts, Directions } from '../map/movement.ts'
import { canStep, directionOf, isStep } from '../map/movement.ts'

export interface PathCheck extends Verdict {
  /** In cell lengths; Infinity for a path that cannot be walked. */
  readonly cost: number
}

/**
 * Judges a path of x,y pairs that should lead from (x0, y0) to (x1, y1). A path has at least one cell, and no step stays
 * where it is.
 */
export function checkPath(
  map: CellCosts,
  cells: Int32Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  directions: Directions,
): PathCheck {
  checkCosts(map)
  checkPairs(cells, 'The cells')
  checkDirections(directions)
  const message = problemOfEnds(map, cells, x0, y0, x1, y1) || problemOfSteps(map, cells, directions)
  return verdictOf(message, { cost: message === '' ? costOfPath(map, cells) : Number.POSITIVE_INFINITY })
}

/**
 * The cost of a legal path in cell lengths: each step's length times the mean of the costs of its two cells.
 *
 * Straight and diagonal steps are summed apart, as whole numbers of half cell lengths, and meet sqrt 2 once at the end.
 * So the order of the steps does not matter: a path read backwards costs the same to the last bit.
 */
export function costOfPath(map: CellCosts, cells: Int32Array): number {
  checkPairs(cells, 'The cells')
  let straightHalves = 0
  let diagonalHalves = 0
  let x = cells[0]
  let y = cells[1]
  let cost = map.costAt(x, y)
  for (let i = 2; i < cells.length; i += 2) {
    const nextX = cells[i]
    const nextY = cells[i + 1]
    const nextCost = map.costAt(nextX, nextY)
    if (nextX === x || nextY === y) straightHalves += cost + nextCost
    else diagonalHalves += cost + nextCost
    x = nextX
    y = nextY
    cost = nextCost
  }
  return (straightHalves + diagonalHalves * Math.SQRT2) / 2
}

function problemOfEnds(map: CellCosts, cells: Int32Array, x0: number, y0: number, x1: number, y1: number): string {
  const length = cells.length
  if (length === 0) return 'The path has no cell: even from a cell to itself it has one.'
  if (length % 2 !== 0) return `The path has ${length} numbers: x,y pairs come in an even number.`
  if (cells[0] !== x0 || cells[1] !== y0) {
    return `The path starts at ${cells[0]},${cells[1]} instead of ${x0},${y0}.`
  }
  if (cells[length - 2] !== x1 || cells[length - 1] !== y1) {
    return `The path ends at ${cells[length - 2]},${cells[length - 1]} instead of ${x1},${y1}.`
  }
  if (!Number.isInteger(x0) || !Number.isInteger(y0)) return `The path starts at ${x0},${y0}, between cells.`
  if (map.costAt(x0, y0) === 0) return `The path starts at ${x0},${y0}, which is no free cell of the map.`
  return ''
}

/** The movement rule asks only for a free cell to step from: the start is checked above, each later one by its step. */
function problemOfSteps(map: CellCosts, cells: Int32Array, directions: Directions): string {
  for (let i = 2; i < cells.length; i += 2) {
    const x = cells[i - 2]
    const y = cells[i - 1]
    const dx = cells[i] - x
    const dy = cells[i + 1] - y
    const where = () => `Step ${i / 2} of the path, from ${x},${y} to ${cells[i]},${cells[i + 1]},`
    // Numbers between cells lead to none.
    if (Math.abs(dx | 0) > 1 || Math.abs(dy | 0) > 1 || (dx | 0) !== dx || (dy | 0) !== dy)
      return `${where()} does not lead to a neighbour.`
    if (dx === 0 && dy === 0) return `${where()} stays on its cell.`
    if (!isStep(dx, dy, directions)) return `${where()} is diagonal on a map of 4 directions.`
    if (map.costAt(cells[i], cells[i + 1]) === 0) return `${where()} leads into a wall or off the map.`
    if (!canStep(map, x, y, directionOf(dx, dy))) return `${where()} cuts the corner of a wall.`
  }
  return ''
}
