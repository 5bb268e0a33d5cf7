/**
 * What atlases of several travellers can do beyond those of one unit.
 */
import { openParty } from '../atlas/travellers-open.ts'
import type { Extras } from '../find/extras.ts'
import { TurningSearch } from './turning.ts'

export const travellers: Extras = {
  party: openParty,
  turner: (columns, turn) => new TurningSearch(columns, turn),
}
