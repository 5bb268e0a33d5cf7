/**
 * The judge of curves: it knows nothing of how one was made. From the first waypoint to the last, every segment of the
 * chain must touch no wall and keep its clearance, and a curve that should pass through its waypoints must do so.
 */
import { checkCosts, checkPairs } from '../../../src/base/given.ts'
import { type Verdict, verdictOf } from '../../../src/base/verdict.ts'
import type { CellCosts } from '../../../src/map/movement.ts'
import { ROUNDING_CELLS, squareToSegment } from '../../../src/shape/clearance.ts'
import { type CurveOptions, checkCurveOptions } from '../../../src/shape/curve.ts'
import { wallWithin } from './check-ground.ts'

export interface CurveCheck extends Verdict {
  /** Of all segments, in cell lengths whatever the ground; Infinity for a curve that cannot be walked. */
  readonly length: number
}

/** Judges a curve of x, y pairs along waypoints of x, y pairs that are themselves right. */
export function checkCurve(
  map: CellCosts,
  curve: Float64Array,
  waypoints: Int32Array,
  options: CurveOptions = {},
): CurveCheck {
  const { kind, clearanceCells } = checkCurveOptions(options)
  checkCosts(map)
  checkPairs(curve, 'The points of the curve')
  checkPairs(waypoints, 'The waypoints')
  const message =
    problemOfEnds(curve, waypoints) ||
    problemOfWalls(map, curve, waypoints, clearanceCells) ||
    (kind === 'catmull-rom' ? problemOfPassing(curve, waypoints) : '')
  return verdictOf(message, { length: message === '' ? lengthOf(curve) : Infinity })
}

function problemOfEnds(curve: Float64Array, waypoints: Int32Array): string {
  if (curve.length % 2 !== 0) return `The curve is ${curve.length} numbers: x,y pairs come in an even number.`
  if (curve.length === 0 || waypoints.length === 0) {
    return curve.length === waypoints.length ? '' : 'Either the curve or the waypoints are empty, but not both.'
  }
  if (!curve.every(Number.isFinite)) return 'The curve has a point that is no point.'
  if (curve[0] !== waypoints[0] || curve[1] !== waypoints[1]) {
    return `The curve starts at ${curve[0]},${curve[1]} instead of ${waypoints[0]},${waypoints[1]}.`
  }
  const [x, y] = curve.slice(-2)
  const [goalX, goalY] = waypoints.slice(-2)
  return x === goalX && y === goalY ? '' : `The curve ends at ${x},${y} instead of ${goalX},${goalY}.`
}

function problemOfWalls(map: CellCosts, curve: Float64Array, waypoints: Int32Array, clearance: number): string {
  for (let i = 0; i < Math.max(0, curve.length - 2) || i === 0; i += 2) {
    if (curve.length === 0) return ''
    // A curve of one point is judged as a segment without length.
    const to = Math.min(i + 2, curve.length - 2)
    const [x0, y0, x1, y1] = [curve[i], curve[i + 1], curve[to], curve[to + 1]]
    const touched = wallWithin(map, x0, y0, x1, y1, 0)
    if (touched !== '') return `From ${x0},${y0} to ${x1},${y1} the curve touches ${touched}.`
    if (clearance === 0 || isOnSegment(x0, y0, x1, y1, waypoints)) continue
    const near = wallWithin(map, x0, y0, x1, y1, clearance)
    if (near !== '') return `From ${x0},${y0} to ${x1},${y1} the curve comes closer than ${clearance} cells to ${near}.`
  }
  return ''
}

/** Whether both points are on the same segment between two waypoints. */
function isOnSegment(x0: number, y0: number, x1: number, y1: number, xy: Int32Array): boolean {
  const limit = ROUNDING_CELLS * ROUNDING_CELLS
  for (let i = 2; i < xy.length; i += 2) {
    if (squareToSegment(x0, y0, xy[i - 2], xy[i - 1], xy[i], xy[i + 1]) > limit) continue
    if (squareToSegment(x1, y1, xy[i - 2], xy[i - 1], xy[i], xy[i + 1]) <= limit) return true
  }
  return xy.length === 2
}

function problemOfPassing(curve: Float64Array, waypoints: Int32Array): string {
  let at = 0
  for (let i = 0; i < waypoints.length; i += 2) {
    while (at < curve.length && (curve[at] !== waypoints[i] || curve[at + 1] !== waypoints[i + 1])) at += 2
    if (at >= curve.length) return `The curve does not pass through ${waypoints[i]},${waypoints[i + 1]} in its turn.`
  }
  return ''
}

function lengthOf(curve: Float64Array): number {
  let length = 0
  for (let i = 2; i < curve.length; i += 2) length += Math.hypot(curve[i] - curve[i - 2], curve[i + 1] - curve[i - 1])
  return length
}
