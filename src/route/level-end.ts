/**
 * One end of a query on a level of choice: what it costs from the cell to each entry of its region of that level, by a
 * Dijkstra over the entries of level 0 inside that region. The chain of entries to each is kept, so that the first and
 * last stretch of a route are steps of level 0.
 *
 * All costs in here are true ones (but for the tables' rounding up): then it never pays to turn round at an entry, and
 * the cheapest route is the same whether a search forbids that or not.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { reversed } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, firstSlotOf, slotCountOf, wordAt } from '../atlas/level-graph.ts'
import type { Level, Ranked } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { QueryEnd } from './end.ts'
import { LevelSearch } from './level-search.ts'
import type { StepList } from './steps.ts'

export class LevelEnd {
  x = -1
  y = -1
  region = 0
  slotCount = 0
  unitsOfSlot = new Float64Array(64)
  /** The entry, as slots have it, that the last `unitsTo` came by; NONE where the way does not leave the ends' one region of level 0. */
  lastWord = NONE
  /** The same end on level 0. */
  readonly levelZero: QueryEnd
  private readonly level: Level
  private readonly levels: readonly AtlasLevel[]
  private readonly search: LevelSearch

  constructor(columns: AtlasColumns, levelZero: QueryEnd, level: Level) {
    this.levelZero = levelZero
    this.level = level
    this.levels = columns.levels
    this.search = new LevelSearch(columns, 0)
  }

  /** Takes its place at the free cell (x, y) and finds the costs. */
  set(x: number, y: number): void {
    const { levelZero, search, level } = this
    levelZero.set(x, y)
    // Replaces its estimates, which are good enough for a path, by true costs.
    levelZero.floodToEntries()
    this.x = x
    this.y = y
    this.region = search.regionAbove(levelZero.region, level)
    const graph = this.levels[level]
    this.slotCount = this.region === NO_PARENT ? 0 : slotCountOf(graph, this.region)
    if (this.slotCount > this.unitsOfSlot.length) this.unitsOfSlot = new Float64Array(2 * this.slotCount)
    search.fill(levelZero, level)
    const firstSlot = this.region === NO_PARENT ? 0 : firstSlotOf(graph, this.region)
    for (let slot = 0; slot < this.slotCount; slot++) {
      this.unitsOfSlot[slot] = search.nodes.unitsOf[this.nodeOf(wordAt(graph, firstSlot + slot))]
    }
  }

  /** What the cheapest way to another end costs that stays in this region, which must hold both. */
  unitsTo(other: LevelEnd): number {
    const { slots } = this.levels[0]
    const { nodes } = this.search
    const { region, slotCount, unitsOfSlot } = other.levelZero
    const firstSlot = firstSlotOf(this.levels[0], region)
    let least = region === this.levelZero.region ? this.levelZero.floodTo(other.x, other.y) : Infinity
    this.lastWord = NONE
    for (let slot = 0; slot < slotCount; slot++) {
      const word = slots[2 * (firstSlot + slot)]
      const units = nodes.unitsOf[this.nodeOf(word)] + unitsOfSlot[slot]
      // An entry that was reached through that region itself costs more than the one before it: it is never the last.
      if (units >= least) continue
      least = units
      this.lastWord = word
    }
    return least
  }

  /** Appends the steps from the cell to an entry, as slots have it. */
  stepsTo(word: Ranked, list: StepList): void {
    const { nodes } = this.search
    const chain: number[] = []
    for (let node = this.nodeOf(word); node !== NONE; node = nodes.previousOf[node]) chain.push(node)
    for (const node of chain.reverse()) {
      list.push(0, nodes.regionOf[node], entryIn(nodes.wordOf[node]), nodes.crossingOf[node])
    }
  }

  /** Appends the steps from an entry, by which a route comes in, to the entry that leads to the cell. */
  stepsFrom(word: Ranked, list: StepList): void {
    const { nodes } = this.search
    for (let node = this.nodeOf(word); nodes.previousOf[node] !== NONE; node = nodes.previousOf[node]) {
      const next = nodes.previousOf[node]
      list.push(0, nodes.regionOf[node], entryIn(nodes.wordOf[next]), reversed(nodes.crossingOf[next]))
    }
  }

  /** The node of an entry of the region, which the search has settled: all of them hang together. */
  private nodeOf(word: Ranked): number {
    const { nodes } = this.search
    const known = nodes.count
    const node = nodes.find(word)
    hold(node < known && nodes.settledAs[node] > 0, 'slots')
    return node
  }
}
