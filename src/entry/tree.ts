/**
 * Entries of level 0 -> the tree of regions and the ranks. Level by level, regions that touch inside one block of the next
 * level unite (union-find over the entries between them) into a region of that level. On the borders of these larger blocks
 * the level keeps one entry per bucket and pair of adjacent regions. A region without entries is an island and has no parent.
 * On the last level, where one block covers the map, all regions are islands.
 */
import { borderLevelOf, directionOfCrossing, X_BITS, xIn, yIn } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, NO_PARENT } from '../atlas/islands.ts'
import { blocksAtLevel, levelCountOf } from '../atlas/layout.ts'
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { Crossings } from './select.ts'
import { listsByRegion } from './slots.ts'
import { StretchChoice } from './stretch-choice.ts'

/**
 * A level keeps one entry per bucket of its blocks' side and pair of regions. Level 1 has fewer buckets where a whole side of a
 * level-0 block is open. A search settles most entries near its ends, and the corridor corrects the choice among such entries.
 * Where a wall meets the border between its ends, the choice matters.
 */
const BUCKETS_A_SIDE = 8
const BUCKETS_A_SIDE_OF_LEVEL_1 = 4
/** A block has up to a thousand regions, mostly a few. */
const BLOCKS_A_PIECE = 32
/** Up to this many entries are sorted by insertion. */
const FEW_ENTRIES = 64

export interface RegionTree {
  readonly levelCount: number
  readonly regionCountOfLevel: number[]
  /** regionsOfBlock[level]: for each block its first region and its number of regions. */
  readonly regionsOfBlock: Int32Array[]
  /** parentOfRegion[level]; NO_PARENT for islands. */
  readonly parentOfRegion: Int32Array[]
  readonly rankOfCrossing: Uint8Array
}

export function* growTree(
  terrain: Terrain,
  regionsOfBlock0: Int32Array,
  crossings: Crossings,
  allocate: Allocate,
  xBits = X_BITS,
): Work<RegionTree> {
  const levelCount = levelCountOf(terrain.blocksWide, terrain.blocksHigh)
  const rankOfCrossing = new Uint8Array(crossings.crossing.length)
  const regionsOfBlock = [regionsOfBlock0]
  const regionCountOfLevel = [endRegionOf(regionsOfBlock0, (regionsOfBlock0.length >> 1) - 1)]
  const parentOfRegion: Int32Array[] = []
  const regionOfSide = crossings.regionOfSide.slice()

  for (let level = 1; level < levelCount; level++) {
    const roots = yield* uniteSiblings(
      xBits,
      regionCountOfLevel[level - 1],
      crossings,
      rankOfCrossing,
      regionOfSide,
      level,
    )
    const numbered = yield* numberRegions(regionsOfBlock[level - 1], roots, terrain, level, allocate)
    regionsOfBlock.push(numbered.regionsOfBlock)
    regionCountOfLevel.push(numbered.regionCount)
    parentOfRegion.push(numbered.parentOfRegion)
    for (let i = 0; i < regionOfSide.length; i++) {
      if (i % STEPS_A_PIECE === 0) yield
      if (rankOfCrossing[i >> 1] === level - 1) regionOfSide[i] = numbered.parentOfRegion[regionOfSide[i]]
    }
    yield* promote(terrain, xBits, crossings, rankOfCrossing, regionOfSide, numbered.regionCount, level)
  }
  parentOfRegion.push(new Int32Array(allocate(4 * regionCountOfLevel[levelCount - 1])).fill(NO_PARENT))
  return { levelCount, regionCountOfLevel, regionsOfBlock, parentOfRegion, rankOfCrossing }
}

/** Unites regions of level - 1 joined by an entry inside one block of `level`; returns their roots, NONE without entries. */
function* uniteSiblings(
  xBits: number,
  regionCount: number,
  crossings: Crossings,
  rankOfCrossing: Uint8Array,
  regionOfSide: Int32Array,
  level: number,
): Work<Int32Array> {
  const root = new Int32Array(regionCount).fill(NONE)
  for (let side = 0; side < regionOfSide.length; side++) {
    if (side % STEPS_A_PIECE === 0) yield
    if (rankOfCrossing[side >> 1] === level - 1) root[regionOfSide[side]] = regionOfSide[side]
  }
  const find = (region: number): number => {
    while (root[region] !== region) {
      root[region] = root[root[region]]
      region = root[region]
    }
    return region
  }
  for (let i = 0; i < rankOfCrossing.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    if (rankOfCrossing[i] !== level - 1 || borderLevelOf(crossings.crossing[i], xBits) !== level - 1) continue
    const a = find(regionOfSide[2 * i])
    const b = find(regionOfSide[2 * i + 1])
    if (a < b) root[b] = a
    else root[a] = b
  }
  for (let region = 0; region < root.length; region++) {
    if (region % STEPS_A_PIECE === 0) yield
    if (root[region] !== NONE) root[region] = find(region)
  }
  return root
}

