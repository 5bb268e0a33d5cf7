/**
 * The same proofs as in extra-exact.ts, which on maps too large for jump tables look their steps up in lines of bits. It is apart
 * so that the viewer's page, where nobody asks the thousands of queries that these take to pay, need not load it.
 */
import { JumpLines } from '../cells/jump-lines.ts'
import { LineRays } from '../cells/line-rays.ts'
import { exactBy } from './extra-exact.ts'
import type { Extras } from './extras.ts'

export const exact: Extras = exactBy(terrain => {
  const lines = new JumpLines(terrain)
  return (entryCountMax, slackUnits) => new LineRays(lines, entryCountMax, slackUnits)
})
