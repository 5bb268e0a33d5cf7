/**
 * A commit, and the tables that commits leave in doubt, in small pieces: with others running between them (base/pace.ts), none of
 * these waits for long.
 */
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { Lifts } from './lifts.ts'
import type { Changes, OnStage, Repair } from './repair.ts'
import type { Store } from './store.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** Others wait for two of them, and for one thing that takes longer than was foreseen: for 4 in all. */
export const SLICE_MS = 1
/** Of single cells a tenth of a millisecond, in blocks of which a view knows nothing. */
const EDITS_A_PIECE = 16

export interface SliceOptions {
  /** Ends it early: the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /** `done` of all stages of the commit are done. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

/** Makes edits, and leaves in the list those that are not made yet, the last one first. */
export function* taking(edits: (() => void)[]): Work<void> {
  edits.reverse()
  while (edits.length > 0) {
    edits.pop()!()
    if (edits.length % EDITS_A_PIECE === 0) yield
  }
}

/** A commit in pieces, between which other versions may be read and written. */
export function* makeEdits(
  repair: Repair,
  edits: EditsOfBlock,
  tellsIslands: boolean,
  layered?: ReadonlySet<number>,
  onStage?: OnStage,
): Work<Changes> {
  const stages: [done: number, total: number][] = []
  const commit = repair.commit(edits, tellsIslands, layered, (done, total) => stages.push([done, total]))
  for (;;) {
    repair.resume()
    const { done, value } = commit.next()
    // Called between two pieces: the callback may ask other versions, and write them.
    for (const stage of stages.splice(0)) onStage?.(...stage)
    if (done === true) return value
    yield
  }
}

/** Makes all tables that are in doubt. */
export function* makeTables(store: Store, repair: Repair): Work<void> {
  store.turn()
  const lifts = store.pacedLifts.pop() ?? new Lifts(store.levels)
  for (const level of store.levels) {
    for (let region = 0; level.doubtful > 0 && region < level.regionEnd; region++) {
      if (region % STEPS_A_PIECE === 0) {
        yield
        store.turn()
      }
      if (level.tableOfRegion[region] >= 0) continue
      yield* repair.settling(level.level, region, lifts)
      yield
      store.beginCommit()
      // After a commit in between.
      repair.settle(level.level, region)
    }
  }
  store.pacedLifts.push(lifts)
}
