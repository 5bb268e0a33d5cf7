/**
 * Routes read off the rows of hubs (atlas/hubs.ts). Of all hubs that an entry of the start's region and one of the goal's
 * both know, the one is taken by which the way costs least: a pass over the rows of the one side, and one over those of the
 * other. From both sides the steps that the rows name lead to it. So it takes some microseconds however far the goal is,
 * and the route is the cheapest of all over level 0.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { AT_HUB, type Hubs, placeOfHub, sideOfStep, slotOfStep } from '../atlas/hubs.ts'
import { crossingAt, entryAt, entryIn, firstSlotOf, pairUnits, slotOfEntry } from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, IdColumn, Region } from '../base/ids.ts'
import { DX, DY, freeUnits } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { leastTo, settle } from './doubt.ts'
import type { QueryEnd } from './end.ts'
import type { BestSteps } from './steps.ts'

const NONE = -1
/** No cost in a row is as high. */
const LABEL_COSTS = 1 << 16
/** Sums above this are exact to less than a unit of the rows. */
const ZERO_MIN = -(2 ** 48)
const RIM_CELLS = 4 * BLOCK_SIDE_CELLS

export class HubSearch {
  /** The route found last, from the start on: each step's region, its entry, and the crossing as seen from the region. */
  stepCount = 0
  regionOfStep: IdColumn<Region> = new Int32Array(256)
  entryOfStep: IdColumn<Entry> = new Int32Array(256)
  crossingOfStep = new Int32Array(256)
  private slotOfStep = new Int32Array(256)
  private unitsOfStep = new Float64Array(256)
  private units = 0
  private readonly levelZero: AtlasLevel
  private readonly hubs: Hubs
  private readonly scale: number
  /** What hubs cost from the start, in units of the rows above `zero`, and by which of its slots; more where none is known. */
  private readonly costOfHub: Float64Array
  private readonly slotOfHub: Int32Array
  private zero = 0
  /** What a way by each slot of an end costs at least: no region has more slots than a block's rim has cells. */
  private readonly leastOfStart = new Float64Array(RIM_CELLS)
  private readonly leastOfGoal = new Float64Array(RIM_CELLS)
  private readonly terrain: Terrain
  /** The best hub so far, and what the way by it costs. */
  private hub = NONE
  private least = Infinity
  private startSlot = NONE
  private goalSlot = NONE

  constructor(columns: AtlasColumns, hubs: Hubs) {
    this.levelZero = columns.levels[0]
    this.terrain = columns.terrain
    this.hubs = hubs
    this.scale = 2 ** -hubs.shift
    this.costOfHub = new Float64Array(this.levelZero.entryCount).fill(Infinity)
    this.slotOfHub = new Int32Array(this.levelZero.entryCount)
  }

  /** What the cheapest way by entries costs, in units; Infinity where it costs no less than `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number {
    this.stepCount = 0
    const hub = this.meetAt(start, goal)
    if (hub === NONE) return Infinity
    this.walk(start, goal, hub)
    const units = this.unitsAlong(start, goal)
    return units < limitUnits ? units : Infinity
  }

  /** What is known of the steps found last. */
  get best(): BestSteps {
    const { slotOfStep, unitsOfStep, stepCount, units } = this
    return { slotOfStep: slotOfStep.slice(0, stepCount), unitsOfStep: unitsOfStep.slice(0, stepCount), units }
  }

  /** The hub by which the way costs least: entries in doubt count as little as they may, until it leads by none of them. */
  private meetAt(start: QueryEnd, goal: QueryEnd): number {
    do this.tryAll(start, goal)
    while (this.hub !== NONE && (settle(start, this.startSlot) || settle(goal, this.goalSlot)))
    return this.hub
  }

  /**
   * Of the entries of either region the one that lies best is asked first: what the way by these two costs, no entry can lie on
   * a cheaper one that costs as much as the bird flies.
   */
  private tryAll(start: QueryEnd, goal: QueryEnd): void {
    const bestStart = this.sight(start, goal, this.leastOfStart)
    const bestGoal = this.sight(goal, start, this.leastOfGoal)
    this.hub = NONE
    if (bestStart === NONE || bestGoal === NONE) return
    const none = this.lowerZero(start, goal)
    this.least = none
    this.spread(start, bestStart)
    this.meet(goal, bestGoal)
    const spreadBelow = this.least - this.zero
    for (let slot = 0; slot < start.slotCount; slot++)
      if (slot !== bestStart && this.leastOfStart[slot] < spreadBelow) this.spread(start, slot)
    for (let slot = 0; slot < goal.slotCount; slot++)
      if (this.leastOfGoal[slot] < this.least - this.zero) this.meet(goal, slot)
  }

  /**
   * Lowers what counts as no cost, so far that all that was noted before lies above all that this query can note: then nothing
   * needs to be cleared. Returns the zero before.
   */
  private lowerZero(start: QueryEnd, goal: QueryEnd): number {
    const before = this.zero
    this.zero -= 2 * LABEL_COSTS + (mostOf(start) + mostOf(goal)) * this.scale
    if (this.zero > ZERO_MIN) return before
    this.costOfHub.fill(Infinity)
    this.zero = 0
    return Infinity
  }

