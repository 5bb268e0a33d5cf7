/**
 * What the steps inside a block cost, from what its cells do: of each cell those to four of its neighbours, which are those
 * from there too. As a part of a program that makes four cells' at once (block-sweep.ts), and in script where none can be.
 * Both write the same numbers.
 */
import { advance, type Code, flow, I32, I32X4, i32, i32x4, local, type Routine } from '../base/wasm.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { FRAME, FRAME_CELLS } from './block-frame.ts'

/** What no step costs, and what is not reached: two of them are still below 2^32. */
export const FAR = 0x7fffffff

/** links[which * FRAME_CELLS + cell]: what the step between the cell and that neighbour costs; FAR where it is not legal. */
export const LINKS = 4
export const LINK_EAST = 0
export const LINK_SOUTH = 1
export const LINK_SOUTH_WEST = 2
export const LINK_SOUTH_EAST = 3

const WORD_BYTES = 4
const CELLS_AT_ONCE = 4
export const LINKS_BYTES = LINKS * FRAME_CELLS * WORD_BYTES

const NO_DIAGONALS = 0
const CELL = 1
const LEFT_IN_ROW = 2
const ROWS_LEFT = 3
/** What cells cost, and FAR where they are walls. */
const COST = 4
const WALL = 5
const BARRED = 6

/** From costs at `costsAt`, a frame of words with 0 for walls; its argument is FAR where there are no diagonal steps, else 0. */
export function linking(costsAt: number): Routine {
  const costOf = (offset: number): Code => [local.get(CELL), i32x4.load(costsAt + (FRAME + 1 + offset) * WORD_BYTES)]
  const wallAt = (offset: number): Code => [costOf(offset), i32x4.of(0), i32x4.isSame, i32x4.of(FAR), i32x4.and]
  const link = (which: number, offset: number, units: number, barred: Code): Code => [
    [local.get(CELL), local.get(COST), costOf(offset), i32x4.add, i32x4.of(units), i32x4.mul],
    [barred, i32x4.max, i32x4.store((which * FRAME_CELLS + FRAME + 1) * WORD_BYTES)],
  ]
  const straight = (which: number, offset: number) =>
    link(which, offset, STRAIGHT_UNITS, [local.get(WALL), wallAt(offset), i32x4.or])
  const diagonal = (which: number, beside: number) => {
    const either: Code = [local.get(BARRED), wallAt(beside), i32x4.or, wallAt(FRAME + beside), i32x4.or]
    return link(which, FRAME + beside, DIAGONAL_UNITS, either)
  }
  const count = (index: number): Code => [local.get(index), i32.of(1), i32.sub, local.tee(index)]
  const body = [
    [i32.of(BLOCK_SIDE_CELLS), local.set(ROWS_LEFT)],
    flow.repeat(
      [i32.of(BLOCK_SIDE_CELLS / CELLS_AT_ONCE), local.set(LEFT_IN_ROW)],
      flow.repeat(
        [costOf(0), local.set(COST), wallAt(0), local.set(WALL)],
        [local.get(WALL), wallAt(FRAME), i32x4.or, local.get(NO_DIAGONALS), i32x4.splat, i32x4.or, local.set(BARRED)],
        [straight(LINK_EAST, 1), straight(LINK_SOUTH, FRAME)],
        [diagonal(LINK_SOUTH_WEST, -1), diagonal(LINK_SOUTH_EAST, 1)],
        advance(CELL, CELLS_AT_ONCE * WORD_BYTES),
        count(LEFT_IN_ROW),
      ),
      advance(CELL, (FRAME - BLOCK_SIDE_CELLS) * WORD_BYTES),
      count(ROWS_LEFT),
    ),
  ]
  return {
    values: 1,
    locals: [
      [3, I32],
      [3, I32X4],
    ],
    body,
  }
}

/** The same in script. */
export function linkCells(costs: Int32Array, links: Int32Array, isDiagonal: boolean): void {
  const set = (which: number, cell: number, to: number, units: number, isOpen: boolean) => {
    links[which * FRAME_CELLS + cell] = isOpen ? units * (costs[cell] + costs[to]) : FAR
  }
  for (let row = 1; row <= BLOCK_SIDE_CELLS; row++) {
    for (let cell = row * FRAME + 1; cell <= row * FRAME + BLOCK_SIDE_CELLS; cell++) {
      const south = cell + FRAME
      const isFree = costs[cell] > 0
      const isSouth = isFree && costs[south] > 0
      const isWest = isDiagonal && isSouth && costs[cell - 1] > 0 && costs[south - 1] > 0
      const isEast = isDiagonal && isSouth && costs[cell + 1] > 0 && costs[south + 1] > 0
      set(LINK_EAST, cell, cell + 1, STRAIGHT_UNITS, isFree && costs[cell + 1] > 0)
      set(LINK_SOUTH, cell, south, STRAIGHT_UNITS, isSouth)
      set(LINK_SOUTH_WEST, cell, south - 1, DIAGONAL_UNITS, isWest)
      set(LINK_SOUTH_EAST, cell, south + 1, DIAGONAL_UNITS, isEast)
    }
  }
}
