/**
 * Turns waypoints into a smooth curve that is proven to stay clear of walls.
 *
 * `bezier` rounds each corner by a parabola, from a point before the waypoint to one equally far behind it.
 * `catmull-rom` (centripetal, so without loops) passes through every waypoint. A piece that cannot be proven clear, or
 * crosses more expensive ground, is tightened. A corner is rounded closer to its waypoint. A piece of Catmull-Rom gets
 * shorter tangents, and in the end goes straight with a curl at each end.
 *
 * This always succeeds. The segments between waypoints are free, and no wall is within half a cell of a free cell's
 * centre. So a smaller corner or curl touches none. A corner stays sharp only if more clearance is asked for than the
 * waypoints have.
 */
import { type AllOf, checkTerrain, optionsOf } from '../base/given.ts'
import { doubled } from '../base/growing.ts'
import { number, oneOf } from '../base/kinds.ts'
import type { Terrain } from '../map/terrain.ts'
import { isClear, ROUNDING_CELLS, squareToSegment } from './clearance.ts'
import { chainCost } from './segment-cost.ts'
import { checkChain } from './shapeable.ts'

export type CurveKind = 'catmull-rom' | 'bezier'

export interface CurveOptions {
  /** `catmull-rom` passes through every waypoint, `bezier` rounds the corners between them. Default `bezier`. */
  readonly kind?: CurveKind
  /** From 0, as round as possible, to 1, straight between waypoints. Default 0. */
  readonly tension?: number
  /**
   * How far to keep from walls. Where the waypoints themselves come closer, the curve follows their segments. Default
   * 0.
   */
  readonly clearanceCells?: number
  /** How far the returned chain of short segments may be from the curve. Default 0.05. */
  readonly deviationMaxCells?: number
}

const DEVIATION_LEAST_CELLS = 1 / 1024

/** Corners are halved down to this size. */
const CORNER_MIN_CELLS = 1 / 16
/** Below half a cell: no wall is that close to a free cell's centre. */
const CURL_CELLS = 0.4
/** A piece may cost this share more than the segments that it replaces. On even ground its length may grow as it must. */
const DEARER_SHARE = { even: Infinity, mixed: 0.02 }
/** Splitting a piece flatter than this will not make it clear. Each split makes a piece about four times as flat. */
const FLAT_CELLS = 1 / 4096

const CURVE_OPTIONS = {
  kind: oneOf('bezier', 'catmull-rom'),
  tension: number(0, 1),
  clearanceCells: number(0),
  deviationMaxCells: number(DEVIATION_LEAST_CELLS),
} as const satisfies AllOf<CurveOptions>

/**
 * The points, x, y pairs, of a curve along waypoints. A unit must be able to walk straight from each waypoint to the
 * next.
 */
export function makeCurve(terrain: Terrain, waypoints: Int32Array, options: CurveOptions = {}): Float64Array {
  const { kind, tension, clearanceCells, deviationMaxCells } = checkCurveOptions(options)
  checkTerrain(terrain)
  checkChain(terrain, waypoints)
  const writer = new CurveWriter(terrain, clearanceCells, deviationMaxCells)
  if (waypoints.length === 0) return writer.toPoints()
  writer.lineTo(waypoints[0], waypoints[1])
  if (kind === 'bezier') roundCorners(terrain, writer, waypoints, 1 - tension)
  else passThrough(terrain, writer, waypoints, 1 - tension)
  return writer.toPoints()
}

function roundCorners(terrain: Terrain, writer: CurveWriter, xy: Int32Array, roundness: number): void {
  for (let i = 2; i < xy.length - 2; i += 2) {
    const back = Math.hypot(xy[i] - xy[i - 2], xy[i + 1] - xy[i - 1])
    const on = Math.hypot(xy[i + 2] - xy[i], xy[i + 3] - xy[i + 1])
    let reach = (Math.min(back, on) / 2) * roundness
    while (reach >= CORNER_MIN_CELLS && !roundCorner(terrain, writer, xy, i, reach / back, reach / on)) reach /= 2
    if (reach < CORNER_MIN_CELLS) writer.lineTo(xy[i], xy[i + 1])
  }
  writer.lineTo(xy[xy.length - 2], xy[xy.length - 1])
}

