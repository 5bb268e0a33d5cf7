/**
 * Grids from data that a program already has: flat costs, a matrix, tile ids. An error names the place of each value that
 * cannot be a cost.
 */
import { type AllOf, optionsOf, refuse, refuseMap } from '../base/given.ts'
import { oneOf } from '../base/kinds.ts'
import { checkList, fillByTile, heightOf, readerOf, type TileId } from './by-tile.ts'
import { allocateCosts, COST_MAX, COST_MAX_OF_BYTE, type Grid, makeGrid, narrowed } from './grid.ts'

export type { TileId } from './by-tile.ts'

function isCost(value: unknown, costMax: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= costMax
}

/**
 * What the numbers of a map mean: `costs` of steps, 0 a wall; `walls`, where every number but 0 is one; or `free`, where
 * every number but 0 is free ground.
 */
export type NumbersMean = 'costs' | 'walls' | 'free'

export interface NumbersOptions {
  readonly numbersMean?: NumbersMean
  /** Bytes of a cell's cost: 1, for costs to 255, unless given; or 2, for costs to 65,535. */
  readonly costBytes?: 1 | 2
}

const OPTIONS = { numbersMean: oneOf('costs', 'walls', 'free'), costBytes: oneOf(1, 2) } satisfies AllOf<NumbersOptions>
const COST_MAX_OF = { 1: COST_MAX_OF_BYTE, 2: COST_MAX } as const

/** What the numbers of a new grid mean, checked. */
interface Numbers {
  readonly mean: NumbersMean
  readonly costBytes: 1 | 2
}

function numbersOf(options: NumbersOptions, usual: Numbers): Numbers {
  const { numbersMean: mean = usual.mean, costBytes = usual.costBytes } = optionsOf(options, OPTIONS)
  return { mean, costBytes }
}

function wanted({ mean, costBytes }: Numbers): string {
  const wider = costBytes === 1 ? `, or to ${COST_MAX} with costBytes: 2` : ''
  if (mean === 'costs') return `a whole number, 0 (wall) to ${COST_MAX_OF[costBytes]}${wider}`
  return mean === 'walls' ? 'a number, 0 where one can walk' : 'a number, 0 for a wall'
}

/** Reads the number of each cell; `nameAt` names a place in an error. */
function readGrid(
  width: number,
  height: number,
  numbers: Numbers,
  valueAt: (x: number, y: number) => unknown,
  nameAt: (x: number, y: number) => string,
): Grid {
  const { mean, costBytes } = numbers
  const cost = allocateCosts(width, height, costBytes)
  const costMax = COST_MAX_OF[costBytes]
  const costOfZero = mean === 'walls' ? 1 : 0
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      const value = valueAt(x, y)
      // Without this check, booleans and strings would all mean the same.
      const isKnown = mean === 'costs' ? isCost(value, costMax) : typeof value === 'number'
      if (!isKnown) refuseMap(`${nameAt(x, y)} is ${value}: it must be ${wanted(numbers)}.`)
      cost[cell] = mean === 'costs' ? (value as number) : value === 0 ? costOfZero : 1 - costOfZero
    }
  }
  return { width, height, cost }
}

/**
 * A grid of costs, row by row: 0 is a wall, 1..255 multiplies the length of a step; with `costBytes: 2` or in a
 * Uint16Array, 1..65535. A Uint8Array or Uint16Array is used as it is, not copied: do not change it while the grid is in
 * use. Any other array is copied, and so is one whose numbers mean `walls` or `free`.
 */
export function gridFromCosts(costs: ArrayLike<number>, width: number, options: NumbersOptions = {}): Grid {
  checkList(costs, 'The costs')
  const height = heightOf(costs.length, width)
  const isWide = costs instanceof Uint16Array
  const numbers = numbersOf(options, { mean: 'costs', costBytes: isWide ? 2 : 1 })
  const isAsItIs = numbers.mean === 'costs'
  if (costs instanceof Uint8Array && isAsItIs) {
    return makeGrid(width, height, new Uint8Array(costs.buffer, costs.byteOffset, costs.length))
  }
  if (isWide && isAsItIs && numbers.costBytes === 2) {
    return makeGrid(width, height, new Uint16Array(costs.buffer, costs.byteOffset, costs.length))
  }
  const valueAt = (x: number, y: number) => costs[y * width + x]
  return readGrid(width, height, numbers, valueAt, (x, y) => `The cost of cell (${x}, ${y})`)
}

/**
 * A grid from `matrix[y][x]`. Its numbers mean `walls` unless the options say otherwise, as they do in most libraries that
 * find paths: 0 is free, every other number a wall. The matrix is copied.
 */
export function gridFromMatrix(matrix: ArrayLike<ArrayLike<number>>, options: NumbersOptions = {}): Grid {
  const numbers = numbersOf(options, { mean: 'walls', costBytes: 1 })
  checkList(matrix, 'The rows of the matrix')
  const height = matrix.length
  const width = matrix[0]?.length ?? 0
  for (let y = 0; y < height; y++) {
    if (matrix[y] === undefined || matrix[y] === null) refuseMap(`Row ${y} of the matrix is missing.`)
    if (matrix[y].length !== width) {
      refuseMap(
        `Row ${y} of the matrix has ${matrix[y].length} cells, row 0 has ${width}. All rows must be equally long.`,
      )
    }
  }
  const valueAt = (x: number, y: number) => matrix[y][x]
  return readGrid(width, height, numbers, valueAt, (x, y) => `matrix[${y}][${x}]`)
}

/** The cost of each tile id, 0 for a wall. It is an array indexed by id, a Map, or an object with ids as keys. */
export type TileCosts = ArrayLike<number> | ReadonlyMap<TileId, number> | Readonly<Record<TileId, number>>

/** The highest bits of an id in Tiled say how the tile is flipped and turned, which does not change its cost. */
const TILE_ID_BITS = 0x0fff_ffff

function withoutFlips(id: TileId): TileId {
  return typeof id === 'number' && Number.isInteger(id) ? id & TILE_ID_BITS : id
}

/**
 * A grid from tile ids, row by row, and what each id costs, 0 for a wall. An id that the table does not list is looked up again
 * without the bits by which Tiled flips tiles. If it is not there either, that is an error. Costs go to 65,535. The tiles are
 * copied.
 */
export function gridFromTiles(tiles: ArrayLike<TileId>, width: number, costOfTile: TileCosts): Grid {
  checkList(tiles, 'The tiles')
  if (typeof costOfTile !== 'object' || costOfTile === null)
    refuse('The costs of tiles are an array, a Map or an object.')
  const height = heightOf(tiles.length, width)
  const readCost = readerOf(costOfTile)
  const cost = allocateCosts(width, height, 2)
  fillByTile(cost, tiles, width, (id, place) => {
    const found: unknown = readCost(id) ?? readCost(withoutFlips(id))
    if (found === undefined) refuseMap(`The tile ${id} at ${place} has no cost. Add it to the table, 0 for a wall.`)
    if (isCost(found, COST_MAX)) return found
    return refuseMap(`The tile ${id} at ${place} costs ${found}: it must be a whole number, 0 (wall) to ${COST_MAX}.`)
  })
  return { width, height, cost: narrowed(cost) }
}
