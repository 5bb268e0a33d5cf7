/**
 * A step of a route on any level -> its steps on a lower one: the regions it crosses and the entries between them. The bake
 * has stored the ways, so this only follows them down.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, type Crossing, reversed, sideOf } from '../atlas/crossing.ts'
import {
  crossingAt,
  entryAt,
  entryIn,
  firstSlotOf,
  hold,
  pairOf,
  slotCountOf,
  slotOfEntry,
} from '../atlas/level-graph.ts'
import { WayFinder } from '../atlas/ways.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { type RouteSteps, StepList } from '../route/steps.ts'
import type { Corridor } from './corridor.ts'

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

/** What is not above this level is left to the corridor. */
const LEFT_LEVEL = 2

/**
 * The steps of a route on its highest level -> steps one level lower, chosen again: the high level keeps few entries, so
 * the route bends towards them. Over all entries of the level below between the same regions it finds the cheapest
 * sequence. Levels further down gain nothing more: the corridor on level 0 takes back what is then still too expensive.
 */
export class Refiner {
  private readonly levels: readonly AtlasLevel[]
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor

  constructor(columns: AtlasColumns, unpacker: Unpacker, corridor: Corridor) {
    this.levels = columns.levels
    this.unpacker = unpacker
    this.corridor = corridor
  }

  /** The level of the steps that are to be refined: the highest of the route; NONE if there is nothing to gain. */
  levelToRefine({ levelOfStep }: RouteSteps): number {
    let highest = NONE
    for (let step = 0; step < levelOfStep.length; step++) highest = Math.max(highest, levelOfStep[step])
    return highest > LEFT_LEVEL ? highest : NONE
  }

  /** The same route with the steps on that level refined. */
  refine(steps: RouteSteps, level: Level): RouteSteps {
    const refined = this.lower(steps, level)
    this.optimise(refined, level - 1)
    return refined
  }

  /** The steps on `level` as steps on the one below it. */
  private lower(steps: RouteSteps, level: Level): RouteSteps {
    const { levelOfStep, regionOfStep, entryOfStep, crossingOfStep } = steps
    const list = new StepList()
    for (let step = 0; step < levelOfStep.length; step++) {
      if (levelOfStep[step] < level) {
        list.push(levelOfStep[step], regionOfStep[step], entryOfStep[step], crossingOfStep[step])
        continue
      }
      const from = entryOfStep[step - 1]
      const to = entryOfStep[step]
      const unpacked = this.unpacker.unpack(level, regionOfStep[step], from, to, level - 1)
      for (let i = 0; i < unpacked.count; i++) {
        list.push(level - 1, unpacked.regionOf[i], unpacked.entryOf[i], unpacked.crossingOf[i])
      }
    }
    return list.steps()
  }

  /** Chooses the entries between the steps of each stretch on `level` again. */
  private optimise(steps: RouteSteps, level: Level): void {
    const { levelOfStep } = steps
    for (let first = 0; first < levelOfStep.length; first++) {
      if (levelOfStep[first] !== level) continue
      let end = first
      while (levelOfStep[end] === level) end++
      if (end - first > 1) this.optimiseStretch(steps, level, first, end)
      first = end
    }
  }

  private optimiseStretch(steps: RouteSteps, level: Level, first: number, end: number): void {
    const { regionOfStep, entryOfStep, crossingOfStep } = steps
    const { corridor } = this
    const graph = this.levels[level]
    const regions = regionOfStep.subarray(first, end)
    const count = end - first
    const from = slotOfEntry(graph, regions[0], entryOfStep[first - 1])
    const to = slotOfEntry(graph, regions[count - 1], entryOfStep[end - 1])
    corridor.solve(level, regions, crossingOfStep.subarray(first, end), count, from, to)
    for (let i = 0; i < count; i++) {
      const slot = firstSlotOf(graph, regions[i]) + corridor.slotOf[i]
      entryOfStep[first + i] = entryAt(graph, slot)
      crossingOfStep[first + i] = crossingAt(graph, slot)
    }
  }
}
