/**
 * Routes read off the rows of hubs (atlas/hubs.ts). Of all hubs that an entry of the start's region and one of the goal's
 * both know, the one is taken by which the way costs least: a pass over the rows of the one side, and one over those of the
 * other. From both sides the hops that the rows name lead to it (hub-walk.ts). So it takes some microseconds however far the
 * goal is, and the route is the cheapest of all over level 0. The regions are those of the level whose entries know hubs;
 * inside them ways are searched for (local-tree.ts). On weighted ground ends know more regions: of those, at level 0, rows
 * are read by which a way may cost notably less.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import type { Hubs } from '../atlas/hub-costs.ts'
import { flightUnits } from '../atlas/landing.ts'
import { entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from './end.ts'
import { HubWalk } from './hub-walk.ts'
import { type LocalStep, LocalTree, SLOTS_MAX } from './local-tree.ts'

const NONE = -1
/** Rows of other regions than an end's own are read where they may save this share of the way. */
const GAIN = 0.006

export class HubSearch {
  /** Along the route found last. */
  readonly walk: HubWalk
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly startTree: LocalTree
  private readonly goalTree: LocalTree
  private readonly hubs: Hubs
  /** What hubs cost from the start, and by which of its slots; Infinity but while a hub is looked for. */
  private readonly costOfHub: Float64Array
  private readonly slotOfHub: Int32Array
  /** What a way by each slot of an end costs at least. */
  private readonly leastOfStart = new Float64Array(SLOTS_MAX)
  private readonly leastOfGoal = new Float64Array(SLOTS_MAX)
  private readonly terrain: Terrain
  /** The best hub so far, the steps by which the way leads there from both sides, and what it costs at least. */
  private hub = NONE
  private least = Infinity
  private out: LocalStep | null = null
  private home: LocalStep | null = null

  constructor(columns: AtlasColumns, hubs: Hubs) {
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[hubs.level]
    this.startTree = new LocalTree(columns, hubs.level)
    this.goalTree = new LocalTree(columns, hubs.level)
    this.terrain = columns.terrain
    this.hubs = hubs
    this.walk = new HubWalk(this.levelZero, hubs)
    this.costOfHub = new Float64Array(this.graph.entryCount).fill(Infinity)
    this.slotOfHub = new Int32Array(this.graph.entryCount)
  }

  /** What the cheapest way by entries costs, in units; Infinity where it costs no less than `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number {
    this.meetAt(start, goal)
    const { out, home } = this
    if (out === null) return Infinity
    const units = this.walk.along(start, out, goal, home!, this.hub)
    return units < limitUnits ? units : Infinity
  }

  /** The hub by which the way costs least: entries in doubt count as little as they may, until it leads by none of them. */
  private meetAt(start: QueryEnd, goal: QueryEnd): void {
    const { startTree, goalTree } = this
    do {
      startTree.grow(start)
      goalTree.grow(goal)
      this.stayInside(goal)
      this.tryAll(start, goal)
    } while (this.out !== null && (settle(start, this.out) || settle(goal, this.home!)))
  }

  /** Of ends in one region, the entry of the goal's region of level 0 by which the way inside costs least. */
  private stayInside(goal: QueryEnd): void {
    const { levelZero, startTree, goalTree } = this
    this.hub = NONE
    this.out = null
    this.least = Infinity
    if (this.graph === levelZero || startTree.home !== goalTree.home) return
    const firstSlot = firstSlotOf(levelZero, goal.region)
    for (let slot = 0; slot < goal.slotCount; slot++) {
      const entry = entryAt(levelZero, firstSlot + slot)
      const units = startTree.unitsTo(entry) + goal.doubts!.leastTo(goal, slot)
      if (units >= this.least) continue
      this.least = units
      this.out = startTree.stepTo(entry)
      this.home = goalTree.stepTo(entry)
    }
  }

