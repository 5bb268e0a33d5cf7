/**
 * Goal-directed Dijkstra (A*) over the abstract graph, from the entries of the start's region to the goal.
 *
 * The region beyond an entry is crossed in one step on the highest level whose region holds neither end and whose entries
 * include this one; in the regions around the two ends on lower levels, and in the regions of level 0 that hold them on
 * level 0. So the search never looks at more detail than its distance asks for. Since adjacent regions of every level
 * share an entry, it still finds a way wherever there is one.
 *
 * Detail is thinned further (detail.ts). Should that ever leave no way, the search runs again without it: connected means
 * found, always.
 */
import type { AtlasColumns, AtlasLevel, SettleTable } from '../atlas/columns.ts'
import { type AnyCrossing, sideOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import {
  crossingAt,
  ENTRY_BITS,
  endSlotOf,
  entryIn,
  firstPairOf,
  firstSlotOf,
  rankIn,
  slotCountOf,
  unitsOfStep,
  wordAt,
} from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import type { Entry, IdColumn, Level, Ranked, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { Detail } from './detail.ts'
import type { RouteEnd } from './end.ts'
import { Nodes, Visits } from './nodes.ts'
import { Potential } from './potential.ts'

const GOAL = -2
const LEVEL_MAX = 99
/** What is left to the goal counts a little more than it must, so that of many routes as good the search follows one. */
const GREED = 1.005
/** On weighted ground landmarks say more, and a search that is led so well gives up less. */
const WEIGHTED_GREED = 1.004

/** So many buckets of the queue cover a rise by as much as the least that the route can cost. */
const BUCKETS_TO_LEAST = 1024

export class RouteSearch {
  /** The route found last, from the start on: each step's crossing, its entry, and the region and level it went through. */
  stepCount = 0
  crossingOfStep = new Int32Array(256)
  entryOfStep: IdColumn<Entry> = new Int32Array(256)
  regionOfStep: IdColumn<Region> = new Int32Array(256)
  levelOfStep = new Uint8Array(256)
  /** Of the last query. */
  settledCount = 0
  relaxedCount = 0
  readonly nodes = new Nodes()
  private readonly visits = new Visits()

  private readonly levels: readonly AtlasLevel[]
  private readonly settleTable: SettleTable | undefined
  private readonly queue = new BucketRing()
  private readonly potential: Potential
  private readonly detail: Detail
  private start!: RouteEnd
  private goal!: RouteEnd
  private limitUnits = Infinity
  private settledOfRun = 0
  private readonly usualGreed: number
  private greed = GREED
  private goalUnits = Infinity
  private nodeBeforeGoal = NONE
  private isThinned = true
  private hasSkipped = false

  constructor(columns: AtlasColumns) {
    this.levels = columns.levels
    this.settleTable = columns.settleTable
    this.usualGreed = columns.terrain.isUniform ? GREED : WEIGHTED_GREED
    this.potential = new Potential(columns)
    this.detail = new Detail(columns)
  }

  /**
   * The cost in units of a route near the cheapest that is below `limitUnits`, or Infinity; the less greedy, the nearer.
   */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number, greed?: number, topLevelMax?: Level): number {
    this.begin(start, goal, limitUnits, greed, topLevelMax)
    this.goOn(Infinity)
    return this.units
  }

  /** Starts a search that `goOn` continues. */
  begin(
    start: RouteEnd,
    goal: RouteEnd,
    limitUnits: number,
    greed = this.usualGreed,
    topLevelMax: Level = LEVEL_MAX,
  ): void {
    this.start = start
    this.goal = goal
    this.limitUnits = limitUnits
    this.stepCount = 0
    this.greed = greed
    this.detail.aim(start, goal, topLevelMax)
    this.potential.aim(start, goal)
    this.restart(true)
  }

  /** Settles at most `settledMax` more entries. Returns whether the search is over. */
  goOn(settledMax: number): boolean {
    const { nodes, queue } = this
    const end = this.settledCount + settledMax
    while (this.settledCount < end) {
      const node = queue.pop(NONE)
      if (node < 0 || queue.leastKey >= this.goalUnits) {
        if (this.nodeBeforeGoal !== NONE || !this.isThinned || !this.hasSkipped) {
          this.readSteps()
          return true
        }
        this.restart(false)
      } else if (nodes.settledAs[node] === 0) {
        nodes.settledAs[node] = ++this.settledOfRun
        this.settledCount++
        this.expand(node)
      }
    }
    return false
  }

  /** What the route costs that the last search found; Infinity without one. */
  get units(): number {
    return this.nodeBeforeGoal === NONE ? Infinity : this.goalUnits
  }

  /** Forgets the query before, for one that is answered without a search. */
  clear(): void {
    this.nodes.clear()
    this.stepCount = 0
    this.settledCount = 0
    this.relaxedCount = 0
  }

  private restart(isThinned: boolean): void {
    const { start, queue } = this
    this.nodes.clear()
    this.isThinned = isThinned
    this.hasSkipped = false
    this.visits.clear()
    const least = this.beginAt(start, true)
    queue.restart(least, (least + 1) / BUCKETS_TO_LEAST)
    this.goalUnits = this.limitUnits
    this.nodeBeforeGoal = NONE
    this.settledOfRun = 0
    this.beginAt(start, false)
  }

  /** Makes nodes of the entries that the start knows, and returns the lowest of their keys; or queues them. */
  private beginAt(start: RouteEnd, isNew: boolean): number {
    const [levelZero] = this.levels
    let least = Infinity
    let next = 0
    for (const region of start.regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        const crossing = crossingAt(levelZero, slot)
        const node = this.meet(wordAt(levelZero, slot), crossing)
        const units = start.unitsOfSlot[next++]
        if (isNew) least = Math.min(least, units + this.greed * this.nodes.restOf[node])
        else if (units < this.nodes.unitsOf[node]) this.relax(node, crossing, units, NONE, region, 0)
      }
    }
    return least
  }

  private expand(node: number): void {
    const { levels, nodes } = this
    const word = nodes.wordOf[node]
    const crossing = nodes.crossingOf[node]
    const beyond = 2 * entryIn(word) + 1 - sideOf(crossing)
    const units = nodes.unitsOf[node]
    const level = this.detail.levelFor(rankIn(word), beyond)
    const graph = levels[level]
    const region = graph.regionOfSide[beyond]
    this.settleTable?.(level, region)
    const { slots, tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const size = slotCountOf(graph, region)
    const scale = unitsOfStep(graph, region)

    let own = 0
    let pair = firstPairOf(graph, region)
    for (; own < size && slots[2 * (firstSlot + own)] !== word; own++) pair += own
    hold(own < size, 'slots')
    if (level === 0) {
      const first = this.goal.firstUnitsOf(region)
      if (first >= 0) this.relaxGoal(node, units + this.goal.unitsOfSlot[first + own])
    }
    if (size === 1) return
    const firstNode = this.nodesOf(graph, level, region)
    const { nodeOf } = this.visits
    nodeOf[firstNode + own] = node
    const { unitsOf } = nodes
    for (let slot = 0; slot < own; slot++) {
      const next = nodeOf[firstNode + slot]
      const total = units + tables[pair + slot] * scale
      if (total < unitsOf[next]) this.relax(next, slots[2 * (firstSlot + slot) + 1], total, node, region, level)
    }
    pair += 2 * own
    for (let slot = own + 1; slot < size; slot++) {
      const next = nodeOf[firstNode + slot]
      const total = units + tables[pair] * scale
      pair += slot
      if (total < unitsOf[next]) this.relax(next, slots[2 * (firstSlot + slot) + 1], total, node, region, level)
    }
    this.relaxedCount += size - 1
  }

  /** Where the visits have the nodes of a region's entries, which are looked up the first time. */
  private nodesOf(graph: AtlasLevel, level: Level, region: Region): number {
    const { nodes, visits } = this
    const { slots } = graph
    // Words of entries have no sign.
    const key = ~((level << ENTRY_BITS) | region)
    const known = nodes.count
    const visit = nodes.find(key)
    if (visit < known) return nodes.previousOf[visit]
    const first = visits.add(slotCountOf(graph, region))
    nodes.previousOf[visit] = first
    const { nodeOf } = visits
    const end = 2 * endSlotOf(graph, region)
    for (let at = 2 * firstSlotOf(graph, region), next = first; at < end; at += 2)
      nodeOf[next++] = this.meet(slots[at], slots[at + 1])
    return first
  }

  /** From a node to one that had cost more. */
  private relax(node: number, crossing: AnyCrossing, units: number, from: number, region: Region, level: Level): void {
    const { nodes } = this
    if (nodes.settledAs[node] > 0) return
    const total = units + this.greed * nodes.restOf[node]
    if (total >= this.goalUnits) return
    nodes.unitsOf[node] = units
    nodes.crossingOf[node] = crossing
    nodes.previousOf[node] = from
    nodes.regionOf[node] = region
    nodes.levelOf[node] = level
    this.queue.push(total, node)
  }

  /** The node of an entry, seen from one of its sides; a new one is not reached yet. */
  private meet(word: Ranked, crossing: AnyCrossing): number {
    const { nodes } = this
    const known = nodes.count
    const node = nodes.find(word)
    if (node < known) return node
    nodes.unitsOf[node] = Infinity
    if (this.isThinned && this.detail.isLeftOut(word, crossing)) {
      this.hasSkipped = true
      nodes.restOf[node] = Infinity
    } else nodes.restOf[node] = this.potential.restFrom(entryIn(word), crossing)
    return node
  }

  private relaxGoal(from: number, units: number): void {
    if (units >= this.goalUnits) return
    this.goalUnits = units
    this.nodeBeforeGoal = from
    this.queue.push(units, GOAL)
  }

  private readSteps(): void {
    const { nodes } = this
    let count = 0
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) count++
    this.stepCount = count
    if (count > this.entryOfStep.length) {
      this.crossingOfStep = new Int32Array(2 * count)
      this.entryOfStep = new Int32Array(2 * count)
      this.regionOfStep = new Int32Array(2 * count)
      this.levelOfStep = new Uint8Array(2 * count)
    }
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) {
      count--
      this.crossingOfStep[count] = nodes.crossingOf[node]
      this.entryOfStep[count] = entryIn(nodes.wordOf[node])
      this.regionOfStep[count] = nodes.regionOf[node]
      this.levelOfStep[count] = nodes.levelOf[node]
    }
  }
}
