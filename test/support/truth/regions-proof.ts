/**
 * The regions of level 0 are the connected pieces of free cells of each block, numbered in the order of their first cells.
 * A piece is flooded a row of 32 cells at a time; that its cells all have one label was held when the atlas was opened.
 */
import { regionCountOf, regionOfCell } from '../../../src/atlas/islands.ts'
import type { Block } from '../../../src/base/ids.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../../../src/map/terrain.ts'
import type { Proof } from '../../../src/proof/file-proofs.ts'

export const regionsProof: Proof = {
  name: 'regions',
  run({ terrain, labels }, onProgress) {
    const { regionsOfBlock } = labels
    const blocks = terrain.blocksWide * terrain.blocksHigh
    const left = new Int32Array(BLOCK_SIDE_CELLS)
    const looked = `the regions of all ${blocks} blocks, by flooding each`
    for (let block = 0; block < blocks; block++) {
      onProgress(block / blocks)
      left.set(terrain.rowBits.subarray(block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT))
      let pieces = 0
      for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
        while (left[row] !== 0) {
          const [x, y] = cellOf(terrain, block, row, 31 - Math.clz32(left[row] & -left[row]))
          const label = regionOfCell(labels, block, x, y) - regionsOfBlock[2 * block]
          if (label !== pieces) {
            return { looked, problem: `Cell ${x},${y} begins piece ${pieces} of its block, but its label is ${label}.` }
          }
          takePiece(left, row)
          pieces++
        }
      }
      const regions = regionCountOf(regionsOfBlock, block)
      if (pieces !== regions) {
        const [x, y] = cellOf(terrain, block, 0, 0)
        return { looked, problem: `The block at ${x},${y} has ${pieces} pieces of ground, but ${regions} regions.` }
      }
    }
    return { looked, problem: '' }
  },
}

function cellOf({ blocksWide }: Terrain, block: Block, row: number, column: number): [number, number] {
  const blockX = block % blocksWide
  return [(blockX << BLOCK_SHIFT) + column, (((block - blockX) / blocksWide) << BLOCK_SHIFT) + row]
}

const piece = new Int32Array(BLOCK_SIDE_CELLS)

/** Takes the piece of the first free cell of `row` out of the free cells `left`; no row above has any. */
function takePiece(left: Int32Array, row: number): void {
  piece.fill(0)
  piece[row] = left[row] & -left[row]
  // Down and up over the rows, until neither way adds a cell.
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (let r = row; r < BLOCK_SIDE_CELLS; r++) if (grow(left, r, r > row ? piece[r - 1] : 0)) isGrowing = true
    for (let r = BLOCK_SIDE_CELLS - 2; r >= row; r--) if (grow(left, r, piece[r + 1])) isGrowing = true
  }
  for (let r = row; r < BLOCK_SIDE_CELLS; r++) left[r] &= ~piece[r]
}

/** Spreads the piece along row `r`, from what it has there and beside the row; whether that added a cell. */
function grow(left: Int32Array, r: number, beside: number): boolean {
  const before = piece[r]
  let cells = before | (beside & left[r])
  for (let last = 0; last !== cells; ) {
    last = cells
    cells |= ((cells << 1) | (cells >>> 1)) & left[r]
  }
  piece[r] = cells
  return cells !== before
}
