/**
 * What atlases of several travellers can do beyond those of one unit.
 */
import { openParty } from '../atlas/travellers-open.ts'
import type { Extras } from '../find/extras.ts'

export const travellers = { party: openParty } satisfies Extras
