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
  /** Whether an entry is so far from a hub that only script can measure it: then what is told is not so. */
  readonly isFar: boolean
  /** Settles up to `count` entries of the floods of the hubs, one after the other; whether any are left. */
  takeTurns(count: number): boolean
  /** The row of an entry, until it grows. */
  rowOf(entry: number): HubRow
}

export function tooManyHubs(most: number, whoKnows: string): IsthmusError {
  return new IsthmusError(
    'TOO_LARGE',
    `This map is too fragmented for hubs: ${whoKnows} more than ${most}. Bake it without hubs.`,
  )
}

export function* toldOf(meter: HubMeter, entryCount: number): Work<Omit<HubSteps, 'level'>> {
  const hubCountOfEntry = new Uint16Array(entryCount)
  const gaps = new GrowingBytes()
  const steps = new GrowingBytes()
  for (let entry = 0; entry < entryCount; entry += ENTRIES_A_PIECE) {
    yield
    tell(meter, entry, hubCountOfEntry.subarray(entry, entry + ENTRIES_A_PIECE), gaps, steps, hasManyHubs(entryCount))
  }
  return { hubCountOfEntry, hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
}

/** Of the entries from `first` on. */
function tell(
  meter: HubMeter,
  first: number,
  hubCountOfEntry: Uint16Array,
  gaps: GrowingBytes,
  steps: GrowingBytes,
  isMany: boolean,
): void {
  for (let i = 0; i < hubCountOfEntry.length; i++) {
    const row = meter.rowOf(first + i)
    const { hubs } = row
    if (hubs.length > HUBS_OF_ENTRY_MAX) throw tooManyHubs(HUBS_OF_ENTRY_MAX, 'one of its entries knows')
    hubCountOfEntry[i] = hubs.length
    for (let at = 0, next = 0; at < hubs.length; next = hubs[at++] + 1) pushGap(gaps, hubs[at] - next, isMany)
    steps.append(row.steps)
  }
}
