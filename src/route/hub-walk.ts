/**
 * The way by a hub, step by step: from the start's entry to the hub, and from there to the goal's. The rows of entries name
 * each step towards a hub; so the second half is found from the goal on, and turned round.
 */
import { type AnyCrossing, reversed } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import type { Hubs } from '../atlas/hub-costs.ts'
import { placeOfHub, sideOfStep, slotOfStep } from '../atlas/hubs.ts'
import { entryIn, firstSlotOf, type LevelGraph, pairUnits, slotOfEntry } from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, IdColumn, Region } from '../base/ids.ts'
import type { QueryEnd } from './end.ts'
import { ownColumn, type RouteSteps } from './steps.ts'

const NONE = -1

export class HubWalk {
  private readonly levelZero: LevelGraph
  private readonly hubs: Hubs
  /** Each step's region, the entry by which it leaves that, and the entry's crossing as seen from there. */
  private stepCount = 0
  private regionOfStep: IdColumn<Region> = new Int32Array(256)
  private entryOfStep: IdColumn<Entry> = new Int32Array(256)
  private crossingOfStep = new Int32Array(256)
  /** The slots of the region by which the step leaves and enters it. */
  private slotOfStep = new Int32Array(256)
  private slotBeforeStep = new Int32Array(256)
  private unitsOfStep = new Float64Array(256)
  private units = 0

  constructor(levelZero: LevelGraph, hubs: Hubs) {
    this.levelZero = levelZero
    this.hubs = hubs
  }

  /** Walks from the start by one of its slots to the hub, and by one of the goal's to the goal; returns what that costs. */
  along(start: QueryEnd, startSlot: number, goal: QueryEnd, goalSlot: number, hub: number): number {
    this.stepCount = 0
    this.toHub(start.region, startSlot, hub)
    const hubStep = this.stepCount
    // The way from the goal, each step by the entry that it leaves; turned round below.
    this.toHub(goal.region, goalSlot, hub)
    hold(this.entryOfStep[hubStep - 1] === this.entryOfStep[this.stepCount - 1], 'hubs')
    this.turnFrom(hubStep)
    this.dropDetours(goal.region)
    return this.unitsAlong(start, goal)
  }

  /** The steps walked last, in memory of their own. */
  take(): RouteSteps {
    const { stepCount, units } = this
    const columns = new Int32Array(4 * stepCount)
    return {
      crossingOfStep: ownColumn(this.crossingOfStep, columns, 0, stepCount),
      entryOfStep: ownColumn(this.entryOfStep, columns, 1, stepCount),
      regionOfStep: ownColumn(this.regionOfStep, columns, 2, stepCount),
      levelOfStep: new Uint8Array(stepCount),
      best: {
        slotOfStep: ownColumn(this.slotOfStep, columns, 3, stepCount),
        unitsOfStep: this.unitsOfStep.slice(0, stepCount),
        units,
      },
    }
  }

  /** From an entry of a region, which is left by it. */
  private toHub(first: Region, firstSlot: number, hub: number): void {
    const { levelZero, hubs } = this
    const { slots, regionOfSide } = levelZero
    const at = 2 * (firstSlotOf(levelZero, first) + firstSlot)
    let entry = entryIn(slots[at])
    this.push(first, entry, slots[at + 1], firstSlot, NONE)
    let place = placeOfHub(hubs, entry, hub)
    for (let next = hubs.next(place); next !== place; next = hubs.next(place)) {
      const step = hubs.stepToHub[place]
      const side = sideOfStep(levelZero, entry, step)
      const region = regionOfSide[2 * entry + side]
      const slot = slotOfStep(levelZero, entry, step, side)
      const slotBefore = slotOfEntry(levelZero, region, entry)
      const to = 2 * (firstSlotOf(levelZero, region) + slot)
      entry = entryIn(slots[to])
      this.push(region, entry, slots[to + 1], slot, slotBefore)
      place = next
    }
  }

