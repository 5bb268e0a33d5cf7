/**
 * The extra abilities of atlases of several travellers.
 */
import { openParty } from '../atlas/travellers-open.ts'
import type { Extras, InnerExtras } from '../find/extras.ts'
import { TurningSearch } from './turning.ts'

const inner: InnerExtras = {
  party: openParty,
  turner: (columns, turn) => new TurningSearch(columns, turn),
}

export const travellers: Extras = inner
