/**
 * The one search over entries: goal-directed Dijkstra (A*) over the abstract graph. It takes an entry off its queue, crosses the
 * region beyond, and queues the other entries of that region for what they cost. What varies is plugged in. A **guide** picks
 * the level on which a region is crossed, leaves entries out and estimates the rest of the way.
 *
 * A greedy search settles each entry once and stops at the first way to its goal. One without greed lets entries improve after
 * their turn and stops when no way can cost less. Its answer is the cheapest that its guide allows.
 *
 * Should entries that were left out leave no way, the search runs again with all of them: connected means found, always.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, flightUnits, sideOf } from '../atlas/crossing.ts'
import { regionAbove } from '../atlas/islands.ts'
import {
  crossingAt,
  entryIn,
  firstPairOf,
  firstSlotOf,
  hold,
  placeOfSlots,
  rankIn,
  slotCountOf,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { Nodes } from './nodes.ts'
import type { RouteSteps } from './steps.ts'

const GOAL = -2
/** Buckets of the queue for a rise by the least that the route can cost. */
const BUCKETS_TO_LEAST = 1024

/** An end of a route: a cell, and the costs from there to all entries of some regions of level 0, its own first. */
export interface RouteEnd {
  readonly x: number
  readonly y: number
  readonly regions: readonly Region[]
  /** Region by region, and slot by slot. */
  readonly unitsOfSlot: Float64Array
}

export interface Guide {
  /** The factor by which estimates count, so that the search follows one of many equally good ways; 1 for none. */
  readonly greed: number
  /** The least width of the queue's buckets, in units. */
  readonly widthMin: number
  /** Called before each search. */
  aim(start: RouteEnd, goal: RouteEnd): void
  /** The level on which the region beyond an entry is crossed. */
  levelFor(word: Ranked, crossing: AnyCrossing): Level
  isLeftOut(word: Ranked, crossing: AnyCrossing): boolean
  /** A lower bound on the cost from the middle of a crossing to the goal, in units. */
  restFrom(word: Ranked, crossing: AnyCrossing): number
}

export class EntrySearch {
  /** Of the last query. */
  settledCount = 0
  relaxedCount = 0
  readonly nodes = new Nodes()
  private readonly guide: Guide
  private readonly levels: readonly AtlasLevel[]
  private readonly queue = new BucketRing()
  private start!: RouteEnd
  private goal!: RouteEnd
  private limitUnits = Infinity
  private settledOfRun = 0
  private greed = 1
  private goalUnits = Infinity
  private nodeBeforeGoal = NONE
  private isThinned = true
  private hasSkipped = false

  constructor(columns: AtlasColumns, guide: Guide) {
    this.guide = guide
    this.levels = columns.levels
  }

