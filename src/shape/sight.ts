/**
 * Line of sight between two cells, exact and in whole numbers.
 *
 * A unit is a point that moves between centres of cells; a cell is the closed square around its centre. A segment
 * between two centres is free if every cell that it touches is free. Where it passes exactly through a corner it
 * touches all four cells there, so it cuts no corner. A straight step thus touches its two cells, and a diagonal step
 * all four of its square. So a step has line of sight exactly when the movement rule allows it. A unit of 4 directions
 * moves, and sees, only along rows and columns.
 *
 * In each row the segment touches one run of cells. Additions lead from one run to the next, and the map stores a row's
 * cells as bits, so a row costs one comparison.
 */
import { checkTerrain, checkWhole } from '../base/given.ts'
import { isColumnFree, isRowFree } from '../cells/line.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import { isClear } from './clearance.ts'

/** A wall is y << WALL_SHIFT | x: no coordinate needs more bits. */
const WALL_SHIFT = 15
const WALL_X_MASK = (1 << WALL_SHIFT) - 1
export const NO_WALL = -1

export function xOfWall(wall: number): number {
  return wall & WALL_X_MASK
}

export function yOfWall(wall: number): number {
  return wall >> WALL_SHIFT
}

/**
 * Whether a unit can walk straight from one cell to another and keep `clearance`, in cells, from every wall. With a
 * clearance of 0 it must touch no wall.
 */
export function hasSight(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, clearance: number): boolean {
  checkTerrain(terrain)
  checkWhole(x0, y0, 'The start')
  checkWhole(x1, y1, 'The goal')
  return terrain.isFree(x0, y0) && terrain.isFree(x1, y1) && isWalkable(terrain, x0, y0, x1, y1, clearance)
}

/** Like `hasSight`, for two cells known to be free. */
export function isWalkable(
  terrain: Terrain,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  clearance: number,
): boolean {
  if (terrain.directions === 4 && x0 !== x1 && y0 !== y1) return false
  if (!isSegmentFree(terrain, x0, y0, x1, y1)) return false
  return clearance === 0 || isClear(terrain, x0, y0, x1, y1, clearance)
}

/** Whether the segment between two cells of the map touches free cells only, for any count of directions. */
export function isSegmentFree(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): boolean {
  return wallOnSegment(terrain, x0, y0, x1, y1) === NO_WALL
}

/** One of the walls that the segment touches; NO_WALL if there is none. */
export function wallOnSegment(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  if (y0 === y1) return isRowFree(terrain, x0, x1, y0) ? NO_WALL : wallInRow(terrain, x0, x1, y0)
  if (x0 === x1) return isColumnFree(terrain, x0, y0, y1) ? NO_WALL : wallInColumn(terrain, x0, y0, y1)
  return y0 < y1 ? wallOnSlope(terrain, x0, y0, x1, y1) : wallOnSlope(terrain, x1, y1, x0, y0)
}

function wallInRow(terrain: Terrain, xA: number, xB: number, y: number): number {
  let x = Math.min(xA, xB)
  while (terrain.isFree(x, y)) x++
  return (y << WALL_SHIFT) | x
}

function wallInColumn(terrain: Terrain, x: number, yA: number, yB: number): number {
  let y = Math.min(yA, yB)
  while (terrain.isFree(x, y)) y++
  return (y << WALL_SHIFT) | x
}

/**
 * The segment leaves row y0 + k at a distance of ax * (2k + 1) / 2ay along x. The last cell that it touches there is
 * that plus a half, rounded down: `reach`, with `rest` / 2ay left over. If nothing is left over it leaves through a
 * corner, and the row below begins one cell earlier.
 */
function wallOnSlope(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  const { rowBits, blocksWide } = terrain
  const isEast = x1 > x0
  const ax = isEast ? x1 - x0 : x0 - x1
  const ay = y1 - y0
  const period = 2 * ay
  const whole = (ax / ay) | 0
  const part = 2 * (ax - whole * ay)
  let reach = ((ax + ay) / period) | 0
  let rest = ax + ay - reach * period
  let from = 0
  let row = (Math.imul(y0 >> BLOCK_SHIFT, blocksWide) << BLOCK_SHIFT) | (y0 & BLOCK_MASK)
  const rowsToNextBlock = ((blocksWide - 1) << BLOCK_SHIFT) + 1
  for (let y = y0; y <= y1; y++) {
    const last = y === y1 ? ax : reach
    const left = isEast ? x0 + from : x0 - last
    const right = isEast ? x0 + last : x0 - from
    if ((left ^ right) >> BLOCK_SHIFT === 0) {
      // Shifts count modulo 32, as do places in a block.
      const run = (-1 << left) & (-1 >>> ~right)
      const walls = ~rowBits[row + (left & ~BLOCK_MASK)] & run
      if (walls !== 0) return (y << WALL_SHIFT) | (left & ~BLOCK_MASK) | (31 - Math.clz32(walls))
    } else if (!isRowFree(terrain, left, right, y)) {
      return wallInRow(terrain, left, right, y)
    }
    row += (y & BLOCK_MASK) === BLOCK_MASK ? rowsToNextBlock : 1
    from = rest === 0 ? reach - 1 : reach
    reach += whole
    rest += part
    if (rest >= period) {
      rest -= period
      reach++
    }
  }
  return NO_WALL
}