  /**
   * The steps from `first` on lead from the goal to the hub, which is also the entry of the step before them. Turned round,
   * each leads through the same region to the entry of the step before it.
   */
  private turnFrom(first: number): void {
    const { regionOfStep, entryOfStep, crossingOfStep, slotOfStep, slotBeforeStep } = this
    const end = this.stepCount - 1
    for (let a = first, b = end; a < b; a++, b--) {
      swap(regionOfStep, a, b)
      swap(entryOfStep, a, b)
      swap(crossingOfStep, a, b)
      swap(slotOfStep, a, b)
      swap(slotBeforeStep, a, b)
    }
    // At `first` is the hub now, at the end the entry to the goal's region.
    for (let i = first; i < end; i++) {
      entryOfStep[i] = entryOfStep[i + 1]
      crossingOfStep[i] = reversed(crossingOfStep[i + 1])
      const slot = slotOfStep[i]
      slotOfStep[i] = slotBeforeStep[i]
      slotBeforeStep[i] = slot
    }
    this.stepCount = end
  }

  /** Costs are rounded, so a way may pass an entry only to touch it: two steps through one region are one. */
  private dropDetours(goalRegion: Region): void {
    const { regionOfStep, entryOfStep, crossingOfStep, slotOfStep, slotBeforeStep } = this
    let count = 0
    for (let step = 0; step < this.stepCount; step++) {
      const isDetour = count > 0 && regionOfStep[count - 1] === regionOfStep[step]
      if (isDetour) count--
      else slotBeforeStep[count] = slotBeforeStep[step]
      regionOfStep[count] = regionOfStep[step]
      entryOfStep[count] = entryOfStep[step]
      crossingOfStep[count] = crossingOfStep[step]
      slotOfStep[count++] = slotOfStep[step]
    }
    while (count > 0 && regionOfStep[count - 1] === goalRegion) count--
    this.stepCount = count
  }

  /** Sums up what the steps cost. */
  private unitsAlong(start: QueryEnd, goal: QueryEnd): number {
    const { levelZero, regionOfStep, slotOfStep, slotBeforeStep, unitsOfStep, stepCount } = this
    if (stepCount === 0) return Infinity
    const last = slotOfEntry(levelZero, goal.region, this.entryOfStep[stepCount - 1])
    // Where a detour was dropped, these are others than those of the hub.
    start.doubts!.settle(start, slotOfStep[0])
    goal.doubts!.settle(goal, last)
    let units = start.unitsOfSlot[slotOfStep[0]]
    unitsOfStep[0] = units
    for (let step = 1; step < stepCount; step++) {
      units += pairUnits(levelZero, regionOfStep[step], slotBeforeStep[step], slotOfStep[step])
      unitsOfStep[step] = units
    }
    this.units = units + goal.unitsOfSlot[last]
    return this.units
  }

  private push(region: Region, entry: Entry, crossing: AnyCrossing, slot: number, slotBefore: number): void {
    const { stepCount } = this
    if (stepCount === this.regionOfStep.length) {
      this.regionOfStep = doubled(this.regionOfStep)
      this.entryOfStep = doubled(this.entryOfStep)
      this.crossingOfStep = doubled(this.crossingOfStep)
      this.slotOfStep = doubled(this.slotOfStep)
      this.slotBeforeStep = doubled(this.slotBeforeStep)
      this.unitsOfStep = new Float64Array(this.slotOfStep.length)
    }
    this.regionOfStep[stepCount] = region
    this.entryOfStep[stepCount] = entry
    this.crossingOfStep[stepCount] = crossing
    this.slotOfStep[stepCount] = slot
    this.slotBeforeStep[stepCount] = slotBefore
    this.stepCount = stepCount + 1
  }
}

function swap(column: Int32Array, a: number, b: number): void {
  const last = column[b]
  column[b] = column[a]
  column[a] = last
}