/** Numbers the united regions by larger block, and within a block by first child. */
function* numberRegions(
  childrenOfBlock: Int32Array,
  root: Int32Array,
  terrain: Terrain,
  level: number,
  allocate: Allocate,
): Work<{ regionsOfBlock: Int32Array; parentOfRegion: Int32Array; regionCount: number }> {
  const childrenWide = blocksAtLevel(terrain.blocksWide, level - 1)
  const childrenHigh = blocksAtLevel(terrain.blocksHigh, level - 1)
  const blocksWide = blocksAtLevel(terrain.blocksWide, level)
  const blocksHigh = blocksAtLevel(terrain.blocksHigh, level)
  const regionsOfBlock = new Int32Array(allocate(4 * 2 * blocksWide * blocksHigh))
  const parentOfRegion = new Int32Array(allocate(4 * root.length)).fill(NO_PARENT)
  let count = 0
  for (let block = 0; block < blocksWide * blocksHigh; block++) {
    if (block % BLOCKS_A_PIECE === 0) yield
    const childX = (block % blocksWide) * 2
    const childY = Math.floor(block / blocksWide) * 2
    regionsOfBlock[2 * block] = count
    for (let y = childY; y < Math.min(childY + 2, childrenHigh); y++) {
      for (let x = childX; x < Math.min(childX + 2, childrenWide); x++) {
        const child = y * childrenWide + x
        const end = endRegionOf(childrenOfBlock, child)
        for (let region = firstRegionOf(childrenOfBlock, child); region < end; region++) {
          if (root[region] === NONE) continue
          if (parentOfRegion[root[region]] < 0) parentOfRegion[root[region]] = count++
          parentOfRegion[region] = parentOfRegion[root[region]]
        }
      }
    }
    regionsOfBlock[2 * block + 1] = count - regionsOfBlock[2 * block]
  }
  return { regionsOfBlock, parentOfRegion, regionCount: count }
}

/** Raises the entries that `level` keeps to that rank, stretch by stretch. Others stay at their rank. */
function* promote(
  terrain: Terrain,
  xBits: number,
  crossings: Crossings,
  rankOfCrossing: Uint8Array,
  regionOfSide: Int32Array,
  regionCount: number,
  level: number,
): Work<void> {
  const { crossing, widthOfRun } = crossings
  const choice = new StretchChoice(terrain, crossing, xBits)
  const region0 = new Int32Array(rankOfCrossing.length).fill(NO_PARENT)
  for (let i = 0; i < region0.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    const isOfLevel = rankOfCrossing[i] === level - 1 && borderLevelOf(crossing[i], xBits) >= level
    if (isOfLevel) region0[i] = regionOfSide[2 * i]
  }
  const { first, list } = yield* listsByRegion(region0, regionCount, allocatePrivate)
  const sameRegion = (a: number, b: number) => regionOfSide[2 * a + 1] === regionOfSide[2 * b + 1]
  for (let region = 0; region < regionCount; region++) {
    if (region % STEPS_A_PIECE === 0) yield
    const own = list.subarray(first[region], first[region + 1])
    sortStretches(own, (i: number) => along(crossing[i], xBits), regionOfSide)
    for (let from = 0, end = 0; from < own.length; from = end) {
      yield
      while (end < own.length && sameRegion(own[from], own[end])) end++
      const stretch = own.subarray(from, end)
      const isEven = stretch.every(i => widthOfRun[i] > 0)
      const kept = isEven
        ? keptOnStretch(stretch, crossings, level, xBits)
        : choice.choose(stretch, level).map(i => stretch[i])
      for (const i of kept) rankOfCrossing[i] = level
    }
  }
}

/** Sorts by the region on side 1, then by place. Most regions have a dozen entries, nearly in order. */
function sortStretches(entries: Int32Array, placeOf: (entry: number) => number, regionOfSide: Int32Array): void {
  const order = (a: number, b: number) => regionOfSide[2 * a + 1] - regionOfSide[2 * b + 1] || placeOf(a) - placeOf(b)
  if (entries.length > FEW_ENTRIES) entries.sort(order)
  for (let i = 1; i < entries.length; i++) {
    const entry = entries[i]
    let at = i
    for (; at > 0 && order(entry, entries[at - 1]) < 0; at--) entries[at] = entries[at - 1]
    entries[at] = entry
  }
}

function bucketShiftOf({ widthOfRun }: Pick<Crossings, 'widthOfRun'>, i: number, level: number): number {
  const isSparse = level === 1 && widthOfRun[i] === BLOCK_SIDE_CELLS
  return BLOCK_SHIFT + level - Math.log2(isSparse ? BUCKETS_A_SIDE_OF_LEVEL_1 : BUCKETS_A_SIDE)
}

/**
 * Returns the entries that a level keeps on a stretch of even ground: of each bucket the one nearest to its middle. So entries on
 * open ground lie on the same lanes in all blocks. A stretch is the part of a border that two regions of the level share;
 * `entries` are in order of place.
 */
export function keptOnStretch(
  entries: Iterable<number>,
  crossings: Pick<Crossings, 'crossing' | 'widthOfRun'>,
  level: number,
  xBits = X_BITS,
): number[] {
  const kept: number[] = []
  let lastKey = NONE
  for (const i of entries) {
    const bucketShift = bucketShiftOf(crossings, i, level)
    const key = (along(crossings.crossing[i], xBits) >> bucketShift) * BLOCK_SIDE_CELLS + bucketShift
    const apart = (entry: number) => fromMiddle(crossings.crossing[entry], bucketShift, xBits)
    if (key !== lastKey) kept.push(i)
    else if (apart(i) < apart(kept[kept.length - 1])) kept[kept.length - 1] = i
    lastKey = key
  }
  return kept
}

/** Place of a crossing along its border, in map coordinates. */
export function along(crossing: number, xBits = X_BITS): number {
  return directionOfCrossing(crossing) === 0 ? yIn(xBits, crossing) : xIn(xBits, crossing)
}

function fromMiddle(crossing: number, bucketShift: number, xBits: number): number {
  return Math.abs((along(crossing, xBits) & ((1 << bucketShift) - 1)) - (1 << (bucketShift - 1)))
}
