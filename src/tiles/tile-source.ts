/**
 * Where the cells of a tiled map come from: a grid, or another source as one traveller pays for it. The costs of that source then
 * stand for grounds. The traveller's size and costs make its grid as they do for one atlas, window by window. A plan of such a
 * source is a map for that traveller.
 */
import { refuseMap, textOf } from '../base/given.ts'
import { gridOf } from '../map/footprint.ts'
import { type CostColumn, checkGrid, copyShared, type Grid } from '../map/grid.ts'
import { GROUNDS_MAX } from '../map/grounds.ts'
import { reachBefore, type TravellerOptions, travellersOf } from '../map/traveller.ts'

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
      const cost = grid.cost instanceof Uint8Array ? new Uint8Array(width * height) : new Uint16Array(width * height)
      copyShared(grid, -x, -y, { width, height, cost })
      return cost
    },
  }
}

/** Grounds are named by the costs of the source. */
const GROUNDS = Array.from({ length: GROUNDS_MAX }, (_, cost) => String(cost))
const UNCHANGED = Object.fromEntries(GROUNDS.slice(1).map((ground, i) => [ground, i + 1]))

/** The size in cells, and what each cost of the source costs this traveller; a cost that is left out is a wall. */
export type SourceTraveller = Partial<Pick<TravellerOptions, 'size' | 'costs'>>

export function travellerSource(
  source: TileSource,
  { size: side = 1, costs: given = UNCHANGED }: SourceTraveller,
): TileSource {
  const [{ costs, size }] = travellersOf({ one: { size: side, costs: given } }, GROUNDS)
  const { width, height } = source
  const before = reachBefore(size)
  const how = given === UNCHANGED ? '' : ` costs=${JSON.stringify(Object.entries(costs).sort())}`
  return {
    width,
    height,
    id: `${source.id} size=${size}${how}`,
    async window(x, y, columns, rows) {
      const [left, top] = [Math.max(0, x - before), Math.max(0, y - before)]
      const [right, bottom] = [Math.min(width, x + columns + size), Math.min(height, y + rows + size)]
      const seen = { width: right - left, height: bottom - top }
      const cells = await source.window(left, top, seen.width, seen.height)
      const most = cells.find(cost => cost >= GROUNDS_MAX)
      if (most !== undefined)
        refuseMap(`The source has a cost of ${textOf(most)}: those of a traveller's map end at 255.`)
      const grid = gridOf({ ...seen, groundOfCell: Uint8Array.from(cells), names: GROUNDS }, { costs, size })
      const cost = new Uint8Array(columns * rows)
      copyShared(grid, left - x, top - y, { width: columns, height: rows, cost })
      return cost
    },
  }
}
