/**
 * Grounds -> the grid of one traveller. Each cell holds the cost of standing there with the whole footprint. It is 0 where a cell
 * of that is a wall or beyond the map. Later stages need not know sizes: a larger unit walks as a point on another grid.
 *
 * The most expensive cell of each square is a maximum over windows, first along rows, then along columns. A window of any
 * length is the union of two windows of half its length or more: about log2(size) passes, in place.
 */
import { finish, type Work } from '../base/work.ts'
import { allocateCosts, type Grid } from './grid.ts'
import type { Grounds } from './grounds.ts'
import { reachBefore, type Traveller } from './traveller.ts'

/** Ranks are costs less one, so a wall, 0, wraps round to the highest rank. */
const WALL = 255

/** The longest row has 32,768 cells and takes at most half a millisecond. */
const CELLS_A_PIECE = 1 << 15

type Unit = Pick<Traveller, 'costs' | 'size'>

export function gridOf(grounds: Grounds, unit: Unit): Grid {
  return finish(makingGrid(grounds, unit))
}

/** Makes the grid of a traveller in pieces. */
export function* makingGrid(grounds: Grounds, { costs, size }: Unit): Work<Grid> {
  const { width, height, groundOfCell, names } = grounds
  const rankOfGround = Uint8Array.from(names, name => (Object.hasOwn(costs, name) ? costs[name] : 0) - 1)
  const cost = allocateCosts(width, height)
  for (let cell = 0; cell < cost.length; cell += CELLS_A_PIECE) {
    yield
    rank(cost, groundOfCell, rankOfGround, cell)
  }
  if (size > 1) {
    for (let cell = 0; cell < cost.length; cell += width) yield* widening(cost, cell, cell + width, 1, size)
    yield* widening(cost, 0, cost.length, width, size)
    yield
    moveToMiddle(cost, width, height, reachBefore(size))
  }
  for (let cell = 0; cell < cost.length; cell += CELLS_A_PIECE) {
    yield
    makeCosts(cost, cell)
  }
  return { width, height, cost }
}

/** Loops are in functions of their own: engines compile loops in a generator to far slower code. */
function rank(ranks: Uint8Array, groundOfCell: Uint8Array, rankOfGround: Uint8Array, from: number): void {
  const end = Math.min(from + CELLS_A_PIECE, ranks.length)
  for (let cell = from; cell < end; cell++) ranks[cell] = rankOfGround[groundOfCell[cell]]
}

/** A wall becomes 0 again. */
function makeCosts(ranks: Uint8Array, from: number): void {
  const end = Math.min(from + CELLS_A_PIECE, ranks.length)
  for (let cell = from; cell < end; cell++) ranks[cell]++
}

/** Raises each rank to the highest of the `size` ranks from it on, `stride` apart; walls follow the last. */
function* widening(ranks: Uint8Array, from: number, to: number, stride: number, size: number): Work<void> {
  for (let reach = 1; reach < size; ) {
    const step = Math.min(reach, size - reach)
    const end = Math.max(from, to - step * stride)
    for (let cell = from; cell < end; cell += CELLS_A_PIECE) {
      yield
      raise(ranks, cell, Math.min(cell + CELLS_A_PIECE, end), step * stride)
    }
    ranks.fill(WALL, end, to)
    reach += step
  }
}

/** Raises each rank to the one `next` places later, where that is higher. */
function raise(ranks: Uint8Array, from: number, to: number, next: number): void {
  for (let cell = from; cell < to; cell++) if (ranks[cell + next] > ranks[cell]) ranks[cell] = ranks[cell + next]
}

/** Moves each square's rank from its upper left cell to its middle. */
function moveToMiddle(ranks: Uint8Array, width: number, height: number, reach: number): void {
  if (reach === 0) return
  for (let y = height - 1; y >= 0; y--) {
    const row = y * width
    if (y < reach) ranks.fill(WALL, row, row + width)
    else {
      const from = row - reach * width
      ranks.copyWithin(row + reach, from, from + Math.max(0, width - reach))
      ranks.fill(WALL, row, row + Math.min(reach, width))
    }
  }
}
