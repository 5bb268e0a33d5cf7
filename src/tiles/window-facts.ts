/**
 * Facts from the cells of a tile's window alone: the mean cost of each bucket, and digests of shared strips.
 */

import { checksum } from '../base/checksum.ts'
import { type CostColumn, checkGrid, type Grid } from '../map/grid.ts'
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
  const cells = new Int32Array(width * height)
  for (let row = 0; row < height; row++) {
    const at = (y - window.y + row) * window.width + x - window.x
    cells.set(cost.subarray(at, at + width), row * width)
  }
  return checksum(cells, -2)
}

/** Where the cells of a tiled map come from: one window at a time, so that no machine ever holds the whole map. */
export interface TileSource {
  readonly width: number
  readonly height: number
  /** A checksum or a recipe: two sources of one id have the same cells. */
  readonly id: string
  /** The costs of a window that lies inside the map, row by row; of one type for all windows. */
  window(x: number, y: number, width: number, height: number): Promise<CostColumn>
}

/** A grid as a source. */
export function gridSource(grid: Grid, id: string): TileSource {
  checkGrid(grid)
  return {
    width: grid.width,
    height: grid.height,
    id,
    window: async (x, y, width, height) => {
      const window = grid.cost instanceof Uint8Array ? new Uint8Array(width * height) : new Uint16Array(width * height)
      for (let row = 0; row < height; row++) {
        const at = (y + row) * grid.width + x
        window.set(grid.cost.subarray(at, at + width), row * width)
      }
      return window
    },
  }
}
