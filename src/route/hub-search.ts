/**
 * Routes read off the rows of hubs (atlas/hubs.ts). Of all hubs that an entry of the start's region and one of the goal's
 * both know, the one is taken by which the way costs least: a pass over the rows of the one side, and one over those of the
 * other. From both sides the steps that the rows name lead to it (hub-walk.ts). So it takes some microseconds however far the
 * goal is, and the route is the cheapest of all over level 0.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import type { Hubs } from '../atlas/hub-costs.ts'
import { flightUnits } from '../atlas/landing.ts'
import { entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { QueryEnd } from './end.ts'
import { HubWalk } from './hub-walk.ts'

const NONE = -1
const RIM_CELLS = 4 * BLOCK_SIDE_CELLS

export class HubSearch {
  /** Along the route found last. */
  readonly walk: HubWalk
  private readonly levelZero: AtlasLevel
  private readonly hubs: Hubs
  /** What hubs cost from the start, and by which of its slots; Infinity but while a hub is looked for. */
  private readonly costOfHub: Float64Array
  private readonly slotOfHub: Int32Array
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
    this.walk = new HubWalk(this.levelZero, hubs)
    this.costOfHub = new Float64Array(this.levelZero.entryCount).fill(Infinity)
    this.slotOfHub = new Int32Array(this.levelZero.entryCount)
  }

  /** What the cheapest way by entries costs, in units; Infinity where it costs no less than `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number {
    const hub = this.meetAt(start, goal)
    if (hub === NONE) return Infinity
    const units = this.walk.along(start, this.startSlot, goal, this.goalSlot, hub)
    return units < limitUnits ? units : Infinity
  }

  /** The hub by which the way costs least: entries in doubt count as little as they may, until it leads by none of them. */
  private meetAt(start: QueryEnd, goal: QueryEnd): number {
    do this.tryAll(start, goal)
    while (
      this.hub !== NONE &&
      (start.doubts!.settle(start, this.startSlot) || goal.doubts!.settle(goal, this.goalSlot))
    )
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
    this.least = Infinity
    if (bestStart === NONE || bestGoal === NONE) return
    let spreadBelow = Infinity
    try {
      this.spread(start, bestStart)
      this.meet(goal, bestGoal)
      spreadBelow = this.least
      for (let slot = 0; slot < start.slotCount; slot++)
        if (slot !== bestStart && this.leastOfStart[slot] < spreadBelow) this.spread(start, slot)
      for (let slot = 0; slot < goal.slotCount; slot++) if (this.leastOfGoal[slot] < this.least) this.meet(goal, slot)
    } finally {
      // A row that is damaged throws: who asks on is not to find what was noted before.
      for (let slot = 0; slot < start.slotCount; slot++)
        if (slot === bestStart || this.leastOfStart[slot] < spreadBelow) this.forget(start, slot)
    }
  }

  /** Notes what a way by each slot of an end costs at least; returns the slot of the lowest. */
  private sight(end: QueryEnd, other: QueryEnd, leastOf: Float64Array): number {
    const { terrain } = this
    const { slots } = this.levelZero
    const firstSlot = firstSlotOf(this.levelZero, end.region)
    let least = Infinity
    let best = NONE
    for (let slot = 0; slot < end.slotCount; slot++) {
      const crossing = slots[2 * (firstSlot + slot) + 1]
      leastOf[slot] = end.doubts!.leastTo(end, slot) + flightUnits(terrain, crossing, other.x, other.y)
      if (leastOf[slot] >= least) continue
      least = leastOf[slot]
      best = slot
    }
    return best
  }

  private spread(start: QueryEnd, slot: number): void {
    const { costOfHub, slotOfHub } = this
    const entry = this.entryAt(start, slot)
    this.hubs.sum(entry)
    const { firstHubOfEntry, hubs, unitsToHub } = this.hubs
    const base = start.doubts!.leastTo(start, slot)
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
      const hub = hubs[at]
      const cost = base + unitsToHub[at]
      if (cost >= costOfHub[hub]) continue
      costOfHub[hub] = cost
      slotOfHub[hub] = slot
    }
  }

  private forget(start: QueryEnd, slot: number): void {
    const { costOfHub } = this
    const { firstHubOfEntry, hubs } = this.hubs
    const entry = this.entryAt(start, slot)
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++)
      costOfHub[hubs[at]] = Infinity
  }

  private meet(goal: QueryEnd, slot: number): void {
    const { costOfHub } = this
    const entry = this.entryAt(goal, slot)
    this.hubs.sum(entry)
    const { firstHubOfEntry, hubs, unitsToHub } = this.hubs
    const base = goal.doubts!.leastTo(goal, slot)
    let { least } = this
    let best = NONE
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
      const cost = base + unitsToHub[at] + costOfHub[hubs[at]]
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
}
