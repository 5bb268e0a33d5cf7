/**
 * All units of a crowd in the order of their places. Rows are strips across the map; each row runs from left to right.
 *
 * A step works in this order. So neighbours lie side by side in memory, and the order of adding changes nothing. `at` below is a
 * place in this order, never the number of a unit.
 */
import type { UnitColumns } from './unit-columns.ts'

/** Rows are at most this many mean radii high, unless that makes too many rows. */
const ROW_RADII = 3
const ROWS_LEAST = 1024
/** Up to this many new units are inserted one by one; with more, all units are sorted again. */
const NEW_MAX = 64

export class PlacedUnits {
  count = 0
  /** unitOf[at] */
  unitOf = new Int32Array(0)
  radiusMax = 0
  radiusMean = 0
  /** The number of the first row, counted from the top of the map. */
  firstRow = 0
  rowHeight = 1
  rows = 1
  /** Units of row r are firstOf[r] .. firstOf[r + 1] - 1, counted from the first row. */
  firstOf = new Int32Array(2)
  /** How far a unit may have moved since the units were sorted. */
  moved = 0
  /** xOf[at] and rowOf[unit] when the units were sorted; rowOf is -1 for a unit that was absent. */
  private xOf = new Float64Array(0)
  private rowOf = new Int32Array(0)
  private order = new Int32Array(0)

  load(units: UnitColumns): void {
    if (this.rowOf.length < units.end) this.grow(2 * units.end)
    const newCount = this.gather(units)
    this.frame(units)
    const { firstOf, rowOf, unitOf, order, rowHeight, firstRow, rows, count } = this
    firstOf.fill(0, 0, rows + 1)
    for (let i = 0; i < count; i++) {
      const row = Math.floor(units.y[order[i]] / rowHeight) - firstRow
      rowOf[order[i]] = row
      firstOf[row]++
    }
    let first = 0
    for (let row = 0; row <= rows; row++) firstOf[row] = first += firstOf[row]
    for (let i = count - 1; i >= 0; i--) unitOf[--firstOf[rowOf[order[i]]]] = order[i]
    this.sort(units, newCount)
    this.moved = 0
  }

  /** The first unit near a place for which `has` is true; -1 where there is none. */
  findWithin(x: number, y: number, reach: number, has: (unit: number) => boolean): number {
    const { rows, rowHeight, firstRow, firstOf, unitOf, xOf, count } = this
    const far = reach + this.moved
    const toRow = Math.min(rows - 1, Math.floor((y + far) / rowHeight) - firstRow)
    for (let row = Math.max(0, Math.floor((y - far) / rowHeight) - firstRow); row <= toRow && count > 0; row++) {
      let at = firstOf[row]
      let end = firstOf[row + 1]
      while (at < end) {
        const middle = (at + end) >> 1
        if (xOf[middle] < x - far) at = middle + 1
        else end = middle
      }
      for (; at < firstOf[row + 1] && xOf[at] <= x + far; at++) if (has(unitOf[at])) return unitOf[at]
    }
    return -1
  }

  /** Lists the present units: the old ones in their last order, then the new. Returns the count of new ones. */
  private gather({ isPresent, end }: UnitColumns): number {
    const { order, rowOf, unitOf } = this
    let count = 0
    for (let at = 0; at < this.count; at++) {
      if (isPresent[unitOf[at]] === 1) order[count++] = unitOf[at]
      else rowOf[unitOf[at]] = -1
    }
    const oldCount = count
    for (let unit = 0; unit < end; unit++) if (isPresent[unit] === 1 && rowOf[unit] < 0) order[count++] = unit
    this.count = count
    return count - oldCount
  }

  private frame({ y, radius }: UnitColumns): void {
    const { order, count } = this
    let [top, bottom, radiusMax] = [Infinity, -Infinity, 0]
    for (let i = 0; i < count; i++) {
      const unit = order[i]
      if (y[unit] < top) top = y[unit]
      if (y[unit] > bottom) bottom = y[unit]
      if (radius[unit] > radiusMax) radiusMax = radius[unit]
    }
    // Radii count in whole parts of the largest, so that the sum is the same in every order.
    let parts = 0
    for (let i = 0; i < count; i++) parts += Math.floor((radius[order[i]] / radiusMax) * 4096) + 1
    this.radiusMax = radiusMax
    this.radiusMean = count === 0 ? 0 : (parts / count / 4096) * radiusMax
    if (count === 0) [top, bottom] = [0, 0]
    // A height is rounded, so rows and order hardly change while units come and go.
    let height = 2 ** -10
    while (2 * height <= ROW_RADII * this.radiusMean) height *= 2
    if (1.5 * height <= ROW_RADII * this.radiusMean) height *= 1.5
    while ((bottom - top) / height > ROWS_LEAST + count) height *= 2
    this.rowHeight = height
    this.firstRow = Math.floor(top / height)
    this.rows = Math.floor(bottom / height) - this.firstRow + 1
    if (this.firstOf.length <= this.rows) this.firstOf = new Int32Array(2 * this.rows + 1)
  }

  /** Sorts each row from left to right, by insertion, because little changes between two sorts. */
  private sort({ x, y }: UnitColumns, newCount: number): void {
    const { unitOf, rowOf, xOf, count } = this
    const isAfter = (a: number, b: number) => x[a] > x[b] || (x[a] === x[b] && y[a] > y[b])
    if (newCount > NEW_MAX) {
      unitOf.subarray(0, count).sort((a, b) => rowOf[a] - rowOf[b] || (isAfter(a, b) ? 1 : isAfter(b, a) ? -1 : 0))
    }
    for (let i = 0; i < count; i++) {
      const unit = unitOf[i]
      let at = i
      for (; at > 0 && rowOf[unitOf[at - 1]] === rowOf[unit] && isAfter(unitOf[at - 1], unit); at--) {
        unitOf[at] = unitOf[at - 1]
        xOf[at] = xOf[at - 1]
      }
      unitOf[at] = unit
      xOf[at] = x[unit]
    }
  }

  private grow(length: number): void {
    const { rowOf, unitOf } = this
    this.rowOf = new Int32Array(length).fill(-1)
    this.rowOf.set(rowOf)
    this.unitOf = new Int32Array(length)
    this.unitOf.set(unitOf)
    this.order = new Int32Array(length)
    this.xOf = new Float64Array(length)
  }
}
