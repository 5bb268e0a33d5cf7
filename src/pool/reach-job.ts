/**
 * All cells that can be reached at a given cost or less, as runs of rows.
 */
import type { Point } from '../base/answer.ts'
import { refuseSize } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import type { ReachedCells } from '../index.ts'
import type { OpenedMap } from './opened-map.ts'

export interface ReachJob {
  readonly start: Point
  /** In cell lengths. */
  readonly cost: number
  readonly traveller: string | undefined
  readonly cellsMax: number
}

/** y, the first x and the last x of each run, row by row. */
export function reachPart(map: OpenedMap, { start, cost, traveller, cellsMax }: ReachJob): Int32Array<ArrayBuffer> {
  const reached = map.finder(traveller).reach(start, cost)
  if (reached.cellCount > cellsMax) refuseSize(`More than ${cellsMax} cells are in reach.`)
  return runsOf(reached)
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
