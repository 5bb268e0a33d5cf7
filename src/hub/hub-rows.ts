/**
 * What a file says of the hubs that entries know, row after row.
 */
import { hasManyHubs, pushGap } from '../atlas/hub-gaps.ts'
import { HUBS_OF_ENTRY_MAX, type HubSteps } from '../atlas/hubs.ts'
import { IsthmusError } from '../base/errors.ts'
import { GrowingBytes } from '../base/growing.ts'
import type { Work } from '../base/work.ts'

/** Whose rows are told at once. */
const ENTRIES_A_PIECE = 1 << 6

/** The hubs that an entry knows, the lowest number first, and what leads there. */
export interface HubRow {
  readonly hubs: Int32Array
  readonly steps: Uint8Array
}

/** Measures who knows which hub, a few entries of a flood at a time. */
export interface HubMeter {
  /** As many of the order are hubs, and the last one's flood is under way. */
  readonly hubCount: number
  /** How many all entries know together. */
  readonly knownCount: number
  /** Settles up to so many entries of the floods of the hubs, one after the other; whether any are left. */
  takeTurns(count: number): boolean
  /** The row of an entry, until it grows. */
  rowOf(entry: number): HubRow
}

export function tooManyHubs(most: number, whoKnows: string): IsthmusError {
  return new IsthmusError(
    'TOO_LARGE',
    `This map is too torn for hubs: ${whoKnows} more than ${most}. Bake it without hubs.`,
  )
}

export function* toldOf(meter: HubMeter, entryCount: number): Work<HubSteps> {
  const hubCountOfEntry = new Uint16Array(entryCount)
  const gaps = new GrowingBytes()
  const steps = new GrowingBytes()
  const isMany = hasManyHubs(entryCount)
  for (let entry = 0; entry < entryCount; entry++) {
    if (entry % ENTRIES_A_PIECE === 0) yield
    const row = meter.rowOf(entry)
    if (row.hubs.length > HUBS_OF_ENTRY_MAX) throw tooManyHubs(HUBS_OF_ENTRY_MAX, 'one of its entries knows')
    hubCountOfEntry[entry] = row.hubs.length
    let next = 0
    for (const hub of row.hubs) {
      pushGap(gaps, hub - next, isMany)
      next = hub + 1
    }
    steps.append(row.steps)
  }
  return { hubCountOfEntry, hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
}
