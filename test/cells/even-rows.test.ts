/** Sweeps over rows of ground of one cost spare what cannot count: rows too far from the goal, and ways back without news. */
import { describe, expect, it } from 'vitest'
import { evenRows, ROW_PITCH, ROW_WORDS, UNREACHED } from '../../src/cells/even-rows.ts'
import { STRAIGHT_UNITS } from '../../src/map/movement.ts'

const ROWS = 20
const START = { row: 10, cell: 64 }
const GOAL_CELL = 90
const GOAL_UNITS = STRAIGHT_UNITS * (GOAL_CELL - START.cell)

/** One sweep down from the start's row, whose cells are reached along it up to `wall`; the goal is in that row. */
function sweptDown(limit: number, wall = 96) {
  const rows = evenRows(8)!
  const { bits, units, firstOfRow, countOfRow, isNewBelow, isNewAbove } = rows
  bits.fill(0)
  isNewBelow.fill(0)
  isNewAbove.fill(0)
  for (let row = 1; row <= ROWS; row++) {
    bits.fill(-1, row * ROW_WORDS + 1, row * ROW_WORDS + 3)
    firstOfRow[row] = 4
    countOfRow[row] = 8
  }
  bits[START.row * ROW_WORDS + (wall >> 5)] &= ~(1 << (wall & 31))
  rows.forget(ROWS)
  for (let cell = 32; cell < wall; cell++)
    units[START.row * ROW_PITCH + cell] = STRAIGHT_UNITS * Math.abs(cell - START.cell)
  isNewBelow[START.row] = 1
  rows.setGoal(START.row, GOAL_CELL)
  const hasNewsBack = rows.sweep(true, ROWS, limit)
  const isReached = (row: number) => units[row * ROW_PITCH + START.cell] < UNREACHED
  return { hasNewsBack, isReached }
}

describe('a sweep over rows of even ground', () => {
  it('goes no farther than to where ways to the goal may cost less than the limit', () => {
    expect(sweptDown(UNREACHED).isReached(ROWS)).toBe(true)
    const near = sweptDown(GOAL_UNITS + 1)
    expect([near.isReached(START.row + 1), near.isReached(ROWS)]).toEqual([true, false])
  })

  it('has news for the way back only where steps along a row bettered it', () => {
    expect(sweptDown(UNREACHED).hasNewsBack).toBe(false)
    expect(sweptDown(UNREACHED, 70).hasNewsBack).toBe(true)
  })
})
