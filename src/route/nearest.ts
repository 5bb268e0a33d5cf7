/**
 * Finds the free cell closest to a point, of one island or of any. It looks at blocks ring by ring, and skips blocks whose
 * regions all belong to other islands. So it finds a shore thousands of cells away in some thousand steps.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, islandOfRegion, regionOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Island, Region } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/** Stands for any island. */
export const ANY_ISLAND = -1
/** The number of an island, or a test that some islands pass. */
type WantedIsland = Island | ((island: Island) => boolean)

/** Squared distances to points this far from the map are still exact: 2 (2^25 + 2^15)^2 is below 2^53. */
const FAR_CELLS = 2 ** 25

/** Whether a point is too far from any map to tell which cell is the closest. */
export function isBeyondAnyMap({ x, y }: Point): boolean {
  return !(Math.abs(x) <= FAR_CELLS && Math.abs(y) <= FAR_CELLS)
}

/** Returns null where no such cell lies within `withinCells` in a straight line. Of equally close cells it takes the first by rows. */
export function nearestCell(
  columns: AtlasColumns,
  x: number,
  y: number,
  island: WantedIsland,
  withinCells = Number.POSITIVE_INFINITY,
): Point | null {
  const { terrain } = columns
  const best = { x: -1, y: -1, square: Number.POSITIVE_INFINITY }
  const ringCount = ringCountAround(terrain, x, y)
  for (let ring = 0; ring < ringCount; ring++) {
    const apart = reachOfRing(ring)
    if (apart > withinCells || apart * apart > best.square) break
    forEachBlockOfRing(terrain, x, y, ring, block => {
      if (squareToBlock(terrain, block, x, y) <= best.square) searchBlock(columns, block, x, y, island, best)
    })
  }
  return best.x >= 0 && best.square <= withinCells * withinCells ? { x: best.x, y: best.y } : null
}

/** The count of rings of blocks around the block that is nearest to a point. */
export function ringCountAround({ blocksWide, blocksHigh, width, height }: Terrain, x: number, y: number): number {
  const blockX = clamped(x, width) >> BLOCK_SHIFT
  const blockY = clamped(y, height) >> BLOCK_SHIFT
  return Math.max(blockX, blockY, blocksWide - 1 - blockX, blocksHigh - 1 - blockY) + 1
}

/** The least distance of the cells of this ring, and of all rings around it, in cells. */
export function reachOfRing(ring: number): number {
  return Math.max(0, (ring - 1) * BLOCK_SIDE_CELLS)
}

export function forEachBlockOfRing(
  { blocksWide, blocksHigh, width, height }: Terrain,
  x: number,
  y: number,
  ring: number,
  visit: (block: Block) => void,
): void {
  const blockX = clamped(x, width) >> BLOCK_SHIFT
  const blockY = clamped(y, height) >> BLOCK_SHIFT
  for (let by = Math.max(0, blockY - ring); by <= Math.min(blocksHigh - 1, blockY + ring); by++) {
    const isFullRow = by === blockY - ring || by === blockY + ring
    const step = isFullRow || ring === 0 ? 1 : 2 * ring
    for (let bx = blockX - ring; bx <= blockX + ring; bx += step) {
      if (bx >= 0 && bx < blocksWide) visit(by * blocksWide + bx)
    }
  }
}

/** The square of the least distance between a point and the cells of a block. */
export function squareToBlock({ blocksWide }: Terrain, block: Block, x: number, y: number): number {
  const left = (block % blocksWide) << BLOCK_SHIFT
  const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
  const dx = Math.max(0, left - x, x - (left + BLOCK_MASK))
  const dy = Math.max(0, top - y, y - (top + BLOCK_MASK))
  return dx * dx + dy * dy
}

function clamped(value: number, end: number): number {
  return Math.max(0, Math.min(end - 1, value))
}

function searchBlock(
  columns: AtlasColumns,
  block: Block,
  x: number,
  y: number,
  island: WantedIsland,
  best: { x: number; y: number; square: number },
): void {
  const { terrain, labels } = columns
  const regionTo = endRegionOf(labels.regionsOfBlock, block)
  let region = firstRegionOf(labels.regionsOfBlock, block)
  const isWanted = (region: Region) => {
    if (typeof island === 'function') return island(islandOfRegion(columns, region))
    return island < 0 || islandOfRegion(columns, region) === island
  }
  while (region < regionTo && !isWanted(region)) region++
  if (region === regionTo) return
  const left = (block % terrain.blocksWide) << BLOCK_SHIFT
  const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    const cellY = top | row
    let bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
    while (bits !== 0) {
      const cellX = left | (31 - Math.clz32(bits & -bits))
      bits &= bits - 1
      const square = (cellX - x) ** 2 + (cellY - y) ** 2
      if (square > best.square || (square === best.square && !isBefore(cellX, cellY, best))) continue
      if (island !== ANY_ISLAND && !isWanted(regionOfCell(labels, block, cellX, cellY))) continue
      best.x = cellX
      best.y = cellY
      best.square = square
    }
  }
}

function isBefore(x: number, y: number, other: Point): boolean {
  return y < other.y || (y === other.y && x < other.x)
}
