/**
 * What atlases of several travellers can do beyond those of one unit, and what any map tells of itself.
 */
import { openParty } from '../atlas/travellers-open.ts'
import type { Extras, InnerExtras } from '../find/extras.ts'
import { chokePoints, clearanceAlong, deadEnds, widthAt } from './survey.ts'
import { TurningSearch } from './turning.ts'

const inner: InnerExtras = {
  surveyor: { widthAt, clearanceAlong, chokePoints, deadEnds },
  party: openParty,
  turner: (columns, turn) => new TurningSearch(columns, turn),
}

export const travellers: Extras = inner
