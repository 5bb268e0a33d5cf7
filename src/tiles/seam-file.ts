/**
 * What the crown needs from a tile: its entries on the borders, their costs to each other inside the tile's window, and
 * digests. The digests show that two neighbours were baked from the same cells.
 */
import { readSections, type SectionsOf, writeSections } from './sections.ts'

const TYPES = {
  /** See the FACT_ numbers. */
  facts: 'int32',
  /** By entry, in the order of sides and along each: the direction of the neighbour, 0 .. 3. */
  sideOf: 'uint8',
  /** Where along the border the entry lies, in cells from the tile's northern or western end. */
  placeOf: 'int32',
  /** The entry's island in the tile's atlas. */
  islandOf: 'int32',
  /**
   * unitsOf[pair of slots]: the cost of the cheapest route between the middles of two entries; Infinity between
   * islands.
   */
  unitsOf: 'float64',
  /** The mean cost of the free cells of each of 32 x 32 buckets; 0 where none is free. */
  costOfBucket: 'uint16',
  /** Two words of a digest for each of eight directions: of the tile's own cells that the neighbour there sees. */
  ownStrips: 'int32',
  /** The same, of the neighbour's cells that this tile sees. */
  strangeStrips: 'int32',
} as const

export type SeamFile = SectionsOf<typeof TYPES>
const KIND = { magic: 'ISTHSEAM', version: 1, types: TYPES } as const

export const FACT_TILE = 0
export const FACT_COST_MIN = 1
/** 1 if all free cells of the window have the lowest cost. */
export const FACT_UNIFORM = 2
export const FACT_FREE_CELLS = 3
export const FACT_ISLANDS = 4
export const FACTS = 5

export function writeSeam(seam: SeamFile): Uint8Array<ArrayBuffer> {
  return writeSections(KIND, seam)
}

export function readSeam(name: string, bytes: Uint8Array): SeamFile {
  return readSections(KIND, name, bytes)
}
