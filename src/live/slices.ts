/**
 * Work on many things in slices: on as many at a time as take a millisecond or two, so that whoever lets others run between
 * slices (base/pace.ts) never keeps them waiting for long.
 */
import type { Work } from '../base/work.ts'
import type { EditsOfBlock } from './ground.ts'
import type { Changes, OnStage, Repair } from './repair.ts'
import type { Store } from './store.ts'

/** Others wait for two of them, and for one thing that takes longer than was foreseen: for 4 in all. */
export const SLICE_MS = 1

export interface SliceOptions {
  /** Ends it early: the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /** So many of all stages of the commit are done. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

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

/** A commit in pieces, between which other versions may be asked and written. */
export function* makeEdits(
  repair: Repair,
  edits: EditsOfBlock,
  tellsIslands: boolean,
  onStage?: OnStage,
): Work<Changes> {
  const commit = repair.commit(edits, tellsIslands, onStage)
  for (;;) {
    repair.resume()
    const { done, value } = commit.next()
    if (done === true) return value
    yield
  }
}

/** Makes all tables that are in doubt. */
export function* makeTables(store: Store, repair: Repair): Work<void> {
  store.turn()
  yield* slices(repair.doubtful(), some => {
    store.beginCommit()
    for (const [level, region] of some) repair.settle(level, region)
  })
}
