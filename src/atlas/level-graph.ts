/**
 * The abstract graph of one level, in columns. Its nodes are the entries of at least that rank; an entry has one number on
 * all levels. A region lists its entries as **slots**, those of the highest rank first and within a rank in the order in
 * which the map's blocks bring them. For each **pair** of a region's slots the graph holds the true cost between them inside
 * the region (an edge), and the way: at level 0 runs of steps, above it the entries of the level below that it passes.
 *
 * An entry stands for the middle of its crossing step: each of its two cells is half a step away. So costs between
 * entries simply add up along a route.
 *
 * What is connected (topology) and what it costs (metric) are columns of their own, so that several metrics can lie over one
 * topology. All that a metric knows of a region lies together, as its table: one word of 16 bits (the shift, and the kind of
 * ways), a word for the cost of each pair, then the ways as bytes (ways.ts). A region with fewer than two entries has none.
 *
 * Rows say where something begins and how much it is, so that a region's slots and table may lie anywhere: nothing else
 * than the functions below adds up where that is.
 */
import { IsthmusError } from '../base/errors.ts'
import type { Entry, IdColumn, Ranked, Region } from '../base/ids.ts'
import type { AnyCrossing, Crossing } from './crossing.ts'

export interface LevelTopology {
  readonly regionCount: number
  readonly entryCount: number
  readonly pairCount: number
  /** Of each region its first slot and how many it has. */
  readonly rowOfRegion: Int32Array
  /** slots[2 * slot]: the entry with its rank; slots[2 * slot + 1]: its crossing as seen from this region. */
  readonly slots: Int32Array
  /** regionOfSide[2 * entry + side] */
  readonly regionOfSide: IdColumn<Region>
}

export interface LevelMetric {
  /** Where the region's table begins, in words of 16 bits. */
  readonly tableOfRegion: Int32Array
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

/** Where the costs of a region's pairs begin in `tables`: behind the head. */
export function firstPairOf({ tableOfRegion }: LevelMetric, region: Region): number {
  return tableOfRegion[region] + 1
}

/** The head of a region's table. */
export function headOf({ tableOfRegion, tables }: LevelMetric, region: Region): number {
  return tables[tableOfRegion[region]]
}

/** Costs of a region's pairs are kept in units of 2^shift, rounded up, so that 16 bits hold them. */
export function shiftOf(head: number): number {
  return head & 0xff
}

/** One of the TABLE_ kinds of ways.ts. */
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

/** 2^shift, which to look up takes a tenth of the time that raising takes. */
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

/** For what must be true of the numbers in an atlas that bake has written. Where it is not, the file was forged. */
export function hold(isSound: boolean, what: string): asserts isSound {
  if (isSound) return
  throw new IsthmusError('ATLAS_DAMAGED', `The atlas is damaged: its ${what} make no sense: bake it again.`)
}
