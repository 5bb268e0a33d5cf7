/**
 * Slots of level 0 -> costs and ways. Between two entries of a region one of the two plain lines is often free. Then it is a
 * shortest path and needs no search. Otherwise one flood inside the block, from the entry with the higher slot, serves all of
 * its pairs. In a block of mixed costs a line proves nothing, so every entry floods, several at once.
 */
import { cornerUnits, halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import {
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
import type { Work } from '../base/work.ts'
import { BlockFloods, FLOODS_AT_ONCE } from '../cells/block-floods.ts'
import { Flood } from '../cells/cell-flood.ts'
import { freeLine, LINE_EARLY, LINE_LATE, lineRuns, NO_LINE } from '../cells/line.ts'
import { freeUnits } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

/** About the size of a region's table of costs. Ways that need more bytes come from fragmented ground. */
const WAY_BYTES_MAX = 192
/** Regions with at most this many pairs keep even long ways: they are corridors of a maze, where a search is no better. */
const FEW_PAIRS = 15
/** Two runs, a direction and steps each. */
const LINE_NUMBERS = 4

export class RegionCosts {
  private readonly terrain: Terrain
  private readonly slots: LevelTopology
  private readonly writer: TableWriter
  private readonly flood: Flood
  /** Made for the first block of mixed costs: it loads a kernel. */
  private knownFloods: BlockFloods | null = null
  private readonly places = new Int32Array(FLOODS_AT_ONCE)
  private readonly runs = new Int32Array(LINE_NUMBERS)
  private units = new Float64Array(128)
  /** By slot of the region: the cell where ways begin, and half the cost of the step there. */
  private landingOfSlot = new Int32Array(64)
  private halfStepOf = new Float64Array(64)
  /** By lower slot: the free line from the current slot, in a block of one cost. */
  private lineOf = new Int32Array(64)
  /** The current region keeps its ways if they take no more bytes. */
  private wayBytesMax = Infinity

  /** `tables` receives the tables of the regions in the order filled. */
  constructor(terrain: Terrain, slots: LevelTopology, tables: GrowingShorts) {
    this.terrain = terrain
    this.slots = slots
    this.writer = new TableWriter(tables)
    this.flood = new Flood(terrain)
  }

  private get floods(): BlockFloods {
    this.knownFloods ??= new BlockFloods(this.terrain)
    return this.knownFloods
  }

  /** Unloads the block: blocks may have changed. */
  forget(): void {
    this.flood.forget()
    this.knownFloods?.forget()
  }

  /** Writes the table of a region of `block`. */
  *fill(block: Block, region: Region): Work<void> {
    const firstSlot = firstSlotOf(this.slots, region)
    const size = slotCountOf(this.slots, region)
    const pairCount = pairCountOf(size)
    if (pairCount === 0) return
    if (pairCount > this.units.length) this.units = new Float64Array(2 * pairCount)
    this.wayBytesMax = pairCount <= FEW_PAIRS ? Infinity : WAY_BYTES_MAX
    this.land(firstSlot, size)
    // Ways are written in the order of pairs, (0, 1) (0, 2) (1, 2) (0, 3) ..: by the higher slot, so each flood starts
    // at the higher slot and its paths are read backwards, from the lower slot on.
    if (this.terrain.costOfBlock[block] < 0) yield* this.fillMixed(block, firstSlot, size)
    else yield* this.fillEven(block, firstSlot, size)
    this.writer.endTable(this.units, pairCount, this.wayBytesMax)
  }

  private land(firstSlot: number, size: number): void {
    if (size > this.halfStepOf.length) {
      this.landingOfSlot = new Int32Array(2 * size)
      this.halfStepOf = new Float64Array(2 * size)
      this.lineOf = new Int32Array(2 * size)
    }
    for (let slot = 0; slot < size; slot++) {
      const crossing = this.slots.slots[2 * (firstSlot + slot) + 1]
      this.landingOfSlot[slot] = landingOf(this.terrain, crossing)
      this.halfStepOf[slot] = halfStepUnits(this.terrain, crossing)
    }
  }

  private *fillEven(block: number, firstSlot: number, size: number): Work<void> {
    const { flood, lineOf, landingOfSlot, terrain } = this
    for (let high = 1; high < size; high++) {
      yield
      const from = landingOfSlot[high]
      let isFlooded = false
      flood.load(block)
      for (let low = 0; low < high; low++) {
        const to = landingOfSlot[low]
        lineOf[low] = freeLine(terrain, xOf(to), yOf(to), xOf(from), yOf(from))
        if (lineOf[low] !== NO_LINE) continue
        isFlooded = true
        flood.addTarget(xOf(to), yOf(to))
      }
      if (isFlooded) flood.flood(xOf(from), yOf(from))
      this.take(flood, firstSlot, high, terrain.costOfBlock[block])
    }
  }

  private *fillMixed(block: number, firstSlot: number, size: number): Work<void> {
    const { floods, places, landingOfSlot } = this
    for (let first = 1; first < size; first += FLOODS_AT_ONCE) {
      yield
      const count = Math.min(FLOODS_AT_ONCE, size - first)
      for (let lane = 0; lane < count; lane++) {
        const from = landingOfSlot[first + lane]
        places[lane] = ((yOf(from) & BLOCK_MASK) << BLOCK_SHIFT) | (xOf(from) & BLOCK_MASK)
      }
      yield* floods.flood(block, places, count)
      for (let lane = 0; lane < count; lane++) {
        floods.choose(lane)
        this.take(floods, firstSlot, first + lane, 0)
      }
    }
  }

  /**
   * Takes costs and ways of the pairs of slot `high` with all lower slots. Free lines give them over ground of `cost`, which is 0
   * where costs differ; else the flood that began there does.
   */
  private take(flood: Flood | BlockFloods, firstSlot: number, high: number, cost: number): void {
    const { units, landingOfSlot, halfStepOf, lineOf, terrain } = this
    const { slots } = this.slots
    const from = landingOfSlot[high]
    for (let low = 0; low < high; low++) {
      const to = landingOfSlot[low]
      const pair = pairOf(low, high)
      const isLine = cost > 0 && lineOf[low] !== NO_LINE
      const inside = isLine
        ? freeUnits(xOf(to) - xOf(from), yOf(to) - yOf(from), cost, terrain.directions)
        : flood.unitsTo(xOf(to), yOf(to))
      const past = cornerUnits(terrain, slots[2 * (firstSlot + low) + 1], slots[2 * (firstSlot + high) + 1])
      units[pair] = Math.min(inside + halfStepOf[low] + halfStepOf[high], past)
      if (isLine) this.writer.writeLine(pair, lineOf[low])
      else if (!this.isSearched && !(cost === 0 && this.isLineWritten(pair, to, from))) this.writeWay(flood, pair, to)
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
  private writeWay(flood: Flood | BlockFloods, pair: number, to: number): void {
    const { writer } = this
    // A live map may come from a forged file, whose regions need not be connected.
    hold(
      flood.goBackFrom(xOf(to), yOf(to), (direction, steps) => writer.run(opposite(direction), steps)),
      'regions',
    )
    writer.endWay(pair)
  }
}

function opposite(direction: number): number {
  return direction ^ 2
}
