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
  const rowOfRegion = new Int32Array(allocate(4 * regionCount * ROW_LENGTH))
  for (let i = 0; i < regionOfSide.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    rowOfRegion[regionOfSide[i] * ROW_LENGTH + 1]++
  }
  const nextSlot = new Int32Array(regionCount)
  let pairCount = 0
  let slotCount = 0
  for (let region = 0; region < regionCount; region++) {
    if (region % STEPS_A_PIECE === 0) yield
    const size = rowOfRegion[region * ROW_LENGTH + 1]
    rowOfRegion[region * ROW_LENGTH] = slotCount
    nextSlot[region] = slotCount
    slotCount += size
    pairCount += pairCountOf(size)
  }
  const slots = new Int32Array(allocate(4 * 4 * entryCount))
  let rank = entryCountOfLevel.length - 1
  for (let entry = 0; entry < entryCount; entry++) {
    if (entry % STEPS_A_PIECE === 0) yield
    while (entry >= entryCountOfLevel[rank]) rank--
    for (let side = 0; side < 2; side++) {
      const slot = nextSlot[regionOfSide[2 * entry + side]]++
      slots[2 * slot] = entryWord(entry, rank)
      slots[2 * slot + 1] = side === 0 ? crossingOfEntry[entry] : reversedIn(xBits, crossingOfEntry[entry])
    }
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

export interface Children {
  /** list[first[region] .. first[region + 1] - 1] are the children of a region, in their order. */
  readonly first: Int32Array
  readonly list: Int32Array
}

/** The children of each region, from the region of each child. Those with NO_PARENT are left out. */
export function* childrenByRegion(parentOfRegion: Int32Array, regionCount: number, allocate: Allocate): Work<Children> {
  const first = new Int32Array(allocate(4 * (regionCount + 1)))
  for (let child = 0; child < parentOfRegion.length; child++) {
    if (child % STEPS_A_PIECE === 0) yield
    if (parentOfRegion[child] !== NO_PARENT) first[parentOfRegion[child] + 1]++
  }
  for (let region = 0; region < regionCount; region++) first[region + 1] += first[region]
  const next = first.slice()
  const list = new Int32Array(allocate(4 * first[regionCount]))
  for (let child = 0; child < parentOfRegion.length; child++) {
    if (child % STEPS_A_PIECE === 0) yield
    if (parentOfRegion[child] !== NO_PARENT) list[next[parentOfRegion[child]]++] = child
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
