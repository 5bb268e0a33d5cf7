/**
 * Ranked entries -> the rows and slots of each level: who lists whom, before any cost is known.
 */

import { reversed } from '../atlas/crossing.ts'
import { pairCountOf, ROW_FIRST_SLOT, ROW_LENGTH } from '../atlas/level-graph.ts'
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import type { Crossings } from './select.ts'

/** The level's rows and slots; where the tables begin is still zero. */
export interface LevelSlots {
  readonly regionCount: number
  readonly entryCount: number
  readonly rowOfRegion: Int32Array
  readonly slots: Int32Array
  readonly regionOfSide: Int32Array
  readonly pairCount: number
}

/** The slots of a level, from the crossings of its entries in order of id and the regions on their two sides. */
export function layOutSlots(
  crossingOfEntry: Int32Array,
  regionOfSide: Int32Array,
  regionCount: number,
  allocate: Allocate = allocatePrivate,
): LevelSlots {
  const entryCount = regionOfSide.length >> 1
  const rowOfRegion = new Int32Array(allocate(4 * (regionCount + 1) * ROW_LENGTH))
  for (let i = 0; i < regionOfSide.length; i++) rowOfRegion[(regionOfSide[i] + 1) * ROW_LENGTH + ROW_FIRST_SLOT]++
  const nextSlot = new Int32Array(regionCount + 1)
  let pairCount = 0
  for (let region = 0; region < regionCount; region++) {
    const row = region * ROW_LENGTH
    const size = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT]
    nextSlot[region] = rowOfRegion[row + ROW_FIRST_SLOT]
    rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] += rowOfRegion[row + ROW_FIRST_SLOT]
    pairCount += pairCountOf(size)
  }
  const slots = new Int32Array(allocate(4 * 4 * entryCount))
  for (let entry = 0; entry < entryCount; entry++) {
    for (let side = 0; side < 2; side++) {
      const slot = nextSlot[regionOfSide[2 * entry + side]]++
      slots[2 * slot] = entry
      slots[2 * slot + 1] = side === 0 ? crossingOfEntry[entry] : reversed(crossingOfEntry[entry])
    }
  }
  return { regionCount, entryCount, rowOfRegion, slots, regionOfSide, pairCount }
}

/** Entries numbered by rank, highest first, and within a rank in the order in which the map's blocks brought them. */
export interface RankedEntries {
  readonly crossingOfEntry: Int32Array
  readonly regionOfSide0: Int32Array
  /** entryCountOfLevel[level]: how many entries have at least that rank. */
  readonly entryCountOfLevel: Int32Array
}

export function orderByRank(
  crossings: Crossings,
  rankOfCrossing: Uint8Array,
  levelCount: number,
  allocate: Allocate = allocatePrivate,
): RankedEntries {
  const count = rankOfCrossing.length
  const entryCountOfLevel = new Int32Array(levelCount + 1)
  for (let i = 0; i < count; i++) entryCountOfLevel[rankOfCrossing[i]]++
  for (let level = levelCount - 1; level >= 0; level--) entryCountOfLevel[level] += entryCountOfLevel[level + 1]
  const nextOfRank = entryCountOfLevel.slice(1)
  const crossingOfEntry = new Int32Array(count)
  const regionOfSide0 = new Int32Array(allocate(4 * 2 * count))
  for (let i = 0; i < count; i++) {
    const entry = nextOfRank[rankOfCrossing[i]]++
    crossingOfEntry[entry] = crossings.crossing[i]
    regionOfSide0[2 * entry] = crossings.regionOfSide[2 * i]
    regionOfSide0[2 * entry + 1] = crossings.regionOfSide[2 * i + 1]
  }
  return { crossingOfEntry, regionOfSide0, entryCountOfLevel: entryCountOfLevel.subarray(0, levelCount) }
}
