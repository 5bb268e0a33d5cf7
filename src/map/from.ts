/**
 * Grids from data that a program already has: flat costs, a matrix, tile ids. An error names the place of each value that
 * cannot be a cost.
 */
import { nameOf, optionsOf, refuse, refuseMap } from '../base/given.ts'
import { allocateCosts, COST_MAX, COST_MAX_OF_BYTE, type CostColumn, checkSize, type Grid, makeGrid } from './grid.ts'

function checkList(list: unknown, what: string): void {
  const isList = typeof list === 'object' && typeof (list as ArrayLike<unknown> | null)?.length === 'number'
  if (!isList) refuse(`${what} are ${list === null ? 'null' : `of type ${typeof list}`}: an array was expected.`)
}

function heightOf(cells: number, width: number): number {
  checkSize(width, 1)
  if (cells === 0 || cells % width !== 0)
    refuseMap(`${cells} cells are no whole number of rows of ${width}. Check the width.`)
  return cells / width
}

function isCost(value: unknown, costMax = COST_MAX_OF_BYTE): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= costMax
}

/**
 * What the numbers of a map mean: `costs` of steps, 0 a wall; `walls`, where every number but 0 is one; or `free`, where
 * every number but 0 is free ground.
 */
export type NumbersMean = 'costs' | 'walls' | 'free'

export interface NumbersOptions {
  readonly numbersMean?: NumbersMean
  /** Of the cost of a cell: 1, costs to 255, unless given; 2, costs to 65,535. */
  readonly costBytes?: 1 | 2
}

const COST_MAX_OF = { 1: COST_MAX_OF_BYTE, 2: COST_MAX } as const

/** Bytes of a cell's cost in the new grid: the caller's choice, else `usual`. */
function costBytesOf(options: NumbersOptions, usual: 1 | 2): 1 | 2 {
  const { costBytes } = optionsOf(options, { numbersMean: true, costBytes: true })
  if (costBytes === undefined) return usual
  if (costBytes === 1 || costBytes === 2) return costBytes
  return refuse(`costBytes is ${nameOf(costBytes)}: it must be 1, costs to 255, or 2, costs to 65535.`)
}

function wanted(numbersMean: NumbersMean, costMax: number): string {
  const wider = costMax < COST_MAX ? `, or to ${COST_MAX} with costBytes: 2` : ''
  if (numbersMean === 'costs') return `a whole number, 0 (wall) to ${costMax}${wider}`
  return numbersMean === 'walls' ? 'a number, 0 where one can walk' : 'a number, 0 for a wall'
}

/** The cost that a number stands for, or undefined where it stands for none. */
function costReaderOf(
  options: NumbersOptions,
  usual: NumbersMean,
  costMax: number,
): (value: unknown) => number | undefined {
  const { numbersMean = usual } = options
  if (numbersMean === 'costs') return value => (isCost(value, costMax) ? value : undefined)
  if (numbersMean !== 'walls' && numbersMean !== 'free') {
    refuse(`numbersMean is ${nameOf(numbersMean)}: it must be 'costs', 'walls' or 'free'.`)
  }
  const costOfZero = numbersMean === 'walls' ? 1 : 0
  // Without this check, booleans and strings would all mean the same.
  return value => (typeof value === 'number' ? (value === 0 ? costOfZero : 1 - costOfZero) : undefined)
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
  const costBytes = costBytesOf(options, isWide ? 2 : 1)
  const costMax = COST_MAX_OF[costBytes]
  const costOf = costReaderOf(options, 'costs', costMax)
  const isAsItIs = (options.numbersMean ?? 'costs') === 'costs'
  if (costs instanceof Uint8Array && isAsItIs) {
    return makeGrid(width, height, new Uint8Array(costs.buffer, costs.byteOffset, costs.length))
  }
  if (isWide && isAsItIs && costBytes === 2) {
    return makeGrid(width, height, new Uint16Array(costs.buffer, costs.byteOffset, costs.length))
  }
  const cost = allocateCosts(width, height, costBytes)
  for (let cell = 0; cell < cost.length; cell++) {
    const cellCost = costOf(costs[cell])
    if (cellCost === undefined) {
      const place = `(${cell % width}, ${Math.floor(cell / width)})`
      refuseMap(
        `The cost of cell ${place} is ${costs[cell]}: it must be ${wanted(options.numbersMean ?? 'costs', costMax)}.`,
      )
    }
    cost[cell] = cellCost
  }
  return { width, height, cost }
}

/**
 * A grid from `matrix[y][x]`. Its numbers mean `walls` unless the options say otherwise, as they do in most libraries that
 * find paths: 0 is free, every other number a wall. The matrix is copied.
 */
export function gridFromMatrix(matrix: ArrayLike<ArrayLike<number>>, options: NumbersOptions = {}): Grid {
  const costBytes = costBytesOf(options, 1)
  const costOf = costReaderOf(options, 'walls', COST_MAX_OF[costBytes])
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
  const cost = allocateCosts(width, height, costBytes)
  for (let y = 0, cell = 0; y < height; y++) {
    const row = matrix[y]
    for (let x = 0; x < width; x++, cell++) {
      const cellCost = costOf(row[x])
      if (cellCost === undefined) {
        refuseMap(
          `matrix[${y}][${x}] is ${row[x]}: it must be ${wanted(options.numbersMean ?? 'walls', COST_MAX_OF[costBytes])}.`,
        )
      }
      cost[cell] = cellCost
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

/** The highest bits of an id in Tiled say how the tile is flipped and turned, which does not change its cost. */
const TILE_ID_BITS = 0x0fff_ffff

function withoutFlips(id: TileId): TileId {
  return typeof id === 'number' && Number.isInteger(id) ? id & TILE_ID_BITS : id
}

/**
 * A grid from tile ids, row by row, and what each id costs, 0 for a wall. An id that the table does not list is looked up
 * again without the bits by which Tiled flips tiles; one that is not there then is an error. Costs go to 65,535. The tiles are copied.
 */
export function gridFromTiles(tiles: ArrayLike<TileId>, width: number, costOfTile: TileCosts): Grid {
  checkList(tiles, 'The tiles')
  if (typeof costOfTile !== 'object' || costOfTile === null)
    refuse('The costs of tiles are an array, a Map or an object.')
  const height = heightOf(tiles.length, width)
  let cost: CostColumn = allocateCosts(width, height)
  const readCost = costReader(costOfTile)
  // A map has few kinds of tile: each is looked up and checked once.
  const seen = new Map<TileId, number>()
  for (let cell = 0; cell < cost.length; cell++) {
    const id = tiles[cell]
    let tileCost = seen.get(id)
    if (tileCost === undefined) {
      const found = readCost(id) ?? readCost(withoutFlips(id))
      const place = `(${cell % width}, ${Math.floor(cell / width)})`
      if (found === undefined) refuseMap(`The tile ${id} at ${place} has no cost. Add it to the table, 0 for a wall.`)
      if (!isCost(found, COST_MAX)) {
        refuseMap(`The tile ${id} at ${place} costs ${found}: it must be a whole number, 0 (wall) to ${COST_MAX}.`)
      }
      tileCost = found
      if (tileCost > COST_MAX_OF_BYTE && cost.BYTES_PER_ELEMENT === 1) cost = Uint16Array.from(cost)
      seen.set(id, tileCost)
    }
    cost[cell] = tileCost
  }
  return { width, height, cost }
}
