/**
 * The floods of hubs, with the same results as hub/plain-floods.ts. Memory limits their speed, so a flood reads one record
 * for each entry and follows addresses alone. Entries wait in a ring of buckets, each a linked chain. Where a bucket
 * spans more than the cheapest step, its cheapest entry is searched for. Costs are whole numbers of 31 bits, in units
 * as large as all steps allow. Where these bits are not enough, script floods instead.
 */
import {
  AT_HUB,
  BUCKET,
  BUCKET_SHIFT,
  BUCKETS,
  ENTRY_BEFORE,
  ENTRY_LEADS,
  ENTRY_LINK,
  ENTRY_NEXT,
  ENTRY_STEP,
  ENTRY_STEPS,
  ENTRY_UNITS,
  HEADS_AT,
  IS_FAR,
  IS_WIDE,
  LEFT,
  LIMIT,
  MET,
  MET_END,
  ROOT,
  ROOT_ENTRY,
  SETTLED,
  SETTLED_END,
  STEP_BACK,
  STEP_BEYOND,
  STEP_BYTES,
  STEP_UNITS,
  UNREACHED,
  WAITING,
} from '../hub-layout.ts'
import { isKnown, noteKnown, rangeOf, tell } from './part/known-hubs.ts'

/** Begins the flood of an entry, and forgets the one before, which must be finished. */
export function plant(root: i32): void {
  const met = load<i32>(MET)
  for (let at = met; at !== load<i32>(MET_END); at += 4) store<i32>(load<i32>(at), UNREACHED, ENTRY_UNITS)
  noteKnown(load<i32>(ROOT_ENTRY), true)
  noteKnown(root, false)
  store<i32>(ROOT_ENTRY, root)
  store<i32>(met, root)
  store<i32>(MET_END, met + 4)
  store<i32>(SETTLED_END, load<i32>(SETTLED))
  store<i32>(BUCKET, 0)
  store<i32>(WAITING, 1)
  store<i32>(root, 0, ENTRY_UNITS)
  store<i32>(root, ROOT, ENTRY_LEADS)
  store<i32>(root, 0, ENTRY_BEFORE)
  store<i32>(root, AT_HUB, ENTRY_STEP)
  link(root, HEADS_AT)
}

/** Settles up to `count` entries of the flood. A pruned flood adds its hub to theirs; another one lists them. */
export function settle(count: i32, isPruned: bool): void {
  let bucket = load<i32>(BUCKET)
  for (; count !== 0 && load<i32>(WAITING) !== 0; count--) {
    while (load<i32>(headOf(bucket)) === 0) bucket++
    const entry = cheapestIn(load<i32>(headOf(bucket)))
    const units = load<i32>(entry, ENTRY_UNITS)
    if (units > load<i32>(LIMIT)) store<i32>(IS_FAR, 1)
    unlink(entry)
    store<i32>(WAITING, load<i32>(WAITING) - 1)
    if (isPruned) {
      const range = rangeOf(entry, units)
      if (isKnown(entry, units, range)) continue
      tell(entry, units, range)
    } else {
      const end = load<i32>(SETTLED_END)
      store<i32>(end, entry)
      store<i32>(SETTLED_END, end + 4)
    }
    leadOn(entry, units)
  }
  store<i32>(BUCKET, bucket)
  store<i32>(LEFT, count)
}

/** The cheapest entry of a bucket, given its first. */
function cheapestIn(entry: i32): i32 {
  if (load<i32>(IS_WIDE) === 0) return entry
  let units = load<i32>(entry, ENTRY_UNITS)
  for (let other = load<i32>(entry, ENTRY_NEXT); other !== 0; other = load<i32>(other, ENTRY_NEXT)) {
    const otherUnits = load<i32>(other, ENTRY_UNITS)
    if (units <= otherUnits) continue
    entry = other
    units = otherUnits
  }
  return entry
}

/** Follows the steps of one side or, at the root, of both, which lie side by side. */
function leadOn(entry: i32, units: i32): void {
  const side = load<i32>(entry, ENTRY_LEADS)
  const end = load<i32>(entry + (((side + 3) >> 1) << 2), ENTRY_STEPS)
  for (let step = load<i32>(entry + ((side & 1) << 2), ENTRY_STEPS); step !== end; step += STEP_BYTES) {
    const beyond = load<i32>(step, STEP_BEYOND)
    const other = beyond & -2
    const reached = units + load<i32>(step, STEP_UNITS)
    const otherUnits = load<i32>(other, ENTRY_UNITS)
    if (reached > otherUnits) continue
    const back = load<i32>(step, STEP_BACK)
    // Of ways with equal costs the lowest step wins, whichever is found first.
    if (reached === otherUnits && load<i32>(other, ENTRY_STEP) <= back) continue
    if (reached < otherUnits) move(other, otherUnits, reached)
    store<i32>(other, beyond & 1, ENTRY_LEADS)
    store<i32>(other, entry, ENTRY_BEFORE)
    store<i32>(other, back, ENTRY_STEP)
  }
}

/** Moves an entry to the bucket of its new cost. */
function move(entry: i32, units: i32, reached: i32): void {
  if (units !== UNREACHED) unlink(entry)
  else {
    const end = load<i32>(MET_END)
    store<i32>(end, entry)
    store<i32>(MET_END, end + 4)
    store<i32>(WAITING, load<i32>(WAITING) + 1)
  }
  store<i32>(entry, reached, ENTRY_UNITS)
  link(entry, headOf(reached >> load<i32>(BUCKET_SHIFT)))
}

function headOf(bucket: i32): i32 {
  return ((bucket & (BUCKETS - 1)) << 2) + HEADS_AT
}

/** Takes an entry out of its bucket. */
function unlink(entry: i32): void {
  const next = load<i32>(entry, ENTRY_NEXT)
  store<i32>(load<i32>(entry, ENTRY_LINK), next)
  if (next !== 0) store<i32>(next, load<i32>(entry, ENTRY_LINK), ENTRY_LINK)
}

/** Puts an entry into the bucket whose head is at an address. */
function link(entry: i32, head: i32): void {
  const next = load<i32>(head)
  store<i32>(entry, next, ENTRY_NEXT)
  store<i32>(entry, head, ENTRY_LINK)
  if (next !== 0) store<i32>(next, entry + ENTRY_NEXT, ENTRY_LINK)
  store<i32>(head, entry)
}
