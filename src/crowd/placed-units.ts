/**
 * All units of a crowd in the order of their places: bucket by bucket of a uniform grid, inside a bucket from top to bottom.
 *
 * A step works in this order: neighbours lie side by side in memory, and nothing depends on the order in which units were
 * added. `at` below is a place in this order, never the number of a unit.
 */
import type { UnitColumns } from './unit-columns.ts'

/** Of the mean radius: three or four units fit a bucket where they stand side by side. */
const BUCKET_RADII = 4
const BUCKETS_A_UNIT = 4
const BUCKETS_LEAST = 1024

export class PlacedUnits {
  count = 0
  /** unitOf[at] */
  unitOf = new Int32Array(0)
  radiusMax = 0
  radiusMean = 0
  left = 0
  top = 0
  bucketSide = 1
  columns = 1
  rows = 1
  /** Units of bucket b are firstOf[b] .. firstOf[b + 1] - 1. */
  firstOf = new Int32Array(1)
  /** How far units may have gone since they were sorted. */
  moved = 0
  private bucketOfUnit = new Int32Array(0)

  load(units: UnitColumns): void {
    this.frame(units)
    const { bucketSide, columns, left, top } = this
    const { x, y, isPresent, end } = units
    const bucketCount = columns * this.rows
    this.makeRoom(end, bucketCount)
    const { firstOf, bucketOfUnit, unitOf } = this
    firstOf.fill(0, 0, bucketCount + 1)
    for (let unit = 0; unit < end; unit++) {
      if (isPresent[unit] === 0) continue
      const bucket = Math.floor((y[unit] - top) / bucketSide) * columns + Math.floor((x[unit] - left) / bucketSide)
      bucketOfUnit[unit] = bucket
      firstOf[bucket + 1]++
    }
    for (let bucket = 0; bucket < bucketCount; bucket++) firstOf[bucket + 1] += firstOf[bucket]
    for (let unit = end - 1; unit >= 0; unit--) {
      if (isPresent[unit] === 0) continue
      unitOf[--firstOf[bucketOfUnit[unit] + 1]] = unit
    }
    // Every bucket now begins where its follower should: move the starts back by one.
    firstOf.copyWithin(0, 1, bucketCount + 1)
    firstOf[bucketCount] = this.count
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      if (firstOf[bucket + 1] - firstOf[bucket] > 1) this.sort(firstOf[bucket], firstOf[bucket + 1], units)
    }
    this.moved = 0
  }

  /** The first unit around a place that has what is asked for; -1 where none has. */
  findWithin(x: number, y: number, reach: number, has: (unit: number) => boolean): number {
    const { bucketSide, columns, rows, left, top, firstOf, unitOf } = this
    if (this.count === 0) return -1
    const far = reach + this.moved
    const fromColumn = Math.max(0, Math.floor((x - far - left) / bucketSide))
    const toColumn = Math.min(columns - 1, Math.floor((x + far - left) / bucketSide))
    const fromRow = Math.max(0, Math.floor((y - far - top) / bucketSide))
    const toRow = Math.min(rows - 1, Math.floor((y + far - top) / bucketSide))
    for (let row = fromRow; row <= toRow && fromColumn <= toColumn; row++) {
      const end = firstOf[row * columns + toColumn + 1]
      for (let at = firstOf[row * columns + fromColumn]; at < end; at++) if (has(unitOf[at])) return unitOf[at]
    }
    return -1
  }

  /** The area that units stand on, as buckets. */
  private frame({ x, y, radius, isPresent, end }: UnitColumns): void {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    let count = 0
    let radiusMax = 0
    for (let unit = 0; unit < end; unit++) {
      if (isPresent[unit] === 0) continue
      count++
      if (x[unit] < left) left = x[unit]
      if (x[unit] > right) right = x[unit]
      if (y[unit] < top) top = y[unit]
      if (y[unit] > bottom) bottom = y[unit]
      if (radius[unit] > radiusMax) radiusMax = radius[unit]
    }
    this.count = count
    this.radiusMax = radiusMax
    if (count === 0) [left, top, right, bottom] = [0, 0, 0, 0]
    this.left = left
    this.top = top
    this.radiusMean = meanOf(radius, isPresent, end, radiusMax)
    let side = BUCKET_RADII * this.radiusMean || 1
    const limit = BUCKETS_LEAST + BUCKETS_A_UNIT * count
    while ((Math.floor((right - left) / side) + 1) * (Math.floor((bottom - top) / side) + 1) > limit) side *= 2
    this.bucketSide = side
    this.columns = Math.floor((right - left) / side) + 1
    this.rows = Math.floor((bottom - top) / side) + 1
  }

  /** By insertion: a bucket holds a handful, which hardly changed since the last step. */
  private sort(from: number, end: number, { x, y }: UnitColumns): void {
    const { unitOf } = this
    for (let i = from + 1; i < end; i++) {
      const unit = unitOf[i]
      let at = i
      while (at > from) {
        const other = unitOf[at - 1]
        if (y[other] < y[unit] || (y[other] === y[unit] && x[other] < x[unit])) break
        unitOf[at--] = other
      }
      unitOf[at] = unit
    }
  }

  private makeRoom(unitCount: number, bucketCount: number): void {
    if (this.unitOf.length < unitCount) {
      this.unitOf = new Int32Array(2 * unitCount)
      this.bucketOfUnit = new Int32Array(2 * unitCount)
    }
    if (this.firstOf.length <= bucketCount) this.firstOf = new Int32Array(2 * bucketCount + 1)
  }
}

/** In whole parts of the largest, so that the sum is the same in every order. */
function meanOf(radius: Float64Array, isPresent: Uint8Array, end: number, radiusMax: number): number {
  let parts = 0
  let count = 0
  for (let unit = 0; unit < end; unit++) {
    if (isPresent[unit] === 0) continue
    count++
    parts += Math.floor((radius[unit] / radiusMax) * 4096) + 1
  }
  return count === 0 ? 0 : (parts / count / 4096) * radiusMax
}