/** Rounds a corner. `back` and `on` are shares of the ways to the waypoints before and after it. */
function roundCorner(
  terrain: Terrain,
  writer: CurveWriter,
  xy: Int32Array,
  i: number,
  back: number,
  on: number,
): boolean {
  const x = xy[i]
  const y = xy[i + 1]
  const x0 = x + (xy[i - 2] - x) * back
  const y0 = y + (xy[i - 1] - y) * back
  const x1 = x + (xy[i + 2] - x) * on
  const y1 = y + (xy[i + 3] - y) * on
  const before = writer.count
  writer.lineTo(x0, y0)
  const from = writer.count - 1
  // A parabola as a cubic: its inner control points lie two thirds of the way to the corner.
  const isClear = writer.cubicTo((x0 + 2 * x) / 3, (y0 + 2 * y) / 3, (x1 + 2 * x) / 3, (y1 + 2 * y) / 3, x1, y1)
  if (isClear && !isDearer(terrain, writer, from, [x0, y0, x, y, x1, y1])) return true
  writer.count = before
  return false
}

function passThrough(terrain: Terrain, writer: CurveWriter, xy: Int32Array, roundness: number): void {
  const tangents = new Float64Array(4)
  for (let i = 0; i < xy.length - 2; i += 2) {
    tangentsOf(xy, i, tangents)
    const shorter = Math.min(Math.hypot(tangents[0], tangents[1]), Math.hypot(tangents[2], tangents[3]))
    let share = roundness
    let isDone = false
    // With tangents shorter than a curl's, the piece would look like a corner.
    do {
      isDone = roundness > 0 && bow(terrain, writer, xy, i, tangents, share)
      share /= 2
    } while (!isDone && share * shorter > CURL_CELLS / 3)
    if (!isDone) curl(writer, xy, i, tangents, roundness)
  }
}

/**
 * The vectors from the segment's ends to the inner control points of its cubic. Each is a third of the derivative of
 * the centripetal Catmull-Rom spline there.
 */
function tangentsOf(xy: Int32Array, i: number, out: Float64Array): void {
  const length = Math.hypot(xy[i + 2] - xy[i], xy[i + 3] - xy[i + 1])
  const knot = Math.sqrt(length)
  const isFirst = i === 0
  const isLast = i + 4 === xy.length
  const knotBefore = isFirst ? 0 : Math.hypot(xy[i] - xy[i - 2], xy[i + 1] - xy[i - 1]) ** 0.5
  const knotAfter = isLast ? 0 : Math.hypot(xy[i + 4] - xy[i + 2], xy[i + 5] - xy[i + 3]) ** 0.5
  for (let axis = 0; axis < 2; axis++) {
    const speed = (xy[i + 2 + axis] - xy[i + axis]) / knot
    const before = isFirst ? speed : (xy[i + axis] - xy[i - 2 + axis]) / knotBefore
    const after = isLast ? speed : (xy[i + 4 + axis] - xy[i + 2 + axis]) / knotAfter
    out[axis] = (((before * knot + speed * knotBefore) / (knot + knotBefore)) * knot) / 3
    out[2 + axis] = (((after * knot + speed * knotAfter) / (knot + knotAfter)) * knot) / 3
  }
}

function bow(
  terrain: Terrain,
  writer: CurveWriter,
  xy: Int32Array,
  i: number,
  tangents: Float64Array,
  share: number,
): boolean {
  const [x0, y0, x1, y1] = xy.subarray(i, i + 4)
  const from = writer.count - 1
  const isClear = writer.cubicTo(
    x0 + tangents[0] * share,
    y0 + tangents[1] * share,
    x1 - tangents[2] * share,
    y1 - tangents[3] * share,
    x1,
    y1,
  )
  if (isClear && !isDearer(terrain, writer, from, [x0, y0, x1, y1])) return true
  writer.count = from + 1
  return false
}

/**
 * Goes straight along the segment, with a short turn out of the tangent at its start and into the one at its end. Where the way
 * goes back as it came, a tangent has no length, and the turn no end.
 */
