/**
 * Writes a curve as a chain of short segments and proves each piece before keeping it.
 *
 * A cubic lies in the hull of its four control points. So none of its points is further from its chord than the inner
 * two. If no wall is within that distance of the chord, neither the piece nor its chord touches one. Otherwise the
 * piece is split in the middle and both halves are checked, until they are nearly straight. The chords of the last
 * pieces are the answer: proof and samples are the same segments.
 */
import { doubled } from '../base/growing.ts'
import type { Terrain } from '../map/terrain.ts'
import { isClear, ROUNDING_CELLS, squareToSegment } from './clearance.ts'

/** Splitting a piece flatter than this will not make it clear. */
const FLAT_CELLS = 1 / 4096
const SPLITS_MAX = 24

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
    if (this.prove(xy[2 * count - 2], xy[2 * count - 1], xA, yA, xB, yB, x, y, 0)) return true
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
    splits: number,
  ): boolean {
    const apart = Math.sqrt(Math.max(squareToSegment(x1, y1, x0, y0, x3, y3), squareToSegment(x2, y2, x0, y0, x3, y3)))
    if (apart <= this.deviationMax) {
      if (isClear(this.terrain, x0, y0, x3, y3, this.clearance + apart + ROUNDING_CELLS)) {
        this.lineTo(x3, y3)
        return true
      }
      if (apart < FLAT_CELLS) return false
    }
    if (splits === SPLITS_MAX) return false
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
    return this.prove(x0, y0, xA, yA, xB, yB, x, y, splits + 1) && this.prove(x, y, xC, yC, xD, yD, x3, y3, splits + 1)
  }
}
