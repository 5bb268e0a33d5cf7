/**
 * A grid is the plain map that everything starts from. It has one cost per cell, row by row, in a byte or, where 255 is not
 * enough, in two. 0 is a wall, any other cost multiplies the length of a step. The caller's costs are never changed.
 */
import { nameOf, refuse, refuseMap, refuseSize, textOf } from '../base/given.ts'

/** Costs to 255 or to 65,535. */
export type CostColumn = Uint8Array | Uint16Array

export interface Grid<Costs extends CostColumn = CostColumn> {
  readonly width: number
  readonly height: number
  /** costOfCell[y * width + x] */
  readonly cost: Costs
}

export const COST_MAX_OF_BYTE = 255
export const COST_MAX = 65_535

/** Cells are addressed with 15 bits a coordinate in an atlas. */
export const SIDE_MAX_CELLS = 32_768

export function checkSize(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    refuseMap(
      `The map's size is ${textOf(width)} x ${textOf(height)}: both must be whole numbers from 1 to ${SIDE_MAX_CELLS}.`,
    )
  }
  if (width > SIDE_MAX_CELLS || height > SIDE_MAX_CELLS) {
    refuseSize(
      `The map's size is ${width} x ${height}: a side has at most ${SIDE_MAX_CELLS} cells. Cut it into several maps.`,
    )
  }
}

/** The most cells that a caller accepts. */
export function checkCellsMax(cellsMax: unknown): void {
  if (typeof cellsMax !== 'number') refuse(`cellsMax is ${textOf(cellsMax)}: a number of cells was expected.`)
}

export function holdCells(width: number, height: number, cellsMax = Infinity): void {
  const isTooLarge = width * height > cellsMax
  if (isTooLarge)
    refuseSize(`The map has ${width} x ${height} cells, more than ${cellsMax}. Set cellsMax to accept it.`)
}

/** Room for the costs of a new grid, all of them 0. */
export function allocateCosts(width: number, height: number): Uint8Array<ArrayBuffer>
export function allocateCosts(width: number, height: number, costBytes: 1 | 2): CostColumn
export function allocateCosts(width: number, height: number, costBytes: 1 | 2 = 1): CostColumn {
  checkSize(width, height)
  try {
    return costBytes === 1 ? new Uint8Array(width * height) : new Uint16Array(width * height)
  } catch {
    refuseSize(
      `A map of ${width} x ${height} takes ${costBytes * width * height} bytes, more than this machine gives. Cut it into several maps.`,
    )
  }
}

/** A grid over the caller's own costs, which must not change while the grid is in use. */
export function makeGrid(width: number, height: number, cost: CostColumn): Grid {
  checkSize(width, height)
  if (!(cost instanceof Uint8Array || cost instanceof Uint16Array)) {
    const found = ArrayBuffer.isView(cost) ? `of type ${(cost as ArrayBufferView).constructor.name}` : nameOf(cost)
    refuseMap(`The costs of a map are ${found}: a Uint8Array was expected, or a Uint16Array where costs exceed 255.`)
  }
  if (cost.length !== width * height) {
    refuseMap(`A map of ${width} x ${height} needs ${width * height} costs, but ${cost.length} were given.`)
  }
  return { width, height, cost }
}

/** Copies the cells that two grids share. `left`, `top` is the place of the first cell of `from` in `to`. */
export function copyShared(from: Grid, left: number, top: number, to: Grid): void {
  const [x, endX] = [Math.max(0, -left), Math.min(from.width, to.width - left)]
  for (let y = Math.max(0, -top), endY = Math.min(from.height, to.height - top); y < endY; y++) {
    to.cost.set(from.cost.subarray(y * from.width + x, y * from.width + endX), (top + y) * to.width + left + x)
  }
}

/** The same costs in bytes where none is above 255. */
export function narrowed(cost: CostColumn): CostColumn {
  if (cost instanceof Uint8Array) return cost
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] > COST_MAX_OF_BYTE) return cost
  return Uint8Array.from(cost)
}

/** Guards what comes from a caller, who may have made it by hand. */
export function checkGrid(grid: Grid): void {
  if (typeof grid !== 'object' || grid === null) {
    refuse(`The map is ${nameOf(grid)}: a grid was expected, { width, height, cost }.`)
  }
  makeGrid(grid.width, grid.height, grid.cost)
}
