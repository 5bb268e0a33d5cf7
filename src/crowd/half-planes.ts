/**
 * The linear program of one unit: of all velocities no longer than its speed, and within some half-planes, the one closest
 * to a wish. A half-plane is normal . v <= limit.
 *
 * Half-planes are taken one by one. One that the best velocity so far breaks is where the next best must lie on its border:
 * a problem of one dimension. Where no velocity keeps all, those of units are broken by as little as can be, those of walls
 * never. Only sums, products, quotients and square roots are used, so all machines get the same bits.
 */
import { doubled } from '../base/growing.ts'

const PARALLEL = 1e-10
const SLACK = 1e-12

export class HalfPlanes {
  count = 0
  /** The answer. */
  x = 0
  y = 0
  /** normalX[k] * x + normalY[k] * y <= limit[k] */
  normalX: Float64Array
  normalY: Float64Array
  limit: Float64Array
  private relaxed: HalfPlanes | null

  constructor(capacity: number, hasRelaxed = true) {
    this.normalX = new Float64Array(capacity)
    this.normalY = new Float64Array(capacity)
    this.limit = new Float64Array(capacity)
    this.relaxed = hasRelaxed ? new HalfPlanes(capacity, false) : null
  }

  add(normalX: number, normalY: number, limit: number): void {
    const { count } = this
    if (count === this.limit.length) this.grow()
    this.normalX[count] = normalX
    this.normalY[count] = normalY
    this.limit[count] = limit
    this.count = count + 1
  }

  /** The velocity closest to the wish; returns the half-planes that could be kept, all or the first few. */
  solve(wishX: number, wishY: number, speed: number): number {
    const square = wishX * wishX + wishY * wishY
    const scale = square > speed * speed ? speed / Math.sqrt(square) : 1
    this.x = wishX * scale
    this.y = wishY * scale
    const { count, normalX, normalY, limit } = this
    for (let k = 0; k < count; k++) {
      if (normalX[k] * this.x + normalY[k] * this.y <= limit[k] + SLACK) continue
      if (!this.moveToBorder(k, wishX, wishY, speed)) return k
    }
    return count
  }

  /** Beginning where `solve` ended: breaks those from `firstSoft` on by as little as can be. */
  relax(failed: number, firstSoft: number, speed: number): void {
    const { count, normalX, normalY, limit } = this
    const relaxed = this.relaxed!
    let broken = 0
    for (let k = failed; k < count; k++) {
      if (normalX[k] * this.x + normalY[k] * this.y - limit[k] <= broken + SLACK) continue
      relaxed.count = 0
      for (let j = 0; j < firstSoft; j++) relaxed.add(normalX[j], normalY[j], limit[j])
      for (let j = firstSoft; j < k; j++) this.addBisector(relaxed, j, k)
      // As deep inside the half-plane as the others allow.
      if (relaxed.solveTowards(-normalX[k], -normalY[k], speed)) {
        this.x = relaxed.x
        this.y = relaxed.y
      }
      broken = normalX[k] * this.x + normalY[k] * this.y - limit[k]
    }
  }

  /** Where j is broken by no more than k is. */
  private addBisector(relaxed: HalfPlanes, j: number, k: number): void {
    const x = this.normalX[j] - this.normalX[k]
    const y = this.normalY[j] - this.normalY[k]
    const length = Math.sqrt(x * x + y * y)
    if (length < PARALLEL) return
    relaxed.add(x / length, y / length, (this.limit[j] - this.limit[k]) / length)
  }

  /** The velocity furthest in a direction of length 1. */
  private solveTowards(x: number, y: number, speed: number): boolean {
    this.x = x * speed
    this.y = y * speed
    const { count, normalX, normalY, limit } = this
    for (let k = 0; k < count; k++) {
      if (normalX[k] * this.x + normalY[k] * this.y <= limit[k] + SLACK) continue
      // A point so far away stands for a direction.
      if (!this.moveToBorder(k, x * 1e6 * speed, y * 1e6 * speed, speed)) return false
    }
    return true
  }

  /** The point of border k closest to the wish that keeps all before it. */
  private moveToBorder(k: number, wishX: number, wishY: number, speed: number): boolean {
    const { normalX, normalY, limit } = this
    const nx = normalX[k]
    const ny = normalY[k]
    const atX = nx * limit[k]
    const atY = ny * limit[k]
    const room = speed * speed - limit[k] * limit[k]
    if (room < 0) return false
    let to = Math.sqrt(room)
    let from = -to
    for (let j = 0; j < k; j++) {
      const along = normalX[j] * -ny + normalY[j] * nx
      const left = limit[j] - normalX[j] * atX - normalY[j] * atY
      if (along > PARALLEL) {
        if (left < to * along) to = left / along
      } else if (along < -PARALLEL) {
        if (left < from * along) from = left / along
      } else if (left < -SLACK) return false
      if (from > to) return false
    }
    const wished = wishX * -ny + wishY * nx
    const at = wished < from ? from : wished > to ? to : wished
    this.x = atX - at * ny
    this.y = atY + at * nx
    return true
  }

  private grow(): void {
    this.normalX = doubled(this.normalX)
    this.normalY = doubled(this.normalY)
    this.limit = doubled(this.limit)
  }
}
