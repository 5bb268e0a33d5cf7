/**
 * What an end in doubt of some of its entries knows of one: they are few, and most of them are on no cheapest way, so that
 * only those are searched for that would be.
 */
import { NONE } from '../base/none.ts'
import type { QueryEnd } from './end.ts'

/** What the entry in a slot of the end's own region costs at least. */
export function leastTo(end: QueryEnd, slot: number): number {
  const n = doubtOf(end, slot)
  return n === NONE ? end.unitsOfSlot[slot] : end.leastOfDoubt[n]
}

/** Finds what it costs; whether that was in doubt. */
export function settle(end: QueryEnd, slot: number): boolean {
  const n = doubtOf(end, slot)
  if (n !== NONE) end.settle(n)
  return n !== NONE
}

function doubtOf({ doubtful, doubtCount }: QueryEnd, slot: number): number {
  let n = doubtCount - 1
  while (n >= 0 && doubtful[n] !== slot) n--
  return n
}
