/**
 * Proofs and searches of one level, as what an atlas is handed for its finders.
 */
import { Prover } from '../proof/prover.ts'
import { LevelRoutes } from '../route/level-route.ts'
import { LevelSearch } from '../route/level-search.ts'
import type { Extras, InnerExtras } from './extras.ts'

const inner: InnerExtras = {
  prover: columns => new Prover(columns),
  routesOfLevel: (columns, engine) => (start, goal) => new LevelRoutes(columns, engine, start, goal),
  fast: (columns, level = 0) => new LevelSearch(columns, level),
}

export const exact: Extras = inner
