/**
 * The abstract graph of one level, in columns. Its nodes are the entries of at least that rank; an entry has one number on
 * all levels. A region lists its entries as **slots**: the highest rank first, and within a rank in the order of the map's
 * blocks. For each **pair** of a region's slots the graph holds the true cost between them inside the region (an edge), and
 * the way. At level 0 a way is runs of steps, above it the entries of the level below that it passes.
 *
 * An entry stands for the middle of its crossing step: each of its two cells is half a step away. So costs between
 * entries simply add up along a route.
 *
 * What is connected (topology) and what it costs (metric) are columns of their own, so that several metrics can lie over one
 * topology. All that a metric knows of a region lies together, as its table. It begins with a word of 16 bits: the shift,
 * and the kind of ways. A word for the cost of each pair follows, then the ways as bytes (below). A region with fewer than
 * two entries has none.
 *
 * Rows hold places and counts, so a region's slots and table may lie anywhere. Only the functions below compute where.
 */
import { IsthmusError } from '../base/errors.ts'
import { type GrowingShorts, growingBytes, grownTo } from '../base/growing.ts'
import type { Entry, IdColumn, Ranked, Region } from '../base/ids.ts'
import { LINE_EARLY } from '../cells/line.ts'
import type { AnyCrossing, Crossing } from './crossing.ts'

export interface LevelTopology {
  readonly regionCount: number
  readonly entryCount: number
  readonly pairCount: number
  /** The first slot of each region, and the count of its slots. */
  readonly rowOfRegion: Int32Array
  /** slots[2 * slot]: the entry with its rank; slots[2 * slot + 1]: its crossing as seen from this region. */
  readonly slots: Int32Array
  /** regionOfSide[2 * entry + side] */
  readonly regionOfSide: IdColumn<Region>
}

export interface LevelMetric {
  /** Where the region's table begins, in words of 16 bits; below 0 until it is made. */
  readonly tableOfRegion: Int32Array
  /** Makes such a table. It may replace the arrays of the level. */
  readonly makeTable?: (region: Region) => void
  readonly tables: Uint16Array
  /** The same memory as `tables`, byte by byte. */
  readonly tableBytes: Uint8Array
}

export interface LevelGraph extends LevelTopology, LevelMetric {}

/** Words of a region in `rowOfRegion`. */
export const ROW_LENGTH = 2

/** In slots an entry carries its rank above its number, so that those of the highest rank are the lowest words. */
export const ENTRY_BITS = 27
export const ENTRY_MASK = (1 << ENTRY_BITS) - 1
export const ENTRIES_MAX = 1 << ENTRY_BITS
export const RANK_MAX = 15

export function entryWord(entry: Entry, rank: number): Ranked {
  return ((RANK_MAX - rank) << ENTRY_BITS) | entry
}

export function entryIn(word: Ranked): Entry {
  return word & ENTRY_MASK
}

export function rankIn(word: Ranked): number {
  return RANK_MAX - (word >> ENTRY_BITS)
}

export function firstSlotOf({ rowOfRegion }: LevelTopology, region: Region): number {
  return rowOfRegion[2 * region]
}

export function slotCountOf({ rowOfRegion }: LevelTopology, region: Region): number {
  return rowOfRegion[2 * region + 1]
}

/** The slot behind the region's last. */
export function endSlotOf({ rowOfRegion }: LevelTopology, region: Region): number {
  return rowOfRegion[2 * region] + rowOfRegion[2 * region + 1]
}

/** Where the slots of a region lie among those of all these regions; -1 where it is none of them. */
export function placeOfSlots(graph: LevelTopology, regions: readonly Region[], region: Region): number {
  let place = 0
  for (const known of regions) {
    if (known === region) return place
    place += slotCountOf(graph, known)
  }
  return -1
}

/** The entry of a slot with its rank. */
export function wordAt({ slots }: LevelTopology, slot: number): Ranked {
  return slots[2 * slot]
}

export function entryAt({ slots }: LevelTopology, slot: number): Entry {
  return slots[2 * slot] & ENTRY_MASK
}

/** The crossing of a slot's entry as seen from the slot's region. */
export function crossingAt({ slots }: LevelTopology, slot: number): AnyCrossing {
  return slots[2 * slot + 1]
}

/** Where the costs of a region's pairs begin in `tables`: behind the head. Makes the table if it is not made yet. */
export function firstPairOf(level: LevelMetric, region: Region): number {
  if (level.tableOfRegion[region] < 0) level.makeTable?.(region)
  return level.tableOfRegion[region] + 1
}

/** The head of a region's table. */
export function headOf({ tableOfRegion, tables }: LevelMetric, region: Region): number {
  return tables[tableOfRegion[region]]
}

/** Costs of a region's pairs are kept in units of 2^shift, rounded up, so that 16 bits hold them. */
export function shiftOf(head: number): number {
  return head & 0xff
}

/** One of the TABLE_ kinds. */
export function wayKindOf(head: number): number {
  return head >> 8
}

