/**
 * A table of costs as work for threads, some rows each. Searches begin at the ends of which there are fewer, as in a
 * finder. So the costs do not depend on how rows are divided.
 */
import type { Point } from '../base/answer.ts'
import type { IsthmusError } from '../base/errors.ts'
import type { Cut, Work } from './messages.ts'
import type { TableJob } from './other-jobs.ts'

export class TableWork implements Work {
  readonly op = 'table'
  readonly kind: string
  readonly count: number
  /** costs[start * goals.length + goal]. */
  readonly costs: Float64Array
  private readonly few: readonly Point[]
  private readonly many: readonly Point[]
  private readonly isForward: boolean
  private readonly traveller: string | undefined

  constructor(starts: readonly Point[], goals: readonly Point[], traveller: string | undefined) {
    this.isForward = starts.length <= goals.length
    this.few = this.isForward ? starts : goals
    this.many = this.isForward ? goals : starts
    this.traveller = traveller
    this.count = this.few.length
    this.kind = `table of ${32 - Math.clz32(this.many.length)} bits`
    this.costs = new Float64Array(starts.length * goals.length)
  }

  cut(from: number, count: number): Cut {
    const { few, many, traveller } = this
    const asked: TableJob = { starts: few.slice(from, from + count), goals: many, traveller }
    return { asked, moved: [] }
  }

  take(from: number, count: number, answer: unknown): void {
    const rows = answer as Float64Array
    const { few, many, costs } = this
    if (this.isForward) costs.set(rows, from * many.length)
    else {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < many.length; j++) costs[j * few.length + from + i] = rows[i * many.length + j]
      }
    }
  }

  lose(_from: number, _count: number, error: IsthmusError): void {
    throw error
  }
}
