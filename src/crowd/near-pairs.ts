/**
 * The pairs of units that could meet in a step, whatever each of them does.
 */
import { doubled } from '../base/growing.ts'
import type { PlacedUnits } from './placed-units.ts'

export class NearPairs {
  count = 0
  /** Pair i is units[2 * i], units[2 * i + 1]; the larger or equal one first. */
  units = new Int32Array(1024)
  /** Who could meet unit `at`: others[firstOther[at]] .. others[firstOther[at + 1] - 1]. */
  firstOther = new Int32Array(2)
  others = new Int32Array(0)

  /** Each pair is found from its larger unit, so that a few large ones do not widen the search of all. */
  find(placed: PlacedUnits, farthest: number): void {
    const { count, x, y, radius, bucketSide, columns, rows, left, top, firstOf } = placed
    this.count = 0
    for (let at = 0; at < count; at++) {
      const reach = 2 * radius[at] + 2 * farthest
      const fromColumn = Math.max(0, Math.floor((x[at] - reach - left) / bucketSide))
      const toColumn = Math.min(columns - 1, Math.floor((x[at] + reach - left) / bucketSide))
      const fromRow = Math.max(0, Math.floor((y[at] - reach - top) / bucketSide))
      const toRow = Math.min(rows - 1, Math.floor((y[at] + reach - top) / bucketSide))
      for (let row = fromRow; row <= toRow; row++) {
        const end = firstOf[row * columns + toColumn + 1]
        for (let other = firstOf[row * columns + fromColumn]; other < end; other++) {
          if (radius[other] > radius[at] || (radius[other] === radius[at] && other <= at)) continue
          const dx = x[other] - x[at]
          const dy = y[other] - y[at]
          const near = radius[at] + radius[other] + 2 * farthest
          if (dx * dx + dy * dy < near * near && other !== at) this.add(at, other)
        }
      }
    }
    this.link(count)
  }

  private add(a: number, b: number): void {
    if (2 * this.count === this.units.length) this.units = doubled(this.units)
    this.units[2 * this.count] = a
    this.units[2 * this.count + 1] = b
    this.count++
  }

  /** The pairs once more, as the others of each unit. */
  private link(unitCount: number): void {
    const { units, count } = this
    if (this.firstOther.length < unitCount + 2) this.firstOther = new Int32Array(2 * unitCount + 2)
    if (this.others.length < 2 * count) this.others = new Int32Array(units.length)
    const { firstOther, others } = this
    firstOther.fill(0, 0, unitCount + 2)
    for (let i = 0; i < 2 * count; i++) firstOther[units[i] + 2]++
    for (let at = 1; at <= unitCount; at++) firstOther[at + 1] += firstOther[at]
    for (let i = 0; i < 2 * count; i++) others[firstOther[units[i] + 1]++] = units[i ^ 1]
  }
}
