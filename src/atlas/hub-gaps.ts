/**
 * The numbers of the hubs that an entry knows, as a file tells them: of each, how many lie between it and the one before.
 * Most gaps are small. Of up to 65,535 entries numbers go into 16 bits, and a gap is a byte, 255 for 255 more and what the
 * next byte says. Of more, late hubs are so far apart that this would take more bytes than all else about them:
 * there a gap has 7 bits a byte, lowest first, the high bit set where more follow.
 */
import type { GrowingBytes } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import type { HubNumbers, HubSteps } from './hubs.ts'
import { hold } from './level-graph.ts'

/** Up to this many entries, numbers of hubs fit into 16 bits. */
const FEW_ENTRIES_MAX = 0xffff
/** Among gaps of few entries: 255 numbers or more are passed over. */
export const GAP_MORE = 0xff
/** Of a byte of a gap of many: what it says, and that more follow. */
const GAP_BITS = 7
const GAP_MASK = 0x7f
const GAP_FOLLOWS = 0x80
/** Entries have 27 bits. */
const GAP_SHIFT_MAX = 21

/** Whether the numbers of a map's entries take more than 16 bits. */
export function hasManyHubs(entryCount: number): boolean {
  return entryCount > FEW_ENTRIES_MAX
}

/** Notes a gap of a map of few entries or of many. */
export function pushGap(gaps: GrowingBytes, gap: number, isMany: boolean): void {
  const full = isMany ? GAP_FOLLOWS : GAP_MORE
  while (gap >= full) {
    gaps.push(isMany ? full | (gap & GAP_MASK) : full)
    gap = isMany ? gap >> GAP_BITS : gap - full
  }
  gaps.push(gap)
}

/** The numbers of all hubs. */
export function numbersOf({ hubCountOfEntry, hubGaps, hubSteps }: Omit<HubSteps, 'level'>): HubNumbers {
  const entryCount = hubCountOfEntry.length
  const isMany = hasManyHubs(entryCount)
  const full = isMany ? GAP_FOLLOWS : GAP_MORE
  const firstHubOfEntry = new Int32Array(entryCount + 1)
  const hubs = isMany ? new Int32Array(hubSteps.length) : new Uint16Array(hubSteps.length)
  let at = 0
  let from = 0
  for (let entry = 0; entry < entryCount; entry++) {
    let hub = NONE
    for (const end = at + hubCountOfEntry[entry]; at < end; at++) {
      let byte = hubGaps[from++]
      let shift = 0
      // Most gaps are a byte.
      while (byte >= full) {
        hub += isMany ? (byte & GAP_MASK) << shift : byte
        byte = hubGaps[from++]
        shift += GAP_BITS
        // No gap of many ends in a byte that says nothing.
        hold(!isMany || (shift <= GAP_SHIFT_MAX && byte !== 0), 'hubs')
      }
      hub += (isMany ? byte << shift : byte) + 1
      hubs[at] = hub
    }
    // The last is the highest; not a number behind the last gap, which is not below either.
    hold(hub < entryCount && from <= hubGaps.length, 'hubs')
    firstHubOfEntry[entry + 1] = at
  }
  hold(from === hubGaps.length, 'hubs')
  return { firstHubOfEntry, hubs }
}