function curl(writer: CurveWriter, xy: Int32Array, i: number, tangents: Float64Array, roundness: number): void {
  const [x0, y0, x1, y1] = xy.subarray(i, i + 4)
  const length = Math.hypot(x1 - x0, y1 - y0)
  const reach = CURL_CELLS * roundness
  const dx = ((x1 - x0) / length) * reach
  const dy = ((y1 - y0) / length) * reach
  if (reach > 0) {
    const turn = reach / 3 / Math.hypot(tangents[0], tangents[1])
    const xA = x0 + tangents[0] * turn
    const yA = y0 + tangents[1] * turn
    if (turn < Infinity) writer.cubicTo(xA, yA, x0 + (dx * 2) / 3, y0 + (dy * 2) / 3, x0 + dx, y0 + dy)
    writer.lineTo(x1 - dx, y1 - dy)
    const turnIn = reach / 3 / Math.hypot(tangents[2], tangents[3])
    const xB = x1 - tangents[2] * turnIn
    const yB = y1 - tangents[3] * turnIn
    if (turnIn < Infinity && writer.cubicTo(x1 - (dx * 2) / 3, y1 - (dy * 2) / 3, xB, yB, x1, y1)) return
  }
  writer.lineTo(x1, y1)
}

/** Whether the points written after `from` cost too much compared with the segments that they replace. */
function isDearer(terrain: Terrain, writer: CurveWriter, from: number, chain: readonly number[]): boolean {
  return chainCost(terrain, writer.toPoints(from)) > chainCost(terrain, chain) * (1 + terrain.ground.of(DEARER_SHARE))
}

export function checkCurveOptions(given: CurveOptions | null | undefined): Required<CurveOptions> {
  const options = optionsOf(given, CURVE_OPTIONS)
  const { kind = 'bezier', tension = 0, clearanceCells = 0, deviationMaxCells = 0.05 } = options
  return { kind, tension, clearanceCells, deviationMaxCells }
}

/**
 * Writes a curve as a chain of short segments and proves each piece before keeping it.
 *
 * A cubic lies in the hull of its four control points. So none of its points is further from its chord than the inner
 * two. If no wall is within that distance of the chord, neither the piece nor its chord touches one. Otherwise the
 * piece is split in the middle and both halves are checked, until they are nearly straight. The chords of the last
 * pieces are the answer: proof and samples are the same segments.
 */
export class CurveWriter {
  count = 0
  private xy = new Float64Array(512)
  private readonly terrain: Terrain
  private readonly clearance: number
  private readonly deviationMax: number

  constructor(terrain: Terrain, clearance: number, deviationMax: number) {
    this.terrain = terrain
    this.clearance = clearance
    this.deviationMax = deviationMax
  }

  /** Goes straight to a point. Proves nothing: the point must lie on a segment known to be free. */
  lineTo(x: number, y: number): void {
    const at = 2 * this.count
    if (at > 0 && Math.hypot(x - this.xy[at - 2], y - this.xy[at - 1]) < ROUNDING_CELLS) return
    if (at === this.xy.length) this.xy = doubled(this.xy)
    this.xy[at] = x
    this.xy[at + 1] = y
    this.count++
  }

  /** Goes to a point along a cubic. If it cannot be proven clear of walls, writes nothing and returns false. */
  cubicTo(xA: number, yA: number, xB: number, yB: number, x: number, y: number): boolean {
    const { count, xy } = this
    if (this.prove(xy[2 * count - 2], xy[2 * count - 1], xA, yA, xB, yB, x, y)) return true
    this.count = count
    return false
  }

  /** The points, number `from` and all after it, as x, y pairs. */
  toPoints(from = 0): Float64Array {
    return this.xy.slice(2 * from, 2 * this.count)
  }

  private prove(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
  ): boolean {
    const apart = Math.sqrt(Math.max(squareToSegment(x1, y1, x0, y0, x3, y3), squareToSegment(x2, y2, x0, y0, x3, y3)))
    if (apart <= this.deviationMax) {
      if (isClear(this.terrain, x0, y0, x3, y3, this.clearance + apart + ROUNDING_CELLS)) {
        this.lineTo(x3, y3)
        return true
      }
      if (apart < FLAT_CELLS) return false
    }
    const xA = (x0 + x1) / 2
    const yA = (y0 + y1) / 2
    const xM = (x1 + x2) / 2
    const yM = (y1 + y2) / 2
    const xD = (x2 + x3) / 2
    const yD = (y2 + y3) / 2
    const xB = (xA + xM) / 2
    const yB = (yA + yM) / 2
    const xC = (xM + xD) / 2
    const yC = (yM + yD) / 2
    const x = (xB + xC) / 2
    const y = (yB + yC) / 2
    return this.prove(x0, y0, xA, yA, xB, yB, x, y) && this.prove(x, y, xC, yC, xD, yD, x3, y3)
  }
}