  /** The cost of a way below `limitUnits`; Infinity without one. */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number): number {
    this.begin(start, goal, limitUnits)
    this.goOn(Infinity)
    return this.units
  }

  /** Starts a search that `goOn` continues: the less greedy, the nearer to the cheapest. */
  begin(start: RouteEnd, goal: RouteEnd, limitUnits: number, greed = this.guide.greed): void {
    this.start = start
    this.goal = goal
    this.limitUnits = limitUnits
    this.greed = greed
    this.guide.aim(start, goal)
    this.restart(true)
  }

  /** Settles at most `settledMax` more entries. Returns whether the search is over. */
  goOn(settledMax: number): boolean {
    const { nodes, queue } = this
    const end = this.settledCount + settledMax
    while (this.settledCount < end) {
      const node = queue.pop(NONE)
      if (node < 0 || queue.leastKey >= this.goalUnits) {
        if (this.nodeBeforeGoal !== NONE || !this.isThinned || !this.hasSkipped) return true
        this.restart(false)
      } else if (nodes.settledAs[node] === 0) {
        nodes.settledAs[node] = ++this.settledOfRun
        this.settledCount++
        this.expand(node)
      }
    }
    return false
  }

  /** The cost of the way that the last search found; Infinity without one. */
  get units(): number {
    return this.nodeBeforeGoal === NONE ? Infinity : this.goalUnits
  }

  /** Resets nodes and effort, for a query that needs no search. */
  clear(): void {
    this.nodes.clear()
    this.settledCount = 0
    this.relaxedCount = 0
  }

  /** A copy of the way found last. */
  steps(): RouteSteps {
    const { nodes } = this
    let count = 0
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) count++
    const bytes = new ArrayBuffer(13 * count)
    const crossingOfStep = new Int32Array(bytes, 0, count)
    const entryOfStep = new Int32Array(bytes, 4 * count, count)
    const regionOfStep = new Int32Array(bytes, 8 * count, count)
    const levelOfStep = new Uint8Array(bytes, 12 * count)
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) {
      count--
      crossingOfStep[count] = nodes.crossingOf[node]
      entryOfStep[count] = entryIn(nodes.wordOf[node])
      regionOfStep[count] = nodes.regionOf[node]
      levelOfStep[count] = nodes.levelOf[node]
    }
    return { crossingOfStep, entryOfStep, regionOfStep, levelOfStep }
  }

  private restart(isThinned: boolean): void {
    const { start, queue } = this
    this.nodes.clear()
    this.isThinned = isThinned
    this.hasSkipped = false
    const least = this.beginAt(start, true)
    queue.restart(least, Math.max(this.guide.widthMin, (least + 1) / BUCKETS_TO_LEAST))
    this.goalUnits = this.limitUnits
    this.nodeBeforeGoal = NONE
    this.settledOfRun = 0
    this.beginAt(start, false)
  }

  /** Makes nodes of the entries that the start knows and returns the lowest of their keys; or queues them. */
  private beginAt(start: RouteEnd, isNew: boolean): number {
    const { nodes, greed } = this
    const [levelZero] = this.levels
    let least = Infinity
    let next = 0
    for (const region of start.regions) {
      const firstSlot = firstSlotOf(levelZero, region)
      const firstNode = nodes.ofRegion(levelZero, 0, region, this)
      for (let slot = 0, count = slotCountOf(levelZero, region); slot < count; slot++) {
        const units = start.unitsOfSlot[next++]
        const node = nodes.nodeOfSlot[firstNode + slot]
        if (isNew) least = Math.min(least, units + greed * nodes.restOf[node])
        else if (units < nodes.unitsOf[node])
          this.relax(node, crossingAt(levelZero, firstSlot + slot), units, NONE, region, 0)
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
    const level = this.guide.levelFor(word, crossing)
    const graph = levels[level]
    const region = graph.regionOfSide[beyond]
    let pair = firstPairOf(graph, region)
    const { slots, tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const size = slotCountOf(graph, region)
    const scale = unitsOfStep(graph, region)

    let own = 0
    for (; own < size && slots[2 * (firstSlot + own)] !== word; own++) pair += own
    hold(own < size, 'slots')
    if (level === 0) this.relaxGoal(node, region, own)
    if (size === 1) return
    const firstNode = nodes.ofRegion(graph, level, region, this)
    const { nodeOfSlot, unitsOf } = nodes
    nodeOfSlot[firstNode + own] = node
    for (let slot = 0; slot < own; slot++) {
      const next = nodeOfSlot[firstNode + slot]
      const total = units + tables[pair + slot] * scale
      if (total < unitsOf[next]) this.relax(next, slots[2 * (firstSlot + slot) + 1], total, node, region, level)
    }
    pair += 2 * own
    for (let slot = own + 1; slot < size; slot++) {
      const next = nodeOfSlot[firstNode + slot]
      const total = units + tables[pair] * scale
      pair += slot
      if (total < unitsOf[next]) this.relax(next, slots[2 * (firstSlot + slot) + 1], total, node, region, level)
    }
    this.relaxedCount += size - 1
  }

  /** A lower bound on the cost from an entry that was met for the first time. */
  estimate(word: Ranked, crossing: AnyCrossing): number {
    if (!this.isThinned || !this.guide.isLeftOut(word, crossing)) return this.guide.restFrom(word, crossing)
    this.hasSkipped = true
    return Infinity
  }

  /** Takes a cheaper way to a node. */
  private relax(node: number, crossing: AnyCrossing, units: number, from: number, region: Region, level: Level): void {
    const { nodes } = this
    const { greed } = this
    const total = units + greed * nodes.restOf[node]
    if (total >= this.goalUnits) return
    if (nodes.settledAs[node] > 0) {
      if (greed > 1) return
      nodes.settledAs[node] = 0
    }
    nodes.unitsOf[node] = units
    nodes.crossingOf[node] = crossing
    nodes.previousOf[node] = from
    nodes.regionOf[node] = region
    nodes.levelOf[node] = level
    this.queue.push(total, node)
  }

  /** Ends a way at the goal, which it enters by a slot of a region of level 0, where the goal knows the region. */
  private relaxGoal(from: number, region: Region, slot: number): void {
    const { regions, unitsOfSlot } = this.goal
    const known = placeOfSlots(this.levels[0], regions, region)
    const units = known < 0 ? Infinity : this.nodes.unitsOf[from] + unitsOfSlot[known + slot]
    if (units >= this.goalUnits) return
    this.goalUnits = units
    this.nodeBeforeGoal = from
    if (this.greed > 1) this.queue.push(units, GOAL)
  }
}

/**
 * Guides a search over one level alone. In the regions of that level that hold the two ends it searches level 0. It leaves out
 * nothing that the level has and is greedy for nothing. So the answer is the cheapest route of that level's graph, which other
 * programs must find too, to the unit.
 */
export class LevelGuide implements Guide {
  readonly greed = 1
  readonly widthMin = 0
  private readonly columns: AtlasColumns
  private readonly level: Level
  private goal!: RouteEnd
  private homes: readonly Region[] = []

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.level = level
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.goal = goal
    this.homes = [start, goal].map(({ regions }) => regionAbove(this.columns.levels, regions[0], this.level))
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    return this.homes.includes(this.regionOf(2 * entryIn(word) + 1 - sideOf(crossing))) ? 0 : this.level
  }

  isLeftOut(): boolean {
    return false
  }

  /** An entry that the level does not have leads on inside a region of it at most. */
  restFrom(word: Ranked, crossing: AnyCrossing): number {
    const entry = entryIn(word)
    if (rankIn(word) < this.level && this.regionOf(2 * entry) !== this.regionOf(2 * entry + 1)) return Infinity
    return flightUnits(this.columns.terrain, crossing, this.goal.x, this.goal.y)
  }

  /** The region of the level on a side of an entry. */
  private regionOf(side: number): Region {
    const { levels } = this.columns
    return regionAbove(levels, levels[0].regionOfSide[side], this.level)
  }
}