  /** Notes what a way by each slot of an end costs at least, in units of the rows; returns the slot of the lowest. */
  private sight(end: QueryEnd, other: QueryEnd, leastOf: Float64Array): number {
    const { scale, terrain } = this
    const { slots } = this.levelZero
    const firstSlot = firstSlotOf(this.levelZero, end.region)
    let least = Infinity
    let best = NONE
    for (let slot = 0; slot < end.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      const direction = directionOfCrossing(crossing)
      // An entry stands for the middle of its crossing: distances are counted in half cells.
      const dx = 2 * (xOf(crossing) - other.x) + DX[direction]
      const dy = 2 * (yOf(crossing) - other.y) + DY[direction]
      const flight = freeUnits(dx, dy, terrain.costMin, terrain.directions) / 2
      leastOf[slot] = (leastTo(end, slot) + flight) * scale
      if (leastOf[slot] >= least) continue
      least = leastOf[slot]
      best = slot
    }
    return best
  }

  private spread(start: QueryEnd, slot: number): void {
    const { costOfHub, slotOfHub } = this
    const { firstHubOfEntry, hubs, costToHub } = this.hubs
    const entry = this.entryAt(start, slot)
    const base = this.zero + leastTo(start, slot) * this.scale
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
      const hub = hubs[at]
      const cost = base + costToHub[at]
      if (cost >= costOfHub[hub]) continue
      costOfHub[hub] = cost
      slotOfHub[hub] = slot
    }
  }

  private meet(goal: QueryEnd, slot: number): void {
    const { costOfHub } = this
    const { firstHubOfEntry, hubs, costToHub } = this.hubs
    const entry = this.entryAt(goal, slot)
    const base = leastTo(goal, slot) * this.scale
    let { least } = this
    let best = NONE
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
      const cost = base + costToHub[at] + costOfHub[hubs[at]]
      if (cost >= least) continue
      least = cost
      best = hubs[at]
    }
    if (best === NONE) return
    this.least = least
    this.hub = best
    this.startSlot = this.slotOfHub[best]
    this.goalSlot = slot
  }

  private entryAt(end: QueryEnd, slot: number): number {
    return entryAt(this.levelZero, firstSlotOf(this.levelZero, end.region) + slot)
  }

  /** Notes the steps from the start to the hub, and from there to the goal. */
  private walk(start: QueryEnd, goal: QueryEnd, hub: number): void {
    const { slots } = this.levelZero
    const first = firstSlotOf(this.levelZero, start.region) + this.startSlot
    this.push(start.region, entryIn(slots[2 * first]), slots[2 * first + 1])
    this.toHub(entryIn(slots[2 * first]), hub)
    const hubStep = this.stepCount
    const last = firstSlotOf(this.levelZero, goal.region) + this.goalSlot
    // The way from the goal, each step by the entry that it leaves; turned round below.
    this.push(goal.region, entryIn(slots[2 * last]), slots[2 * last + 1])
    this.toHub(entryIn(slots[2 * last]), hub)
    this.turnFrom(hubStep)
    this.dropDetours(goal.region)
  }

  private toHub(from: number, hub: number): void {
    const { levelZero, hubs } = this
    for (let entry = from; ; ) {
      const place = placeOfHub(hubs, entry, hub)
      hold(place >= 0 && this.stepCount <= 2 * levelZero.entryCount + 2, 'hubs')
      const step = hubs.stepToHub[place]
      if (step === AT_HUB) return
      const side = sideOfStep(levelZero, entry, step)
      const region = levelZero.regionOfSide[2 * entry + side]
      const slot = slotOfStep(levelZero, entry, step, side)
      hold(slot < firstSlotOf(levelZero, region) + levelZero.rowOfRegion[2 * region + 1], 'hubs')
      entry = entryAt(levelZero, slot)
      this.push(region, entry, crossingAt(levelZero, slot))
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
  private dropDetours(goalRegion: Region): void {
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

  /** Sums up what the steps cost, and notes by which slots they lead. */
  private unitsAlong(start: QueryEnd, goal: QueryEnd): number {
    const { levelZero, regionOfStep, entryOfStep, slotOfStep, unitsOfStep, stepCount } = this
    if (stepCount === 0) return Infinity
    let slot = slotOfEntry(levelZero, start.region, entryOfStep[0])
    const last = slotOfEntry(levelZero, goal.region, entryOfStep[stepCount - 1])
    // Where a detour was dropped, these are others than those of the hub.
    settle(start, slot)
    settle(goal, last)
    let units = start.unitsOfSlot[slot]
    slotOfStep[0] = slot
    unitsOfStep[0] = units
    for (let step = 1; step < stepCount; step++) {
      const region = regionOfStep[step]
      const from = slotOfEntry(levelZero, region, entryOfStep[step - 1])
      slot = slotOfEntry(levelZero, region, entryOfStep[step])
      units += pairUnits(levelZero, region, from, slot)
      slotOfStep[step] = slot
      unitsOfStep[step] = units
    }
    this.units = units + goal.unitsOfSlot[last]
    return this.units
  }

  private push(region: Region, entry: Entry, crossing: AnyCrossing): void {
    if (this.stepCount === this.regionOfStep.length) {
      this.regionOfStep = doubled(this.regionOfStep)
      this.entryOfStep = doubled(this.entryOfStep)
      this.crossingOfStep = doubled(this.crossingOfStep)
      this.slotOfStep = doubled(this.slotOfStep)
      this.unitsOfStep = new Float64Array(this.slotOfStep.length)
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

/** The most that an entry costs which the end can reach. */
function mostOf({ unitsOfSlot, slotCount }: QueryEnd): number {
  let most = 0
  for (let slot = 0; slot < slotCount; slot++) if (unitsOfSlot[slot] > most) most = unitsOfSlot[slot]
  return most
}