  /**
   * Of the entries of either region the one that lies best is asked first: what the way by these two costs, no entry can lie on
   * a cheaper one that costs as much as the bird flies.
   */
  private tryAll(start: QueryEnd, goal: QueryEnd): void {
    const { startTree, goalTree } = this
    const bestStart = this.sight(startTree, goal, this.leastOfStart)
    const bestGoal = this.sight(goalTree, start, this.leastOfGoal)
    if (bestStart === NONE || bestGoal === NONE) return
    let spreadBelow = Infinity
    try {
      this.spread(bestStart)
      this.meet(bestGoal)
      // Of what else the ends know only what may count, now that it is known about what the way costs.
      this.leastOfStart.fill(0, startTree.slotCount)
      this.leastOfGoal.fill(0, goalTree.slotCount)
      const gain = GAIN * this.least
      startTree.lookAround(start, gain)
      goalTree.lookAround(goal, gain)
      spreadBelow = this.least
      for (let slot = 0; slot < startTree.slotCount; slot++)
        if (slot !== bestStart && this.leastOfStart[slot] < spreadBelow) this.spread(slot)
      for (let slot = 0; slot < goalTree.slotCount; slot++) if (this.leastOfGoal[slot] < this.least) this.meet(slot)
    } finally {
      // A row that is damaged throws: who asks on is not to find what was noted before.
      for (let slot = 0; slot < startTree.slotCount; slot++)
        if (slot === bestStart || this.leastOfStart[slot] < spreadBelow) this.forget(slot)
    }
  }

  /** Notes what a way by each slot of an end costs at least; returns the slot of the lowest. */
  private sight(tree: LocalTree, other: QueryEnd, leastOf: Float64Array): number {
    const { terrain, graph } = this
    const { slots } = graph
    const { slotCount, unitsOfSlot, placeOfSlot } = tree
    let least = Infinity
    let best = NONE
    for (let slot = 0; slot < slotCount; slot++) {
      const crossing = slots[2 * placeOfSlot[slot] + 1]
      leastOf[slot] = unitsOfSlot[slot] + flightUnits(terrain, crossing, other.x, other.y)
      if (leastOf[slot] >= least) continue
      least = leastOf[slot]
      best = slot
    }
    return best
  }

  private spread(slot: number): void {
    const { costOfHub, slotOfHub, startTree } = this
    const entry = this.entryAt(startTree, slot)
    this.hubs.sum(entry)
    const { firstHubOfEntry, hubs, unitsToHub } = this.hubs
    const base = startTree.unitsOfSlot[slot]
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++) {
      const hub = hubs[at]
      const cost = base + unitsToHub[at]
      if (cost >= costOfHub[hub]) continue
      costOfHub[hub] = cost
      slotOfHub[hub] = slot
    }
  }

  private forget(slot: number): void {
    const { costOfHub } = this
    const { firstHubOfEntry, hubs } = this.hubs
    const entry = this.entryAt(this.startTree, slot)
    for (let at = firstHubOfEntry[entry], end = firstHubOfEntry[entry + 1]; at < end; at++)
      costOfHub[hubs[at]] = Infinity
  }

  private meet(slot: number): void {
    const { costOfHub, goalTree } = this
    const entry = this.entryAt(goalTree, slot)
    this.hubs.sum(entry)
    const { firstHubOfEntry, hubs, unitsToHub } = this.hubs
    const base = goalTree.unitsOfSlot[slot]
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
    this.out = this.startTree.stepToSlot(this.slotOfHub[best])
    this.home = goalTree.stepToSlot(slot)
  }

  private entryAt({ placeOfSlot }: LocalTree, slot: number): number {
    return entryAt(this.graph, placeOfSlot[slot])
  }
}

/** Finds what the slot costs by which the way to a step sets out; whether that was in doubt. */
function settle(end: QueryEnd, step: LocalStep): boolean {
  let first = step
  while (first.before !== null) first = first.before
  return end.doubts!.settle(end, first.slot)
}
