/** Writes the hubs that entries know, row by row, as a file stores them. */
import { hasManyHubs, pushGap } from '../atlas/hub-gaps.ts'
import { HUBS_OF_ENTRY_MAX, type HubSteps } from '../atlas/hubs.ts'
import { IsthmusError } from '../base/errors.ts'
import { type GrowingBytes, growingBytes } from '../base/growing.ts'
import type { Work } from '../base/work.ts'

/** Rows written between two pauses. */
const ENTRIES_A_PIECE = 1 << 6

/** The hubs that an entry knows, the lowest number first, and the steps that lead there. */
export interface HubRow {
  readonly hubs: Int32Array
  readonly steps: Uint8Array
}

/** Measures which entry knows which hub, a few entries of a flood at a time. */
export interface HubMeter {
  /** The count of hubs so far. The flood of the last one is under way. */
  readonly hubCount: number
  /** The sum of all entries' counts of known hubs. */
  readonly knownCount: number
  /** Whether some cost is too high for the kernel: then its rows are wrong, and script must measure them. */
  readonly isFar: boolean
  /** Settles up to `count` entries of the floods of hubs, one flood after the other. Returns whether any are left. */
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
  const gaps = growingBytes()
  const steps = growingBytes()
  for (let entry = 0; entry < entryCount; entry += ENTRIES_A_PIECE) {
    yield
    tell(meter, entry, hubCountOfEntry.subarray(entry, entry + ENTRIES_A_PIECE), gaps, steps, hasManyHubs(entryCount))
  }
  return { hubCountOfEntry, hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
}

/** Writes the rows of the entries from `first` on. */
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
