/**
 * Grid -> terrain: the bits of its free cells, and its costs in block order where they differ.
 */
import { type Allocate, allocatePrivate } from '../base/memory.ts'
import type { Grid } from './grid.ts'
import type { Directions } from './movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from './terrain.ts'

export function packTerrain(grid: Grid, directions: Directions, allocate: Allocate = allocatePrivate): Terrain {
  const { width, height } = grid
  const blocksWide = (width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (height + BLOCK_MASK) >> BLOCK_SHIFT
  const rowBits = new Int32Array(allocate(4 * blocksWide * blocksHigh * BLOCK_SIDE_CELLS))
  const costAny = packBits(grid, blocksWide, rowBits)
  const isUniform = costAny !== MIXED
  const costOfCell = new Uint8Array(allocate(isUniform ? 0 : rowBits.length * BLOCK_SIDE_CELLS))
  const costMin = isUniform ? costAny : packCosts(grid, blocksWide, costOfCell)
  return new Terrain(width, height, directions, costMin, rowBits, costOfCell)
}

const MIXED = 0

/** What every free cell costs, 1 where there is none; MIXED where they differ. Free of branches, as walls are everywhere. */
function packBits({ width, height, cost }: Grid, blocksWide: number, rowBits: Int32Array): number {
  const costAny = cost.find(c => c !== 0) ?? 1
  let differing = 0
  for (let y = 0; y < height; y++) {
    let word = firstWordOfRow(y, blocksWide)
    for (let cell = y * width, end = cell + width; cell < end; word += BLOCK_SIDE_CELLS) {
      const count = Math.min(BLOCK_SIDE_CELLS, end - cell)
      let bits = 0
      for (let i = 0; i < count; i++, cell++) {
        const isFree = -cost[cell] >> 31 // all bits, or none
        bits |= isFree & (1 << i)
        differing |= isFree & (cost[cell] ^ costAny)
      }
      rowBits[word] = bits
    }
  }
  return differing === 0 ? costAny : MIXED
}

/** The lowest cost of a free cell. */
function packCosts({ width, height, cost }: Grid, blocksWide: number, costOfCell: Uint8Array): number {
  let costMin = 255
  for (let y = 0; y < height; y++) {
    let word = firstWordOfRow(y, blocksWide)
    for (let cell = y * width, end = cell + width; cell < end; word += BLOCK_SIDE_CELLS) {
      const to = word * BLOCK_SIDE_CELLS
      const count = Math.min(BLOCK_SIDE_CELLS, end - cell)
      for (let i = 0; i < count; i++, cell++) {
        const c = cost[cell]
        costOfCell[to + i] = c
        if (c !== 0 && c < costMin) costMin = c
      }
    }
  }
  return costMin
}

function firstWordOfRow(y: number, blocksWide: number): number {
  return (y >> BLOCK_SHIFT) * blocksWide * BLOCK_SIDE_CELLS + (y & BLOCK_MASK)
}
