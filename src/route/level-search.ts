/**
 * The search over the abstract graph of one level alone: Dijkstra, or A* where there is a goal. It changes no level,
 * passes over no detail and is greedy for nothing, so what it finds is the cheapest route of that level's graph: the
 * answer for those who ask for a level, and one that other engines can be held against to the unit.
 *
 * It can be kept to a room, the region of a higher level that the start is in: then it finds what every entry in there
 * costs without leaving it.
 */
import type { AtlasColumns, AtlasLevel, SettleTable } from '../atlas/columns.ts'
import { type AnyCrossing, sideOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { flightUnits } from '../atlas/landing.ts'
import {
  crossingAt,
  endSlotOf,
  entryIn,
  firstPairOf,
  firstSlotOf,
  pairOf,
  slotCountOf,
  unitsOfStep,
  wordAt,
} from '../atlas/level-graph.ts'
import { Heap } from '../base/heap.ts'
import type { Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { finish, type Work } from '../base/work.ts'
import type { Terrain } from '../map/terrain.ts'
import type { EntryRoute, RouteEnd } from './engine.ts'
import { Nodes } from './nodes.ts'

const GOAL = -2
/** Each looks at the pairs of a region. */
const TURNS_A_PIECE = 128

export class LevelSearch {
  readonly level: Level
  /** The entries met by the last search. */
  readonly nodes = new Nodes()
  private readonly terrain: Terrain
  private readonly levels: readonly AtlasLevel[]
  private readonly graph: AtlasLevel
  private readonly heap = new Heap()
  private readonly settleTable: SettleTable | undefined
  private roomLevel = NONE
  private room = NONE
  private goal: RouteEnd | null = null
  private goalUnits = Infinity
  private nodeBeforeGoal = NONE
  private settled = 0

  constructor(columns: AtlasColumns, level: Level) {
    this.level = level
    this.terrain = columns.terrain
    this.levels = columns.levels
    this.graph = columns.levels[level]
    this.settleTable = columns.settleTable
  }

  /** The cheapest route from one end to the other that costs less than `limitUnits`, or null. */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number): EntryRoute | null {
    this.goal = goal
    this.goalUnits = limitUnits
    this.nodeBeforeGoal = NONE
    this.room = NONE
    this.begin(start)
    this.takeTurns(Infinity)
    return this.nodeBeforeGoal === NONE ? null : this.readRoute()
  }

  /** Finds what each entry costs that can be had without leaving the region of `roomLevel` that `start` is in. */
  fill(start: RouteEnd, roomLevel: number): void {
    finish(this.filling(start, roomLevel))
  }

  /** The same in pieces. */
  *filling(start: RouteEnd, roomLevel: number): Work<void> {
    this.goal = null
    this.goalUnits = Infinity
    this.roomLevel = roomLevel
    this.room = this.regionAbove(start.region, roomLevel)
    this.begin(start)
    while (this.takeTurns(TURNS_A_PIECE)) yield
  }

  /** The region of a higher level that holds `region` of this level; NO_PARENT where it is closed off below that one. */
  regionAbove(region: Region, level: Level): number {
    for (let below = this.level; below < level && region !== NO_PARENT; below++) {
      region = this.levels[below].parentOfRegion[region]
    }
    return region
  }

  private begin(start: RouteEnd): void {
    const { graph, nodes, heap } = this
    nodes.clear()
    heap.clear()
    let next = 0
    for (const region of start.regions ?? [start.region]) {
      const end = region === NO_PARENT ? 0 : endSlotOf(graph, region)
      for (let slot = firstSlotOf(graph, region); slot < end; slot++) {
        this.relax(slot, start.unitsOfSlot[next++], NONE, region)
      }
    }
    this.settled = 0
  }

  /** Whether nodes are left after so many. */
  private takeTurns(count: number): boolean {
    const { graph, nodes, heap } = this
    for (; heap.size > 0; count--) {
      if (count <= 0) return true
      const node = heap.pop()
      if (node === GOAL) return false
      if (nodes.settledAs[node] > 0) continue
      nodes.settledAs[node] = ++this.settled
      const beyond = graph.regionOfSide[2 * entryIn(nodes.wordOf[node]) + 1 - sideOf(nodes.crossingOf[node])]
      if (this.room === NONE || this.regionAbove(beyond, this.roomLevel) === this.room) this.cross(node, beyond)
    }
    return false
  }

  /** From a node to all other entries of the region behind it. */
  private cross(node: number, region: Region): void {
    const { graph, nodes, goal } = this
    if (graph.tableOfRegion[region] < 0) this.settleTable?.(this.level, region)
    const { slots, tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const firstPair = firstPairOf(graph, region)
    const slotCount = slotCountOf(graph, region)
    const units = nodes.unitsOf[node]
    let own = 0
    while (own < slotCount && slots[2 * (firstSlot + own)] !== nodes.wordOf[node]) own++
    hold(own < slotCount, 'slots')
    if (goal !== null && region === goal.region) this.relaxGoal(node, units + goal.unitsOfSlot[own])
    if (slotCount === 1) return
    const scale = unitsOfStep(graph, region)
    for (let slot = 0; slot < slotCount; slot++) {
      if (slot !== own)
        this.relax(firstSlot + slot, units + tables[firstPair + pairOf(slot, own)] * scale, node, region)
    }
  }

  private relax(slot: number, units: number, from: number, region: Region): void {
    const { nodes } = this
    const crossing = crossingAt(this.graph, slot)
    const known = nodes.count
    const node = nodes.find(wordAt(this.graph, slot))
    if (node === known) {
      nodes.unitsOf[node] = Infinity
      nodes.restOf[node] = this.restFrom(crossing)
    }
    if (nodes.settledAs[node] > 0 || !(units < nodes.unitsOf[node]) || units + nodes.restOf[node] >= this.goalUnits)
      return
    nodes.unitsOf[node] = units
    nodes.crossingOf[node] = crossing
    nodes.previousOf[node] = from
    nodes.regionOf[node] = region
    this.heap.push(units + nodes.restOf[node], node)
  }

  private relaxGoal(from: number, units: number): void {
    if (units >= this.goalUnits) return
    this.goalUnits = units
    this.nodeBeforeGoal = from
    this.heap.push(units, GOAL)
  }

  /** The least that the way from the middle of a crossing to the goal can cost. */
  private restFrom(crossing: AnyCrossing): number {
    const { goal, terrain } = this
    return goal === null ? 0 : flightUnits(terrain, crossing, goal.x, goal.y)
  }

  private readRoute(): EntryRoute {
    const { nodes } = this
    const entries: number[] = []
    const regions: number[] = []
    for (let node = this.nodeBeforeGoal; node !== NONE; node = nodes.previousOf[node]) {
      entries.push(entryIn(nodes.wordOf[node]))
      regions.push(nodes.regionOf[node])
    }
    return { units: this.goalUnits, entries: entries.reverse(), regions: regions.reverse() }
  }
}
