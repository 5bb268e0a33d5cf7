/**
 * Which region lists which entries, before any cost is known: ranked entries -> the rows and slots of each level. And which
 * regions of a level lie in each region above.
 */
import { reversedIn, X_BITS } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryWord, type LevelTopology, pairCountOf, ROW_LENGTH } from '../atlas/level-graph.ts'
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { Crossings } from './select.ts'

/** The rows and slots of a level, from its entries in order of number and the regions on their two sides. */
export function* layOutSlots(
  { crossingOfEntry, entryCountOfLevel, xBits = X_BITS }: RankedEntries,
  regionOfSide: Int32Array,
  regionCount: number,
  allocate: Allocate = allocatePrivate,
): Work<LevelTopology> {
  const entryCount = regionOfSide.length >> 1
  const { first, list } = yield* listsByRegion(regionOfSide, regionCount, allocatePrivate)
  const rowOfRegion = new Int32Array(allocate(4 * regionCount * ROW_LENGTH))
  let pairCount = 0
  for (let region = 0; region < regionCount; region++) {
    if (region % STEPS_A_PIECE === 0) yield
    const size = first[region + 1] - first[region]
    rowOfRegion[region * ROW_LENGTH] = first[region]
    rowOfRegion[region * ROW_LENGTH + 1] = size
    pairCount += pairCountOf(size)
  }
  const slots = new Int32Array(allocate(4 * 4 * entryCount))
  for (let slot = 0; slot < list.length; slot++) {
    if (slot % STEPS_A_PIECE === 0) yield
    const entry = list[slot] >> 1
    const crossing = crossingOfEntry[entry]
    let rank = entryCountOfLevel.length - 1
    while (entry >= entryCountOfLevel[rank]) rank--
    slots[2 * slot] = entryWord(entry, rank)
    slots[2 * slot + 1] = (list[slot] & 1) === 0 ? crossing : reversedIn(xBits, crossing)
  }
  return { regionCount, entryCount, rowOfRegion, slots, regionOfSide, pairCount }
}

/** Entries numbered by rank, highest first, and within a rank in the order of blocks. */
export interface RankedEntries {
  readonly crossingOfEntry: Int32Array
  readonly regionOfSide0: Int32Array
  /** entryCountOfLevel[level]: the number of entries with at least that rank. */
  readonly entryCountOfLevel: Int32Array
  /** The number of bits of x in crossings; absent on maps, which have X_BITS. */
  readonly xBits?: number
}

export function* orderByRank(
  crossings: Pick<Crossings, 'crossing' | 'regionOfSide'>,
  rankOfCrossing: Uint8Array,
  levelCount: number,
  allocate: Allocate = allocatePrivate,
): Work<RankedEntries> {
  const count = rankOfCrossing.length
  const entryCountOfLevel = new Int32Array(levelCount + 1)
  yield
  for (let i = 0; i < count; i++) entryCountOfLevel[rankOfCrossing[i]]++
  for (let level = levelCount - 1; level >= 0; level--) entryCountOfLevel[level] += entryCountOfLevel[level + 1]
  const nextOfRank = entryCountOfLevel.slice(1)
  const crossingOfEntry = new Int32Array(count)
  const regionOfSide0 = new Int32Array(allocate(4 * 2 * count))
  for (let i = 0; i < count; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    const entry = nextOfRank[rankOfCrossing[i]]++
    crossingOfEntry[entry] = crossings.crossing[i]
    regionOfSide0[2 * entry] = crossings.regionOfSide[2 * i]
    regionOfSide0[2 * entry + 1] = crossings.regionOfSide[2 * i + 1]
  }
  return { crossingOfEntry, regionOfSide0, entryCountOfLevel: entryCountOfLevel.subarray(0, levelCount) }
}

/** What lies in each region, such as its children or the sides of entries. */
export interface RegionLists {
  /** list[first[region] .. first[region + 1] - 1] are the items of a region, in their order. */
  readonly first: Int32Array
  readonly list: Int32Array
}

/** Lists items by the region that each lies in. Those with NO_PARENT are left out. */
export function* listsByRegion(regionOf: Int32Array, regionCount: number, allocate: Allocate): Work<RegionLists> {
  const first = new Int32Array(allocate(4 * (regionCount + 1)))
  for (let item = 0; item < regionOf.length; item++) {
    if (item % STEPS_A_PIECE === 0) yield
    if (regionOf[item] !== NO_PARENT) first[regionOf[item] + 1]++
  }
  for (let region = 0; region < regionCount; region++) first[region + 1] += first[region]
  const next = first.slice()
  const list = new Int32Array(allocate(4 * first[regionCount]))
  for (let item = 0; item < regionOf.length; item++) {
    if (item % STEPS_A_PIECE === 0) yield
    if (regionOf[item] !== NO_PARENT) list[next[regionOf[item]]++] = item
  }
  return { first, list }
}

/** The parent of each of the first `count` regions listed. */
export function* parentsOf(
  regions: Int32Array,
  count: number,
  parentOfRegion: Int32Array,
  allocate: Allocate,
): Work<Int32Array> {
  const parents = new Int32Array(allocate(4 * count))
  for (let i = 0; i < count; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    parents[i] = parentOfRegion[regions[i]]
  }
  return parents
}
