/**
 * The abstract graph of one level, in columns. Its nodes are the entries of at least that rank: ids 0 .. entryCount - 1,
 * since entries are numbered by rank, highest first. A region lists its entries as **slots**, in order of id. For each
 * **pair** of a region's slots the graph holds the true cost between them inside the region (an edge), and the way: at
 * level 0 runs of steps, above it the entries of the level below that it passes.
 *
 * An entry stands for the middle of its crossing step: each of its two cells is half a step away. So costs between
 * entries simply add up along a route.
 *
 * All that a region knows lies together, as its table: one word of 16 bits (the shift, and the kind of ways), a word for
 * the cost of each pair, then the ways as bytes (ways.ts). A region with fewer than two entries has none.
 */
export const ROW_FIRST_SLOT = 0
/** Where the region's table begins, in words. */
export const ROW_TABLE = 1
export const ROW_LENGTH = 2

export interface LevelGraph {
  readonly regionCount: number
  readonly entryCount: number
  readonly pairCount: number
  /** rowOfRegion[region * ROW_LENGTH + ROW_...]; one row more than there are regions ends the last one. */
  readonly rowOfRegion: Int32Array
  /** slots[2 * slot]: the entry; slots[2 * slot + 1]: its crossing as seen from this region. */
  readonly slots: Int32Array
  /** regionOfSide[2 * entry + side] */
  readonly regionOfSide: Int32Array
  readonly tables: Uint16Array
  /** The same memory as `tables`, byte by byte. */
  readonly tableBytes: Uint8Array
}

/** Costs of a region's pairs are kept in units of 2^shift, rounded up, so that 16 bits hold them. */
export function shiftOf(head: number): number {
  return head & 0xff
}

/** One of the WAYS_ kinds of ways.ts. */
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

export function slotCountOf(graph: LevelGraph, region: number): number {
  const row = region * ROW_LENGTH + ROW_FIRST_SLOT
  return graph.rowOfRegion[row + ROW_LENGTH] - graph.rowOfRegion[row]
}

/** Costs of this region are whole multiples of so many units. */
export function unitsOfStep(graph: LevelGraph, region: number): number {
  return 2 ** shiftOf(graph.tables[graph.rowOfRegion[region * ROW_LENGTH + ROW_TABLE]])
}

/** The cost in units between two slots of a region. Searches read the table themselves, many pairs at a time. */
export function pairUnits(graph: LevelGraph, region: number, a: number, b: number): number {
  const table = graph.rowOfRegion[region * ROW_LENGTH + ROW_TABLE]
  return graph.tables[table + 1 + pairOf(a, b)] * unitsOfStep(graph, region)
}

/** The slot of one of a region's entries. */
export function slotOfEntry({ rowOfRegion, slots }: LevelGraph, region: number, entry: number): number {
  const firstSlot = rowOfRegion[region * ROW_LENGTH + ROW_FIRST_SLOT]
  let low = firstSlot
  let high = rowOfRegion[(region + 1) * ROW_LENGTH + ROW_FIRST_SLOT] - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[2 * middle] < entry) low = middle + 1
    else high = middle
  }
  return low - firstSlot
}
