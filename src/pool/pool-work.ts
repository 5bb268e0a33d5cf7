/**
 * Work for a pool: a count of questions of one kind. The pool cuts it into parts for threads, and passes back the
 * answer or the failure of each part.
 */
import type { IsthmusError } from '../base/errors.ts'

/** The content of a part. */
export interface Cut {
  readonly asked: unknown
  readonly moved: ArrayBuffer[]
}

export interface Work {
  readonly op: string
  /** Questions of one kind take about equal time, so measured times size the parts. */
  readonly kind: string
  readonly count: number
  cut(from: number, count: number): Cut
  /** Takes the answer to a part. */
  take(from: number, count: number, answer: unknown): void
  /** Takes the failure of a part. If it throws, the whole work fails. */
  lose(from: number, count: number, error: IsthmusError): void
}
