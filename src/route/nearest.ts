/**
 * The free cell closest to a point, of one island or of any. Blocks are looked at ring by ring; one whose regions all
 * belong to other islands is passed over unread, so even a shore thousands of cells away is found in some thousand steps.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { regionOfCell } from '../atlas/labels.ts'
import type { Point } from '../base/answer.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** `island` -1 stands for any. Null only where the map has no such cell. Of equally close cells the first by rows. */
export function nearestCell(columns: AtlasColumns, x: number, y: number, island: number): Point | null {
  const { blocksWide, blocksHigh, width, height } = columns.terrain
  const blockX = Math.max(0, Math.min(width - 1, x)) >> BLOCK_SHIFT
  const blockY = Math.max(0, Math.min(height - 1, y)) >> BLOCK_SHIFT
  const best = { x: -1, y: -1, square: Infinity }
  const ringCount = Math.max(blockX, blockY, blocksWide - 1 - blockX, blocksHigh - 1 - blockY) + 1
  for (let ring = 0; ring < ringCount; ring++) {
    // A cell of this ring is at least this far from the middle block, and the point may lie outside the map.
    const apart = Math.max(0, (ring - 1) * BLOCK_SIDE_CELLS)
    if (apart * apart > best.square) break
    for (let by = Math.max(0, blockY - ring); by <= Math.min(blocksHigh - 1, blockY + ring); by++) {
      const isFullRow = by === blockY - ring || by === blockY + ring
      const step = isFullRow || ring === 0 ? 1 : 2 * ring
      for (let bx = blockX - ring; bx <= blockX + ring; bx += step) {
        if (bx >= 0 && bx < blocksWide) searchBlock(columns, bx, by, x, y, island, best)
      }
    }
  }
  return best.square === Infinity ? null : { x: best.x, y: best.y }
}

function searchBlock(
  columns: AtlasColumns,
  blockX: number,
  blockY: number,
  x: number,
  y: number,
  island: number,
  best: { x: number; y: number; square: number },
): void {
  const { terrain, labels, islandOfRegion } = columns
  const block = blockY * terrain.blocksWide + blockX
  const regionFrom = labels.firstRegionOfBlock[block]
  const regionTo = labels.firstRegionOfBlock[block + 1]
  let region = regionFrom
  while (region < regionTo && island >= 0 && islandOfRegion[region] !== island) region++
  if (region === regionTo) return
  const left = blockX << BLOCK_SHIFT
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    const cellY = (blockY << BLOCK_SHIFT) | row
    let bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
    while (bits !== 0) {
      const cellX = left | (31 - Math.clz32(bits & -bits))
      bits &= bits - 1
      const square = (cellX - x) ** 2 + (cellY - y) ** 2
      if (square > best.square || (square === best.square && !isBefore(cellX, cellY, best))) continue
      if (island >= 0 && islandOfRegion[regionOfCell(labels, block, cellX, cellY)] !== island) continue
      best.x = cellX
      best.y = cellY
      best.square = square
    }
  }
}

function isBefore(x: number, y: number, other: Point): boolean {
  return y < other.y || (y === other.y && x < other.x)
}
