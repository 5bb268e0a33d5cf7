/**
 * The regions of level 0: how many each block has, and which one a cell belongs to. The regions of a block have numbers side
 * by side, so a region's number is the first of its block plus the cell's label.
 */
import type { Block, Region } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

export interface Labels {
  /** Of each block its first region and how many it has. */
  readonly regionsOfBlock: Int32Array
  /** In planes of 32 words; how many a block has follows from how many regions it has. */
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

/** Bits of a region's label, each in a plane of its block. */
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
