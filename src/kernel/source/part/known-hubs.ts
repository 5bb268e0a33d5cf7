/**
 * The hubs that entries know, in chains of pages, one chain for each range of costs. A hub farther than the root is on
 * no cheapest way to the root, so ranges beyond the root's are not read. The last hub of a range is read first.
 */
import * as layout from '../../hub-layout.ts'

/** The address of the entry's last known hub in the range of this cost. */
export function rangeOf(entry: i32, units: i32): i32 {
  const range = load<i32>(layout.RANGE_ZEROS) - i32(clz(units))
  return load<i32>(entry, layout.ENTRY_LAST) + (max(0, min(range, layout.RANGES - 1)) << 2)
}

/** Whether a known hub, up to this range, gives a way to the root that costs at most `units`. */
export function isKnown(entry: i32, units: i32, rangeEnd: i32): bool {
  for (let range = load<i32>(entry, layout.ENTRY_LAST); range <= rangeEnd; range += 4) {
    for (let known = load<i32>(range); known !== 0; known = before(known)) {
      if (load<i32>(known, layout.KNOWN_UNITS) + load<i32>(noteOf(known), layout.HUBS_AT) <= units) return true
    }
  }
  return false
}

/** Adds the present hub to those of an entry, on a new page where the last one is full or missing. */
export function tell(entry: i32, units: i32, range: i32): void {
  let known = load<i32>(range) + layout.KNOWN_BYTES
  if ((known & (layout.PAGE_BYTES - 1)) <= layout.KNOWN_BYTES) {
    const page = load<i32>(layout.PAGES_END)
    store<i32>(page, load<i32>(range))
    store<i32>(layout.PAGES_END, page + layout.PAGE_BYTES)
    known = page + layout.KNOWN_BYTES
  }
  store<i32>(layout.KNOWN_COUNT, load<i32>(layout.KNOWN_COUNT) + 1)
  store<i32>(range, known)
  store<i32>(known, units, layout.KNOWN_UNITS)
  store<i32>(known, load<i32>(layout.HUB) | load<i32>(entry, layout.ENTRY_STEP), layout.KNOWN_HUB)
}

/** Stores the costs from an entry, if there is one, to all its known hubs from HUBS_AT on; or forgets them. */
export function noteKnown(entry: i32, isForgotten: bool): void {
  const first = load<i32>(entry, layout.ENTRY_LAST)
  if (first === 0) return
  for (let range = first; range !== first + 4 * layout.RANGES; range += 4) {
    for (let known = load<i32>(range); known !== 0; known = before(known)) {
      store<i32>(noteOf(known), isForgotten ? layout.UNREACHED : load<i32>(known, layout.KNOWN_UNITS), layout.HUBS_AT)
    }
  }
}

/** The hub known before this one; 0 at the end. */
function before(known: i32): i32 {
  known -= layout.KNOWN_BYTES
  return (known & (layout.PAGE_BYTES - 1)) === 0 ? load<i32>(known) : known
}

/** The offset of a known hub from HUBS_AT. */
function noteOf(known: i32): i32 {
  return (load<u32>(known, layout.KNOWN_HUB) >> (layout.HUB_SHIFT - 2)) & -4
}
