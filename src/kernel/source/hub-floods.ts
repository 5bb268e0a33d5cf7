/**
 * The floods of hubs, with the same results as hub/plain-floods.ts. Memory limits their speed, so a flood reads one record
 * for each entry and follows addresses alone. Entries wait in a ring of buckets, each a linked chain. Where a bucket
 * spans more than the cheapest step, its cheapest entry is searched for. Costs are whole numbers of 31 bits, in units
 * as large as all steps allow. Where these bits are not enough, script floods instead.
 *
 * The wave of entry-floods.ts would find the same hubs, but more slowly where regions have few entries: it settles whole regions.
 */
import * as layout from '../hub-layout.ts'
import { isKnown, noteKnown, rangeOf, tell } from './part/known-hubs.ts'

/** Begins the flood of an entry, and forgets the one before, which must be finished. */
export function plant(root: i32): void {
  const settled = load<i32>(layout.SETTLED)
  for (let at = settled; at !== load<i32>(layout.SETTLED_END); at += 4)
    store<i32>(load<i32>(at), layout.UNREACHED, layout.ENTRY_UNITS)
  noteKnown(load<i32>(layout.ROOT_ENTRY), true)
  noteKnown(root, false)
  store<i32>(layout.ROOT_ENTRY, root)
  store<i32>(layout.SETTLED_END, settled)
  store<i32>(layout.BUCKET, 0)
  store<i32>(layout.WAITING, 1)
  store<i32>(root, 0, layout.ENTRY_UNITS)
  store<i32>(root, layout.ROOT, layout.ENTRY_LEADS)
  store<i32>(root, 0, layout.ENTRY_BEFORE)
  store<i32>(root, layout.AT_HUB, layout.ENTRY_STEP)
  link(root, layout.HEADS_AT)
}

/** Settles up to `count` entries of the flood. A pruned flood adds its hub to theirs. */
export function settle(count: i32, isPruned: bool): void {
  let bucket = load<i32>(layout.BUCKET)
  for (; count !== 0 && load<i32>(layout.WAITING) !== 0; count--) {
    while (load<i32>(headOf(bucket)) === 0) bucket++
    const entry = cheapestIn(load<i32>(headOf(bucket)))
    const units = load<i32>(entry, layout.ENTRY_UNITS)
    if (units > load<i32>(layout.LIMIT)) store<i32>(layout.IS_FAR, 1)
    unlink(entry)
    store<i32>(layout.WAITING, load<i32>(layout.WAITING) - 1)
    const end = load<i32>(layout.SETTLED_END)
    store<i32>(end, entry)
    store<i32>(layout.SETTLED_END, end + 4)
    if (isPruned) {
      const range = rangeOf(entry, units)
      if (isKnown(entry, units, range)) continue
      tell(entry, units, range)
    }
    leadOn(entry, units)
  }
  store<i32>(layout.BUCKET, bucket)
  store<i32>(layout.LEFT, count)
}

/** The cheapest entry of a bucket, given its first. */
function cheapestIn(entry: i32): i32 {
  if (load<i32>(layout.IS_WIDE) === 0) return entry
  let units = load<i32>(entry, layout.ENTRY_UNITS)
  for (let other = load<i32>(entry, layout.ENTRY_NEXT); other !== 0; other = load<i32>(other, layout.ENTRY_NEXT)) {
    const otherUnits = load<i32>(other, layout.ENTRY_UNITS)
    if (units <= otherUnits) continue
    entry = other
    units = otherUnits
  }
  return entry
}

/** Follows the steps of one side or, at the root, of both, which lie side by side. */
function leadOn(entry: i32, units: i32): void {
  const side = load<i32>(entry, layout.ENTRY_LEADS)
  const end = load<i32>(entry + (((side + 3) >> 1) << 2), layout.ENTRY_STEPS)
  for (let step = load<i32>(entry + ((side & 1) << 2), layout.ENTRY_STEPS); step !== end; step += layout.STEP_BYTES) {
    const beyond = load<i32>(step, layout.STEP_BEYOND)
    const other = beyond & -2
    const reached = units + load<i32>(step, layout.STEP_UNITS)
    const otherUnits = load<i32>(other, layout.ENTRY_UNITS)
    if (reached > otherUnits) continue
    const back = load<i32>(step, layout.STEP_BACK)
    // Of ways with equal costs the lowest step wins, whichever is found first.
    if (reached === otherUnits && load<i32>(other, layout.ENTRY_STEP) <= back) continue
    if (reached < otherUnits) move(other, otherUnits, reached)
    store<i32>(other, beyond & 1, layout.ENTRY_LEADS)
    store<i32>(other, entry, layout.ENTRY_BEFORE)
    store<i32>(other, back, layout.ENTRY_STEP)
  }
}

/** Moves an entry to the bucket of its new cost. */
function move(entry: i32, units: i32, reached: i32): void {
  if (units !== layout.UNREACHED) unlink(entry)
  else store<i32>(layout.WAITING, load<i32>(layout.WAITING) + 1)
  store<i32>(entry, reached, layout.ENTRY_UNITS)
  link(entry, headOf(reached >> load<i32>(layout.BUCKET_SHIFT)))
}

function headOf(bucket: i32): i32 {
  return ((bucket & (layout.BUCKETS - 1)) << 2) + layout.HEADS_AT
}

/** Takes an entry out of its bucket. */
function unlink(entry: i32): void {
  const next = load<i32>(entry, layout.ENTRY_NEXT)
  store<i32>(load<i32>(entry, layout.ENTRY_LINK), next)
  if (next !== 0) store<i32>(next, load<i32>(entry, layout.ENTRY_LINK), layout.ENTRY_LINK)
}

/** Puts an entry into the bucket whose head is at an address. */
function link(entry: i32, head: i32): void {
  const next = load<i32>(head)
  store<i32>(entry, next, layout.ENTRY_NEXT)
  store<i32>(entry, head, layout.ENTRY_LINK)
  if (next !== 0) store<i32>(next, entry + layout.ENTRY_NEXT, layout.ENTRY_LINK)
  store<i32>(head, entry)
}
