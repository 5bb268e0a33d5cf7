/**
 * Proofs and searches of one level, as extras of an atlas.
 */
import { Prover } from '../proof/prover.ts'
import { EntrySearch, LevelGuide } from '../route/entry-search.ts'
import type { Extras, InnerExtras } from './extras.ts'
import { passesTo } from './passes.ts'

const inner: InnerExtras = {
  prover: (columns, isLasting) => new Prover(columns, isLasting),
  passesTo,
  fast: (columns, level = 0) => {
    const search = new EntrySearch(columns, new LevelGuide(columns, level))
    return (start, goal, limitUnits) => {
      const units = search.find(start, goal, limitUnits)
      return units < Infinity ? { units, steps: search.steps() } : null
    }
  },
}

export const exact: Extras = inner
