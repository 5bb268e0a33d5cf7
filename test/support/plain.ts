/**
 * A grid seen cell by cell, straight from its bytes: no blocks, no bits, no labels. Oracles and validators read maps
 * through it, so that a fault in the packed terrain of an atlas cannot hide itself.
 */
import type { Grid } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import type { CellMap } from '../../src/proof/oracle.ts'

export function plainMap(grid: Grid, directions: Directions): CellMap {
  const { width, height, cost } = grid
  const costAt = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : cost[y * width + x])
  return { width, height, directions, costAt }
}

export interface Islands {
  /** islandOfCell[y * width + x]: numbered from 0 in the order of their first cells; -1 for a wall. */
  readonly islandOfCell: Int32Array
  readonly count: number
}

/** The islands of a map, by one flood fill over the four neighbours of each cell. */
export function floodIslands({ width, height, cost }: Grid): Islands {
  const islandOfCell = new Int32Array(cost.length).fill(-1)
  const stack: number[] = []
  let count = 0
  const visit = (cell: number) => {
    if (cost[cell] === 0 || islandOfCell[cell] !== -1) return
    islandOfCell[cell] = count
    stack.push(cell)
  }
  for (let first = 0; first < cost.length; first++) {
    if (cost[first] === 0 || islandOfCell[first] !== -1) continue
    visit(first)
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const x = cell % width
      if (x > 0) visit(cell - 1)
      if (x < width - 1) visit(cell + 1)
      if (cell >= width) visit(cell - width)
      if (cell < width * (height - 1)) visit(cell + width)
    }
    count++
  }
  return { islandOfCell, count }
}

/** A grid drawn as text: # is a wall, a digit a cost, and . a cell of cost 1. */
export function drawn(...rows: string[]): Grid {
  const width = rows[0].length
  const cost = Uint8Array.from(rows.join(''), sign => (sign === '#' ? 0 : sign === '.' ? 1 : Number(sign)))
  return { width, height: rows.length, cost }
}

/** A grid with the cost that is told for each cell; costs of two bytes in a Uint16Array. */
export function painted(
  width: number,
  height: number,
  costAt: (x: number, y: number) => number,
  Costs: Uint8ArrayConstructor | Uint16ArrayConstructor = Uint8Array,
): Grid {
  const cost = new Costs(width * height)
  for (let y = 0, cell = 0; y < height; y++) for (let x = 0; x < width; x++) cost[cell++] = costAt(x, y)
  return { width, height, cost }
}
