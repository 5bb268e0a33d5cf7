/**
 * Proofs and searches of one level, as what an atlas is handed for its finders.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { TablesDue } from '../cells/tables-due.ts'
import { Prover } from '../proof/prover.ts'
import { LevelRoutes } from '../route/level-route.ts'
import { LevelSearch } from '../route/level-search.ts'
import type { Extras, InnerExtras } from './extras.ts'

/** What all finders of one atlas share. */
const dueOfColumns = new WeakMap<AtlasColumns, TablesDue>()

/** Of a version of a map that changes, whose cells are its own for a query at a time, nobody knows but who asks. */
function tablesDueFor(columns: AtlasColumns): TablesDue {
  const due = dueOfColumns.get(columns) ?? new TablesDue(columns.terrain)
  if (columns.isVersion !== true) dueOfColumns.set(columns, due)
  return due
}

const inner: InnerExtras = {
  prover: columns => new Prover(columns, tablesDueFor(columns)),
  passingProver: columns => new Prover(columns, null),
  routesOfLevel: (columns, engine) => (start, goal) => new LevelRoutes(columns, engine, start, goal),
  fast: (columns, level = 0) => new LevelSearch(columns, level),
}

export const exact: Extras = inner
