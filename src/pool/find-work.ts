/**
 * A batch of questions as work for threads. It cuts the flat ends into parts, and joins the parts of the answer in
 * order.
 */
import { IsthmusError } from '../base/errors.ts'
import { checkCells, type FindJob, type FindPart, type FindWishes } from './find-job.ts'
import { type Cut, FAILED, type PoolAnswers, type Work } from './messages.ts'

export class FindWork implements Work {
  readonly op = 'find'
  readonly kind: string
  readonly count: number
  private readonly ends: ArrayLike<number>
  private readonly wishes: FindWishes
  private readonly ended: Int32Array | null
  private readonly status: Uint8Array
  private readonly cost: Float64Array
  private readonly foundEnds: Int32Array
  private readonly lowerBound: Float64Array
  private readonly version: Int32Array
  private readonly errors = new Map<number, IsthmusError>()
  private readonly parts: { readonly from: number; readonly part: FindPart }[] = []
  private cellCount = 0

  constructor(ends: ArrayLike<number>, wishes: FindWishes, isLive: boolean, ended: Int32Array | null) {
    this.ends = ends
    this.wishes = wishes
    this.ended = ended
    const { quality, lowerBound, cells, waypoints, traveller } = wishes
    this.kind = ['find', quality, lowerBound, cells || waypoints, traveller].join()
    this.count = ends.length >> 2
    this.status = new Uint8Array(this.count)
    this.cost = new Float64Array(this.count)
    this.lowerBound = new Float64Array(wishes.lowerBound ? this.count : 0)
    this.foundEnds = new Int32Array(wishes.nearest ? 4 * this.count : 0)
    this.version = new Int32Array(isLive ? this.count : 0)
  }

  cut(from: number, count: number): Cut {
    const range = [4 * from, 4 * (from + count)] as const
    // Fractions are passed on; the thread refuses them.
    const ends =
      this.ends instanceof Int32Array ? this.ends.slice(...range) : Float64Array.from(sliceOf(this.ends, ...range))
    const asked: FindJob = { ends, wishes: this.wishes, ended: this.ended }
    return { asked, moved: [ends.buffer as ArrayBuffer] }
  }

  take(from: number, count: number, answer: unknown): void {
    const part = answer as FindPart
    this.status.set(part.status, from)
    this.cost.set(part.cost, from)
    this.foundEnds.set(part.foundEnds, this.foundEnds.length === 0 ? 0 : 4 * from)
    this.lowerBound.set(part.lowerBound, this.lowerBound.length === 0 ? 0 : from)
    if (this.version.length > 0) this.version.fill(part.version, from, from + count)
    for (const [i, { code, message }] of part.failures) this.errors.set(from + i, new IsthmusError(code, message))
    if (part.lengths.length === 0) return
    this.parts.push({ from, part })
    this.cellCount += part.cells.length >> 1
    checkCells(this.cellCount, this.wishes.cellsMax ?? Number.POSITIVE_INFINITY)
  }

  lose(from: number, count: number, error: IsthmusError): void {
    // An error in the options, or a limit exceeded, fails the whole batch.
    if (error.code !== 'WORKER_FAILED') throw error
    this.status.fill(FAILED, from, from + count)
    this.cost.fill(Number.POSITIVE_INFINITY, from, from + count)
    for (let i = from; i < from + count; i++) this.errors.set(i, error)
  }

  /** The whole answer, once every part has arrived. */
  answers(): PoolAnswers {
    const hasCells = this.wishes.cells === true || this.wishes.waypoints === true
    const first = new Int32Array(hasCells ? this.count + 1 : 0)
    const cells = new Int32Array(2 * this.cellCount)
    for (const { from, part } of this.parts) first.set(part.lengths, from + 1)
    for (let i = 1; i < first.length; i++) first[i] += first[i - 1]
    for (const { from, part } of this.parts) cells.set(part.cells, first[from])
    const { status, cost, foundEnds: ends, lowerBound, version } = this
    const errors = new Map([...this.errors].sort(([a], [b]) => a - b))
    return { status, cost, first, cells, ends, lowerBound, version, errors }
  }
}

/** What is no number becomes NaN: then its question fails, and no other. */
function sliceOf(values: ArrayLike<unknown>, from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => {
    const value = values[from + i]
    return typeof value === 'number' ? value : Number.NaN
  })
}
