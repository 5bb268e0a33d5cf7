/**
 * A step of a route on any level -> its steps on a lower one: the regions it crosses and the entries between them. Ways
 * were noted by the bake, so this only follows them down.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, type Crossing, reversed, sideOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { entryIn, firstSlotOf, pairOf, slotCountOf, slotOfEntry } from '../atlas/level-graph.ts'
import { WayFinder } from '../atlas/ways.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import type { RouteSteps } from '../route/steps.ts'

/** Steps in the order in which they are walked: each leaves a region by an entry, its crossing as seen from there. */
class StepStack {
  count = 0
  regionOf = new Int32Array(512)
  crossingOf = new Int32Array(512)
  entryOf = new Int32Array(512)

  push(region: Region, crossing: AnyCrossing, entry: Entry): void {
    if (this.count === this.regionOf.length) {
      this.regionOf = doubled(this.regionOf)
      this.crossingOf = doubled(this.crossingOf)
      this.entryOf = doubled(this.entryOf)
    }
    this.regionOf[this.count] = region
    this.crossingOf[this.count] = crossing
    this.entryOf[this.count++] = entry
  }

  /** Turns around the order of all steps from `first` on. */
  reverseFrom(first: number): void {
    for (const column of [this.regionOf, this.crossingOf, this.entryOf]) {
      for (let a = first, b = this.count - 1; a < b; a++, b--) {
        const last = column[b]
        column[b] = column[a]
        column[a] = last
      }
    }
  }
}

export class Unpacker {
  private readonly unpacked = new StepStack()
  private readonly levels: readonly AtlasLevel[]
  private readonly ways = new WayFinder()
  /** The steps of ways that are being followed, level over level. */
  private readonly pending = new StepStack()

  /** A way passes no entry twice but where costs were rounded: what is longer was forged, and might never end. */
  private readonly stepsMax: number

  constructor(columns: AtlasColumns) {
    this.levels = columns.levels
    this.stepsMax = 64 + 2 * columns.levels[0].entryCount
  }

  /** The step through `region` of `level` from an entry to another, as steps of `toLevel`; valid until the next call. */
  unpack(level: Level, region: Region, from: number, to: number, toLevel: Level): StepStack {
    this.unpacked.count = 0
    this.step(level, region, from, to, toLevel)
    return this.unpacked
  }

  /** Appends a step of a route, as steps of level 0, to the regions it goes through and the crossings it leaves them by. */
  unpackStep(steps: RouteSteps, step: number, regions: number[], crossings: Crossing[]): void {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    if (levelOfStep[step] === 0) {
      regions.push(regionOfStep[step])
      crossings.push(crossingOfStep[step] as Crossing)
      return
    }
    const from = entryOfStep[step - 1]
    const to = entryOfStep[step]
    const unpacked = this.unpack(levelOfStep[step], regionOfStep[step], from, to, 0)
    for (let i = 0; i < unpacked.count; i++) {
      regions.push(unpacked.regionOf[i])
      crossings.push(unpacked.crossingOf[i] as Crossing)
    }
  }

  private step(level: Level, region: Region, from: number, to: number, toLevel: Level): void {
    const graph = this.levels[level]
    const { slots } = graph
    const firstSlot = firstSlotOf(graph, region)
    const toSlot = slotOfEntry(graph, region, to)
    hold(toSlot < slotCountOf(graph, region) && this.unpacked.count < this.stepsMax, 'ways')
    const toCrossing = slots[2 * (firstSlot + toSlot) + 1]
    if (level === toLevel) {
      this.unpacked.push(region, toCrossing, to)
      return
    }
    const fromSlot = slotOfEntry(graph, region, from)
    hold(fromSlot < slotCountOf(graph, region) && fromSlot !== toSlot, 'ways')
    const { pending } = this
    const first = pending.count
    const lastChild = this.readWay(level, region, fromSlot, toSlot)
    const end = pending.count
    if (level - 1 === toLevel) {
      for (let i = first; i < end; i++) {
        this.unpacked.push(pending.regionOf[i], pending.crossingOf[i], pending.entryOf[i])
      }
      this.unpacked.push(lastChild, toCrossing, to)
    } else {
      let at = from
      for (let i = first; i < end; i++) {
        this.step(level - 1, pending.regionOf[i], at, pending.entryOf[i], toLevel)
        at = pending.entryOf[i]
      }
      this.step(level - 1, lastChild, at, to, toLevel)
    }
    pending.count = first
  }

  /**
   * Puts the steps of the level below between two slots on the pending list, in the order in which they are walked;
   * returns the region of the last step, which leads to the second slot.
   */
  private readWay(level: Level, region: Region, fromSlot: number, toSlot: number): number {
    const lower = this.levels[level - 1]
    const { tableBytes, slots } = this.levels[level]
    const { pending } = this
    this.ways.find(this.levels[level], region, pairOf(fromSlot, toSlot))
    const { end } = this.ways
    // Ways are noted from the lower slot on.
    const isForward = fromSlot < toSlot
    const lowSlot = firstSlotOf(this.levels[level], region) + (isForward ? fromSlot : toSlot)
    const firstChild = lower.regionOfSide[2 * entryIn(slots[2 * lowSlot]) + sideOf(slots[2 * lowSlot + 1])]
    const firstPending = pending.count
    let child = firstChild
    for (let at = this.ways.from; at < end; ) {
      let slot = tableBytes[at] & 127
      for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
      hold(slot >= 0 && slot < slotCountOf(lower, child) && pending.count < this.stepsMax, 'ways')
      const place = 2 * (firstSlotOf(lower, child) + slot)
      const entry = entryIn(lower.slots[place])
      const crossing = lower.slots[place + 1]
      const next = lower.regionOfSide[2 * entry + 1 - sideOf(crossing)]
      if (isForward) pending.push(child, crossing, entry)
      else pending.push(next, reversed(crossing), entry)
      child = next
    }
    if (isForward) return child
    pending.reverseFrom(firstPending)
    return firstChild
  }
}
