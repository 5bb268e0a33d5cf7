/**
 * All cells that can be reached at a given cost or less, as runs of rows.
 */
import type { Point } from '../base/answer.ts'
import { refuseSize } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import type { ReachedCells } from '../index.ts'
import { checkPresent } from './messages.ts'
import type { OpenedMap } from './opened-map.ts'

export interface ReachJob {
  readonly start: Point
  /** In cell lengths. */
  readonly cost: number
  readonly traveller: string | undefined
  readonly cellsMax: number
  /** Not 0 once the caller has left; null if threads share no memory. */
  readonly ended: Int32Array | null
}

/** The first try reaches about this many cells of even ground. */
const TRY_CELLS = 1 << 22
/** Each try goes this many times as far as the one before. */
const FARTHER = 2
/** A try that reaches at most this many times as many cells as the one before is the last small one. */
const GROWTH_MIN = 1.5

/** y, the first x and the last x of each run, row by row. */
export function reachPart(map: OpenedMap, job: ReachJob): Int32Array<ArrayBuffer> {
  const { start, cost, traveller, cellsMax, ended } = job
  const finder = map.finder(traveller)
  // Small tries end soon where too many cells are in reach, or the caller has left.
  let tried = Math.sqrt(Math.min(cellsMax, TRY_CELLS)) / 2
  for (let before = 0; ; ) {
    checkPresent(ended)
    const reached = finder.reach(start, Math.min(tried, cost))
    if (reached.cellCount > cellsMax) refuseSize(`More than ${cellsMax} cells are in reach.`)
    if (tried >= cost) return runsOf(reached)
    tried = reached.cellCount <= GROWTH_MIN * before ? Infinity : FARTHER * tried
    before = reached.cellCount
  }
}

function runsOf({ left, top, width, height, rows }: ReachedCells): Int32Array<ArrayBuffer> {
  const runs = growingInts()
  const pitch = width / 32
  for (let row = 0; row < height; row++) {
    // The first cell of the current run; -1 between two runs.
    let first = -1
    for (let column = 0; column <= pitch; column++) {
      const word = column < pitch ? rows[row * pitch + column] | 0 : 0
      const x = left + 32 * column
      // No run begins or ends inside this word.
      if (word === (first < 0 ? 0 : -1)) continue
      for (let bit = 0; bit < 32; bit++) {
        const isIn = ((word >>> bit) & 1) === 1
        if (isIn === first >= 0) continue
        if (isIn) first = x + bit
        else {
          runs.push(top + row)
          runs.push(first)
          runs.push(x + bit - 1)
          first = -1
        }
      }
    }
  }
  return runs.toArray()
}
