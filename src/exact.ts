/**
 * What proves answers: quality exact, certificates, explanations, and routes of one level's graph. With
 * `openAtlas` of isthmus it is there already; a page that opens atlases with isthmus/query hands it over when it needs it:
 * `openAtlas(bytes, { extras: exact })`, or later `atlas.with(exact)`.
 */
import { IsthmusError } from './base/errors.ts'
import type { Atlas } from './find/atlas.ts'
import { prove } from './prove.ts'

export { type Heuristic, type TextbookOptions, type TextbookPath, TextbookSearch } from './cells/textbook.ts'
export { exact } from './find/extra-exact.ts'
export type { Gap } from './proof/closest.ts'
export type { Explanation, IslandOfEnd, Refusal, Segment } from './proof/explain.ts'
export { explanationText } from './proof/explain.ts'
export { exactCost } from './proof/oracle.ts'

/**
 * Proves what opening an atlas takes on trust: regions, levels, each cost, each way, hubs and the landmarks follow from its cells.
 * Of a file of travellers, what it says of each. Throws ATLAS_DAMAGED with the first contradiction. It takes no longer than the bake.
 * A live map orders its levels otherwise than a bake until it is saved: open and prove what `save()` returns.
 */
export function proveAtlas(atlas: Atlas): void {
  if (atlas.columns.settleAll !== undefined) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      'proveAtlas takes the atlas of a file: open what save() of the live map returns.',
    )
  }
  if (atlas.travellers.length === 0) prove(atlas.columns)
  for (const { name } of atlas.travellers) prove(atlas.as(name).columns)
}
