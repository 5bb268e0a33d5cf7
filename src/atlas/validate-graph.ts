/**
 * What an atlas says of its regions and entries, held against itself: the tree of regions follows the blocks and ends in
 * the islands; each entry joins two free cells that lie side by side in two regions, is listed once by each of the two,
 * and joins the same cells, and the regions above theirs, on every level. Behind this, a search over the graph stays on
 * it, whatever its costs say.
 */
import { NONE } from '../base/none.ts'
import type { Terrain } from '../map/terrain.ts'
import type { AtlasColumns, AtlasLevel } from './columns.ts'
import { reversed, sideOf, xOf, yOf } from './crossing.ts'
import { NO_PARENT } from './islands.ts'
import { endRegionOf, type Labels, regionOfCell } from './labels.ts'
import { entryIn, pairCountOf, rankIn, slotCountOf } from './level-graph.ts'
import { blocksAtLevel } from './levels.ts'

/** Whether each region's parent is one of the block above its own; islands, which no entry leads out of, have none. */
export function isTreeSound({ terrain, levels }: AtlasColumns): boolean {
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
export function areIslandsSound({ islandOfRegion, islandCount, levels }: AtlasColumns): boolean {
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

/** The level whose entries are not sound; -1 where all are. */
export function unsoundEntryLevel({ terrain, labels, levels }: AtlasColumns): number {
  const levelZero = levels[0]
  const crossingOfSide = new Int32Array(2 * levelZero.entryCount)
  for (let region = 0; region < levelZero.regionCount; region++) {
    if (!areCrossingsInside(terrain, labels, levelZero, region, crossingOfSide)) return 0
  }
  for (let entry = 0; entry < levelZero.entryCount; entry++) {
    if (!joinsNeighbours(terrain, crossingOfSide[2 * entry], crossingOfSide[2 * entry + 1])) return 0
  }
  return levels.findIndex(
    (level, i) => !areSlotsListedOnce(level, levels, crossingOfSide) || (i > 0 && !areSidesAbove(levels[i - 1], level)),
  )
}

/** Whether the crossings of a region of level 0 begin in it; notes them by side. */
function areCrossingsInside(
  terrain: Terrain,
  labels: Labels,
  { rowOfRegion, slots }: AtlasLevel,
  region: number,
  crossingOfSide: Int32Array,
): boolean {
  for (let slot = rowOfRegion[2 * region], end = slot + rowOfRegion[2 * region + 1]; slot < end; slot++) {
    const crossing = slots[2 * slot + 1]
    const x = xOf(crossing)
    const y = yOf(crossing)
    if (!terrain.isFree(x, y) || regionOfCell(labels, terrain.blockOf(x, y), x, y) !== region) return false
    crossingOfSide[2 * entryIn(slots[2 * slot]) + sideOf(crossing)] = crossing
  }
  return true
}

function joinsNeighbours(terrain: Terrain, crossing: number, beyond: number): boolean {
  if (sideOf(crossing) !== 0 || reversed(crossing) !== beyond) return false
  return terrain.blockOf(xOf(crossing), yOf(crossing)) !== terrain.blockOf(xOf(beyond), yOf(beyond))
}

/** Whether each entry is in just the two regions of its sides, once in each, by its rank and the crossing that it has there. */
function areSlotsListedOnce(level: AtlasLevel, levels: readonly AtlasLevel[], crossingOfSide: Int32Array): boolean {
  const { regionOfSide, regionCount, entryCount, pairCount } = level
  // Entries of more than a rank are the first so many.
  const entriesAbove = Int32Array.from(levels, (_, rank) => levels[rank + 1]?.entryCount ?? 0)
  let pairs = 0
  for (let region = 0; region < regionCount; region++) {
    pairs += pairCountOf(slotCountOf(level, region))
    if (!isListSound(level, region, entriesAbove, crossingOfSide)) return false
  }
  // As many slots as sides, of which no region has one twice: so each is there.
  for (let entry = 0; entry < entryCount; entry++) {
    if (regionOfSide[2 * entry] === regionOfSide[2 * entry + 1]) return false
  }
  return pairs === pairCount
}

function isListSound(
  { rowOfRegion, slots, regionOfSide }: AtlasLevel,
  region: number,
  entriesAbove: Int32Array,
  crossingOfSide: Int32Array,
): boolean {
  let before = -1
  for (let slot = rowOfRegion[2 * region], end = slot + rowOfRegion[2 * region + 1]; slot < end; slot++) {
    const word = slots[2 * slot]
    const entry = entryIn(word)
    const crossing = slots[2 * slot + 1]
    const side = 2 * entry + sideOf(crossing)
    if (regionOfSide[side] !== region || crossing !== crossingOfSide[side]) return false
    if (entry < entriesAbove[rankIn(word)] || word <= before) return false
    before = word
  }
  return true
}

function areSidesAbove(lower: AtlasLevel, upper: AtlasLevel): boolean {
  for (let side = 0; side < upper.regionOfSide.length; side++) {
    if (lower.parentOfRegion[lower.regionOfSide[side]] !== upper.regionOfSide[side]) return false
  }
  return true
}
