/**
 * Ranked entries -> the rows and slots of each level: which region lists which entries, before any cost is known.
 */
import { reversedIn, X_BITS } from '../atlas/crossing.ts'
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
