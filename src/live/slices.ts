/**
 * Commits, and tables that they left doubtful, made in small pieces. Other work runs between the pieces (base/pace.ts),
 * so it never waits long.
 */
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { Lifts } from './lifts.ts'
import type { Changes, OnStage, Repair } from './repair.ts'
import type { Store } from './store.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** Other work waits for two slices, or about 4 ms when a piece takes longer than foreseen. */
export const SLICE_MS = 1
/** For single cells this is a tenth of a millisecond, in blocks that are new to the view. */
const EDITS_A_PIECE = 16

export interface SliceOptions {
  /** Ends the commit early: its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called when `done` of `total` stages are done. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

/** Makes edits in pieces. What is not made yet stays in the list, last one first. */
export function* taking(edits: (() => void)[]): Work<void> {
  edits.reverse()
  while (edits.length > 0) {
    edits.pop()!()
    if (edits.length % EDITS_A_PIECE === 0) yield
  }
}

/** A commit in pieces. Other versions may be read and written in between. */
export function* makeEdits(
  store: Store,
  repair: Repair,
  edits: EditsOfBlock,
  tellsIslands: boolean,
  layered?: ReadonlySet<number>,
  onStage?: OnStage,
): Work<Changes> {
  const stages: [done: number, total: number][] = []
  const commit = repair.commit(edits, tellsIslands, layered, (done, total) => stages.push([done, total]))
  for (;;) {
    store.turn()
    const { done, value } = commit.next()
    // Called between pieces, since the callback may read and write other versions.
    for (const stage of stages.splice(0)) onStage?.(...stage)
    if (done === true) return value
    yield
    const room = store.roomNearlyFull
    if (room !== undefined) yield* room.growing()
  }
}

/** Makes all doubtful tables. */
export function* makeTables(store: Store, repair: Repair): Work<void> {
  store.turn()
  const lifts = new Lifts(store.levels)
  for (const level of store.levels) {
    for (let region = 0; level.doubtful > 0 && region < level.regionEnd; region++) {
      if (region % STEPS_A_PIECE === 0) {
        yield
        store.turn()
      }
      if (level.tableOfRegion[region] >= 0) continue
      yield* repair.settling(level.level, region, lifts)
      yield
      const room = store.roomNearlyFull
      if (room !== undefined) yield* room.growing()
      store.beginCommit()
      // A commit in between may have left it doubtful.
      repair.settle(level.level, region)
    }
  }
}
