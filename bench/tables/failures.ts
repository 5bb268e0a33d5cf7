/** Worlds that could not be measured, or only in part: a table without them would look complete. */
import { durationText } from '../../src/app/cli/words.ts'
import type { Ending } from '../job.ts'
import { column, type Table } from '../report/table.ts'

export interface Failure {
  readonly name: string
  /** Empty where nobody knows it. */
  readonly size: string
  readonly ending: Ending
  readonly limitMs: number
  /** Whether our own queries were measured before that. */
  readonly hasReport: boolean
}

/** Null where nothing failed. */
export function failuresTable(failures: readonly Failure[]): Table | null {
  if (failures.length === 0) return null
  return {
    title: 'Not measured',
    about:
      'Broke off: the process ended by itself, mostly for lack of memory. Cut off: it was stopped when its time ' +
      'was up. The other tables show a dash for these figures.',
    columns: [column('map'), column('size'), column('end'), column('what is missing')],
    rows: failures.map(({ name, size, ending, limitMs, hasReport }) => [
      name,
      size,
      ending === 'cut off' ? `cut off after ${durationText(limitMs)}` : ending,
      hasReport ? 'exact A*, and what is compared with it' : 'all',
    ]),
  }
}
