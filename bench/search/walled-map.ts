/**
 * A grid with a wall of one cell around it, so that a search over cells looks at its eight neighbours without asking
 * where the map ends. A cell's number is (y + 1) * stride + x + 1.
 *
 * Costs of steps are whole numbers, which sum up without rounding and make true ties: 19601 / 13860 is a convergent of
 * sqrt 2, off by one part in a billion, so whatever is cheapest in these units is cheapest in true lengths.
 */
import type { Grid } from '../../src/index.ts'
import { COST_MAX } from '../../src/map/grid.ts'

/** Of a step between two cells, for each point of the sum of their costs. */
export const STRAIGHT_STEP = 13_860
export const DIAGONAL_STEP = 19_601
/** One straight step between two cells of cost 1. */
export const UNITS_PER_LENGTH = 2 * STRAIGHT_STEP

/** Beyond, the columns of a search would take more memory than most machines have. */
export const SEARCH_CELLS_MAX = 2 ** 28

export class WalledMap {
  readonly stride: number
  readonly size: number
  readonly cost: Grid['cost']
  readonly costMin: number

  constructor({ width, height, cost }: Grid) {
    this.stride = width + 2
    this.size = this.stride * (height + 2)
    this.cost = cost instanceof Uint8Array ? new Uint8Array(this.size) : new Uint16Array(this.size)
    for (let y = 0; y < height; y++) {
      this.cost.set(cost.subarray(y * width, (y + 1) * width), (y + 1) * this.stride + 1)
    }
    let costMin = COST_MAX
    for (const one of cost) if (one !== 0 && one < costMin) costMin = one
    this.costMin = costMin
  }

  cellOf(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1
  }
}
