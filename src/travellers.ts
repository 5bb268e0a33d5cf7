/**
 * Travellers: what opens their files, what judges their paths, and what a map tells of its passages.
 * `openAtlas` of isthmus opens their files already; `openAtlas` of isthmus/query with `{ extras: travellers }`.
 */
import { openTravellersFile } from './atlas/travellers-open.ts'
import type { Extras, InnerExtras } from './find/extras.ts'
import { passesTo } from './find/passes.ts'
import { type LiveExtras, openLiveTravellers } from './live/company.ts'
import { type Closable, type Closed, whatIf as imagine, type WhatIf, type WhatIfOptions } from './live/what-if.ts'
import { TurningSearch } from './traveller/turning.ts'

export type { Closed, Detour, Parting, WhatIf, WhatIfOptions } from './live/what-if.ts'
export { checkTravellerPath, type Manner } from './proof/manner.ts'
export {
  type ChokeOptions,
  type ChokePoint,
  type Clearance,
  chokePoints,
  clearanceAlong,
  type DeadEnd,
  deadEnds,
  widthAt,
} from './traveller/survey.ts'

const inner: InnerExtras = {
  travellersFile: openTravellersFile,
  turner: (columns, turn) => new TurningSearch(columns, turn),
  passesTo,
}

export const travellers: Extras = inner

const live: LiveExtras = { ...travellers, liveTravellers: openLiveTravellers }

/** For `openLive` of isthmus/live: with it, files of travellers open for edits. */
export const liveTravellers: Extras = live

/** What follows if cells of a map become walls: which islands part, and what detour the routes of some pairs take. */
export function whatIf(atlas: Closable, closed: Closed, options?: WhatIfOptions | null): WhatIf {
  const turn = atlas.traveller?.turn ?? null
  return imagine(atlas, closed, options, turn === null ? null : columns => new TurningSearch(columns, turn))
}