/** The pair of two slots of a region, numbered from the region's first; the order of the two does not matter. */
export function pairOf(a: number, b: number): number {
  return a < b ? ((b * (b - 1)) >> 1) + a : ((a * (a - 1)) >> 1) + b
}

export function pairCountOf(slotCount: number): number {
  return (slotCount * (slotCount - 1)) / 2
}

/** 2^shift: a look-up takes a tenth of the time of a power. */
export const UNITS_OF_SHIFT = Float64Array.from({ length: 256 }, (_, shift) => 2 ** shift)

/** Costs of this region are whole multiples of this many units. */
export function unitsOfStep(graph: LevelMetric, region: Region): number {
  return UNITS_OF_SHIFT[shiftOf(headOf(graph, region))]
}

/** The cost in units between two slots of a region. Searches read the table themselves, many pairs at a time. */
export function pairUnits(graph: LevelMetric, region: Region, a: number, b: number): number {
  return graph.tables[firstPairOf(graph, region) + pairOf(a, b)] * unitsOfStep(graph, region)
}

/** A slot within its region, from 0, where a slot of all could be meant as well. */
export type Slot = number & { readonly kind: 'slot of a region' }

/** The slot of one of a region's entries, counted from the region's first; the region's count where it has none. */
export function slotOfEntry(graph: LevelTopology, region: Region, entry: Entry): Slot {
  const { slots } = graph
  const firstSlot = firstSlotOf(graph, region)
  const end = endSlotOf(graph, region)
  let at = firstSlot
  while (at < end && entryIn(slots[2 * at]) !== entry) at++
  return (at - firstSlot) as Slot
}

/** The slot of a crossing as seen from a region, counted from the region's first. */
export function slotOfCrossing(graph: LevelTopology, region: Region, crossing: Crossing): Slot {
  const { slots } = graph
  const firstSlot = firstSlotOf(graph, region)
  const end = endSlotOf(graph, region)
  let at = firstSlot
  while (at < end && slots[2 * at + 1] !== crossing) at++
  hold(at < end, 'slots')
  return (at - firstSlot) as Slot
}

/** Visits the entries of a level in no order: each by the slot from which its crossing is seen from side 0. */
export function forEachEntry(graph: LevelTopology, visit: (word: Ranked, crossing: AnyCrossing) => void): void {
  const { slots, regionCount } = graph
  for (let region = 0; region < regionCount; region++) {
    for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++) {
      if (slots[2 * slot + 1] >= 0) visit(slots[2 * slot], slots[2 * slot + 1])
    }
  }
}

/** Checks what is true of every atlas that a bake wrote. Where it is false, the file was forged. */
export function hold(isSound: boolean, what: string): asserts isSound {
  if (isSound) return
  throw new IsthmusError('ATLAS_DAMAGED', `The atlas is damaged: its ${what} make no sense: bake it again.`)
}

/*
 * The ways of a region's pairs, at the end of its table. Most ways on open ground are one of the two plain lines
 * (cells/line.ts). Where all are lines that take their diagonal early nothing is kept (TABLE_PLAIN). In fragmented ground a way
 * bends at every step and is faster to find again than to store: nothing is kept either (TABLE_SEARCHED). Else (TABLE_KEPT) each
 * pair has a length byte, in the order of pairs. After these come the bytes of the ways:
 *
 * - at level 0 one byte per run: 3 bits of direction, 5 of steps less one;
 * - above, the entries passed between the pair's two, each as its slot in the region of the level below. A slot has 7 bits a
 *   byte, lowest first, and a high bit where more follow.
 *
 * A way leads from the slot with the lower number to the other.
 */

const TABLE_PLAIN = 0
export const TABLE_SEARCHED = 1
const TABLE_KEPT = 2

/** Codes among the length bytes. */
const LENGTH_LINE_EARLY = 0
const LENGTH_LINE_LATE = 255
/** The length stands in the way's first two bytes, low byte first, and counts what follows them. */
const LENGTH_LONG = 254
const STEPS_MAX = 32

/** Writes the tables of regions, one after the other. */
export class TableWriter {
  private readonly tables: GrowingShorts
  private lengths = new Uint8Array(128)
  private readonly ways = growingBytes()
  /** Where the way at hand begins. */
  private wayFrom = 0

  constructor(tables: GrowingShorts) {
    this.tables = tables
  }

  /** Begins a table; drops one that was not ended. */
  begin(): void {
    this.ways.length = 0
    this.wayFrom = 0
  }

  /** The bytes of the ways of this table so far. */
  get wayBytes(): number {
    return this.ways.length
  }

  writeLine(pair: number, kind: number): void {
    this.setLength(pair, kind === LINE_EARLY ? LENGTH_LINE_EARLY : LENGTH_LINE_LATE)
  }

  run(direction: number, steps: number): void {
    for (let left = steps; left > 0; left -= STEPS_MAX) {
      this.ways.push((direction << 5) | (Math.min(left, STEPS_MAX) - 1))
    }
  }

