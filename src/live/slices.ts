/**
 * Work on many things in slices: on as many at a time as take a millisecond or two, so that whoever lets others run between
 * slices (base/pace.ts) never keeps them waiting for long.
 */
import type { Work } from '../base/work.ts'
import { addChanges, type Changes, NO_CHANGES, type Repair } from './repair.ts'
import type { Store } from './store.ts'

/** Others wait for two of them, and for one thing that takes longer than was foreseen: for 4 in all. */
export const SLICE_MS = 1

export function* slices<T>(due: readonly T[], make: (some: readonly T[]) => void): Work<void> {
  let count = 1
  for (let at = 0; at < due.length; ) {
    const startMs = performance.now()
    make(due.slice(at, at + count))
    at += count
    const spentMs = performance.now() - startMs
    if (spentMs > SLICE_MS) count = Math.max(1, count >> 1)
    else if (spentMs < SLICE_MS / 2) count++
    yield
  }
}

/** Edits, cell -> cost; what they change is summed over the slices. */
export function* makeEdits(store: Store, repair: Repair, edits: ReadonlyMap<number, number>): Work<Changes> {
  let changes = NO_CHANGES
  yield* slices([...edits], some => {
    store.beginCommit()
    changes = addChanges(changes, repair.commit(new Map(some)))
  })
  return changes
}

/** Makes all tables that are in doubt. */
export function* makeTables(store: Store, repair: Repair): Work<void> {
  store.turn()
  yield* slices(repair.doubtful(), some => {
    store.beginCommit()
    for (const [level, region] of some) repair.settle(level, region)
  })
}
