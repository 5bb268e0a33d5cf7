/**
 * How far each block of a map is from the nearest of some blocks, in blocks, as a king walks: two passes over the map, one
 * from its first corner and one from its last, hand the distances on from neighbour to neighbour.
 */
import type { Block } from '../base/ids.ts'

const FAR = 0xffff

export class BlockDistance {
  readonly sidesOfBlock: Uint16Array
  private readonly blocksWide: number
  private readonly blocksHigh: number

  constructor(blocksWide: number, blocksHigh: number) {
    this.blocksWide = blocksWide
    this.blocksHigh = blocksHigh
    this.sidesOfBlock = new Uint16Array(blocksWide * blocksHigh)
  }

  clear(): void {
    this.sidesOfBlock.fill(FAR)
  }

  add(block: Block): void {
    this.sidesOfBlock[block] = 0
  }

  /** Finds the distances to the blocks that were added. */
  measure(): void {
    const { blocksWide, blocksHigh, sidesOfBlock } = this
    const last = sidesOfBlock.length - 1
    for (let i = 0; i <= last; i++) this.take(i, i % blocksWide, i >= blocksWide, -1)
    for (let i = last; i >= 0; i--)
      this.take(i, blocksWide - 1 - (i % blocksWide), i < blocksWide * (blocksHigh - 1), 1)
  }

  /** Takes the distance of a block from those before it: beside it on one side, and in the row on that side. */
  private take(block: Block, placeInRow: number, hasRow: boolean, side: -1 | 1): void {
    const { blocksWide, sidesOfBlock } = this
    let least = sidesOfBlock[block] - 1
    if (placeInRow > 0) least = Math.min(least, sidesOfBlock[block + side])
    if (hasRow) {
      const row = block + side * blocksWide
      least = Math.min(least, sidesOfBlock[row])
      if (placeInRow > 0) least = Math.min(least, sidesOfBlock[row + side])
      if (placeInRow < blocksWide - 1) least = Math.min(least, sidesOfBlock[row - side])
    }
    sidesOfBlock[block] = least + 1
  }
}
