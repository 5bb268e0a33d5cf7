/**
 * Batches of questions. A thread answers its share one after the other. If a question fails, it is marked and the
 * others go on. An error in the options fails all of them.
 */
import type { Point, RouteStatus } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { refuseSize } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import type { FindOptions } from '../find/finder.ts'
import { checkNearest, qualityOf } from '../find/route.ts'
import { WaypointShaper } from '../shape/waypoints.ts'
import {
  type Ended,
  FAILED,
  type Failure,
  type PoolAnswers,
  type PoolFindOptions,
  STATUSES,
  type Work,
} from './messages.ts'
import type { OpenedMap } from './opened-map.ts'

export type FindWishes = Omit<PoolFindOptions, 'signal'>

export interface FindJob {
  /** x0, y0, x1, y1 of each question. */
  readonly ends: Int32Array | Float64Array
  readonly wishes: FindWishes
}

export interface FindPart {
  readonly status: Uint8Array<ArrayBuffer>
  readonly cost: Float64Array<ArrayBuffer>
  /** By question: the count of numbers in `cells`. */
  readonly lengths: Int32Array<ArrayBuffer>
  readonly cells: Int32Array<ArrayBuffer>
  readonly foundEnds: Int32Array<ArrayBuffer>
  readonly lowerBound: Float64Array<ArrayBuffer>
  readonly version: number
  readonly failures: readonly (readonly [index: number, failure: Failure])[]
}

export function findPart(map: OpenedMap, { ends, wishes }: FindJob, ended: Ended): FindPart {
  const { traveller, quality, nearest } = wishes
  qualityOf(quality)
  checkNearest(nearest)
  const finder = map.finder(traveller)
  const options: FindOptions = { ...(quality && { quality }), ...(nearest !== undefined && { nearest }) }
  const shaper = wishes.waypoints === true ? new WaypointShaper(map.seenBy(traveller).columns.terrain) : null
  const answers = new PartAnswers(ends.length >> 2, wishes)
  for (let i = 0; 4 * i < ends.length; i++) {
    if (ended !== null && Atomics.load(ended, 0) !== 0) break
    try {
      const route = finder.find(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3], options)
      const { cost } = route
      if (!answers.hasCells) answers.add(i, route, cost)
      else answers.add(i, route, cost, shaper === null ? route.cells() : shaper.shape(route.cells()))
    } catch (error) {
      answers.fail(i, error)
    }
    answers.check()
  }
  return answers.part(map.version)
}

/** A route as far as answers have it; the lower bound is proved when it is read. */
interface Found {
  readonly status: RouteStatus
  readonly start: Point
  readonly goal: Point
  readonly lowerBound?: number
}

/** Room for the answers to some questions. */
export class PartAnswers {
  readonly hasCells: boolean
  private readonly status: Uint8Array<ArrayBuffer>
  private readonly cost: Float64Array<ArrayBuffer>
  private readonly foundEnds: Int32Array<ArrayBuffer>
  private readonly lowerBound: Float64Array<ArrayBuffer>
  private readonly lengths: Int32Array<ArrayBuffer>
  private readonly cells = growingInts()
  private readonly cellsMax: number | undefined
  private readonly failures: [number, Failure][] = []

  constructor(count: number, { nearest, cells, waypoints, lowerBound, cellsMax }: FindWishes) {
    this.hasCells = cells === true || waypoints === true
    this.status = new Uint8Array(count)
    this.cost = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
    this.foundEnds = new Int32Array(nearest ? 4 * count : 0)
    this.lowerBound = new Float64Array(lowerBound ? count : 0).fill(Number.POSITIVE_INFINITY)
    this.lengths = new Int32Array(this.hasCells ? count : 0)
    this.cellsMax = cellsMax
  }

  add(i: number, found: Found, cost: number, cells?: ArrayLike<number>): void {
    const { status, start, goal } = found
    this.cost[i] = cost
    this.status[i] = STATUSES.indexOf(status)
    if (this.lowerBound.length > 0) this.lowerBound[i] = found.lowerBound!
    if (this.foundEnds.length > 0) this.foundEnds.set([start.x, start.y, goal.x, goal.y], 4 * i)
    if (cells === undefined) return
    this.lengths[i] = cells.length
    this.cells.append(cells)
  }

  fail(i: number, error: unknown): void {
    this.status[i] = FAILED
    this.cost[i] = Number.POSITIVE_INFINITY
    this.failures.push([i, failureOf(error)])
  }

  /** Refuses more cells than the caller takes. */
  check(): void {
    checkCells(this.cells.length >> 1, this.cellsMax)
  }

  part(version: number): FindPart {
    const { status, cost, foundEnds, lowerBound, lengths, failures } = this
    return { status, cost, lengths, cells: this.cells.toArray(), foundEnds, lowerBound, version, failures }
  }
}

function checkCells(count: number, cellsMax = Number.POSITIVE_INFINITY): void {
  if (count <= cellsMax) return
  refuseSize(`The paths of this batch have more than cellsMax = ${cellsMax} cells together.`)
}

export function failureOf(error: unknown): Failure {
  if (error instanceof IsthmusError) return { code: error.code, message: error.message }
  return { code: 'WORKER_FAILED', message: error instanceof Error ? error.message : String(error) }
}

/**
 * A batch as work for threads: cuts the ends into parts, and joins the parts of the answer in order. `answers` gives the
 * whole answer, once every part has arrived.
 */
export function findWork(
  pairs: ArrayLike<number>,
  wishes: FindWishes,
  isLive: boolean,
): Work & { answers(): PoolAnswers } {
  const { quality, nearest, cells: hasCells, waypoints, traveller, cellsMax } = wishes
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
    // For a single question it does not pay to see that the caller has left.
    isLong: count > 1,
    cut: (from, partCount): FindJob => ({ ends: endsFrom(pairs, 4 * from, 4 * (from + partCount)), wishes }),
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
