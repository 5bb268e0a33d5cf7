/**
 * Checks the cells of an atlas against each other, a row of 32 cells at a time. No cell outside the map is free. Every free
 * cell has a cost that is not below the lowest. Its label is one of a region of its block, and neighbours in the block have
 * the same label.
 */
import type { CostColumn } from '../map/grid.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type Terrain,
} from '../map/terrain.ts'
import { type Labels, planeCountOf, regionCountOf } from './islands.ts'

/** Whether no cell beyond the map's edge is free. */
export function isOutsideWalled({ rowBits, width, height, blocksWide, blocksHigh }: Terrain): boolean {
  const outsideEast = (width & BLOCK_MASK) === 0 ? 0 : -1 << (width & BLOCK_MASK)
  for (let blockY = 0; blockY < blocksHigh; blockY++) {
    const east = (blockY * blocksWide + blocksWide - 1) << BLOCK_SHIFT
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) if ((rowBits[east + row] & outsideEast) !== 0) return false
  }
  const firstRow = height & BLOCK_MASK
  if (firstRow === 0) return true
  for (let block = (blocksHigh - 1) * blocksWide; block < blocksHigh * blocksWide; block++) {
    for (let row = firstRow; row < BLOCK_SIDE_CELLS; row++)
      if (rowBits[(block << BLOCK_SHIFT) | row] !== 0) return false
  }
  return true
}

/** Whether just the free cells have a cost, none below the lowest; each block with costs of its cells has its own. */
export function areCostsOfFreeCells({ rowBits, costOfBlock, costOfCell, costMin }: Terrain): boolean {
  let costBlocks = 0
  for (let block = 0; block < costOfBlock.length; block++) {
    const cost = costOfBlock[block]
    if (cost > 0 && cost < costMin) return false
    if (cost >= 0) continue
    if (~cost !== costBlocks++) return false
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const bits = rowBits[(block << BLOCK_SHIFT) | row]
      const at = (~cost << BLOCK_CELLS_SHIFT) | (row << BLOCK_SHIFT)
      if (!areCostsOfRow(costOfCell, at, bits, costMin)) return false
    }
  }
  return costBlocks << BLOCK_CELLS_SHIFT === costOfCell.length
}

/** The same of a row of 32 cells, free where a bit is set. */
function areCostsOfRow(costOfCell: CostColumn, at: number, bits: number, costMin: number): boolean {
  for (let i = 0; i < BLOCK_SIDE_CELLS; i++) {
    if (((bits >>> i) & 1) === 0 ? costOfCell[at + i] !== 0 : costOfCell[at + i] < costMin) return false
  }
  return true
}

/** Whether the labels of each block are below its number of regions, and alike where free cells lie side by side. */
export function areLabelsSound({ rowBits }: Terrain, labels: Labels): boolean {
  const { regionsOfBlock, firstPlaneOfBlock, planeBits } = labels
  for (let block = 0; block < firstPlaneOfBlock.length; block++) {
    const regions = regionCountOf(regionsOfBlock, block)
    const plane = firstPlaneOfBlock[block]
    const planes = planeCountOf(regions)
    if (regions > BLOCK_CELLS) return false
    // Where there is but one region there are no labels.
    if (regions === 1) continue
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const free = rowBits[(block << BLOCK_SHIFT) | row]
      if (free === 0) continue
      if (regions === 0) return false
      const below = row < BLOCK_MASK ? rowBits[(block << BLOCK_SHIFT) | (row + 1)] : 0
      if (!areLabelsOfRow(planeBits, (plane << BLOCK_SHIFT) | row, planes, regions, free, below)) return false
    }
  }
  return true
}

/**
 * The same of one row; `at` is its word in the first plane, and `below` has the free cells of the next row. Not a part of the
 * loop over blocks: an engine compiles a function called often once, and the whole of a long loop twice.
 */
function areLabelsOfRow(
  planeBits: Int32Array,
  at: number,
  planes: number,
  regions: number,
  free: number,
  below: number,
): boolean {
  // Cells whose label equals that of the last region in the planes so far, and those above it.
  let equal = free
  let above = 0
  for (let bit = planes - 1; bit >= 0; bit--) {
    const word = at + (bit << BLOCK_SHIFT)
    const label = planeBits[word]
    const last = ((regions - 1) >>> bit) & 1 ? -1 : 0
    above |= equal & label & ~last
    equal &= ~(label ^ last)
    if (((label ^ (label >>> 1)) & free & (free >>> 1)) !== 0) return false
    if (below !== 0 && ((label ^ planeBits[word + 1]) & free & below) !== 0) return false
  }
  return above === 0
}
