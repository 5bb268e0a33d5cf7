/**
 * The walls that units could touch in a step, as half-planes of moves; and aims that slide along them.
 *
 * A unit that wishes to walk against a wall slides along it, and turns from there. If the wish itself were turned, the unit
 * would slide back: two that meet along a wall would go to and fro for ever.
 */
import { HalfPlanes } from './half-planes.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { WallLimits } from './wall-limits.ts'

export class NearWalls {
  /** Planes of unit `at` are firstPlane[at] .. firstPlane[at + 1] - 1. */
  firstPlane = new Int32Array(1)
  readonly planes = new HalfPlanes(256)
  private readonly limits: WallLimits
  private readonly own = new HalfPlanes(16)

  constructor(limits: WallLimits) {
    this.limits = limits
  }

  /** Finds the walls for moves of at most `reach`, and sets the aims for a step of `seconds`. */
  find({ count, x, y, wishX, wishY, aimX, aimY, radius, speed }: PlacedUnits, reach: number, seconds: number): void {
    if (this.firstPlane.length <= count) this.firstPlane = new Int32Array(2 * count + 1)
    const { planes, firstPlane, limits, own } = this
    planes.count = 0
    firstPlane[0] = 0
    for (let at = 0; at < count; at++) {
      limits.add(planes, x[at], y[at], radius[at], reach)
      firstPlane[at + 1] = planes.count
      aimX[at] = wishX[at]
      aimY[at] = wishY[at]
      if (planes.count === firstPlane[at]) continue
      own.count = 0
      this.addTo(own, at, 1 / seconds)
      if (own.solve(wishX[at], wishY[at], speed[at]) < own.count) continue
      aimX[at] = own.x
      aimY[at] = own.y
    }
  }

  /** Adds what walls leave to a unit, as velocities where the rate is 1 / seconds. */
  addTo(planes: HalfPlanes, at: number, rate: number): void {
    const { normalX, normalY, limit } = this.planes
    const end = this.firstPlane[at + 1]
    for (let k = this.firstPlane[at]; k < end; k++) planes.add(normalX[k], normalY[k], limit[k] * rate)
  }
}
