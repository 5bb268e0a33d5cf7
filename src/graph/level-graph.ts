/**
 * The abstract graph of one level, in columns. Its nodes are the entries of at least that rank: ids 0 .. entryCount - 1,
 * since entries are numbered by rank, highest first. A region lists its entries as **slots**, in order of id. For each
 * **pair** of a region's slots the graph holds the true cost between them inside the region (an edge), and the way: at
 * level 0 runs of steps, above it the entries of the level below that it passes.
 *
 * An entry stands for the middle of its crossing step: each of its two cells is half a step away. So costs between
 * entries simply add up along a route.
 */

/** What a query reads of a region sits side by side in one row. */
export const ROW_FIRST_SLOT = 0
export const ROW_FIRST_PAIR = 1
export const ROW_FIRST_BYTE = 2
/** Costs of a region's pairs are kept in units of 2^shift, rounded up, so that 16 bits hold them. */
export const ROW_SHIFT = 3
export const ROW_LENGTH = 4

export interface LevelGraph {
  readonly regionCount: number
  readonly entryCount: number
  /** rowOfRegion[region * ROW_LENGTH + ROW_...]; one row more than there are regions ends the last one. */
  readonly rowOfRegion: Int32Array
  /** slots[2 * slot]: the entry; slots[2 * slot + 1]: its crossing as seen from this region. */
  readonly slots: Int32Array
  /** regionOfSide[2 * entry + side] */
  readonly regionOfSide: Int32Array
  readonly costOfPair: Uint16Array
  /** How many bytes the way of a pair takes, or one of the WAY_ codes of ways.ts. */
  readonly lengthOfPair: Uint8Array
  readonly wayBytes: Uint8Array
}

/** The pair of two slots of a region, numbered from the region's first; the order of the two does not matter. */
export function pairOf(a: number, b: number): number {
  return a < b ? ((b * (b - 1)) >> 1) + a : ((a * (a - 1)) >> 1) + b
}
