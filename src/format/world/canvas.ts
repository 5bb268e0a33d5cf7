/**
 * Paints costs layer over layer, the lowest first. A layer that gives a cell a cost covers the layers below; a layer
 * without a cost for it does not.
 */
import { allocateCosts, checkSize, type Grid } from '../../map/grid.ts'
import { failMap } from './fields.ts'
import { type Meaning, SILENT } from './meaning.ts'

const EMPTY = -2
/**
 * The most times that a file may paint the whole map, in layers, chunks and rectangles: more than any designer needs.
 */
const COATS_MAX = 512

export class Canvas {
  readonly width: number
  readonly height: number
  private readonly costOfCell: Int16Array
  private cellsLeft: number

  constructor(width: number, height: number, meaning: Meaning) {
    checkSize(width, height)
    meaning.takeCells(width, height)
    this.width = width
    this.height = height
    this.costOfCell = new Int16Array(width * height).fill(EMPTY)
    this.cellsLeft = COATS_MAX * width * height
  }

  /** Counts cells; callers use it before they unpack or paint them. */
  expect(cells: number, where: string): void {
    this.cellsLeft -= cells
    if (cells > this.width * this.height || this.cellsLeft < 0) {
      failMap(where, `it paints more than the ${this.width} x ${this.height} cells of the map, or it again and again.`)
    }
  }

  isInside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  /** Paints one cell with the cost of the thing on it, or SILENT if its cost is unknown. */
  paint(x: number, y: number, cost: number): void {
    const cell = y * this.width + x
    if (cost !== SILENT || this.costOfCell[cell] === EMPTY) this.costOfCell[cell] = cost
  }

  /** `costOfTile` is for things without a cost, `costOfEmpty` for empty cells. */
  grid(costOfTile: number, costOfEmpty: number): Grid {
    const { width, height, costOfCell } = this
    const cost = allocateCosts(width, height)
    for (let cell = 0; cell < cost.length; cell++) {
      cost[cell] = costOfCell[cell] >= 0 ? costOfCell[cell] : costOfCell[cell] === SILENT ? costOfTile : costOfEmpty
    }
    return { width, height, cost }
  }
}
