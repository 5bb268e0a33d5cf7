/**
 * Proves an atlas once more by code that shares nothing with the bake but the movement rule: a judge of what `proveAtlas` takes on
 * trust, which makes tables and hubs again as a bake does.
 */
import type { Atlas } from '../../../src/index.ts'
import { hubsProof } from './hubs-proof.ts'
import { levelZeroProof } from './level-zero-proof.ts'
import { regionsProof } from './regions-proof.ts'
import { upperTablesProof } from './upper-tables-proof.ts'

/** The first contradiction in an atlas; empty where there is none. */
export function problemByHand({ columns }: Atlas): string {
  const proofs = [regionsProof, levelZeroProof, upperTablesProof, ...(columns.hubs === undefined ? [] : [hubsProof])]
  for (const { run } of proofs) {
    const { problem } = run(columns, () => {})
    if (problem !== '') return problem
  }
  return ''
}
