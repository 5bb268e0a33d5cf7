/**
 * Facts from the cells of a tile's window alone: the mean cost of each bucket, and digests of shared strips.
 */

import { checksum } from '../base/checksum.ts'
import { type CostColumn, copyShared } from '../map/grid.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { bucketSideOf, type Plan, type TileWindow, tileOf, windowOf } from './tile-plan.ts'

export const BUCKETS = BLOCK_SIDE_CELLS * BLOCK_SIDE_CELLS

/** The mean costs of the buckets and the number of free cells, over the tile's own cells. */
export function bucketsOf(
  plan: Plan,
  index: number,
  cost: CostColumn,
): { costOfBucket: Uint16Array; freeCells: number } {
  const tile = tileOf(plan, index)
  const window = windowOf(plan, index)
  const bucketSide = bucketSideOf(plan)
  const sums = new Float64Array(BUCKETS)
  const counts = new Int32Array(BUCKETS)
  for (let y = 0; y < tile.height; y++) {
    const first = (tile.y - window.y + y) * window.width + tile.x - window.x
    const row = Math.floor(y / bucketSide) * BLOCK_SIDE_CELLS
    for (let x = 0, bucket = row; x < tile.width; bucket++) {
      const end = Math.min(tile.width, x + bucketSide)
      let sum = 0
      let count = 0
      for (; x < end; x++) {
        const own = cost[first + x]
        sum += own
        if (own > 0) count++
      }
      sums[bucket] += sum
      counts[bucket] += count
    }
  }
  const costOfBucket = Uint16Array.from(sums, (sum, i) =>
    counts[i] === 0 ? 0 : Math.max(1, Math.round(sum / counts[i])),
  )
  return { costOfBucket, freeCells: counts.reduce((all, count) => all + count, 0) }
}

/**
 * Digests of the tile's cells that each of eight neighbours sees, and of their cells that the tile sees. Zeros where
 * there is no neighbour.
 */
export function stripDigests(
  plan: Plan,
  index: number,
  cost: CostColumn,
): { ownStrips: Int32Array; strangeStrips: Int32Array } {
  const ownStrips = new Int32Array(16)
  const strangeStrips = new Int32Array(16)
  const own = tileOf(plan, index)
  const window = windowOf(plan, index)
  for (let direction = 0; direction < 8; direction++) {
    const other = neighbourOf(plan, index, direction)
    if (other < 0) continue
    const seen = common(own, windowOf(plan, other))
    ownStrips.set(digest(cost, window, seen), 2 * direction)
    strangeStrips.set(digest(cost, window, common(tileOf(plan, other), window)), 2 * direction)
  }
  return { ownStrips, strangeStrips }
}

/** The neighbour in a direction; -1 at the edge of the map. */
export function neighbourOf({ columns, rows }: Plan, index: number, direction: number): number {
  const column = (index % columns) + DX[direction]
  const row = Math.floor(index / columns) + DY[direction]
  return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : row * columns + column
}

function common(a: TileWindow, b: TileWindow): TileWindow {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  }
}

function digest(cost: CostColumn, window: TileWindow, { x, y, width, height }: TileWindow): [number, number] {
  const strip = { width, height, cost: new Uint16Array(width * height) }
  copyShared({ ...window, cost }, window.x - x, window.y - y, strip)
  return checksum(Int32Array.from(strip.cost), -2)
}
