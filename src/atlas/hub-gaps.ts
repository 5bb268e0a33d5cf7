/**
 * The numbers of the hubs that an entry knows, as a file stores them. A gap is the count of numbers between a hub and the one
 * before. Most gaps are small. With up to 65,535 entries numbers fit into 16 bits and a gap is one byte; 255 adds 255 and goes on
 * with the next byte. With more entries late hubs are far apart. So a gap has 7 bits a byte, lowest first, and a high bit where
 * more bytes follow.
 */
import type { GrowingBytes } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import type { HubNumbers, HubSteps } from './hubs.ts'
import { hold } from './level-graph.ts'

/** Up to this many entries, numbers of hubs fit into 16 bits. */
const FEW_ENTRIES_MAX = 0xffff
/** With few entries: 255 numbers, and the next byte goes on. */
export const GAP_MORE = 0xff
/** With many entries: the bits of the gap in a byte, and the bit that tells that more bytes follow. */
const GAP_BITS = 7
const GAP_MASK = 0x7f
const GAP_FOLLOWS = 0x80
/** Numbers of entries have 27 bits, so no byte is shifted farther. */
const GAP_SHIFT_MAX = 21

/** Whether numbers of entries take more than 16 bits. */
export function hasManyHubs(entryCount: number): boolean {
  return entryCount > FEW_ENTRIES_MAX
}

/** Appends a gap. */
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
      // Most gaps are one byte.
      while (byte >= full) {
        hub += isMany ? (byte & GAP_MASK) << shift : byte
        byte = hubGaps[from++]
        shift += GAP_BITS
        // The last byte of a longer gap is not 0: else the file was forged.
        hold(!isMany || (shift <= GAP_SHIFT_MAX && byte !== 0), 'hubs')
      }
      hub += (isMany ? byte << shift : byte) + 1
      hubs[at] = hub
    }
    // The last number is the highest. Missing bytes give NaN, which is not below either.
    hold(hub < entryCount && from <= hubGaps.length, 'hubs')
    firstHubOfEntry[entry + 1] = at
  }
  hold(from === hubGaps.length, 'hubs')
  return { firstHubOfEntry, hubs }
}
