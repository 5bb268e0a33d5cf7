/**
 * The hubs that entries know, in chains of pages, one chain for each range of costs. A hub farther than the root is on
 * no cheapest way to the root, so ranges beyond the root's are not read. The last hub of a range is read first.
 */
import {
  ENTRY_LAST,
  ENTRY_STEP,
  HUB,
  HUB_SHIFT,
  HUBS_AT,
  KNOWN_BYTES,
  KNOWN_COUNT,
  KNOWN_HUB,
  KNOWN_UNITS,
  PAGE_BYTES,
  PAGES_END,
  RANGE_ZEROS,
  RANGES,
  UNREACHED,
} from '../../hub-layout.ts'

/** The address of the entry's last known hub in the range of this cost. */
export function rangeOf(entry: i32, units: i32): i32 {
  const range = load<i32>(RANGE_ZEROS) - i32(clz(units))
  return load<i32>(entry, ENTRY_LAST) + (max(0, min(range, RANGES - 1)) << 2)
}

/** Whether a known hub, up to this range, gives a way to the root that costs at most `units`. */
export function isKnown(entry: i32, units: i32, rangeEnd: i32): bool {
  for (let range = load<i32>(entry, ENTRY_LAST); range <= rangeEnd; range += 4) {
    for (let known = load<i32>(range); known !== 0; known = before(known)) {
      if (load<i32>(known, KNOWN_UNITS) + load<i32>(noteOf(known), HUBS_AT) <= units) return true
    }
  }
  return false
}

/** Adds the present hub to those of an entry, on a new page where the last one is full or missing. */
export function tell(entry: i32, units: i32, range: i32): void {
  let known = load<i32>(range) + KNOWN_BYTES
  if ((known & (PAGE_BYTES - 1)) <= KNOWN_BYTES) {
    const page = load<i32>(PAGES_END)
    store<i32>(page, load<i32>(range))
    store<i32>(PAGES_END, page + PAGE_BYTES)
    known = page + KNOWN_BYTES
  }
  store<i32>(KNOWN_COUNT, load<i32>(KNOWN_COUNT) + 1)
  store<i32>(range, known)
  store<i32>(known, units, KNOWN_UNITS)
  store<i32>(known, load<i32>(HUB) | load<i32>(entry, ENTRY_STEP), KNOWN_HUB)
}

/** Stores the costs from an entry, if there is one, to all its known hubs from HUBS_AT on; or forgets them. */
export function noteKnown(entry: i32, isForgotten: bool): void {
  const first = load<i32>(entry, ENTRY_LAST)
  if (first === 0) return
  for (let range = first; range !== first + 4 * RANGES; range += 4) {
    for (let known = load<i32>(range); known !== 0; known = before(known)) {
      store<i32>(noteOf(known), isForgotten ? UNREACHED : load<i32>(known, KNOWN_UNITS), HUBS_AT)
    }
  }
}

/** The hub known before this one; 0 at the end. */
function before(known: i32): i32 {
  known -= KNOWN_BYTES
  return (known & (PAGE_BYTES - 1)) === 0 ? load<i32>(known) : known
}

/** The offset of a known hub from HUBS_AT. */
function noteOf(known: i32): i32 {
  return (load<u32>(known, KNOWN_HUB) >> (HUB_SHIFT - 2)) & -4
}
