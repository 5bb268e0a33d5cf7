/**
 * What atlases of several travellers can do beyond those of one unit.
 */
import { openParty } from '../atlas/travellers-open.ts'
import type { Extras, InnerExtras } from '../find/extras.ts'
import { TurningSearch } from './turning.ts'

const inner: InnerExtras = {
  party: openParty,
  turner: (columns, turn) => new TurningSearch(columns, turn),
}

export const travellers: Extras = inner
