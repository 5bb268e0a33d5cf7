/**
 * Checks what shapes are made of: a path whose runs can be walked, or waypoints that see each other. Shaping only
 * checks what it moves, so a fault in its input would stay in its output.
 */
import { checkPairs, refuse } from '../base/given.ts'
import { isStep } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { isSegmentFree } from './sight.ts'

/** Checks x, y pairs. The first, if there is one, must be a free cell of the map. */
export function checkShapeable(terrain: Terrain, xy: Int32Array, what: string): void {
  checkPairs(xy, `The ${what}`)
  if (xy.length % 2 !== 0) refuse(`The ${what} are ${xy.length} numbers: x, y pairs come in an even number.`)
  if (xy.length > 0 && !isFreeCell(terrain, xy[0], xy[1])) {
    refuse(`The ${what} start at ${xy[0]},${xy[1]}, which is no free cell of the map.`)
  }
}

/**
 * Checks a run of a path from a cell that was already checked: it keeps one direction of the map, through free cells.
 */
export function checkRun(terrain: Terrain, x0: number, y0: number, dx: number, dy: number, steps: number): void {
  if (isStep(dx, dy, terrain.directions) && canGo(terrain, x0, y0, x0 + steps * dx, y0 + steps * dy)) return
  refuse(`The cells are no path: after ${x0},${y0} comes no legal step, or one that leads into a wall.`)
}

/** Checks waypoints, x, y pairs: a unit can walk straight from each to the next. */
export function checkChain(terrain: Terrain, xy: Int32Array): void {
  checkShapeable(terrain, xy, 'waypoints')
  for (let i = 2; i < xy.length; i += 2) {
    const isGap = xy[i] !== xy[i - 2] || xy[i + 1] !== xy[i - 1]
    if (isGap && canGo(terrain, xy[i - 2], xy[i - 1], xy[i], xy[i + 1])) continue
    refuse(`From waypoint ${xy[i - 2]},${xy[i - 1]} a unit cannot walk straight to ${xy[i]},${xy[i + 1]}.`)
  }
}

/** The first cell is free. Any cell between two cells of the map is on the map too. */
function canGo(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): boolean {
  return isFreeCell(terrain, x1, y1) && isSegmentFree(terrain, x0, y0, x1, y1)
}

function isFreeCell(terrain: Terrain, x: number, y: number): boolean {
  return Number.isInteger(x) && Number.isInteger(y) && terrain.isFree(x, y)
}
