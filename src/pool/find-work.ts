/**
 * A batch of questions as work for threads. It cuts the flat ends into parts, and joins the parts of the answer in
 * order.
 */
import { IsthmusError } from '../base/errors.ts'
import { checkCells, type FindJob, type FindPart, type FindWishes } from './find-job.ts'
import { FAILED, type PoolAnswers, type Work } from './messages.ts'

/** `answers` gives the whole answer, once every part has arrived. */
export function findWork(
  pairs: ArrayLike<number>,
  wishes: FindWishes,
  isLive: boolean,
  ended: Int32Array | null,
): Work & { answers(): PoolAnswers } {
  const { quality, nearest, cells: hasCells, waypoints, traveller, cellsMax = Number.POSITIVE_INFINITY } = wishes
  const count = pairs.length >> 2
  const status = new Uint8Array(count)
  const cost = new Float64Array(count)
  const lowerBound = new Float64Array(wishes.lowerBound ? count : 0)
  const ends = new Int32Array(nearest ? 4 * count : 0)
  const version = new Int32Array(isLive ? count : 0)
  const errors = new Map<number, IsthmusError>()
  const parts: { readonly from: number; readonly part: FindPart }[] = []
  let cellCount = 0
  return {
    op: 'find',
    kind: ['find', quality, wishes.lowerBound, hasCells || waypoints, traveller].join(),
    count,
    cut: (from, partCount): FindJob => ({ ends: endsFrom(pairs, 4 * from, 4 * (from + partCount)), wishes, ended }),
    take(from, partCount, answer) {
      const part = answer as FindPart
      status.set(part.status, from)
      cost.set(part.cost, from)
      if (ends.length > 0) ends.set(part.foundEnds, 4 * from)
      if (lowerBound.length > 0) lowerBound.set(part.lowerBound, from)
      if (version.length > 0) version.fill(part.version, from, from + partCount)
      for (const [i, { code, message }] of part.failures) errors.set(from + i, new IsthmusError(code, message))
      if (part.lengths.length === 0) return
      parts.push({ from, part })
      cellCount += part.cells.length >> 1
      checkCells(cellCount, cellsMax)
    },
    lose(from, partCount, error) {
      // An error in the options, or a limit exceeded, fails the whole batch.
      if (error.code !== 'WORKER_FAILED') throw error
      status.fill(FAILED, from, from + partCount)
      cost.fill(Number.POSITIVE_INFINITY, from, from + partCount)
      for (let i = from; i < from + partCount; i++) errors.set(i, error)
    },
    answers() {
      const first = new Int32Array(hasCells === true || waypoints === true ? count + 1 : 0)
      const cells = new Int32Array(2 * cellCount)
      for (const { from, part } of parts) first.set(part.lengths, from + 1)
      for (let i = 1; i < first.length; i++) first[i] += first[i - 1]
      for (const { from, part } of parts) cells.set(part.cells, first[from])
      const inOrder = new Map([...errors].sort(([a], [b]) => a - b))
      return { status, cost, first, cells, ends, lowerBound, version, errors: inOrder }
    },
  }
}

/** Ends of some questions. Fractions are passed on, and what is no number becomes NaN: the thread refuses both. */
function endsFrom(pairs: ArrayLike<unknown>, from: number, to: number): Int32Array | Float64Array {
  if (pairs instanceof Int32Array) return pairs.slice(from, to)
  return Float64Array.from({ length: to - from }, (_, i) => {
    const value = pairs[from + i]
    return typeof value === 'number' ? value : Number.NaN
  })
}
