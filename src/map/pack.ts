/**
 * Grid -> terrain: the bits of its free cells, and its costs in block order where they differ.
 */
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import type { Grid } from './grid.ts'
import type { Directions } from './movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from './terrain.ts'

export function packTerrain(grid: Grid, directions: Directions, allocate: Allocate = allocatePrivate): Terrain {
  const { width, height, cost } = grid
  const blocksWide = (width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (height + BLOCK_MASK) >> BLOCK_SHIFT
  const { costMin, costMax } = costRange(cost)
  const rowBits = new Int32Array(allocate(4 * blocksWide * blocksHigh * BLOCK_SIDE_CELLS))
  const costOfCell = new Uint8Array(allocate(costMin === costMax ? 0 : blocksWide * blocksHigh * BLOCK_SIDE_CELLS ** 2))

  for (let y = 0; y < height; y++) {
    const firstWord = (y >> BLOCK_SHIFT) * blocksWide * BLOCK_SIDE_CELLS + (y & BLOCK_MASK)
    const firstCell = y * width
    for (let blockX = 0; blockX < blocksWide; blockX++) {
      const xFrom = blockX << BLOCK_SHIFT
      const count = Math.min(BLOCK_SIDE_CELLS, width - xFrom)
      let bits = 0
      for (let i = 0; i < count; i++) if (cost[firstCell + xFrom + i] !== 0) bits |= 1 << i
      const word = firstWord + blockX * BLOCK_SIDE_CELLS
      rowBits[word] = bits
      if (costOfCell.length > 0) {
        costOfCell.set(cost.subarray(firstCell + xFrom, firstCell + xFrom + count), word * BLOCK_SIDE_CELLS)
      }
    }
  }
  return new Terrain(width, height, directions, costMin, rowBits, costOfCell)
}

/** The lowest and the highest cost of a free cell; 1 and 1 where there is none. */
function costRange(cost: Uint8Array): { costMin: number; costMax: number } {
  let costMin = 256
  let costMax = 0
  for (let cell = 0; cell < cost.length; cell++) {
    const c = cost[cell]
    if (c === 0) continue
    if (c < costMin) costMin = c
    if (c > costMax) costMax = c
  }
  return costMax === 0 ? { costMin: 1, costMax: 1 } : { costMin, costMax }
}
