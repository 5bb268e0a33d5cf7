/**
 * The answer of all judges of the library: whether anything is wrong, and the first thing that is.
 */
import { gone } from './gone.ts'

export interface Verdict {
  readonly status: 'legal' | 'illegal'
  /** One sentence on the first thing that is wrong; empty where nothing is. */
  readonly message: string
}

const OLD = {}
gone(OLD, { ok: "ask whether status is 'legal'", problem: 'read message' })

/** The verdict that a message makes, with what the judge measured. */
export function verdictOf<Measures extends object>(message: string, measures: Measures): Verdict & Measures {
  const status: Verdict['status'] = message === '' ? 'legal' : 'illegal'
  return Object.assign(Object.create(OLD) as object, { status, message, ...measures })
}
