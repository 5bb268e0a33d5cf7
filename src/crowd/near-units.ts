/**
 * The nearest others of a unit, ring after ring of buckets around its own, until no bucket left can hold a nearer one.
 */
import type { PlacedUnits } from './placed-units.ts'

export class NearUnits {
  count = 0
  /** at[i], nearest first; `key` is the square of the distance less that of both radii. */
  readonly at: Int32Array
  readonly key: Float64Array
  private readonly most: number
  private placed: PlacedUnits | null = null
  private self = 0

  constructor(most: number) {
    this.most = most
    this.at = new Int32Array(most + 1)
    this.key = new Float64Array(most + 1)
  }

  /** Those whose middle is closer than `sight`. */
  find(placed: PlacedUnits, self: number, sight: number): void {
    this.placed = placed
    this.self = self
    this.count = 0
    const { columns, rows, bucketSide, firstOf } = placed
    const offX = placed.x[self] - placed.left
    const offY = placed.y[self] - placed.top
    const column = Math.floor(offX / bucketSide)
    const row = Math.floor(offY / bucketSide)
    const inX = offX - column * bucketSide
    const inY = offY - row * bucketSide
    const inset = Math.min(inX, inY, bucketSide - inX, bucketSide - inY)
    // The own bucket and those around it come first, row by row as they lie in memory.
    for (let ring = 1; ; ring++) {
      // Whatever lies in this ring is at least so far away.
      const distance = ring === 1 ? 0 : inset + (ring - 1) * bucketSide
      if (distance >= sight) return
      if (this.count === this.most && distance * distance - this.widest(distance) > this.key[this.count - 1]) return
      const fromColumn = Math.max(0, column - ring)
      const toColumn = Math.min(columns - 1, column + ring)
      const fromRow = Math.max(0, row - ring)
      const toRow = Math.min(rows - 1, row + ring)
      for (let y = fromRow; y <= toRow; y++) {
        const start = y * columns
        if (ring === 1 || y === row - ring || y === row + ring) {
          this.look(firstOf[start + fromColumn], firstOf[start + toColumn + 1], sight)
          continue
        }
        if (column - ring >= 0) this.look(firstOf[start + column - ring], firstOf[start + column - ring + 1], sight)
        if (column + ring < columns) {
          this.look(firstOf[start + column + ring], firstOf[start + column + ring + 1], sight)
        }
      }
      if (fromColumn === 0 && fromRow === 0 && toColumn === columns - 1 && toRow === rows - 1) return
    }
  }

  private widest(distance: number): number {
    const sum = this.placed!.radius[this.self] + this.placed!.radiusMax
    return sum < distance ? sum * sum : 0
  }

  private look(from: number, end: number, sight: number): void {
    const { self, at, key, most } = this
    const { x, y, radius } = this.placed!
    const ownX = x[self]
    const ownY = y[self]
    const ownRadius = radius[self]
    let count = this.count
    for (let other = from; other < end; other++) {
      const dx = x[other] - ownX
      const dy = y[other] - ownY
      const square = dx * dx + dy * dy
      if (square >= sight * sight || other === self) continue
      const sum = ownRadius + radius[other]
      const near = square - sum * sum
      if (count === most) {
        if (near >= key[count - 1]) continue
        count--
      }
      let i = count
      while (i > 0 && key[i - 1] > near) {
        key[i] = key[i - 1]
        at[i] = at[i - 1]
        i--
      }
      key[i] = near
      at[i] = other
      count++
    }
    this.count = count
  }
}
