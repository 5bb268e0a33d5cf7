/**
 * Grid -> terrain: the bits of its free cells and the cost of each block. Blocks of mixed cost also get the costs of their cells,
 * in block order.
 */
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import { finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { COST_MAX_OF_BYTE, type CostColumn, type Grid } from './grid.ts'
import type { Directions } from './movement.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from './terrain.ts'

const MIXED = -1
/** The longest row has 32,768 cells: eight such rows take half a millisecond. */
const ROWS_A_PIECE = 8

export function packTerrain(grid: Grid, directions: Directions): Terrain {
  return finish(packing(grid, directions, allocatePrivate))
}

/** Packs a grid in pieces. */
export function* packing(grid: Grid, directions: Directions, allocate: Allocate): Work<Terrain> {
  const { width, height } = grid
  const blocksWide = (width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (height + BLOCK_MASK) >> BLOCK_SHIFT
  const blockCount = blocksWide * blocksHigh
  const rowBits = new Int32Array(allocate(4 * blockCount * BLOCK_SIDE_CELLS))
  const costOfBlock = new Int32Array(allocate(4 * blockCount))
  const costBytes = (yield* packBits(grid, blocksWide, rowBits, costOfBlock)) > COST_MAX_OF_BYTE ? 2 : 1
  let mixedCount = 0
  for (let block = 0; block < blockCount; block++) if (costOfBlock[block] === MIXED) costOfBlock[block] = ~mixedCount++
  const room = allocate(costBytes * (mixedCount << BLOCK_CELLS_SHIFT))
  const costOfCell = costBytes === 1 ? new Uint8Array(room) : new Uint16Array(room)
  if (mixedCount > 0) yield* packCosts(grid, blocksWide, costOfBlock, costOfCell)
  const costMin = yield* leastCost(costOfBlock, costOfCell)
  return new Terrain(width, height, directions, costMin, rowBits, costOfBlock, costOfCell)
}

/** Returns the bits set in any cost. */
function* packBits(grid: Grid, blocksWide: number, rowBits: Int32Array, costOfBlock: Int32Array): Work<number> {
  let occurring = 0
  for (let y = 0; y < grid.height; y++) {
    if (y % ROWS_A_PIECE === 0) yield
    occurring |= packRow(grid, y, blocksWide, rowBits, costOfBlock)
  }
  return occurring
}

/**
 * Sets the bits of a row, and for each block the cost of its free cells: 0 where there is none, MIXED where costs differ.
 * Returns the bits set in any cost. No branches in a cell, and no generator, since engines compile its loops to slower code.
 */
function packRow(
  { width, cost }: Grid,
  y: number,
  blocksWide: number,
  rowBits: Int32Array,
  costOfBlock: Int32Array,
): number {
  let occurring = 0
  let word = firstWordOfRow(y, blocksWide)
  for (let cell = y * width, end = cell + width; cell < end; word += BLOCK_SIDE_CELLS) {
    const count = Math.min(BLOCK_SIDE_CELLS, end - cell)
    let bits = 0
    let all = 0
    let common = -1
    for (let i = 0; i < count; i++, cell++) {
      const isFree = -cost[cell] >> 31 // all bits, or none
      bits |= isFree & (1 << i)
      all |= cost[cell]
      common &= cost[cell] | ~isFree
    }
    rowBits[word] = bits
    occurring |= all
    if (bits === 0) continue
    const block = word >> BLOCK_SHIFT
    const costOfRow = all === common ? all : MIXED
    if (costOfBlock[block] === 0) costOfBlock[block] = costOfRow
    else if (costOfBlock[block] !== costOfRow) costOfBlock[block] = MIXED
  }
  return occurring
}

function* packCosts(
  { width, height, cost }: Grid,
  blocksWide: number,
  costOfBlock: Int32Array,
  costOfCell: CostColumn,
): Work<void> {
  for (let y = 0; y < height; y++) {
    if (y % ROWS_A_PIECE === 0) yield
    for (let left = 0; left < width; left += BLOCK_SIDE_CELLS) {
      const mixed = costOfBlock[(y >> BLOCK_SHIFT) * blocksWide + (left >> BLOCK_SHIFT)]
      if (mixed >= 0) continue
      const from = y * width + left
      const to = (~mixed << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT)
      costOfCell.set(cost.subarray(from, from + Math.min(BLOCK_SIDE_CELLS, width - left)), to)
    }
  }
}

/** The lowest cost of a free cell; 1 where there is none. */
function* leastCost(costOfBlock: Int32Array, costOfCell: CostColumn): Work<number> {
  let least = 0x7fffffff
  for (const cost of costOfBlock) if (cost > 0 && cost < least) least = cost
  for (let cell = 0; cell < costOfCell.length && least > 1; cell += STEPS_A_PIECE) {
    yield
    least = leastOf(costOfCell.subarray(cell, cell + STEPS_A_PIECE), least)
  }
  return least === 0x7fffffff ? 1 : least
}

function leastOf(costs: CostColumn, least: number): number {
  for (let i = 0; i < costs.length; i++) if (costs[i] > 0 && costs[i] < least) least = costs[i]
  return least
}

function firstWordOfRow(y: number, blocksWide: number): number {
  return (y >> BLOCK_SHIFT) * blocksWide * BLOCK_SIDE_CELLS + (y & BLOCK_MASK)
}
