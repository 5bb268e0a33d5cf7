/**
 * Costs painted layer over layer, the lowest first: a layer that says something of a cell covers what was said before,
 * one that only lies there does not.
 */
import { IsthmusError } from '../../base/errors.ts'
import { allocateCosts, checkSize, type Grid } from '../../map/grid.ts'
import { type Meaning, SILENT } from './meaning.ts'

const EMPTY = -2

export class Canvas {
  readonly width: number
  readonly height: number
  private readonly said: Int16Array

  constructor(width: number, height: number, cellsMax: number) {
    checkSize(width, height)
    if (width * height > cellsMax) {
      throw new IsthmusError(
        'TOO_LARGE',
        `The map has ${width} x ${height} cells, more than ${cellsMax}. Set cellsMax to accept it.`,
      )
    }
    this.width = width
    this.height = height
    this.said = new Int16Array(width * height).fill(EMPTY)
  }

  isInside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  /** Something lies on the cell that costs so much, or of which nothing is known: SILENT. */
  paint(x: number, y: number, cost: number): void {
    const cell = y * this.width + x
    if (cost !== SILENT || this.said[cell] === EMPTY) this.said[cell] = cost
  }

  grid({ costOfTile, costOfEmpty }: Meaning): Grid {
    const { width, height, said } = this
    const cost = allocateCosts(width, height)
    for (let cell = 0; cell < cost.length; cell++) {
      cost[cell] = said[cell] >= 0 ? said[cell] : said[cell] === SILENT ? costOfTile : costOfEmpty
    }
    return { width, height, cost }
  }
}
