/**
 * Reads routes off the rows of hubs (atlas/hubs.ts). Some hubs are known both to an entry of the start's region and to one of
 * the goal's. A pass over these, in order, finds the hub by which the way costs least (hub-regions.ts). The hops that rows name
 * lead there from both sides (hub-walk.ts). So a route takes some microseconds however far the goal is, and it is the cheapest
 * over level 0.
 *
 * The regions are those of the level whose entries know hubs; a search inside them finds ways to their entries (local-tree.ts). On
 * weighted ground, with hubs of level 0, ends know more regions: rows of those count where they save a notable share.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import type { Hubs } from '../atlas/hub-costs.ts'
import { NO_MORE_HUBS, type RegionHubs } from '../atlas/hub-regions.ts'
import { entryAt, placeOfSlots, slotCountOf } from '../atlas/level-graph.ts'
import type { QueryEnd } from './end.ts'
import { type EndCosts, HubWalk, StepsByHub } from './hub-walk.ts'
import { LOCAL_WORDS, LocalTree, type LocalWay } from './local-tree.ts'
import type { RouteSteps } from './steps.ts'

const NONE = -1
/** Rows of regions beyond an end's own are read where they may save this share of the cost. */
const GAIN = 0.006
/** Hubs and slots that are compared in the time that a step of a search takes. */
const COMPARED_A_STEP = 42

export class HubSearch {
  /** The steps of the route found last. */
  steps: RouteSteps | null = null
  /** Whether the cheapest way meets inside a region that both ends know. It has no steps to walk: a search must find it. */
  meetsInside = false
  /** Hubs and slots that the last search compared. */
  private compared = 0
  private readonly walk: HubWalk
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly startTree: LocalTree
  private readonly goalTree: LocalTree
  private readonly hubs: Hubs
  /** Costs of hubs from the start, and the slots that lead there; Infinity between searches. */
  private readonly costOfHub: Float64Array
  private readonly slotOfHub: Int32Array
  /** The best hub so far, the ways there from both sides, and the cost of the whole. */
  private hub = NONE
  private least = Infinity
  private out: LocalWay | null = null
  private home: LocalWay | null = null

  constructor(columns: AtlasColumns, hubs: Hubs) {
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[hubs.level]
    this.startTree = new LocalTree(columns, hubs.level)
    this.goalTree = new LocalTree(columns, hubs.level)
    this.hubs = hubs
    this.walk = new HubWalk(this.levelZero, hubs)
    this.costOfHub = new Float64Array(this.graph.entryCount).fill(Infinity)
    this.slotOfHub = new Int32Array(this.graph.entryCount)
  }

  prepare(): void {
    this.hubs.prepare()
  }

  /** The cost of the cheapest way by entries, in units; Infinity where it is not below `limitUnits`. */
  find(start: QueryEnd, goal: QueryEnd, limitUnits: number): number {
    this.meetAt(start, goal)
    const { out, home, hub, walk } = this
    this.steps = null
    this.meetsInside = false
    if (out === null || this.least >= limitUnits) return Infinity
    // Copies take no more memory than they need; a list that has grown does.
    const way = {
      start: this.costsOf(start, out),
      out: out.slice(),
      goal: this.costsOf(goal, home!),
      home: home!.slice(),
      hub,
    }
    if (way.start.region !== way.goal.region) this.steps = new StepsByHub(walk, way)
    else this.steps = walk.along(way)
    this.meetsInside = this.steps === null
    return this.meetsInside ? Infinity : this.least
  }

  /** The costs from an end to the entries of the region where a way begins. */
  private costsOf(end: QueryEnd, way: LocalWay): EndCosts {
    const region = way[way.length - LOCAL_WORDS + 1]
    const units: number[] = []
    const at = placeOfSlots(this.levelZero, end.regions, region)
    for (let slot = 0; slot < slotCountOf(this.levelZero, region); slot++) units.push(end.unitsOfSlot[at + slot])
    return { region, units: units.slice() }
  }

  /** The work of the last search, in steps. */
  get effort(): number {
    return (this.compared + 2 * (this.startTree.reachedCount + this.goalTree.reachedCount)) / COMPARED_A_STEP
  }

  /** Finds the hub by which the way costs least. */
  private meetAt(start: QueryEnd, goal: QueryEnd): void {
    this.startTree.grow(start)
    this.goalTree.grow(goal)
    this.compared = 0
    this.stayInside(goal)
    this.meetHomes()
    if (this.out !== null) this.meetBeyond(start, goal)
  }

