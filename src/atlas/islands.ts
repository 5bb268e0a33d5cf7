/**
 * Which region of level 0 holds a cell, and to which island a region belongs: the root of its branch of the tree. A region without
 * entries on some level is closed off there, and higher levels do not have it. So a root may lie on any level. A file stores the
 * island of each region of level 0, numbered from 0. A map that changes names an island by its root instead.
 */
import type { Block, IdColumn, Island, Level, Region } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, forEachBlockIn, type Terrain } from '../map/terrain.ts'

/** The parent of a region that is an island. */
export const NO_PARENT = -1
/** Above the number of levels. */
const LEVELS_END = 16

type Tree = readonly { readonly parentOfRegion: IdColumn<Region> }[]

/** Columns of an atlas (columns.ts). */
interface IslandColumns {
  readonly terrain: Terrain
  readonly labels: Labels
  readonly levels: Tree
  readonly islandOfRegion: IdColumn<Island>
}

/** The island of a region of level 0. */
export function islandOfRegion(
  { islandOfRegion, levels }: Pick<IslandColumns, 'islandOfRegion' | 'levels'>,
  region: Region,
): Island {
  if (islandOfRegion.length > 0) return islandOfRegion[region]
  for (let level = 0; ; level++) {
    const parent = levels[level].parentOfRegion[region]
    if (parent === NO_PARENT) return region * LEVELS_END + level
    region = parent
  }
}

/** The island of a cell; -1 for a wall and outside the map. */
export function islandOfCell(columns: IslandColumns, x: number, y: number): Island {
  if (!columns.terrain.isFree(x, y)) return -1
  return islandOfRegion(columns, regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y))
}

/** The region of `level` that holds a region of level 0; NO_PARENT where it is closed off below that level. */
export function regionAbove(levels: Tree, region: Region, level: Level): Region {
  for (let below = 0; below < level && region !== NO_PARENT; below++) region = levels[below].parentOfRegion[region]
  return region
}

/**
 * The regions of level 0 by block and cell. The regions of a block have consecutive numbers: that of a cell is the first of its
 * block plus the cell's label.
 */
export interface Labels {
  /** The first region of each block, and the count of its regions. */
  readonly regionsOfBlock: Int32Array
  /** In planes of 32 words. The count of a block's planes follows from the count of its regions. */
  readonly firstPlaneOfBlock: Int32Array
  readonly planeBits: Int32Array
}

export function firstRegionOf(regionsOfBlock: Int32Array, block: Block): Region {
  return regionsOfBlock[2 * block]
}

export function regionCountOf(regionsOfBlock: Int32Array, block: Block): number {
  return regionsOfBlock[2 * block + 1]
}

/** The region behind the block's last. */
export function endRegionOf(regionsOfBlock: Int32Array, block: Block): number {
  return regionsOfBlock[2 * block] + regionsOfBlock[2 * block + 1]
}

export function regionsIn(regionsOfBlock: Int32Array, block: Block): Region[] {
  return Array.from(
    { length: regionCountOf(regionsOfBlock, block) },
    (_, i) => firstRegionOf(regionsOfBlock, block) + i,
  )
}

/** Visits the regions of level 0 of all blocks with cells from (left, top) to (right, bottom), as far as the map goes. */
export function forEachRegionIn(
  { terrain, labels: { regionsOfBlock } }: Pick<IslandColumns, 'terrain' | 'labels'>,
  left: number,
  top: number,
  right: number,
  bottom: number,
  visit: (region: Region) => void,
): void {
  forEachBlockIn(terrain, left, top, right, bottom, block => {
    const end = endRegionOf(regionsOfBlock, block)
    for (let region = firstRegionOf(regionsOfBlock, block); region < end; region++) visit(region)
  })
}

/** The count of bits of a label. Each bit has a plane of its block. */
export function planeCountOf(regionCount: number): number {
  return regionCount < 2 ? 0 : 32 - Math.clz32(regionCount - 1)
}

/** The region of the free cell (x, y), which lies in block number `block`. */
export function regionOfCell(labels: Labels, block: Block, x: number, y: number): Region {
  const { regionsOfBlock, planeBits } = labels
  const first = regionsOfBlock[2 * block]
  const planeCount = planeCountOf(regionsOfBlock[2 * block + 1])
  if (planeCount === 0) return first
  const firstPlane = labels.firstPlaneOfBlock[block]
  let label = 0
  for (let bit = 0; bit < planeCount; bit++) {
    label |= ((planeBits[((firstPlane + bit) << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (x & BLOCK_MASK)) & 1) << bit
  }
  return first + label
}
