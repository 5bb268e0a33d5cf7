/** Sweeps over rows of ground of one cost spare what cannot count: rows too far from the goal, and ways back without news. */
import { describe, expect, it } from 'vitest'
import type { SweepRows } from '../../src/cells/kernel-rows.ts'
import { evenRows } from '../../src/cells/kernel-rows.ts'
import { plainEvenRows } from '../../src/cells/plain-rows.ts'
import {
  EVEN_PITCH as ROW_PITCH,
  EVEN_WORDS as ROW_WORDS,
  EVEN_FAR as UNREACHED,
} from '../../src/kernel/sweep-layout.ts'
import { STRAIGHT_UNITS } from '../../src/map/movement.ts'

const ROWS = 20
const START = { row: 10, cell: 64 }
const GOAL_CELL = 90
const GOAL_UNITS = STRAIGHT_UNITS * (GOAL_CELL - START.cell)

/** One sweep down from the start's row, whose cells are reached along it up to `wall`; the goal is in that row. */
function sweptDown(rows: SweepRows, limit: number, wall = 96) {
  const { ground: bits, units, firstOfRow, lastOfRow, isNewBelow, isNewAbove } = rows
  bits.fill(0)
  isNewBelow.fill(0)
  isNewAbove.fill(0)
  for (let row = 1; row <= ROWS; row++) {
    bits.fill(-1, row * ROW_WORDS + 1, row * ROW_WORDS + 3)
    firstOfRow[row] = 32
    lastOfRow[row] = 95
  }
  bits[START.row * ROW_WORDS + (wall >> 5)] &= ~(1 << (wall & 31))
  rows.clear(ROWS)
  for (let cell = 32; cell < wall; cell++)
    units[START.row * ROW_PITCH + cell] = STRAIGHT_UNITS * Math.abs(cell - START.cell)
  isNewBelow[START.row] = 1
  rows.aim(START.row, GOAL_CELL)
  const hasNewsBack = rows.sweep(true, ROWS, limit)
  const isReached = (row: number) => units[row * ROW_PITCH + START.cell] < UNREACHED
  return { hasNewsBack, isReached }
}

describe.each([
  { how: 'by a kernel', rows: evenRows(true)! },
  { how: 'in script', rows: plainEvenRows(8) },
])('a sweep over rows of even ground $how', ({ rows }) => {
  it('goes no farther than to where ways to the goal may cost less than the limit', () => {
    expect(sweptDown(rows, UNREACHED).isReached(ROWS)).toBe(true)
    const near = sweptDown(rows, GOAL_UNITS + 1)
    expect([near.isReached(START.row + 1), near.isReached(ROWS)]).toEqual([true, false])
  })

  it('has news for the way back only where steps along a row bettered it', () => {
    expect(sweptDown(rows, UNREACHED).hasNewsBack).toBe(false)
    expect(sweptDown(rows, UNREACHED, 70).hasNewsBack).toBe(true)
  })
})
