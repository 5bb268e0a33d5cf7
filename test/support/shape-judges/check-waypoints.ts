/**
 * The judge of waypoints: it knows nothing of how they were made. Each segment must be one that a unit can walk and keep
 * its clearance; all together must cost no more than the path they stand for, and be spaced and end as was asked.
 */

import { checkCosts, checkDirections, checkPairs } from '../../../src/base/given.ts'
import { addTo } from '../../../src/base/lists.ts'
import { verdictOf } from '../../../src/base/verdict.ts'
import type { CellCosts, Directions } from '../../../src/map/movement.ts'
import { checkPath, type PathCheck } from '../../../src/proof/check.ts'
import { checkWaypointOptions, type WaypointOptions } from '../../../src/shape/waypoints.ts'
import { groundOf, wallWithin } from './check-ground.ts'

/** What the rounding of a sum of lengths may come to, as a share of it. */
const ROUNDING_SHARE = 1e-9
const SAME_SHARE = 1e-12

/** Judges waypoints, x, y pairs, that stand for the legal path `cells` under these options. */
export function checkWaypoints(
  map: CellCosts,
  waypoints: Int32Array,
  cells: Int32Array,
  directions: Directions,
  options: WaypointOptions = {},
): PathCheck {
  checkCosts(map)
  checkPairs(waypoints, 'The waypoints')
  checkPairs(cells, 'The cells')
  checkDirections(directions)
  const asked = checkWaypointOptions(options)
  const judged = { map, xy: waypoints, path: cells, directions, options: asked, placesOf: placesIn(cells) }
  const message = problemOfPath(map, cells, directions) || problemOf(judged)
  return verdictOf(message, { cost: message === '' ? costOf(judged) : Infinity })
}

/** Waypoints that stand for no path cannot be right. */
function problemOfPath(map: CellCosts, cells: Int32Array, directions: Directions): string {
  if (cells.length === 0) return ''
  const [x0, y0, x1, y1] = [cells[0], cells[1], cells[cells.length - 2], cells[cells.length - 1]]
  return checkPath(map, cells, x0, y0, x1, y1, directions).message
}

interface Judged {
  readonly map: CellCosts
  readonly xy: Int32Array
  readonly path: Int32Array
  readonly directions: Directions
  readonly options: Required<WaypointOptions>
  /** The places on the path of each of its cells: a path may come back to a cell. */
  readonly placesOf: ReadonlyMap<string, readonly number[]>
}

function placesIn(path: Int32Array): Map<string, number[]> {
  const placesOf = new Map<string, number[]>()
  for (let i = 0; i < path.length; i += 2) addTo(placesOf, nameOf(path, i), i)
  return placesOf
}

function problemOf(judged: Judged): string {
  const { xy, path } = judged
  if (!xy.every(Number.isInteger)) return 'The waypoints are not all cells: coordinates are whole numbers.'
  if (xy.length % 2 !== 0) return `The waypoints are ${xy.length} numbers: x,y pairs come in an even number.`
  if (xy.length === 0 || path.length === 0) {
    return xy.length === path.length ? '' : 'Either the path or the waypoints are empty, but not both.'
  }
  const ends = problemOfEnds(judged)
  if (ends !== '') return ends
  for (let i = 2; i < xy.length; i += 2) {
    const [before, here] = [nameOf(xy, i - 2), nameOf(xy, i)]
    const fault = isOfPath(judged, i - 2, i) ? '' : faultOf(judged, i - 2, i)
    if (fault !== '') return `The segment from ${before} to ${here} ${fault}.`
    const gap = gapOf(xy, i - 2, i)
    if (gap === 0) return `The waypoint ${here} is there twice.`
    if (isAboveMax(judged, gap)) return `From ${before} to ${here} are ${gap} cells: above the maximum.`
  }
  return problemOfCost(judged) || problemOfSpacing(judged)
}

function problemOfEnds({ map, xy, path, options, placesOf }: Judged): string {
  const last = xy.length - 2
  const [first, end] = [nameOf(xy, 0), nameOf(xy, last)]
  if (first !== nameOf(path, 0)) {
    return `The first waypoint is ${first} instead of ${nameOf(path, 0)}, where the path starts.`
  }
  if (map.costAt(xy[0], xy[1]) === 0) return `The first waypoint, ${first}, is no free cell of the map.`
  const [goalX, goalY] = path.slice(-2)
  if (!placesOf.has(end)) return `The last waypoint, ${end}, is not on the path.`
  const distance = Math.hypot(xy[last] - goalX, xy[last + 1] - goalY)
  if (distance > options.toleranceCells * (1 + SAME_SHARE)) {
    return `The last waypoint, ${end}, is ${distance} cells from the goal ${goalX},${goalY}: too far.`
  }
  const { wall } = groundOf(map, xy[last], xy[last + 1], goalX, goalY)
  return wall === '' ? '' : `Between the last waypoint, ${end}, and the goal is ${wall}.`
}

