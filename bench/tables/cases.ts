/** The cases of a suite, beside its first one. */
import { column, type Table } from '../report/table.ts'

export interface SuiteSummary {
  readonly name: string
  readonly results: readonly CaseSummary[]
}

interface CaseSummary {
  readonly name: string
  readonly samples: number
  /** In percent of the mean, at 95 % confidence. */
  readonly margin: number
  readonly details: { readonly mean: number }
}

export function casesTable({ name, results }: SuiteSummary): Table {
  const first = results[0].details.mean
  return {
    title: name,
    about: 'Mean wall time of a call, and its multiple of the first case.',
    columns: [
      column('case'),
      column('mean', 'us'),
      column('margin', '%'),
      column('samples', 'count'),
      column('times the first', 'times'),
    ],
    rows: results.map(one => [one.name, one.details.mean * 1e6, one.margin, one.samples, one.details.mean / first]),
  }
}
