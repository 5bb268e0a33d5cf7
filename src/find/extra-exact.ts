/**
 * Proofs and searches of one level, as extras of an atlas.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { TablesDue } from '../cells/tables-due.ts'
import { Prover } from '../proof/prover.ts'
import { EntrySearch } from '../route/entry-search.ts'
import { LevelGuide } from '../route/level-guide.ts'
import type { Extras, InnerExtras } from './extras.ts'

/** What all finders of one atlas share. */
const dueOfColumns = new WeakMap<AtlasColumns, TablesDue>()

/** A version of a map that changes has its cells for one query at a time, so its tables are not shared. */
function tablesDueFor(columns: AtlasColumns): TablesDue {
  const due = dueOfColumns.get(columns) ?? new TablesDue(columns.terrain)
  if (columns.home === undefined) dueOfColumns.set(columns, due)
  return due
}

const inner: InnerExtras = {
  prover: columns => new Prover(columns, tablesDueFor(columns)),
  passingProver: columns => new Prover(columns, null),
  fast: (columns, level = 0) => {
    const search = new EntrySearch(columns, new LevelGuide(columns, level))
    return (start, goal, limitUnits) => {
      const units = search.find(start, goal, limitUnits)
      return units < Infinity ? { units, steps: search.steps() } : null
    }
  },
}

export const exact: Extras = inner
