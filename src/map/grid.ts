/**
 * A grid is the plain map that everything starts from: one cost byte per cell, row by row. 0 is a wall, 1..255 multiplies
 * the length of a step. The caller's bytes are never changed.
 */
import { IsthmusError } from '../base/errors.ts'
import { nameOf, refuse } from '../base/given.ts'

export interface Grid {
  readonly width: number
  readonly height: number
  /** costOfCell[y * width + x] */
  readonly cost: Uint8Array
}

/** Cells are addressed with 15 bits a coordinate in an atlas. */
export const SIDE_MAX_CELLS = 32_768

export function checkSize(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new IsthmusError(
      'BAD_MAP',
      `The map's size is ${width} x ${height}: both must be whole numbers from 1 to ${SIDE_MAX_CELLS}.`,
    )
  }
  if (width > SIDE_MAX_CELLS || height > SIDE_MAX_CELLS) {
    throw new IsthmusError(
      'TOO_LARGE',
      `The map's size is ${width} x ${height}: a side has at most ${SIDE_MAX_CELLS} cells. Cut it into several maps.`,
    )
  }
}

/** Room for the costs of a new grid, all of them 0. */
export function allocateCosts(width: number, height: number): Uint8Array {
  checkSize(width, height)
  try {
    return new Uint8Array(width * height)
  } catch {
    throw new IsthmusError(
      'TOO_LARGE',
      `A map of ${width} x ${height} takes ${width * height} bytes, more than this machine gives. Cut it into several maps.`,
    )
  }
}

/** A grid over the caller's own bytes, which must not change while the grid is in use. */
export function makeGrid(width: number, height: number, cost: Uint8Array): Grid {
  checkSize(width, height)
  if (!(cost instanceof Uint8Array)) {
    const found = ArrayBuffer.isView(cost) ? `of type ${(cost as ArrayBufferView).constructor.name}` : nameOf(cost)
    throw new IsthmusError(
      'BAD_MAP',
      `The costs of a map are ${found}: a Uint8Array was expected, one byte per cell. Bring finer costs to 0 (wall) to 255 first.`,
    )
  }
  if (cost.length !== width * height) {
    throw new IsthmusError(
      'BAD_MAP',
      `A map of ${width} x ${height} needs ${width * height} cost bytes, but ${cost.length} were given.`,
    )
  }
  return { width, height, cost }
}

/** Guards what comes from a caller, who may have made it by hand. */
export function checkGrid(grid: Grid): void {
  if (typeof grid !== 'object' || grid === null) {
    refuse(`The map is ${nameOf(grid)}: a grid was expected, { width, height, cost }.`)
  }
  makeGrid(grid.width, grid.height, grid.cost)
}
