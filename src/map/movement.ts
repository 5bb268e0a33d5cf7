/**
 * The one movement rule: which steps are legal and what they cost. Labelling, baking, searching, smoothing and validating
 * all come here, so no two parts of the system can disagree on what is reachable.
 *
 * A step goes to one of 8 neighbours (or 4, an option of the bake). A diagonal step needs both orthogonal neighbours
 * free: no corner is cut. A step costs its length times the mean of the costs of its two cells.
 *
 * Inside, costs are whole numbers of UNITS_PER_CELL: a straight step between cells of cost a and b is 70 * (a + b), a diagonal
 * one 99 * (a + b). 99 / 70 is a convergent of sqrt 2 (5e-5 off). So sums are exact and the same on every machine, and they order
 * short paths just as sqrt 2 does. Under this rule two cells are connected exactly when they are 4-connected: a legal diagonal
 * step has two legal straight steps beside it.
 */
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../kernel/units.ts'

export { DIAGONAL_UNITS, STRAIGHT_UNITS }
/** What one straight step between two cells of cost 1 costs. */
export const UNITS_PER_CELL = 2 * STRAIGHT_UNITS

export type Directions = 4 | 8
/** What a diagonal step costs; with 4 directions two straight steps take its place. */
export const DIAGONAL_UNITS_OF = { 4: 2 * STRAIGHT_UNITS, 8: DIAGONAL_UNITS }

/** Directions 0..3 are east, south, west, north; 4..7 are south-east, south-west, north-west, north-east. */
export const DX = Int8Array.of(1, 0, -1, 0, 1, -1, -1, 1)
export const DY = Int8Array.of(0, 1, 0, -1, 1, 1, -1, -1)
/** Flipping this bit of a direction gives the opposite one. */
export const OPPOSITE = 2

/** The direction of a step by (dx, dy), each -1, 0 or 1 and not both 0. */
export function directionOf(dx: number, dy: number): number {
  return DIRECTION_OF_DELTA[(dy + 1) * 3 + dx + 1]
}
const DIRECTION_OF_DELTA = Int8Array.of(6, 3, 7, 2, -1, 0, 5, 1, 4)

/** Whether (dx, dy) is one of the directions of a map. */
export function isStep(dx: number, dy: number, directions: Directions): boolean {
  if (!(Math.abs(dx) <= 1 && Math.abs(dy) <= 1)) return false
  const direction = directionOf(dx, dy)
  return direction >= 0 && direction < directions
}

/** Eighths of a turn by which two directions differ: 0 to 4. */
export function eighthsBetween(a: number, b: number): number {
  const eighths = Math.abs(EIGHTH_OF_DIRECTION[a] - EIGHTH_OF_DIRECTION[b])
  return Math.min(eighths, 8 - eighths)
}
const EIGHTH_OF_DIRECTION = Int8Array.of(0, 2, 4, 6, 1, 3, 5, 7)

/** Cost in units of one step between cells of cost a and b. */
export function stepUnits(direction: number, a: number, b: number): number {
  return (direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS) * (a + b)
}

/**
 * Cost in units of the shortest way over (dx, dy) when every cell is free and costs `cellCost`. It is never above the true cost
 * when no cell costs less: the admissible, consistent estimate of every search here.
 */
export function freeUnits(dx: number, dy: number, cellCost: number, directions: Directions): number {
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  const diagonal = DIAGONAL_UNITS_OF[directions]
  return 2 * cellCost * (diagonal * Math.min(ax, ay) + STRAIGHT_UNITS * Math.abs(ax - ay))
}

/** The part of a map that the rule needs: the cost of any cell, 0 for walls and for cells outside the map. */
export interface CellCosts {
  costAt(x: number, y: number): number
}

/** Whether one step in `direction` from the free cell (x, y) is legal. */
export function canStep(map: CellCosts, x: number, y: number, direction: number): boolean {
  const dx = DX[direction]
  const dy = DY[direction]
  if (map.costAt(x + dx, y + dy) === 0) return false
  return direction < 4 || (map.costAt(x + dx, y) !== 0 && map.costAt(x, y + dy) !== 0)
}
