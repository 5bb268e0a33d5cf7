/**
 * Grounds -> the grid of one traveller: at each cell what it costs to stand there with the whole footprint, 0 where a cell
 * of it is a wall or lies beyond the map. This is all that size is to everything behind it: a larger unit is one that
 * walks as a point on another grid.
 *
 * The most expensive cell of each square is a maximum over windows, first along rows, then along columns. A window of any length
 * is made of two whose length is a power of two, and those of pairs of the next smaller: log2(size) passes, in place.
 */
import { finish, type Work } from '../base/work.ts'
import { allocateCosts, type Grid } from './grid.ts'
import type { Grounds } from './grounds.ts'
import { reachBefore, type Traveller } from './traveller.ts'

/** Costs less one, so that a wall, 0, is what no cost is above. */
const WALL = 255

/** The longest row has 32,768 cells, which pass in half a millisecond or less. */
const CELLS_A_PIECE = 1 << 15

type Unit = Pick<Traveller, 'costs' | 'size'>

export function gridOf(grounds: Grounds, unit: Unit): Grid {
  return finish(makingGrid(grounds, unit))
}

/** The same in pieces. */
export function* makingGrid(grounds: Grounds, { costs, size }: Unit): Work<Grid> {
  const { width, height, groundOfCell, names } = grounds
  const rankOfGround = Uint8Array.from(names, name => (Object.hasOwn(costs, name) ? costs[name] : 0) - 1)
  const cost = allocateCosts(width, height)
  for (let cell = 0; cell < cost.length; cell += CELLS_A_PIECE) {
    yield
    rank(cost, groundOfCell, rankOfGround, cell)
  }
  if (size > 1) {
    for (let y = 0; y < height; y++) {
      if ((y * width) % CELLS_A_PIECE < width) yield
      widen(cost, y * width, 1, width, size)
    }
    yield* widenColumns(cost, width, height, size)
    yield
    moveToMiddle(cost, width, height, reachBefore(size))
  }
  for (let cell = 0; cell < cost.length; cell += CELLS_A_PIECE) {
    yield
    makeCosts(cost, cell)
  }
  return { width, height, cost }
}

/** Pieces are functions of their own: loops in a generator are compiled to far slower code. */
function rank(ranks: Uint8Array, groundOfCell: Uint8Array, rankOfGround: Uint8Array, from: number): void {
  const end = Math.min(from + CELLS_A_PIECE, ranks.length)
  for (let cell = from; cell < end; cell++) ranks[cell] = rankOfGround[groundOfCell[cell]]
}

/** A wall becomes 0 again. */
function makeCosts(ranks: Uint8Array, from: number): void {
  const end = Math.min(from + CELLS_A_PIECE, ranks.length)
  for (let cell = from; cell < end; cell++) ranks[cell]++
}

/** Each of `count` numbers, `stride` apart, becomes the highest of the `size` from it on; those beyond are walls. */
function widen(ranks: Uint8Array, from: number, stride: number, count: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const step = Math.min(reach, size - reach)
    for (let i = 0; i < count; i++) {
      const other = i + step < count ? ranks[from + (i + step) * stride] : WALL
      if (other > ranks[from + i * stride]) ranks[from + i * stride] = other
    }
    reach += step
  }
}

/** The same down all columns at once, a row at a time, as memory lies. */
function* widenColumns(ranks: Uint8Array, width: number, height: number, size: number): Work<void> {
  for (let reach = 1; reach < size; ) {
    const step = Math.min(reach, size - reach)
    const next = step * width
    const end = Math.max(0, height - step) * width
    for (let cell = 0; cell < end; cell += CELLS_A_PIECE) {
      yield
      raise(ranks, cell, Math.min(cell + CELLS_A_PIECE, end), next)
    }
    ranks.fill(WALL, end)
    reach += step
  }
}

/** To what stands `next` behind each, where that is higher. */
function raise(ranks: Uint8Array, from: number, to: number, next: number): void {
  for (let cell = from; cell < to; cell++) if (ranks[cell + next] > ranks[cell]) ranks[cell] = ranks[cell + next]
}

/** From the upper left cell of each square to its middle. */
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
