/**
 * Slots of level 0 -> costs and ways. A flood inside the block from an entry serves its pairs with all lower slots of its region.
 * Several floods go at once, each from one entry of every region, since regions of a block do not touch. In a block of one cost
 * a plain line between two entries is often free. Then it is a shortest path, and an entry with free lines to all lower slots
 * needs no flood.
 */
import { cornerUnits, halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import {
  endSlotOf,
  firstSlotOf,
  hold,
  type LevelTopology,
  pairCountOf,
  pairOf,
  slotCountOf,
  TableWriter,
} from '../atlas/level-graph.ts'
import type { GrowingShorts } from '../base/growing.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { freeLine, LINE_EARLY, LINE_LATE, lineRuns, NO_LINE } from '../cells/line.ts'
import { freeUnits, OPPOSITE } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/** About the size of a region's table of costs. Ways that need more bytes come from fragmented ground. */
const WAY_BYTES_MAX = 192
/** Regions with at most this many pairs keep even long ways: they are corridors of a maze, where a search is no better. */
const FEW_PAIRS = 15
/** The slots of a block: one for each cell of each side. */
const SLOTS_MAX = 4 * BLOCK_SIDE_CELLS
/** Two runs, a direction and steps each. */
const LINE_NUMBERS = 4

export class RegionCosts {
  private readonly terrain: Terrain
  private readonly slots: LevelTopology
  private readonly tables: GrowingShorts
  private readonly writer: TableWriter
  private readonly floods: BlockFloods
  private readonly places = new Int32Array(SLOTS_MAX)
  private readonly lanes = new Uint8Array(SLOTS_MAX)
  private readonly runs = new Int32Array(LINE_NUMBERS)
  /** By pair of the region at hand. */
  private units = new Float64Array(128)
  /** By slot, those of the block's regions one after the other: its crossing, where ways begin, and half the step there. */
  private readonly crossingOfSlot = new Int32Array(SLOTS_MAX)
  private readonly landingOfSlot = new Int32Array(SLOTS_MAX)
  private readonly halfStepOf = new Float64Array(SLOTS_MAX)
  /** By slot: the number of its flood, counted in its region; NONE where it needs none. */
  private readonly floodOfSlot = new Int32Array(SLOTS_MAX)
  private slotCount = 0
  /** By pair of all regions, in order: its free line, NO_LINE where costs differ or none is free. */
  private readonly lines: number[] = []
  private linesTaken = 0
  /** The current region keeps its ways if they take no more bytes. */
  private wayBytesMax = Infinity

  /** `tables` receives the tables of the regions in the order filled. */
  constructor(terrain: Terrain, slots: LevelTopology, tables: GrowingShorts) {
    this.terrain = terrain
    this.slots = slots
    this.tables = tables
    this.writer = new TableWriter(tables)
    this.floods = new BlockFloods(terrain)
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.floods.forget()
  }

  /**
   * Writes the tables of some regions of a block. Calls `tell` after each with the place where its table begins. Pauses first: a block
   * whose lines are all free has no flood to pause before.
   */
  *fill(block: Block, regions: Iterable<Region>, tell: (region: Region, place: number) => void): Work<void> {
    const { slots, floods, floodOfSlot } = this
    yield
    const cost = Math.max(0, this.terrain.costOfBlock[block])
    this.slotCount = 0
    this.lines.length = 0
    this.linesTaken = 0
    for (const region of regions) this.addSlots(region, cost)
    let made = NONE
    let first = 0
    for (const region of regions) {
      const place = this.tables.length
      const size = slotCountOf(slots, region)
      const pairCount = pairCountOf(size)
      if (pairCount > this.units.length) this.units = new Float64Array(2 * pairCount)
      this.wayBytesMax = pairCount <= FEW_PAIRS ? Infinity : WAY_BYTES_MAX
      // Ways are written in the order of pairs, (0, 1) (0, 2) (1, 2) (0, 3) ..: by the higher slot, so each flood starts
      // at the higher slot and its paths are read backwards, from the lower slot on.
      for (let high = first + 1; high < first + size; high++) {
        const flood = floodOfSlot[high]
        if (flood !== NONE && Math.floor(flood / FLOODS_AT_ONCE) !== made) {
          made = Math.floor(flood / FLOODS_AT_ONCE)
          yield
          yield* floods.flood(block, this.places, this.listSources(first, made), this.lanes)
        }
        floods.choose(flood % FLOODS_AT_ONCE)
        this.take(first, high, cost)
      }
      if (pairCount > 0) this.writer.endTable(this.units, pairCount, this.wayBytesMax)
      tell(region, place)
      first += size
    }
  }

  /** Adds the slots of a region, and finds which of them need floods. `cost` is that of the block's cells, 0 where costs differ. */
  private addSlots(region: Region, cost: number): void {
    const { slots, terrain, crossingOfSlot, landingOfSlot, halfStepOf, floodOfSlot } = this
    const first = this.slotCount
    let floodCount = 0
    hold(first + slotCountOf(slots, region) <= SLOTS_MAX, 'slots')
    for (let slot = firstSlotOf(slots, region); slot < endSlotOf(slots, region); slot++) {
      const at = this.slotCount++
      crossingOfSlot[at] = slots.slots[2 * slot + 1]
      landingOfSlot[at] = landingOf(terrain, crossingOfSlot[at])
      halfStepOf[at] = halfStepUnits(terrain, crossingOfSlot[at])
      floodOfSlot[at] = this.hasLines(first, at, cost) ? NONE : floodCount++
    }
  }

  /** Finds the lines to a slot from the lower ones of its region. Returns whether all are free, and so cheapest. */
  private hasLines(first: number, high: number, cost: number): boolean {
    const { lines, landingOfSlot, terrain } = this
    const from = landingOfSlot[high]
    let hasAll = true
    for (let low = first; low < high; low++) {
      const to = landingOfSlot[low]
      const line = cost > 0 ? freeLine(terrain, xOf(to), yOf(to), xOf(from), yOf(from)) : NO_LINE
      lines.push(line)
      if (line === NO_LINE) hasAll = false
    }
    return hasAll
  }

  /** Lists the sources of the floods that are made together as number `made`, of slots from `first` on; returns their count. */
  private listSources(first: number, made: number): number {
    const { places, lanes, landingOfSlot, floodOfSlot } = this
    let count = 0
    for (let slot = first; slot < this.slotCount; slot++) {
      if (Math.floor(floodOfSlot[slot] / FLOODS_AT_ONCE) !== made) continue
      const from = landingOfSlot[slot]
      places[count] = ((yOf(from) & BLOCK_MASK) << BLOCK_SHIFT) | (xOf(from) & BLOCK_MASK)
      lanes[count++] = floodOfSlot[slot] % FLOODS_AT_ONCE
    }
    return count
  }

  /** Takes costs and ways of the pairs of a slot with those from `first` on, from free lines or from the flood that began there. */
  private take(first: number, high: number, cost: number): void {
    const { units, landingOfSlot, halfStepOf, crossingOfSlot, lines, terrain, floods } = this
    const from = landingOfSlot[high]
    for (let low = first; low < high; low++) {
      const to = landingOfSlot[low]
      const pair = pairOf(low - first, high - first)
      const line = lines[this.linesTaken++]
      const inside =
        line === NO_LINE
          ? floods.unitsTo(xOf(to), yOf(to))
          : freeUnits(xOf(to) - xOf(from), yOf(to) - yOf(from), cost, terrain.directions)
      const past = cornerUnits(terrain, crossingOfSlot[low], crossingOfSlot[high])
      units[pair] = Math.min(inside + halfStepOf[low] + halfStepOf[high], past)
      if (line !== NO_LINE) this.writer.writeLine(pair, line)
      else if (!this.isSearched && !this.isLineWritten(pair, to, from)) this.writeWay(pair, to)
    }
  }

  /** Writes a plain line where it is a cheapest way. */
  private isLineWritten(pair: number, to: number, from: number): boolean {
    const { terrain, floods, runs } = this
    for (let line = LINE_EARLY; line <= LINE_LATE; line++) {
      lineRuns(xOf(from) - xOf(to), yOf(from) - yOf(to), line, terrain.directions, runs)
      if (!floods.isCheapestBack(xOf(to), yOf(to), runs, LINE_NUMBERS)) continue
      this.writer.writeLine(pair, line)
      return true
    }
    return false
  }

  /** Whether this region's ways are too long to keep. On fragmented ground that shows early. */
  private get isSearched(): boolean {
    return this.writer.wayBytes > this.wayBytesMax
  }

  /** Writes the flooded way from `to`, the lower slot, back to the flood's source. */
  private writeWay(pair: number, to: number): void {
    const { writer, floods } = this
    // A live map may come from a forged file, whose regions need not be connected.
    hold(
      floods.goBackFrom(xOf(to), yOf(to), (direction, steps) => writer.run(direction ^ OPPOSITE, steps)),
      'regions',
    )
    writer.endWay(pair)
  }
}
