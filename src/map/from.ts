/**
 * Grids from what a program already holds: flat costs, a matrix, tile ids. Whatever cannot be a cost is refused with the
 * place where it stands.
 */
import { IsthmusError } from '../base/errors.ts'
import { refuse } from '../base/given.ts'
import { allocateCosts, checkSize, type Grid, makeGrid } from './grid.ts'

function fail(sentence: string): never {
  throw new IsthmusError('BAD_MAP', sentence)
}

function checkList(list: unknown, what: string): void {
  const isList = typeof list === 'object' && typeof (list as ArrayLike<unknown> | null)?.length === 'number'
  if (!isList) refuse(`${what} are ${list === null ? 'null' : `of type ${typeof list}`}: an array was expected.`)
}

function heightOf(cells: number, width: number): number {
  checkSize(width, 1)
  if (cells === 0 || cells % width !== 0)
    fail(`${cells} cells are no whole number of rows of ${width}. Check the width.`)
  return cells / width
}

function isCost(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

/**
 * A grid of costs, row by row: 0 is a wall, 1..255 multiplies the length of a step. A Uint8Array is used as it is, not
 * copied: do not change it while the grid is in use. Any other array is copied.
 */
export function gridFromCosts(costs: ArrayLike<number>, width: number): Grid {
  checkList(costs, 'The costs')
  const height = heightOf(costs.length, width)
  if (costs instanceof Uint8Array) {
    return makeGrid(width, height, new Uint8Array(costs.buffer, costs.byteOffset, costs.length))
  }
  const cost = allocateCosts(width, height)
  for (let cell = 0; cell < cost.length; cell++) {
    const value = costs[cell]
    if (!isCost(value)) {
      const place = `(${cell % width}, ${Math.floor(cell / width)})`
      fail(`The cost of cell ${place} is ${value}: it must be a whole number, 0 (wall) to 255.`)
    }
    cost[cell] = value
  }
  return { width, height, cost }
}

/** A grid from `matrix[y][x]`: 0 is walkable, every other number a wall. The matrix is copied. */
export function gridFromMatrix(matrix: ArrayLike<ArrayLike<number>>): Grid {
  checkList(matrix, 'The rows of the matrix')
  const height = matrix.length
  const width = matrix[0]?.length ?? 0
  for (let y = 0; y < height; y++) {
    if (matrix[y] === undefined || matrix[y] === null) fail(`Row ${y} of the matrix is missing.`)
    if (matrix[y].length !== width) {
      fail(`Row ${y} of the matrix has ${matrix[y].length} cells, row 0 has ${width}. All rows must be equally long.`)
    }
  }
  const cost = allocateCosts(width, height)
  for (let y = 0, cell = 0; y < height; y++) {
    const row = matrix[y]
    for (let x = 0; x < width; x++, cell++) {
      // A row of booleans or strings would silently be all walls.
      if (typeof row[x] !== 'number')
        fail(`matrix[${y}][${x}] is ${row[x]}: it must be a number, 0 where one can walk.`)
      cost[cell] = row[x] === 0 ? 1 : 0
    }
  }
  return { width, height, cost }
}

export type TileId = number | string

/** The cost of each tile id, 0 for a wall: an array indexed by id, a Map, or an object with the ids as keys. */
export type TileCosts = ArrayLike<number> | ReadonlyMap<TileId, number> | Readonly<Record<TileId, number>>

function costReader(costOfTile: TileCosts): (id: TileId) => unknown {
  if (costOfTile instanceof Map) return id => costOfTile.get(id)
  const table = costOfTile as Readonly<Record<TileId, number>>
  return id => (Object.hasOwn(table, id) ? table[id] : undefined)
}

/** A grid from tile ids, row by row, and what each id costs. An id without a cost is an error. The tiles are copied. */
export function gridFromTiles(tiles: ArrayLike<TileId>, width: number, costOfTile: TileCosts): Grid {
  checkList(tiles, 'The tiles')
  if (typeof costOfTile !== 'object' || costOfTile === null)
    refuse('The costs of tiles are an array, a Map or an object.')
  const height = heightOf(tiles.length, width)
  const cost = allocateCosts(width, height)
  const readCost = costReader(costOfTile)
  // A map has few kinds of tile: each is looked up and checked once.
  const seen = new Map<TileId, number>()
  for (let cell = 0; cell < cost.length; cell++) {
    const id = tiles[cell]
    let tileCost = seen.get(id)
    if (tileCost === undefined) {
      const found = readCost(id)
      const place = `(${cell % width}, ${Math.floor(cell / width)})`
      if (found === undefined) fail(`The tile ${id} at ${place} has no cost. Add it to the table, 0 for a wall.`)
      if (!isCost(found)) fail(`The tile ${id} at ${place} costs ${found}: it must be a whole number, 0 (wall) to 255.`)
      tileCost = found
      seen.set(id, tileCost)
    }
    cost[cell] = tileCost
  }
  return { width, height, cost }
}
