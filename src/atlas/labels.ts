/**
 * The regions of level 0: how many each block has, and which one a cell belongs to. Regions are numbered through the map
 * block by block, so a region's number is the first of its block plus the cell's label.
 */
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

export interface Labels {
  /** One more than there are blocks: the last tells how many regions there are. */
  readonly firstRegionOfBlock: Int32Array
  /** In planes of 32 words. */
  readonly firstPlaneOfBlock: Int32Array
  readonly planeBits: Int32Array
}

/** The region of the free cell (x, y), which lies in block number `block`. */
export function regionOfCell(labels: Labels, block: number, x: number, y: number): number {
  const { firstPlaneOfBlock, planeBits } = labels
  const planeEnd = firstPlaneOfBlock[block + 1]
  let label = 0
  for (let plane = firstPlaneOfBlock[block], bit = 0; plane < planeEnd; plane++, bit++) {
    label |= ((planeBits[(plane << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (x & BLOCK_MASK)) & 1) << bit
  }
  return labels.firstRegionOfBlock[block] + label
}
