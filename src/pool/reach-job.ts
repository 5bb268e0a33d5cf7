/**
 * All cells that a way of at most some cost leads to, as runs of rows. Ways cost the same in both directions, so the field of the
 * start says what each cell costs; cells are looked at as long as one beside them is in reach.
 */
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { GrowingInts } from '../base/growing.ts'
import type { OpenedMap } from './opened-map.ts'
import { fieldOf } from './other-jobs.ts'

export interface ReachJob {
  readonly start: Point
  /** In cell lengths. */
  readonly cost: number
  readonly traveller: string | undefined
  readonly cellsMax: number
}

/** y, the first x and the last x of each run, row by row. */
export function reachPart(map: OpenedMap, { start, cost, traveller, cellsMax }: ReachJob): Int32Array<ArrayBuffer> {
  const field = fieldOf(map, start, traveller)
  const { width, height } = map.info
  const isSeen = new Uint8Array(width * height)
  const todo = new GrowingInts()
  let count = 0
  const look = (x: number, y: number) => {
    const cell = y * width + x
    if (x < 0 || y < 0 || x >= width || y >= height || isSeen[cell] !== 0) return
    if (field.costAt(x, y) > cost) return
    isSeen[cell] = 1
    if (++count > cellsMax) throw new IsthmusError('TOO_LARGE', `More than ${cellsMax} cells are in reach.`)
    todo.push(cell)
  }
  look(start.x, start.y)
  for (let next = 0; next < todo.length; next++) {
    const [x, y] = [todo.at(next) % width, Math.floor(todo.at(next) / width)]
    for (let side = 0; side < 9; side++) look(x - 1 + (side % 3), y - 1 + Math.floor(side / 3))
  }
  return runsOf(isSeen, width, height)
}

function runsOf(isSeen: Uint8Array, width: number, height: number): Int32Array<ArrayBuffer> {
  const runs = new GrowingInts()
  for (let y = 0; y < height; y++) {
    const row = isSeen.subarray(y * width, (y + 1) * width)
    for (let from = row.indexOf(1); from >= 0; ) {
      const gap = row.indexOf(0, from)
      const end = gap < 0 ? width : gap
      runs.push(y)
      runs.push(from)
      runs.push(end - 1)
      from = gap < 0 ? -1 : row.indexOf(1, end)
    }
  }
  return runs.toArray()
}
