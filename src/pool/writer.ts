/**
 * Commits to a live map. One thread makes them in order. The caller keeps each one, and only then do the readers
 * receive it. If keeping one fails, the later commits of this thread fail too, and a new one with the readers' state
 * replaces it.
 */
import type { Change } from '../live/area.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Committed } from './opened-map.ts'

export type Keep = (part: Uint8Array) => Promise<unknown>
export type Writer = ReturnType<typeof makeWriter>

export function makeWriter(makeCrew: () => Dispatcher, tell: (part: Uint8Array, version: number) => void) {
  let crew = makeCrew()
  let failure: unknown = null
  /** Settles when readers have all earlier commits, or these have failed. */
  let last: Promise<unknown> = Promise.resolve()
  const finish = async (
    own: Dispatcher,
    { change, part }: Committed,
    keep: Keep | undefined,
    before: Promise<unknown>,
  ): Promise<Change> => {
    const isKept = change.cells > 0 && own === crew
    // Also where it throws at once, the commit is lost.
    const keeping = (async () => (isKept ? keep?.(part) : undefined))()
    keeping.catch(() => {})
    await before
    if (own !== crew) throw failure
    try {
      await keeping
    } catch (error) {
      failure = error
      crew = makeCrew()
      void own.close()
      throw error
    }
    if (change.cells > 0) tell(part, change.version)
    return change
  }
  return {
    async commit(edits: Int32Array<ArrayBuffer>, keep?: Keep): Promise<Change> {
      const own = crew
      const finishing = finish(own, await own.ask<Committed>('commit', edits), keep, last)
      last = finishing.catch(() => {})
      return finishing
    },
    /** The journal of all commits up to a version, from the writing thread. */
    journal: (upTo: number) => crew.ask<Uint8Array>('journal', upTo),
    /** Makes the thread keep only the last value of each cell, for the commits up to a version. */
    fold: (upTo: number) => crew.ask<void>('fold', upTo),
    async close(): Promise<void> {
      await crew.close()
      await last
    },
  }
}
