/**
 * What a pool is asked to do: a count of questions of one kind, which is cut into parts for threads, and told of each part
 * what became of it.
 */
import type { IsthmusError } from '../base/errors.ts'

/** What a thread is sent for a part. */
export interface Cut {
  readonly asked: unknown
  readonly moved: ArrayBuffer[]
}

export interface Work {
  readonly op: string
  /** Work of one kind takes alike per question: what is measured of it sizes the parts. */
  readonly kind: string
  readonly count: number
  cut(from: number, count: number): Cut
  /** Takes the answer to a part. */
  take(from: number, count: number, answer: unknown): void
  /** Takes the failure of a part. Where it throws, all of the work has failed. */
  lose(from: number, count: number, error: IsthmusError): void
}

/** Work that cannot be cut, and its answer. */
export function whole<T>(op: string, kind: string, cut: Cut): { readonly work: Work; readonly answer: () => T } {
  let answer: unknown
  const work: Work = {
    op,
    kind,
    count: 1,
    cut: () => cut,
    take: (_from, _count, value) => {
      answer = value
    },
    lose: (_from, _count, error) => {
      throw error
    },
  }
  return { work, answer: () => answer as T }
}
