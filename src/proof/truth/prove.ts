/**
 * Proves of an opened atlas what opening it does not: that it is an atlas that a bake of its own cells could have made. Each
 * proof rests on those before it. It takes about as long as the bake did, on one thread.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { IsthmusError } from '../../base/errors.ts'
import type { Proof } from './finding.ts'
import { hubsProof } from './hubs-proof.ts'
import { landmarksProof } from './landmarks-proof.ts'
import { levelZeroProof } from './level-zero-proof.ts'
import { levelsProof } from './levels-proof.ts'
import { regionsProof } from './regions-proof.ts'
import { upperTablesProof } from './upper-tables-proof.ts'

const PROOFS: readonly Proof[] = [regionsProof, levelsProof, levelZeroProof, upperTablesProof, landmarksProof]

/** What there is to prove of an atlas. */
export function proofsOf(columns: AtlasColumns): readonly Proof[] {
  return columns.hubs === undefined ? PROOFS : [...PROOFS, hubsProof]
}

/** Throws ATLAS_DAMAGED with the first contradiction, where there is one. */
export function prove(columns: AtlasColumns): void {
  for (const { name, run } of proofsOf(columns)) {
    const { problem } = run(columns, () => {})
    if (problem === '') continue
    throw new IsthmusError(
      'ATLAS_DAMAGED',
      `The atlas is damaged: its ${name} are not true. ${problem} Bake the map again.`,
    )
  }
}
