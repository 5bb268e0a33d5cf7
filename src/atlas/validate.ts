/**
 * The columns of a file hold numbers of each other's rows. A checksum tells a damaged file from a sound one, but not a
 * forged one. So one pass over each column checks every number against its range. Behind this, no reader leaves a column
 * but by ways, which are held where they are read.
 */
import type { Level, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { AtlasColumns, AtlasLevel } from './columns.ts'
import { PLACE_BITS, X_BITS } from './crossing.ts'
import type { HubSteps } from './hubs.ts'
import { endRegionOf, type Labels, NO_PARENT, planeCountOf, regionOfCell } from './islands.ts'
import { blocksAtLevel } from './layout.ts'
import {
  ENTRIES_MAX,
  ENTRY_BITS,
  ENTRY_MASK,
  headOf,
  hold,
  pairCountOf,
  RANK_MAX,
  shiftOf,
  slotCountOf,
} from './level-graph.ts'
import { areCostsOfFreeCells, areLabelsSound, isOutsideWalled } from './validate-cells.ts'

const SHIFT_MAX = 40

export function validateColumns(columns: AtlasColumns): void {
  const { terrain, labels, hubs } = columns
  hold(areCostsSound(terrain), 'costs')
  hold(arePlanesSound(labels), 'planes')
  hold(hubs === undefined || areHubsSound(hubs), 'hubs')
  validateNumbers(columns)
  // Every number is in its range now: what they say together is looked at next.
  hold(isOutsideWalled(terrain), 'cells')
  hold(areCostsOfFreeCells(terrain), 'costs')
  hold(areLabelsSound(terrain, labels), 'labels')
  validateGraph(columns, true)
}

/** The same of a graph that has no cells. */
export function validateLevels(columns: AtlasColumns): void {
  validateNumbers(columns)
  validateGraph(columns, false)
}

function validateNumbers({ islandOfRegion, islandCount, levels }: AtlasColumns): void {
  // Each has a region: a number above that would only take memory.
  hold(islandCount <= islandOfRegion.length && isBelow(islandOfRegion, 0, islandCount), 'islands')
  levels.forEach((level, i) => {
    const upper = levels[i + 1]
    validateRegions(level, i, upper)
    hold(level.entryCount < ENTRIES_MAX, `entries of level ${i}`)
    hold(upper === undefined ? level.entryCount === 0 : upper.entryCount <= level.entryCount, `entries of level ${i}`)
    hold(isBelow(level.regionOfSide, 0, level.regionCount), `sides of level ${i}`)
    hold(areTablesSound(level), `tables of level ${i}`)
  })
}

/** Checks where the regions of a level lie, and where their entries are listed. */
export function validateRegions(level: AtlasLevel, i: number, upper: AtlasLevel | undefined): void {
  hold(isChain(level.regionsOfBlock, level.regionCount), `regions of level ${i}`)
  hold(isBelow(level.parentOfRegion, NO_PARENT, upper?.regionCount ?? 0), `parents of level ${i}`)
  hold(isChain(level.rowOfRegion, 2 * level.entryCount), `rows of level ${i}`)
}

/**
 * Checks regions and entries against each other. The tree of regions follows the blocks and ends in the islands. Each entry
 * joins two free cells side by side in two regions, and each of the two lists it once. On every level it joins the same
 * cells, and the regions above theirs. Then a search over the graph cannot leave it, whatever the costs are.
 */
function validateGraph(columns: AtlasColumns, hasCells: boolean): void {
  hold(isTreeSound(columns), 'regions')
  hold(areIslandsSound(columns), 'islands')
  const unsound = unsoundEntryLevel(columns, hasCells)
  hold(unsound < 0, `entries of level ${unsound}`)
}

/** A block with a free cell has one cost for all, which fits the bytes of a cost, or costs of its cells. */
export function areCostsSound({ costOfBlock, costOfCell, rowBits }: Terrain): boolean {
  const costBlocks = costOfCell.length >> BLOCK_CELLS_SHIFT
  // No cost is wider than those of cells are kept.
  const costMax = 2 ** (8 * costOfCell.BYTES_PER_ELEMENT) - 1
  for (let block = 0; block < costOfBlock.length; block++) {
    const cost = costOfBlock[block]
    if (~cost >= costBlocks || cost > costMax) return false
    if (cost !== 0) continue
    for (let word = block * BLOCK_SIDE_CELLS, end = word + BLOCK_SIDE_CELLS; word < end; word++) {
      if (rowBits[word] !== 0) return false
    }
  }
  return true
}

/** Those of each block begin where those of the block before end. */
function arePlanesSound({ regionsOfBlock, firstPlaneOfBlock, planeBits }: Labels): boolean {
  let planes = 0
  for (let block = 0; block < firstPlaneOfBlock.length; block++) {
    if (firstPlaneOfBlock[block] !== planes) return false
    planes += planeCountOf(regionsOfBlock[2 * block + 1])
  }
  return planes * BLOCK_SIDE_CELLS === planeBits.length
}

/** Pairs of a beginning and a count, each beginning where the one before ends, from 0 to `last`. */
function isChain(rows: Int32Array, last: number): boolean {
  let end = 0
  for (let i = 0; i < rows.length; i += 2) {
    if (rows[i] !== end || rows[i + 1] < 0) return false
    end += rows[i + 1]
  }
  return end === last
}

/** Entries know one for each step; what they say is checked where their costs are summed up. */
function areHubsSound({ hubCountOfEntry, hubSteps }: HubSteps): boolean {
  let known = 0
  for (const count of hubCountOfEntry) known += count
  return known === hubSteps.length
}

function isBelow(column: Int32Array, least: number, end: number): boolean {
  for (let i = 0; i < column.length; i++) if (column[i] < least || column[i] >= end) return false
  return true
}

/** Tables follow each other; a region with fewer than two entries has no words. */
function areTablesSound(level: AtlasLevel): boolean {
  const { tableOfRegion, tables, regionCount } = level
  let end = 0
  let isEnd = true
  for (let region = 0; region < regionCount; region++) {
    const table = tableOfRegion[region]
    if (isEnd ? table !== end : table < end) return false
    const size = slotCountOf(level, region)
    isEnd = size < 2
    // Behind the costs are as many words for ways as their kind takes.
    end = isEnd ? table : table + 1 + pairCountOf(size)
    if (end > tables.length || (!isEnd && shiftOf(headOf(level, region)) > SHIFT_MAX)) return false
  }
  return !isEnd || end === tables.length
}

/** Whether each region's parent is one of the block above its own; islands, which no entry leads out of, have none. */
function isTreeSound({ terrain, levels }: AtlasColumns): boolean {
  for (let level = 0; level < levels.length; level++) {
    const { regionsOfBlock, parentOfRegion } = levels[level]
    const above = levels[level + 1]?.regionsOfBlock
    const wide = blocksAtLevel(terrain.blocksWide, level)
    const wideAbove = blocksAtLevel(terrain.blocksWide, level + 1)
    for (let block = 0; 2 * block < regionsOfBlock.length; block++) {
      const blockAbove = (Math.floor(block / wide) >> 1) * wideAbove + ((block % wide) >> 1)
      for (let region = regionsOfBlock[2 * block]; region < endRegionOf(regionsOfBlock, block); region++) {
        const parent = parentOfRegion[region]
        if ((parent === NO_PARENT) !== (slotCountOf(levels[level], region) === 0)) return false
        if (parent === NO_PARENT) continue
        if (parent < above[2 * blockAbove] || parent >= endRegionOf(above, blockAbove)) return false
      }
    }
  }
  return true
}

/** Whether each island has a number of its own, and each region of level 0 that of the root of its branch. */
function areIslandsSound({ islandOfRegion, islandCount, levels }: AtlasColumns): boolean {
  const islandOfRoot = levels.map(({ regionCount }) => new Int32Array(regionCount).fill(NONE))
  let known = 0
  const isNumbered = new Uint8Array(islandCount)
  for (let region = 0; region < islandOfRegion.length; region++) {
    const island = islandOfRegion[region]
    let root = region
    let level = 0
    for (let up = levels[0].parentOfRegion[root]; up !== NO_PARENT; up = levels[level].parentOfRegion[root]) {
      root = up
      level++
    }
    if (islandOfRoot[level][root] === island) continue
    if (islandOfRoot[level][root] !== NONE || isNumbered[island] !== 0) return false
    islandOfRoot[level][root] = island
    isNumbered[island] = 1
    known++
  }
  return known === islandCount
}

/**
 * The level whose entries are not sound; -1 where all are. These are the longest loops of an opening. They run before
 * anything is compiled, when a call costs ten times what it does later. So words and crossings are taken apart in place. A
 * call is a region all the same: what is called often is compiled once, what loops for long a second time.
 */
function unsoundEntryLevel({ terrain, labels, levels, xBits }: AtlasColumns, hasCells = true): number {
  const crossingOfSide = new Int32Array(2 * levels[0].entryCount)
  // Entries above a rank come first.
  const entriesOf = Int32Array.from(levels, ({ entryCount }) => entryCount)
  for (const [level, columns] of levels.entries()) {
    const { regionCount, regionOfSide } = columns
    let pairs = 0
    for (let region = 0; region < regionCount; region++) {
      pairs += pairCountOf(slotCountOf(columns, region))
      if (!areSlotsSound(columns, region, level, entriesOf, crossingOfSide)) return level
      if (hasCells && level === 0 && !areCrossingsInside(terrain, labels, columns, region)) return level
    }
    // As many slots as sides, of which no region has one twice: so each is there.
    for (let side = 0; side < regionOfSide.length; side += 2)
      if (regionOfSide[side] === regionOfSide[side + 1]) return level
    if (pairs !== columns.pairCount) return level
    if (level === 0 ? !joinNeighbours(crossingOfSide, xBits) : !areSidesAbove(levels[level - 1], columns)) return level
  }
  return -1
}

/**
 * Whether each entry that a region lists has it on that side, and is there once. On level 0 its rank and crossing are
 * noted by side; on other levels they must be the same.
 */
function areSlotsSound(
  { rowOfRegion, slots, regionOfSide, entryCount }: AtlasLevel,
  region: Region,
  level: Level,
  entriesOf: Int32Array,
  crossingOfSide: Int32Array,
): boolean {
  let before = -(2 ** 31)
  for (let slot = rowOfRegion[2 * region], end = slot + rowOfRegion[2 * region + 1]; slot < end; slot++) {
    const word = slots[2 * slot]
    const crossing = slots[2 * slot + 1]
    if (word <= before) return false
    before = word
    const entry = word & ENTRY_MASK
    const rank = RANK_MAX - (word >> ENTRY_BITS)
    if (entry >= entryCount || rank < level || rank >= entriesOf.length || entry >= entriesOf[rank]) return false
    if (rank + 1 < entriesOf.length && entry < entriesOf[rank + 1]) return false
    const side = 2 * entry + (crossing >>> 31)
    if (regionOfSide[side] !== region) return false
    if (level === 0) crossingOfSide[side] = crossing
    // On level 0 too: what never ran before it is compiled makes an engine compile the whole again.
    if (crossingOfSide[side] !== crossing) return false
  }
  return true
}

/** Whether the crossings of a region of level 0 begin at free cells of it. */
function areCrossingsInside(
  { width, height, rowBits, blocksWide }: Terrain,
  labels: Labels,
  { rowOfRegion, slots }: AtlasLevel,
  region: Region,
): boolean {
  const { regionsOfBlock } = labels
  for (let slot = rowOfRegion[2 * region], end = slot + rowOfRegion[2 * region + 1]; slot < end; slot++) {
    const crossing = slots[2 * slot + 1]
    const x = crossing & 0x7fff
    const y = (crossing >>> 15) & 0x7fff
    if (x >= width || y >= height) return false
    const block = (y >> BLOCK_SHIFT) * blocksWide + (x >> BLOCK_SHIFT)
    if (((rowBits[(block << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (x & BLOCK_MASK)) & 1) === 0) return false
    const own = regionsOfBlock[2 * block + 1] === 1 ? regionsOfBlock[2 * block] : regionOfCell(labels, block, x, y)
    if (own !== region) return false
  }
  return true
}

/** Whether each entry leads from its side 0 over the eastern or southern border of a block to its side 1. */
function joinNeighbours(crossingOfSide: Int32Array, xBits = X_BITS): boolean {
  for (let side = 0; side < crossingOfSide.length; side += 2) {
    const crossing = crossingOfSide[side]
    const isEast = crossing >>> 30 === 0
    const shift = isEast ? 0 : xBits
    const last = (1 << (isEast ? xBits : PLACE_BITS - xBits)) - 1
    const toBorder = (crossing >> shift) & last
    if (crossing < 0 || (toBorder & BLOCK_MASK) !== BLOCK_MASK || toBorder === last) return false
    if (((crossing + (1 << shift)) ^ (1 << 31)) !== crossingOfSide[side + 1]) return false
  }
  return true
}

function areSidesAbove(lower: AtlasLevel, upper: AtlasLevel): boolean {
  for (let side = 0; side < upper.regionOfSide.length; side++) {
    if (lower.parentOfRegion[lower.regionOfSide[side]] !== upper.regionOfSide[side]) return false
  }
  return true
}
