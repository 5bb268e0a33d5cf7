/**
 * Routes read off the rows of hubs (atlas/hubs.ts). Of all hubs that an entry of the start's region and one of the goal's
 * both know, the one is taken by which the way costs least: a pass over the rows of the one side, and one over those of the
 * other. From both sides the steps that the rows name lead to it. So it takes some microseconds however far the goal is,
 * and the route is the cheapest of all over level 0.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { reversed } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { AT_HUB, type Hubs, placeOfHub, sideOfStep, slotOfStep } from '../atlas/hubs.ts'
import { entryIn, firstSlotOf, pairUnits, slotOfEntry } from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { QueryEnd } from './end.ts'

const NONE = -1

export class HubSearch {
  /** The route found last, from the start on: each step's region, its entry, and the crossing as seen from the region. */
  stepCount = 0
  regionOfStep = new Int32Array(256)
  entryOfStep = new Int32Array(256)
  crossingOfStep = new Int32Array(256)
  private readonly ground: AtlasLevel
  private readonly hubs: Hubs
  private readonly scale: number
  /** What hubs cost from the start, in units of the rows, and by which of its slots; Infinity between queries. */
  private readonly costOfHub: Float64Array
  private readonly slotOfHub: Int32Array
  private startSlot = NONE
  private goalSlot = NONE

  constructor(columns: AtlasColumns, hubs: Hubs) {
    this.ground = columns.levels[0]
    this.hubs = hubs
    this.scale = 2 ** -hubs.shift
    this.costOfHub = new Float64Array(this.ground.entryCount).fill(Infinity)
    this.slotOfHub = new Int32Array(this.ground.entryCount)
  }

  /** What the cheapest way by entries costs, in units; Infinity where it costs no less than `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number {
    this.stepCount = 0
    this.spread(start)
    const hub = this.meet(goal)
    this.forget(start)
    if (hub === NONE) return Infinity
    this.walk(start, goal, hub)
    const units = this.unitsAlong(start, goal)
    return units < limitUnits ? units : Infinity
  }

  private spread(start: QueryEnd): void {
    const { costOfHub, slotOfHub } = this
    const { slots } = this.ground
    const { firstHubOfEntry, hubs, costToHub } = this.hubs
    const firstSlot = firstSlotOf(this.ground, start.region)
    for (let slot = 0; slot < start.slotCount; slot++) {
      const entry = entryIn(slots[2 * (firstSlot + slot)])
      const base = start.unitsOfSlot[slot] * this.scale
      for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
        const hub = hubs[at]
        const cost = base + costToHub[at]
        if (cost >= costOfHub[hub]) continue
        costOfHub[hub] = cost
        slotOfHub[hub] = slot
      }
    }
  }

  /** The hub by which the way to the goal costs least. */
  private meet(goal: QueryEnd): number {
    const { costOfHub } = this
    const { slots } = this.ground
    const { firstHubOfEntry, hubs, costToHub } = this.hubs
    const firstSlot = firstSlotOf(this.ground, goal.region)
    let least = Infinity
    let best = NONE
    for (let slot = 0; slot < goal.slotCount; slot++) {
      const entry = entryIn(slots[2 * (firstSlot + slot)])
      const base = goal.unitsOfSlot[slot] * this.scale
      for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
        const cost = base + costToHub[at] + costOfHub[hubs[at]]
        if (cost >= least) continue
        least = cost
        best = hubs[at]
        this.goalSlot = slot
      }
    }
    if (best !== NONE) this.startSlot = this.slotOfHub[best]
    return best
  }

  private forget(start: QueryEnd): void {
    const { slots } = this.ground
    const { firstHubOfEntry, hubs } = this.hubs
    const firstSlot = firstSlotOf(this.ground, start.region)
    for (let slot = 0; slot < start.slotCount; slot++) {
      const entry = entryIn(slots[2 * (firstSlot + slot)])
      for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
        this.costOfHub[hubs[at]] = Infinity
      }
    }
  }

  /** Notes the steps from the start to the hub, and from there to the goal. */
  private walk(start: QueryEnd, goal: QueryEnd, hub: number): void {
    const { slots } = this.ground
    const first = firstSlotOf(this.ground, start.region) + this.startSlot
    this.push(start.region, entryIn(slots[2 * first]), slots[2 * first + 1])
    this.toHub(entryIn(slots[2 * first]), hub)
    const hubStep = this.stepCount
    const last = firstSlotOf(this.ground, goal.region) + this.goalSlot
    // The way from the goal, each step by the entry that it leaves; turned round below.
    this.push(goal.region, entryIn(slots[2 * last]), slots[2 * last + 1])
    this.toHub(entryIn(slots[2 * last]), hub)
    this.turnFrom(hubStep)
    this.dropDetours(goal.region)
  }

  private toHub(from: number, hub: number): void {
    const { ground, hubs } = this
    for (let entry = from; ; ) {
      const place = placeOfHub(hubs, entry, hub)
      hold(place >= 0 && this.stepCount <= 2 * ground.entryCount + 2, 'hubs')
      const step = hubs.stepToHub[place]
      if (step === AT_HUB) return
      const side = sideOfStep(ground, entry, step)
      const region = ground.regionOfSide[2 * entry + side]
      const slot = slotOfStep(ground, entry, step, side)
      hold(slot < firstSlotOf(ground, region) + ground.rowOfRegion[2 * region + 1], 'hubs')
      entry = entryIn(ground.slots[2 * slot])
      this.push(region, entry, ground.slots[2 * slot + 1])
    }
  }

  /**
   * The steps from `first` on lead from the goal to the hub, which is also the entry of the step before them. Turned round,
   * each leads through the same region to the entry of the step before it.
   */
  private turnFrom(first: number): void {
    const { regionOfStep, entryOfStep, crossingOfStep } = this
    const end = this.stepCount - 1
    for (let a = first, b = end; a < b; a++, b--) {
      swap(regionOfStep, a, b)
      swap(entryOfStep, a, b)
      swap(crossingOfStep, a, b)
    }
    // At `first` is the hub now, at the end the entry to the goal's region.
    for (let i = first; i < end; i++) {
      entryOfStep[i] = entryOfStep[i + 1]
      crossingOfStep[i] = reversed(crossingOfStep[i + 1])
    }
    this.stepCount = end
  }

  /** Costs are rounded, so a way may pass an entry only to touch it: two steps through one region are one. */
  private dropDetours(goalRegion: number): void {
    const { regionOfStep, entryOfStep, crossingOfStep } = this
    let count = 0
    for (let step = 0; step < this.stepCount; step++) {
      if (count > 0 && regionOfStep[count - 1] === regionOfStep[step]) count--
      regionOfStep[count] = regionOfStep[step]
      entryOfStep[count] = entryOfStep[step]
      crossingOfStep[count++] = crossingOfStep[step]
    }
    while (count > 0 && regionOfStep[count - 1] === goalRegion) count--
    this.stepCount = count
  }

  private unitsAlong(start: QueryEnd, goal: QueryEnd): number {
    const { ground, regionOfStep, entryOfStep, stepCount } = this
    if (stepCount === 0) return Infinity
    let units = start.unitsOfSlot[slotOfEntry(ground, start.region, entryOfStep[0])]
    for (let step = 1; step < stepCount; step++) {
      const region = regionOfStep[step]
      const from = slotOfEntry(ground, region, entryOfStep[step - 1])
      units += pairUnits(ground, region, from, slotOfEntry(ground, region, entryOfStep[step]))
    }
    return units + goal.unitsOfSlot[slotOfEntry(ground, goal.region, entryOfStep[stepCount - 1])]
  }

  private push(region: number, entry: number, crossing: number): void {
    if (this.stepCount === this.regionOfStep.length) {
      this.regionOfStep = doubled(this.regionOfStep)
      this.entryOfStep = doubled(this.entryOfStep)
      this.crossingOfStep = doubled(this.crossingOfStep)
    }
    this.regionOfStep[this.stepCount] = region
    this.entryOfStep[this.stepCount] = entry
    this.crossingOfStep[this.stepCount++] = crossing
  }
}

function swap(column: Int32Array, a: number, b: number): void {
  const last = column[b]
  column[b] = column[a]
  column[a] = last
}
