/**
 * From one start to many goals in one search: Dijkstra over the abstract graph, until every goal is reached.
 *
 * As in the search for one goal, the region beyond an entry is crossed in one step on the highest level whose region
 * holds no end and whose entries include this one. How high that may be follows here from the distance to the nearest
 * end: so the way to a near goal is as detailed as if it were the only one, while a far one costs few steps more. That
 * each entry chooses its level for itself loses no way: an entry between two regions of a level is known to whatever
 * level is chosen inside either, so by and by all of a region is crossed that a search for its ends must cross.
 * Detail that is thinned out may lose one: then the search runs again without thinning.
 */
import type { AtlasColumns, AtlasLevel, SettleTable } from '../atlas/columns.ts'
import { sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import {
  endSlotOf,
  entryIn,
  firstPairOf,
  firstSlotOf,
  rankIn,
  slotCountOf,
  unitsOfStep,
  WORD_END,
  wordEndOfRank,
} from '../atlas/level-graph.ts'
import { Heap } from '../base/heap.ts'
import type { Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { BlockDistance } from './block-distance.ts'
import type { QueryEnd } from './end.ts'
import type { Goals } from './goals.ts'
import { Nodes } from './nodes.ts'

/** Goals are queued as numbers below this. */
const FIRST_GOAL = -2
/** Nearer to an end than this no entry is skipped. */
const DETAIL_CELLS = 4 * BLOCK_SIDE_CELLS
/** From where the nearest end is more than this many sides of a block of level r away, entries of rank r are skipped. */
const SIDES_IN_DETAIL = 2
/** Regions of a level are crossed where the nearest end is at least this many of its blocks' sides away. */
const SIDES_AWAY = 2

export class SpreadSearch {
  settledCount = 0
  relaxedCount = 0
  private readonly terrain: Terrain
  private readonly levels: readonly AtlasLevel[]
  private readonly settleTable: SettleTable | undefined
  private readonly distance: BlockDistance
  private readonly nodes = new Nodes()
  private readonly heap = new Heap()
  /** isHeldOfLevel[level][region]: whether the region holds an end; kept at zero between searches. */
  private readonly isHeldOfLevel: readonly Uint8Array[]
  private unitsOfGoal!: Float64Array
  private goals!: Goals
  private start!: QueryEnd
  private goalsLeft = 0
  private hasSkipped = false

  constructor(columns: AtlasColumns) {
    this.settleTable = columns.settleTable
    this.terrain = columns.terrain
    this.distance = new BlockDistance(columns.terrain.blocksWide, columns.terrain.blocksHigh)
    this.levels = columns.levels
    this.isHeldOfLevel = columns.levels.map(level => new Uint8Array(level.regionCount))
  }

  /**
   * Lowers unitsOfGoal[goal] to what a route near the cheapest costs in units; all goals are on the start's island. What it
   * holds before are costs that are known, Infinity where none is.
   */
  find(start: QueryEnd, goals: Goals, unitsOfGoal: Float64Array): void {
    this.goals = goals
    this.start = start
    this.unitsOfGoal = unitsOfGoal
    this.setMarks(1)
    this.measureDistances()
    this.run(start, true)
    if (this.goalsLeft > 0 && this.hasSkipped) this.run(start, false)
    this.setMarks(0)
  }

  private run(start: QueryEnd, isThinned: boolean): void {
    const { nodes, heap, unitsOfGoal } = this
    nodes.clear()
    heap.clear()
    this.hasSkipped = false
    this.queueGoals()
    let next = 0
    for (const region of start.regions) {
      const end = endSlotOf(this.levels[0], region)
      for (let slot = firstSlotOf(this.levels[0], region); slot < end; slot++) {
        this.relax(0, slot, start.unitsOfSlot[next++])
      }
    }
    let settled = 0
    while (heap.size > 0 && this.goalsLeft > 0) {
      const node = heap.pop()
      if (node <= FIRST_GOAL) {
        if (heap.poppedKey === unitsOfGoal[FIRST_GOAL - node]) this.goalsLeft--
        continue
      }
      if (nodes.settledAs[node] > 0) continue
      nodes.settledAs[node] = ++settled
      this.expand(node, isThinned)
    }
    this.settledCount += settled
  }

  /** Queues the goals whose cost is known. */
  private queueGoals(): void {
    const { goals, unitsOfGoal } = this
    this.goalsLeft = goals.count
    for (let goal = 0; goal < goals.count; goal++) {
      if (unitsOfGoal[goal] < Infinity) this.heap.push(unitsOfGoal[goal], FIRST_GOAL - goal)
    }
  }

  private expand(node: number, isThinned: boolean): void {
    const { levels, nodes } = this
    const word = nodes.wordOf[node]
    const crossing = nodes.crossingOf[node]
    const beyond = 2 * entryIn(word) + 1 - sideOf(crossing)
    const units = nodes.unitsOf[node]
    const block = this.terrain.blockOf(xOf(crossing), yOf(crossing))
    const cells = Math.max(0, this.distance.sidesOfBlock[block] - 1) * BLOCK_SIDE_CELLS
    const level = this.levelFor(rankIn(word), beyond, cells)
    const graph = levels[level]
    const region = graph.regionOfSide[beyond]
    if (graph.tableOfRegion[region] < 0) this.settleTable?.(level, region)
    const { slots, tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const slotCount = slotCountOf(graph, region)
    const wordEnd = isThinned ? this.wordEndFor(cells) : WORD_END

    let own = 0
    let pair = firstPairOf(graph, region)
    for (; own < slotCount && slots[2 * (firstSlot + own)] !== word; own++) pair += own
    hold(own < slotCount, 'slots')
    if (level === 0 && this.isHeldOfLevel[0][region] !== 0) this.relaxGoals(region, own, units)
    if (slotCount === 1) return
    const scale = unitsOfStep(graph, region)
    for (let slot = 0; slot < slotCount; slot++) {
      if (slot === own) {
        pair += own
        continue
      }
      const next = slots[2 * (firstSlot + slot)]
      if (next >= wordEnd) {
        this.hasSkipped = true
        break
      }
      const total = units + tables[pair] * scale
      pair += slot < own ? 1 : slot
      this.relaxedCount++
      this.relax(level, firstSlot + slot, total)
    }
  }

  private relax(level: Level, slot: number, units: number): void {
    const { nodes } = this
    const { slots } = this.levels[level]
    const known = nodes.count
    const node = nodes.find(slots[2 * slot])
    if (node === known) nodes.settledAs[node] = 0
    else if (nodes.settledAs[node] > 0 || units >= nodes.unitsOf[node]) return
    nodes.unitsOf[node] = units
    nodes.crossingOf[node] = slots[2 * slot + 1]
    this.heap.push(units, node)
  }

  /** From an entry of a region of level 0 to the goals inside it, and to those around that know it. */
  private relaxGoals(region: Region, slot: number, units: number): void {
    const { goals, unitsOfGoal } = this
    for (let link = goals.firstLinkOfRegion.get(region) ?? NONE; link !== NONE; link = goals.nextLink[link]) {
      const goal = goals.goalOfLink[link]
      const total = units + goals.unitsOfSlot[goals.firstUnitsOfLink[link] + slot]
      if (total >= unitsOfGoal[goal]) continue
      unitsOfGoal[goal] = total
      this.heap.push(total, FIRST_GOAL - goal)
    }
  }

  /** The level on which the region beyond an entry is crossed that is so far from the nearest end. */
  private levelFor(rank: number, beyond: number, cells: number): number {
    const { levels } = this
    let level = Math.min(rank, this.topLevelFor(cells))
    while (level > 0 && this.isHeldOfLevel[level][levels[level].regionOfSide[beyond]] !== 0) level--
    return level
  }

  private topLevelFor(cells: number): number {
    const sides = (cells / SIDES_AWAY) >> BLOCK_SHIFT
    // The last level has no entries.
    return sides === 0 ? 0 : Math.max(0, Math.min(31 - Math.clz32(sides), this.levels.length - 2))
  }

  /** Entries are ordered by rank: those from this word on are too fine for what is so far from the nearest end. */
  private wordEndFor(cells: number): number {
    if (cells <= DETAIL_CELLS) return WORD_END
    const rank = 32 - Math.clz32(((cells - 1) / SIDES_IN_DETAIL) >> BLOCK_SHIFT)
    const least = Math.min(rank, this.topLevelFor(cells))
    return least === 0 ? WORD_END : wordEndOfRank(least)
  }

  private measureDistances(): void {
    const { distance, terrain } = this
    distance.clear()
    distance.add(terrain.blockOf(this.start.x, this.start.y))
    for (const { x, y } of this.goals.points) distance.add(terrain.blockOf(x, y))
    distance.measure()
  }

  /** Marks the regions of all levels that hold an end, or takes the marks away. */
  private setMarks(mark: number): void {
    for (const region of this.start.regions) this.markAbove(region, mark)
    for (const region of this.goals.firstLinkOfRegion.keys()) this.markAbove(region, mark)
  }

  private markAbove(region: Region, mark: number): void {
    const { levels, isHeldOfLevel } = this
    for (let level = 0; region !== NO_PARENT; level++) {
      isHeldOfLevel[level][region] = mark
      region = levels[level].parentOfRegion[region]
    }
  }
}
