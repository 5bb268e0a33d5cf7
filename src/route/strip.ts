/** The blocks beside a known route, outside of which a search does not look. */
import { type AnyCrossing, xOf, yOf } from '../atlas/crossing.ts'
import type { Block } from '../base/ids.ts'
import { BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

export class Strip {
  private readonly terrain: Terrain
  private readonly isWithin: Uint8Array
  private readonly blocks: Block[] = []

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.isWithin = new Uint8Array(terrain.costOfBlock.length)
  }

  /** Forgets the route before, and takes the blocks that are at most so many from one of these crossings. */
  lay(crossings: readonly AnyCrossing[], reachBlocks: number): void {
    const { blocks, isWithin } = this
    const { blocksWide, blocksHigh } = this.terrain
    for (const block of blocks) isWithin[block] = 0
    blocks.length = 0
    for (const crossing of crossings) {
      const blockX = xOf(crossing) >> BLOCK_SHIFT
      const blockY = yOf(crossing) >> BLOCK_SHIFT
      const lastX = Math.min(blocksWide - 1, blockX + reachBlocks)
      const lastY = Math.min(blocksHigh - 1, blockY + reachBlocks)
      for (let y = Math.max(0, blockY - reachBlocks); y <= lastY; y++) {
        for (let x = Math.max(0, blockX - reachBlocks); x <= lastX; x++) {
          const block = y * blocksWide + x
          if (isWithin[block] !== 0) continue
          isWithin[block] = 1
          blocks.push(block)
        }
      }
    }
  }

  /** Whether the side lies within that it is seen from. */
  has(crossing: AnyCrossing): boolean {
    return this.isWithin[this.terrain.blockOf(xOf(crossing), yOf(crossing))] !== 0
  }
}
