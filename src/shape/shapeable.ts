/**
 * What shapes are made of must hold: a path whose runs can be walked, waypoints that see each other. Shaping moves what it
 * is given only where it looked, so a fault that came in would come out again.
 */
import { checkPairs, refuse } from '../base/given.ts'
import type { Terrain } from '../map/terrain.ts'
import { isSegmentFree } from './sight.ts'

/** x, y pairs, of which the first, if there is one, is a free cell of the map. */
export function checkShapeable(terrain: Terrain, xy: Int32Array, what: string): void {
  checkPairs(xy, `The ${what}`)
  if (xy.length % 2 !== 0) refuse(`The ${what} are ${xy.length} numbers: x, y pairs come in an even number.`)
  if (xy.length > 0 && !isFreeCell(terrain, xy[0], xy[1])) {
    refuse(`The ${what} start at ${xy[0]},${xy[1]}, which is no free cell of the map.`)
  }
}

/** The run of a path from a cell that was checked: one direction of the map, all the way free. */
export function checkRun(terrain: Terrain, x0: number, y0: number, dx: number, dy: number, steps: number): void {
  const isStep =
    dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx === 0 ? dy !== 0 : dy === 0 || terrain.directions === 8)
  if (isStep && canGo(terrain, x0, y0, x0 + steps * dx, y0 + steps * dy)) return
  refuse(`The cells are no path: after ${x0},${y0} comes no legal step, or one that leads into a wall.`)
}

/** Waypoints, x, y pairs, between which a unit can walk straight. */
export function checkChain(terrain: Terrain, xy: Int32Array): void {
  checkShapeable(terrain, xy, 'waypoints')
  for (let i = 2; i < xy.length; i += 2) {
    const isGap = xy[i] !== xy[i - 2] || xy[i + 1] !== xy[i - 1]
    if (isGap && canGo(terrain, xy[i - 2], xy[i - 1], xy[i], xy[i + 1])) continue
    refuse(`From waypoint ${xy[i - 2]},${xy[i - 1]} a unit cannot walk straight to ${xy[i]},${xy[i + 1]}.`)
  }
}

/** From a free cell: what is between two cells of the map is inside it too. */
function canGo(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): boolean {
  return isFreeCell(terrain, x1, y1) && isSegmentFree(terrain, x0, y0, x1, y1)
}

function isFreeCell(terrain: Terrain, x: number, y: number): boolean {
  return Number.isInteger(x) && Number.isInteger(y) && terrain.isFree(x, y)
}
