/**
 * A route's steps on any level -> its steps on level 0: the regions it crosses and the entries between them. Ways were
 * noted by the bake, so this only follows them down.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { sideOf } from '../entry/crossing.ts'
import { pairOf, ROW_FIRST_SLOT, ROW_LENGTH } from '../graph/level-graph.ts'
import { WayFinder } from '../graph/ways.ts'

export class Unpacker {
  /** crossingOf[i], as seen from regionOf[i], leads from regionOf[i] to regionOf[i + 1]. */
  count = 0
  crossingOf = new Int32Array(512)
  regionOf = new Int32Array(512)
  private readonly levels: readonly AtlasLevel[]
  private readonly ways = new WayFinder()
  /** The entries of ways that are being followed, level over level. */
  private pending = new Int32Array(256)
  private pendingCount = 0

  constructor(columns: AtlasColumns) {
    this.levels = columns.levels
  }

  clear(): void {
    this.count = 0
  }

  /** Appends the step from the region of level 0 at hand to the crossing's: the first step, inside the start's region. */
  first(region: number, crossing: number): void {
    this.append(region, crossing)
  }

  /** Appends the step through `region` of `level` from an entry to another. */
  step(level: number, region: number, from: number, to: number): void {
    const { slots } = this.levels[level]
    const fromSlot = this.slotOf(level, region, from)
    const toSlot = this.slotOf(level, region, to)
    const firstSlot = this.levels[level].rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT]
    const toCrossing = slots[2 * (firstSlot + toSlot) + 1]
    if (level === 0) {
      this.append(region, toCrossing)
      return
    }
    const pendingFrom = this.pendingCount
    this.readWay(level, region, fromSlot, toSlot)
    const pendingTo = this.pendingCount
    const fromCrossing = slots[2 * (firstSlot + fromSlot) + 1]
    const { regionOfSide } = this.levels[level - 1]
    let child = regionOfSide[2 * from + sideOf(fromCrossing)]
    let at = from
    for (let i = pendingFrom; i < pendingTo; i++) {
      const next = this.pending[i]
      this.step(level - 1, child, at, next)
      const a = regionOfSide[2 * next]
      child = a === child ? regionOfSide[2 * next + 1] : a
      at = next
    }
    this.step(level - 1, child, at, to)
    this.pendingCount = pendingFrom
  }

  /** Puts the entries between two slots on the pending list, in the order in which they are passed. */
  private readWay(level: number, region: number, fromSlot: number, toSlot: number): void {
    const isForward = fromSlot < toSlot
    const lower = this.levels[level - 1]
    const { tableBytes, rowOfRegion, slots } = this.levels[level]
    this.ways.find(this.levels[level], region, pairOf(fromSlot, toSlot))
    const { end } = this.ways
    const lowSlot = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT] + (isForward ? fromSlot : toSlot)
    const first = this.pendingCount
    let child = lower.regionOfSide[2 * slots[2 * lowSlot] + sideOf(slots[2 * lowSlot + 1])]
    for (let at = this.ways.from; at < end; ) {
      let slot = tableBytes[at] & 127
      for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
      const place = 2 * (lower.rowOfRegion[child * ROW_LENGTH + ROW_FIRST_SLOT] + slot)
      this.push(lower.slots[place])
      child = lower.regionOfSide[2 * lower.slots[place] + 1 - sideOf(lower.slots[place + 1])]
    }
    if (!isForward) this.pending.subarray(first, this.pendingCount).reverse()
  }

  private slotOf(level: number, region: number, entry: number): number {
    const { rowOfRegion, slots } = this.levels[level]
    const firstSlot = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT]
    let low = firstSlot
    let high = rowOfRegion[(region + 1) * ROW_LENGTH + ROW_FIRST_SLOT] - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (slots[2 * middle] < entry) low = middle + 1
      else high = middle
    }
    return low - firstSlot
  }

  private push(entry: number): void {
    if (this.pendingCount === this.pending.length) {
      const grown = new Int32Array(2 * this.pending.length)
      grown.set(this.pending)
      this.pending = grown
    }
    this.pending[this.pendingCount++] = entry
  }

  private append(region: number, crossing: number): void {
    if (this.count === this.regionOf.length) {
      const regions = new Int32Array(2 * this.count)
      const crossings = new Int32Array(2 * this.count)
      regions.set(this.regionOf)
      crossings.set(this.crossingOf)
      this.regionOf = regions
      this.crossingOf = crossings
    }
    this.regionOf[this.count] = region
    this.crossingOf[this.count++] = crossing
  }
}