  /** Where one region holds both ends, finds the entry of the goal's region of level 0 by which the way inside costs least. */
  private stayInside(goal: QueryEnd): void {
    const { levelZero, startTree, goalTree } = this
    this.hub = NONE
    this.out = null
    this.least = Infinity
    if (this.graph === levelZero || startTree.home !== goalTree.home) return
    const { units, entry } = startTree.wayInside(goal)
    if (entry === NONE) return
    this.least = units
    this.out = startTree.wayTo(entry)
    this.home = goalTree.wayTo(entry)
  }

  /** Compares the hubs that both regions know. Each costs at least as much as from the nearest entry of either region. */
  private meetHomes(): void {
    const { startTree, goalTree } = this
    const there = this.hubs.ofRegion(startTree.home)
    const back = this.hubs.ofRegion(goalTree.home)
    const apart = leastUnits(startTree) + leastUnits(goalTree)
    let { least } = this
    let out = NONE
    let home = NONE
    for (let i = 0, j = 0; ; ) {
      this.compared++
      const hub = there.hubs[i]
      const other = back.hubs[j]
      if (hub < other) i++
      else if (hub > other) j++
      else if (hub === NO_MORE_HUBS) break
      else {
        const nearest = there.least[i]
        const nearestBack = back.least[j]
        if (
          apart + nearest + nearestBack < least &&
          ((nearest >= 0 && nearestBack >= 0) || mayMeet(there, i, back, j, apart, least))
        ) {
          this.compared += startTree.slotCount + goalTree.slotCount
          const slot = slotTo(startTree, there, i)
          const slotBack = slotTo(goalTree, back, j)
          const units = unitsBy(startTree, there, i, slot) + unitsBy(goalTree, back, j, slotBack)
          if (units < least) {
            least = units
            this.hub = hub
            out = slot
            home = slotBack
          }
        }
        i++
        j++
      }
    }
    if (out === NONE) return
    this.least = least
    this.out = startTree.wayToSlot(out)
    this.home = goalTree.wayToSlot(home)
  }

  /** Compares hubs by slots of other regions that the ends know, where a way by those may cost notably less. */
  private meetBeyond(start: QueryEnd, goal: QueryEnd): void {
    const { startTree, goalTree } = this
    const gain = GAIN * this.least
    const homeCount = startTree.slotCount + goalTree.slotCount
    startTree.lookAround(start, gain)
    goalTree.lookAround(goal, gain)
    if (startTree.slotCount + goalTree.slotCount === homeCount) return
    try {
      for (let slot = 0; slot < startTree.slotCount; slot++) this.spread(slot)
      for (let slot = 0; slot < goalTree.slotCount; slot++) this.meet(slot)
    } finally {
      // A damaged row throws. A caller that goes on must find clean scratch.
      for (let slot = 0; slot < startTree.slotCount; slot++) this.forget(slot)
    }
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
    const end = firstHubOfEntry[entry + 1]
    this.compared += end - firstHubOfEntry[entry]
    for (let at = firstHubOfEntry[entry]; at < end; at++) {
      const cost = base + unitsToHub[at] + costOfHub[hubs[at]]
      if (cost >= least) continue
      least = cost
      best = hubs[at]
    }
    if (best === NONE) return
    this.least = least
    this.hub = best
    this.out = this.startTree.wayToSlot(this.slotOfHub[best])
    this.home = goalTree.wayToSlot(slot)
  }

  private entryAt({ placeOfSlot }: LocalTree, slot: number): number {
    return entryAt(this.graph, placeOfSlot[slot])
  }
}

function leastUnits({ unitsOfSlot, slotCount }: LocalTree): number {
  let least = Infinity
  for (let slot = 0; slot < slotCount; slot++) if (unitsOfSlot[slot] < least) least = unitsOfSlot[slot]
  return least
}

/** Whether a way by a hub may cost less than `least`. Sums up the hub's costs, which are not known yet. */
function mayMeet(
  there: RegionHubs,
  at: number,
  back: RegionHubs,
  atBack: number,
  apart: number,
  least: number,
): boolean {
  there.meet(at)
  if (apart + there.least[at] >= least) return false
  back.meet(atBack)
  return apart + there.least[at] + back.least[atBack] < least
}

/** The slot of the cheapest way to a hub that the region knows. */
function slotTo({ unitsOfSlot, slotCount }: LocalTree, { units }: RegionHubs, at: number): number {
  let least = Infinity
  let best = 0
  for (let slot = 0, place = at * slotCount; slot < slotCount; slot++, place++) {
    const cost = unitsOfSlot[slot] + units[place]
    if (cost >= least) continue
    least = cost
    best = slot
  }
  return best
}

function unitsBy({ unitsOfSlot, slotCount }: LocalTree, { units }: RegionHubs, at: number, slot: number): number {
  return unitsOfSlot[slot] + units[at * slotCount + slot]
}
