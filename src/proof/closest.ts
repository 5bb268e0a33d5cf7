/**
 * The two closest cells of two islands, and the size of an island: the explanation of a refusal shows them.
 *
 * A flood over blocks gives each block of one island its distance from the other: a least distance of its cells. Nearer blocks come
 * first. For each of their shore cells it looks up the nearest cell of the other island. Blocks that are too far for a better pair
 * are skipped.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, islandOfRegion, regionOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Island } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachFreeCell } from '../map/terrain.ts'
import { nearestCell } from '../route/nearest.ts'
import { withThoseBeside } from '../wave/changed-blocks.ts'

export interface Gap {
  /** A cell of the one island and a cell of the other. */
  readonly from: Point
  readonly to: Point
  /** The straight distance between the middles of both cells, in cells. */
  readonly cells: number
  /** Whether it is proven that no two cells are closer; else these are the closest of many. */
  readonly isExact: boolean
}

/** Cells of two islands cannot be closer than diagonal neighbours. */
const SQUARE_MIN = 2
const SHORE_CELLS_MAX = 20_000
const FAR = 0x7fffffff

/** The gap between two different islands. */
export function closestCells(columns: AtlasColumns, fromIsland: number, toIsland: number): Gap {
  const { blocksWide } = columns.terrain
  const toBlocks = blocksOf(columns, toIsland)
  const apart = blocksApart(columns, toBlocks)
  const fromBlocks = blocksOf(columns, fromIsland).sort((a, b) => apart[a] - apart[b])
  let from: Point = { x: -1, y: -1 }
  let to: Point = from
  let square = Infinity
  let shoreCells = 0
  for (const block of fromBlocks) {
    const leastCells = Math.max(0, (apart[block] - 1) * BLOCK_SIDE_CELLS + 1)
    if (leastCells ** 2 >= square || square === SQUARE_MIN) break
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    for (let cell = 0; cell < BLOCK_SIDE_CELLS ** 2; cell++) {
      const x = left + (cell & BLOCK_MASK)
      const y = top + (cell >> BLOCK_SHIFT)
      if (!isShore(columns, block, x, y, fromIsland)) continue
      if (++shoreCells > SHORE_CELLS_MAX) return { from, to, cells: Math.sqrt(square), isExact: false }
      const nearest = nearestCell(columns, x, y, toIsland)!
      const nearestSquare = (nearest.x - x) ** 2 + (nearest.y - y) ** 2
      if (nearestSquare >= square) continue
      square = nearestSquare
      from = { x, y }
      to = nearest
    }
  }
  return { from, to, cells: Math.sqrt(square), isExact: true }
}

/** The count of cells of an island. */
export function cellsOfIsland(columns: AtlasColumns, island: Island): number {
  const { labels, terrain } = columns
  let count = 0
  for (const block of blocksOf(columns, island)) {
    forEachFreeCell(terrain, block, (x, y) => {
      if (islandOfRegion(columns, regionOfCell(labels, block, x, y)) === island) count++
    })
  }
  return count
}

/** The blocks that hold a region of the island. */
function blocksOf(columns: AtlasColumns, island: Island): number[] {
  const { regionsOfBlock } = columns.labels
  const blocks: number[] = []
  for (let block = 0; 2 * block < regionsOfBlock.length; block++) {
    const end = endRegionOf(regionsOfBlock, block)
    let region = firstRegionOf(regionsOfBlock, block)
    while (region < end && islandOfRegion(columns, region) !== island) region++
    if (region < end) blocks.push(block)
  }
  return blocks
}

/** The distance of each block from the nearest of `sources`, in blocks; a diagonal counts as one. */
function blocksApart({ terrain }: AtlasColumns, sources: readonly number[]): Int32Array {
  const apart = new Int32Array(terrain.costOfBlock.length).fill(FAR)
  for (let distance = 0, ring = sources; ring.length > 0; distance++) {
    for (const block of ring) apart[block] = distance
    ring = [...withThoseBeside(terrain, ring)].filter(block => apart[block] === FAR)
  }
  return apart
}

/** Whether a cell belongs to the island and touches a wall. From all other cells some neighbour is nearer to any goal. */
function isShore(columns: AtlasColumns, block: Block, x: number, y: number, island: Island) {
  const { terrain, labels } = columns
  if (!terrain.isFree(x, y) || islandOfRegion(columns, regionOfCell(labels, block, x, y)) !== island) return false
  const isInner =
    terrain.isFree(x + 1, y) && terrain.isFree(x - 1, y) && terrain.isFree(x, y + 1) && terrain.isFree(x, y - 1)
  return !isInner
}
