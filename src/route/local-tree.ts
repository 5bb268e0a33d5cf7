/**
 * The cheapest ways along level 0 from an end to the entries of its region on a coarser level. They start at the slots of the
 * end's own region and stay inside the coarser one, with some dozen entries of level 0.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { sideOf } from '../atlas/crossing.ts'
import { NO_PARENT, regionAbove } from '../atlas/islands.ts'
import {
  crossingAt,
  endSlotOf,
  entryAt,
  entryIn,
  firstPairOf,
  firstSlotOf,
  pairOf,
  placeOfSlots,
  slotCountOf,
  unitsOfStep,
  wordAt,
} from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { QueryEnd } from './end.ts'
import { Nodes } from './nodes.ts'

/** No region has more slots than the rims of its blocks have cells; an end knows the regions of few blocks. */
const RIM_CELLS = 4 * BLOCK_SIDE_CELLS
const KNOWN_REGIONS_MAX = 32
/** What an end knows lies in no more blocks of any level. */
const HOME_BLOCKS_MAX = 9

/**
 * The steps of a way from an end to an entry, the last one first. Each has two numbers: the entry, and the region of level 0 that
 * it crosses.
 */
export type LocalWay = readonly number[]
export const LOCAL_WORDS = 2

export class LocalTree {
  /** The region on the coarser level, and those of all regions from which ways start. */
  home: Region = 0
  private readonly homes: Region[] = []
  /** The count of slots by which ways leave: all of that region, and some of regions beyond. */
  slotCount = 0
  /** The place of each in the slots of the level, and the cost of its entry. */
  readonly placeOfSlot: Int32Array
  readonly unitsOfSlot: Float64Array
  /** Nodes in the order in which they were reached, again where a cheaper way was found. `settledAs` is the last place of each. */
  private reached = new Int32Array(64)
  reachedCount = 0
  private readonly nodes = new Nodes()
  private readonly columns: AtlasColumns
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly level: Level

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[level]
    this.level = level
    const slotsMax = RIM_CELLS * Math.max(KNOWN_REGIONS_MAX, HOME_BLOCKS_MAX * 2 ** level)
    this.placeOfSlot = new Int32Array(slotsMax)
    this.unitsOfSlot = new Float64Array(slotsMax)
  }

  /** Ways start in `regions`, which the end knows: its own, or more of the first. */
  grow(end: QueryEnd, regions: readonly Region[] = [end.region]): void {
    const { graph, level, unitsOfSlot, placeOfSlot } = this
    this.home = this.above(end.region)
    this.homes.length = 0
    for (const region of regions) {
      const above = this.above(region)
      if (!this.homes.includes(above)) this.homes.push(above)
    }
    this.slotCount = 0
    if (level > 0) this.search(end, regions)
    for (const home of this.homes) {
      // A region that is closed off below the level has no entries there.
      if (home === NO_PARENT) continue
      const endSlot = endSlotOf(graph, home)
      for (let slot = firstSlotOf(graph, home); slot < endSlot; slot++) {
        placeOfSlot[this.slotCount] = slot
        unitsOfSlot[this.slotCount] = level === 0 ? end.unitsOfSlot[this.slotCount] : this.unitsTo(wordAt(graph, slot))
        this.slotCount++
      }
    }
  }

  /** Adds slots of other regions that the end knows, by which a way may cost less by at least `gain`. */
  lookAround(end: QueryEnd, gain: number): void {
    if (this.level > 0) return
    for (let i = 1; i < end.regions.length; i++) this.lookOver(end, end.regions[i], gain)
  }

  /** The way to the entry in a slot. */
  wayToSlot(slot: number): LocalWay {
    const place = this.placeOfSlot[slot]
    if (this.level > 0) return this.wayTo(wordAt(this.graph, place))
    const entry = entryAt(this.graph, place)
    return [entry, this.graph.regionOfSide[2 * entry + sideOf(crossingAt(this.graph, place))]]
  }

  /**
   * Adds slots of such a region. A slot is left out if a nearer slot, which leads to known regions, reaches it for at most
   * `gain` more. Then the row of the nearer one has the hubs of both.
   */
  private lookOver(end: QueryEnd, region: Region, gain: number): void {
    const { levelZero, unitsOfSlot, placeOfSlot } = this
    const { unitsOfSlot: known } = end
    const { tables, regionOfSide } = levelZero
    const first = placeOfSlots(levelZero, end.regions, region)
    const firstSlot = firstSlotOf(levelZero, region)
    const firstPair = firstPairOf(levelZero, region)
    const scale = unitsOfStep(levelZero, region)
    const count = slotCountOf(levelZero, region)
    const inner: number[] = []
    for (let slot = 0; slot < count; slot++) {
      const side = 1 - sideOf(crossingAt(levelZero, firstSlot + slot))
      if (end.regions.includes(regionOfSide[2 * entryAt(levelZero, firstSlot + slot) + side])) inner.push(slot)
    }
    for (let slot = 0; slot < count; slot++) {
      const units = known[first + slot]
      const isLedBy = (by: number) =>
        known[first + by] < units && known[first + by] + tables[firstPair + pairOf(by, slot)] * scale <= units + gain
      if (inner.some(isLedBy)) continue
      placeOfSlot[this.slotCount] = firstSlot + slot
      unitsOfSlot[this.slotCount++] = units
    }
  }

  /** The cost of an entry of level 0; Infinity if it was not met. */
  unitsTo(word: Ranked): number {
    return this.nodes.unitsOf[this.nodes.find(word)]
  }

  /** The cost of the cheapest way to an end inside the region, and the entry where it comes to the end's own region. */
  wayInside(end: QueryEnd): { units: number; entry: Ranked } {
    const first = firstSlotOf(this.levelZero, end.region)
    let [units, entry] = [Infinity, NONE]
    for (let slot = 0; slot < slotCountOf(this.levelZero, end.region); slot++) {
      const word = wordAt(this.levelZero, first + slot)
      const through = this.unitsTo(word) + end.unitsOfSlot[slot]
      if (through >= units) continue
      units = through
      entry = word
    }
    return { units, entry }
  }

  /** The way to an entry that was met. */
  wayTo(word: Ranked): LocalWay {
    const { wordOf, regionOf, previousOf } = this.nodes
    const way: number[] = []
    for (let node = this.nodes.find(word); node !== NONE; node = previousOf[node])
      way.push(entryIn(wordOf[node]), regionOf[node])
    return way
  }

  private search(end: QueryEnd, regions: readonly Region[]): void {
    const { nodes, levelZero } = this
    nodes.clear()
    this.reachedCount = 0
    let next = 0
    for (const region of regions) {
      const firstNode = nodes.ofRegion(levelZero, 0, region, null)
      for (let slot = 0, count = slotCountOf(levelZero, region); slot < count; slot++)
        this.reach(nodes.nodeOfSlot[firstNode + slot], end.unitsOfSlot[next++], NONE, region)
    }
    // The list grows meanwhile. Entries are numbered rank by rank: those of the coarser level, by which ways leave, come first.
    for (let at = 0; at < this.reachedCount; ) {
      const node = this.reached[at++]
      if (nodes.settledAs[node] === at && entryIn(nodes.wordOf[node]) >= this.graph.entryCount) this.leadOn(node)
    }
  }

  /** Goes on through the region beyond, unless that lies outside the region of the coarser level. */
  private leadOn(node: number): void {
    const { levelZero, nodes } = this
    const { regionOfSide, tables } = levelZero
    const side = 2 * entryIn(nodes.wordOf[node])
    const region = regionOfSide[regionOfSide[side] === nodes.regionOf[node] ? side + 1 : side]
    if (!this.homes.includes(this.above(region))) return
    const firstNode = nodes.ofRegion(levelZero, 0, region, null)
    const firstPair = firstPairOf(levelZero, region)
    const scale = unitsOfStep(levelZero, region)
    const units = nodes.unitsOf[node]
    const { nodeOfSlot } = nodes
    let own = 0
    while (nodeOfSlot[firstNode + own] !== node) own++
    for (let slot = slotCountOf(levelZero, region) - 1; slot >= 0; slot--)
      if (slot !== own)
        this.reach(nodeOfSlot[firstNode + slot], units + tables[firstPair + pairOf(own, slot)] * scale, node, region)
  }

  private reach(node: number, units: number, from: number, region: Region): void {
    const { nodes } = this
    if (units >= nodes.unitsOf[node]) return
    nodes.unitsOf[node] = units
    nodes.previousOf[node] = from
    nodes.regionOf[node] = region
    if (this.reachedCount === this.reached.length) this.reached = doubled(this.reached)
    this.reached[this.reachedCount++] = node
    nodes.settledAs[node] = this.reachedCount
  }

  private above(region: Region): Region {
    return regionAbove(this.columns.levels, region, this.level)
  }
}