  slot(slot: number): void {
    while (slot > 127) {
      this.ways.push((slot & 127) | 128)
      slot >>>= 7
    }
    this.ways.push(slot)
  }

  /** Ends the way whose runs or slots were added. Ways come in the order of pairs. */
  endWay(pair: number): void {
    const { ways, wayFrom } = this
    const length = ways.length - wayFrom
    this.setLength(pair, Math.min(length, LENGTH_LONG))
    if (length >= LENGTH_LONG) ways.insert(wayFrom, [length & 255, length >> 8])
    this.wayFrom = ways.length
  }

  /**
   * Ends the table of a region whose pairs cost units[0 .. pairCount - 1]. If its ways take more than `wayBytesMax` they
   * are left to be searched again.
   */
  endTable(units: Float64Array, pairCount: number, wayBytesMax: number): void {
    let unitsMax = 0
    let isPlain = this.ways.length === 0
    for (let pair = 0; pair < pairCount; pair++) {
      unitsMax = Math.max(unitsMax, units[pair])
      if (this.lengths[pair] !== LENGTH_LINE_EARLY) isPlain = false
    }
    const shift = shiftFor(unitsMax)
    const kind = isPlain ? TABLE_PLAIN : this.ways.length > wayBytesMax ? TABLE_SEARCHED : TABLE_KEPT
    this.tables.push((kind << 8) | shift)
    for (let pair = 0; pair < pairCount; pair++) this.tables.push(Math.ceil(units[pair] / 2 ** shift))
    if (kind === TABLE_KEPT) {
      // Lengths, then ways, then a zero byte where they end in the middle of a word.
      const bytes = new Uint8Array((pairCount + this.ways.length + 1) & ~1)
      bytes.set(this.lengths.subarray(0, pairCount))
      bytes.set(this.ways.toArray(), pairCount)
      this.tables.append(new Uint16Array(bytes.buffer))
    }
    this.begin()
  }

  private setLength(pair: number, length: number): void {
    if (pair >= this.lengths.length) this.lengths = grownTo(this.lengths, 2 * (pair + 1))
    this.lengths[pair] = length
  }
}

/** The smallest shift with which costs up to `unitsMax` fit into 16 bits. Between entries of one region there is a way. */
function shiftFor(unitsMax: number): number {
  hold(unitsMax < Infinity, 'regions')
  let shift = 0
  while (Math.ceil(unitsMax / 2 ** shift) > 0xffff) shift++
  return shift
}

export const WAY_LINE_EARLY = 0
const WAY_LINE_LATE = 1
export const WAY_SEARCHED = 2
/** The way is in the bytes from..end - 1 of the graph's tables. */
export const WAY_BYTES = 3

/** Whether the ways through a region are not in the tables. */
export function isSearched(graph: LevelGraph, region: Region): boolean {
  return wayKindOf(headOf(graph, region)) === TABLE_SEARCHED
}

/** Finds the way of a pair: `find` says of what kind it is, `from` and `end` where its bytes are. */
export class WayFinder {
  from = 0
  end = 0

  find(graph: LevelGraph, region: Region, pair: number): number {
    const { tableBytes } = graph
    const kind = wayKindOf(headOf(graph, region))
    this.from = 0
    this.end = 0
    if (kind === TABLE_PLAIN) return WAY_LINE_EARLY
    if (kind === TABLE_SEARCHED) return WAY_SEARCHED
    const pairCount = pairCountOf(slotCountOf(graph, region))
    const lengths = 2 * (firstPairOf(graph, region) + pairCount)
    const length = tableBytes[lengths + pair]
    if (length === LENGTH_LINE_EARLY) return WAY_LINE_EARLY
    if (length === LENGTH_LINE_LATE) return WAY_LINE_LATE
    const at = this.placeOf(graph, lengths, lengths + pairCount, pair)
    this.from = length === LENGTH_LONG ? at + 2 : at
    this.end = afterWay(tableBytes, length, at)
    hold(this.end <= tableBytes.length, 'ways')
    return WAY_BYTES
  }

  /** Finds where the way of a pair begins: after those of all pairs before it. Sums up lengths two at a time. */
  private placeOf({ tables, tableBytes }: LevelGraph, lengths: number, firstWay: number, pair: number): number {
    let at = firstWay
    const lastWhole = (lengths + pair) >> 1
    for (let word = lengths >> 1; word < lastWhole; word++) {
      const two = tables[word]
      const low = two & 255
      const high = two >> 8
      if (low < LENGTH_LONG && high < LENGTH_LONG) at += low + high
      else at = afterWay(tableBytes, high, afterWay(tableBytes, low, at))
    }
    return (pair & 1) === 0 ? at : afterWay(tableBytes, tableBytes[lengths + pair - 1], at)
  }
}

/** Where a way of this length that begins at `at` ends. */
function afterWay(tableBytes: Uint8Array, length: number, at: number): number {
  if (length < LENGTH_LONG) return at + length
  return length === LENGTH_LONG ? at + 2 + (tableBytes[at] | (tableBytes[at + 1] << 8)) : at
}