function nameOf(xy: Int32Array, at: number): string {
  return `${xy[at]},${xy[at + 1]}`
}

function gapOf(xy: Int32Array, from: number, to: number): number {
  return Math.hypot(xy[to] - xy[from], xy[to + 1] - xy[from + 1])
}

function isAboveMax({ options }: Judged, gap: number): boolean {
  return gap > options.spacingMaxCells * (1 + SAME_SHARE)
}

function groundBetween(map: CellCosts, xy: Int32Array, from: number, to: number) {
  return groundOf(map, xy[from], xy[from + 1], xy[to], xy[to + 1])
}

/** What all segments cost. */
function costOf({ map, xy }: Judged): number {
  let cost = 0
  for (let i = 2; i < xy.length; i += 2) cost += groundBetween(map, xy, i - 2, i).cost
  return cost
}

/** What is wrong with going straight from one waypoint to another; empty if nothing is. */
function faultOf({ map, xy, directions, options }: Judged, from: number, to: number): string {
  const [x0, y0, x1, y1] = [xy[from], xy[from + 1], xy[to], xy[to + 1]]
  if (directions === 4 && x0 !== x1 && y0 !== y1) return 'is neither along a row nor along a column'
  const { wall } = groundOf(map, x0, y0, x1, y1)
  if (wall !== '') return `touches ${wall}`
  const near = options.clearanceCells === 0 ? '' : wallWithin(map, x0, y0, x1, y1, options.clearanceCells)
  return near === '' ? '' : `comes closer than ${options.clearanceCells} cells to ${near}`
}

/** Whether the path itself runs straight from one cell to the other. */
function isOfPath({ path, xy, placesOf }: Judged, from: number, to: number): boolean {
  const [x0, y0, x1, y1] = [xy[from], xy[from + 1], xy[to], xy[to + 1]]
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))
  const dx = (x1 - x0) / steps
  const dy = (y1 - y0) / steps
  return (placesOf.get(nameOf(xy, from)) ?? []).some(place => {
    for (let step = 1; step <= steps; step++) {
      const at = place + 2 * step
      if (path[at] !== x0 + dx * step || path[at + 1] !== y0 + dy * step) return false
    }
    return true
  })
}

/** Where on the path the waypoints end: with a tolerance as early as they can, without one at its end. */
function endPlace({ xy, options, placesOf }: Judged): number {
  const places = placesOf.get(nameOf(xy, xy.length - 2)) ?? [0]
  return options.toleranceCells > 0 ? places[0] : places[places.length - 1]
}

function problemOfCost(judged: Judged): string {
  const { map, path, options } = judged
  const end = endPlace(judged)
  const cost = costOf(judged)
  let costMax = 0
  for (let i = 2; i <= end; i += 2) {
    costMax += groundBetween(map, path, i - 2, i).cost
    const isTurn =
      i < end &&
      (path[i + 2] - path[i] !== path[i] - path[i - 2] || path[i + 3] - path[i + 1] !== path[i + 1] - path[i - 1])
    if (isTurn) costMax += options.turnCostCells
  }
  if (cost <= costMax * (1 + ROUNDING_SHARE)) return ''
  return `The waypoints cost ${cost} cell lengths, more than the ${costMax} of the path and its turns.`
}

function problemOfSpacing(judged: Judged): string {
  const { map, xy, options } = judged
  for (let i = 2; i < xy.length - 2; i += 2) {
    if (Math.min(gapOf(xy, i - 2, i), gapOf(xy, i, i + 2)) >= options.spacingMinCells) continue
    if (isAboveMax(judged, gapOf(xy, i - 2, i + 2)) || faultOf(judged, i - 2, i + 2) !== '') continue
    const around = groundBetween(map, xy, i - 2, i).cost + groundBetween(map, xy, i, i + 2).cost
    if (groundBetween(map, xy, i - 2, i + 2).cost <= around * (1 + SAME_SHARE)) {
      return `The waypoint ${nameOf(xy, i)} is closer to another than the minimum, and nothing needs it.`
    }
  }
  return ''
}
