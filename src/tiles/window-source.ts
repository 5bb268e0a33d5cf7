/**
 * Where the cells of a tiled map come from: one window at a time, so that no machine ever holds the whole map.
 */
import { type CostColumn, checkGrid, type Grid } from '../map/grid.ts'

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
