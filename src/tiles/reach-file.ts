/**
 * The reach of a tile: for each entry on its borders, the cost to all entries of one level of its atlas. A query climbs
 * from its end to that level and reads the remaining costs here.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { damaged, readSections, type SectionsOf, writeSections } from './sections.ts'

const TYPES = {
  /** The level, and the number of bits by which costs are shifted. */
  facts: 'int32',
  /** The entries on the borders, as the seam has them: side and place. */
  sideOf: 'uint8',
  placeOf: 'int32',
  /** Their numbers among the entries of the tile's atlas. */
  entryOf: 'int32',
  /** costOf[entry of the level * count + number], rounded up; FAR where no way leads there. */
  costOf: 'uint16',
} as const

export type ReachFile = SectionsOf<typeof TYPES>
const KIND = { magic: 'ISTHREAC', version: 2, types: TYPES } as const

export const FAR = 0xffff
/** Beyond this, the file is no longer small beside the atlas. */
const ENTRIES_MAX = 4096
const SHIFT_MAX = 40

/** The lowest level with few entries. */
export function reachLevelOf({ levels }: AtlasColumns): number {
  let level = 0
  while (level + 1 < levels.length && (level === 0 || levels[level].entryCount > ENTRIES_MAX)) level++
  return level
}

export function writeReach(reach: ReachFile): Uint8Array<ArrayBuffer> {
  return writeSections(KIND, reach)
}

/** Checks a file from any source: all numbers in it are valid for the tile's atlas. */
export function readReach(name: string, bytes: Uint8Array, columns: AtlasColumns): ReachFile {
  const reach = readSections(KIND, name, bytes)
  const { facts, sideOf, placeOf, entryOf, costOf } = reach
  const count = sideOf.length
  const level = reachLevelOf(columns)
  const isWhole = facts.length === 2 && placeOf.length === count && entryOf.length === count
  if (!isWhole || facts[0] !== level || facts[1] < 0 || facts[1] > SHIFT_MAX) throw damaged(name, 'its counts are off')
  const [{ entryCount }, high] = [columns.levels[0], columns.levels[level]]
  const areEntries = entryOf.every(entry => entry >= 0 && entry < entryCount)
  if (costOf.length !== high.entryCount * count || !areEntries) throw damaged(name, 'it does not fit its atlas')
  return reach
}
