/** The blocks that differ between two versions of a map. */
import type { CostColumn } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachBlockIn, type Terrain } from '../map/terrain.ts'

/** Blocks in which a cell differs. */
export function changedBlocks(before: Terrain, now: Terrain): number[] {
  const wordsBefore = wordsOf(before.costOfCell)
  const wordsNow = wordsOf(now.costOfCell)
  const wordsABlock = (BLOCK_CELLS * now.costOfCell.BYTES_PER_ELEMENT) >> 2
  return Array.from(now.costOfBlock.keys()).filter(block => {
    const cost = now.costOfBlock[block]
    if (before.costOfBlock[block] !== cost) return true
    if (differ(before.rowBits, now.rowBits, block << BLOCK_SHIFT, BLOCK_SIDE_CELLS)) return true
    return cost < 0 && differ(wordsBefore, wordsNow, ~cost * wordsABlock, wordsABlock)
  })
}

/** The same bytes, four at a time: a column begins where eight bytes do. */
function wordsOf({ buffer, byteOffset, byteLength }: CostColumn): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >> 2)
}

function differ(a: Int32Array, b: Int32Array, first: number, count: number): boolean {
  for (let i = first; i < first + count; i++) if (a[i] !== b[i]) return true
  return false
}

export function withThoseBeside(terrain: Terrain, blocks: Iterable<number>): Set<number> {
  const all = new Set<number>()
  const add = (block: number) => all.add(block)
  for (const block of blocks) {
    const x = (block % terrain.blocksWide) << BLOCK_SHIFT
    const y = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    forEachBlockIn(terrain, x - 1, y - 1, x + BLOCK_SIDE_CELLS, y + BLOCK_SIDE_CELLS, add)
  }
  return all
}
