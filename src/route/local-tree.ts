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
  firstPairOf,
  firstSlotOf,
  pairOf,
  slotCountOf,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { QueryEnd } from './end.ts'

/** No region has more slots than the rims of its blocks have cells; an end knows the regions of few blocks. */
const RIM_CELLS = 4 * BLOCK_SIDE_CELLS
const KNOWN_REGIONS_MAX = 32
/** What an end knows lies in no more blocks of any level. */
const HOME_BLOCKS_MAX = 9

/** Room for entries met, at first. */
const ROOM = 64

/**
 * The steps of a way from an end to an entry, the last one first. Each has four numbers: the entry, the region of level 0 that
 * it crosses, the slot by which it leaves that region, and the slot by which it enters.
 */
export type LocalWay = readonly number[]
export const LOCAL_WORDS = 4

export class LocalTree {
  /** The region on the coarser level, and those of all regions from which ways start. */
  home: Region = 0
  private readonly homes: Region[] = []
  /** The count of slots by which ways leave: all of that region, and some of regions beyond. */
  slotCount = 0
  /** The place of each in the slots of the level, and the cost of its entry. */
  readonly placeOfSlot: Int32Array
  readonly unitsOfSlot: Float64Array
  /** The number of each entry of level 0 that was met, from 1 on; 0 for the others. */
  private readonly numberOf: Int32Array
  private metCount = 0
  /** By number: the entry, its cost, and the last step to it. Numbered, these lie close together in memory. */
  private entries = new Int32Array(ROOM)
  private units = new Float64Array(ROOM).fill(Infinity)
  private regions = new Int32Array(ROOM)
  private slots = new Int32Array(ROOM)
  private slotsBefore = new Int32Array(ROOM)
  /** The entry before; NONE where the step begins at the end. */
  private before = new Int32Array(ROOM)
  /** Numbers in the order in which entries were reached, again where a cheaper way was found. `placeOf` is the last place of each. */
  private reached = new Int32Array(ROOM)
  reachedCount = 0
  private placeOf = new Int32Array(ROOM)
  private readonly columns: AtlasColumns
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly level: Level

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[level]
    this.level = level
    this.numberOf = new Int32Array(this.levelZero.entryCount)
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
        unitsOfSlot[this.slotCount] = level === 0 ? end.unitsOfSlot[this.slotCount] : this.unitsTo(entryAt(graph, slot))
        this.slotCount++
      }
    }
  }

  /** Adds slots of other regions that the end knows, by which a way may cost less by at least `gain`. */
  lookAround(end: QueryEnd, gain: number): void {
    if (this.level > 0) return
    for (let i = 1; i < end.regions.length; i++) this.lookOver(end, end.regions[i], end.firstOfRegion[i], gain)
  }

  /** The way to the entry in a slot. */
  wayToSlot(slot: number): LocalWay {
    const place = this.placeOfSlot[slot]
    const entry = entryAt(this.graph, place)
    if (this.level > 0) return this.wayTo(entry)
    const region = this.graph.regionOfSide[2 * entry + sideOf(crossingAt(this.graph, place))]
    const own = place - firstSlotOf(this.graph, region)
    return [entry, region, own, own]
  }

  /**
   * Adds slots of such a region. A slot is left out if a nearer slot, which leads to known regions, reaches it for at most
   * `gain` more. Then the row of the nearer one has the hubs of both.
   */
  private lookOver(end: QueryEnd, region: Region, first: number, gain: number): void {
    const { levelZero, unitsOfSlot, placeOfSlot } = this
    const { unitsOfSlot: known } = end
    const { tables, regionOfSide } = levelZero
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
  unitsTo(entry: Entry): number {
    return this.units[this.numberOf[entry]]
  }

  /** The cost of the cheapest way to an end inside the region, and the entry where it comes to the end's own region. */
  wayInside(end: QueryEnd): { units: number; entry: Entry } {
    const first = firstSlotOf(this.levelZero, end.region)
    let [units, entry] = [Infinity, NONE]
    for (let slot = 0; slot < end.slotCount; slot++) {
      const at = entryAt(this.levelZero, first + slot)
      const through = this.unitsTo(at) + end.unitsOfSlot[slot]
      if (through >= units) continue
      units = through
      entry = at
    }
    return { units, entry }
  }

  /** The way to an entry that was met. */
  wayTo(entry: Entry): LocalWay {
    const way: number[] = []
    for (let at: number = entry; at !== NONE; ) {
      const number = this.numberOf[at]
      way.push(at, this.regions[number], this.slots[number], this.slotsBefore[number])
      at = this.before[number]
    }
    return way
  }

  private search(end: QueryEnd, regions: readonly Region[]): void {
    const { numberOf, entries } = this
    for (let number = 1; number <= this.metCount; number++) numberOf[entries[number]] = 0
    this.metCount = 0
    this.reachedCount = 0
    let next = 0
    for (const region of regions) {
      const firstSlot = firstSlotOf(this.levelZero, region)
      for (let slot = 0, count = slotCountOf(this.levelZero, region); slot < count; slot++)
        this.reach(region, firstSlot, slot, end.unitsOfSlot[next++], slot, NONE)
    }
    // The list grows meanwhile. Entries are numbered rank by rank: those of the coarser level, by which ways leave, come first.
    for (let at = 0; at < this.reachedCount; ) {
      const number = this.reached[at++]
      if (this.placeOf[number] === at && this.entries[number] >= this.graph.entryCount) this.leadOn(number)
    }
  }

  /** Goes on through the region beyond, unless that lies outside the region of the coarser level. */
  private leadOn(number: number): void {
    const { levelZero } = this
    const { regionOfSide, tables } = levelZero
    const entry = this.entries[number]
    const side = 2 * entry
    const region = regionOfSide[regionOfSide[side] === this.regions[number] ? side + 1 : side]
    if (!this.homes.includes(this.above(region))) return
    const firstSlot = firstSlotOf(levelZero, region)
    const firstPair = firstPairOf(levelZero, region)
    const scale = unitsOfStep(levelZero, region)
    const units = this.units[number]
    let own = 0
    while (entryAt(levelZero, firstSlot + own) !== entry) own++
    for (let slot = endSlotOf(levelZero, region) - firstSlot - 1; slot >= 0; slot--)
      if (slot !== own)
        this.reach(region, firstSlot, slot, units + tables[firstPair + pairOf(own, slot)] * scale, own, entry)
  }

  private reach(
    region: Region,
    firstSlot: number,
    slot: number,
    units: number,
    slotBefore: number,
    before: Entry,
  ): void {
    const entry = entryAt(this.levelZero, firstSlot + slot)
    let number = this.numberOf[entry]
    if (units >= this.units[number]) return
    if (number === 0) {
      number = ++this.metCount
      if (number >= this.units.length) this.makeRoom()
      this.numberOf[entry] = number
      this.entries[number] = entry
    }
    this.units[number] = units
    this.regions[number] = region
    this.slots[number] = slot
    this.slotsBefore[number] = slotBefore
    this.before[number] = before
    if (this.reachedCount === this.reached.length) this.reached = doubled(this.reached)
    this.reached[this.reachedCount++] = number
    this.placeOf[number] = this.reachedCount
  }

  private makeRoom(): void {
    this.entries = doubled(this.entries)
    this.units = doubled(this.units)
    this.regions = doubled(this.regions)
    this.slots = doubled(this.slots)
    this.slotsBefore = doubled(this.slotsBefore)
    this.before = doubled(this.before)
    this.placeOf = doubled(this.placeOf)
  }

  private above(region: Region): Region {
    return regionAbove(this.columns.levels, region, this.level)
  }
}
