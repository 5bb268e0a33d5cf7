/**
 * Commits to a live map. One thread makes them in order. The caller keeps each one, and only then do the readers
 * receive it. If keeping one fails, the later commits of this thread fail too, and a new one with the readers' state
 * replaces it.
 */
import type { Change } from '../live/area.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Committed } from './opened-map.ts'

export type Keep = (part: Uint8Array) => Promise<unknown>

export class Writer {
  private readonly makeCrew: () => Dispatcher
  private readonly tell: (part: Uint8Array, version: number) => void
  private crew: Dispatcher
  private failure: unknown = null
  /** Settles when readers have all earlier commits, or these have failed. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(makeCrew: () => Dispatcher, tell: (part: Uint8Array, version: number) => void) {
    this.makeCrew = makeCrew
    this.tell = tell
    this.crew = makeCrew()
  }

  async commit(edits: Int32Array<ArrayBuffer>, keep?: Keep): Promise<Change> {
    const { crew } = this
    const committed = await crew.ask<Committed>('commit', edits)
    const finishing = this.finish(crew, committed, keep, this.last)
    this.last = finishing.catch(() => {})
    return finishing
  }

  /** The journal of all commits up to a version, from the writing thread. */
  journal(upTo: number): Promise<Uint8Array> {
    return this.crew.ask('journal', upTo)
  }

  /** Makes the thread keep only the last value of each cell, for the commits up to a version. */
  fold(version: number): Promise<void> {
    return this.crew.ask('fold', version)
  }

  async close(): Promise<void> {
    await this.crew.close()
    await this.last
  }

  private async finish(
    crew: Dispatcher,
    { change, part }: Committed,
    keep: Keep | undefined,
    before: Promise<unknown>,
  ) {
    const isKept = change.cells > 0 && crew === this.crew
    // Also where it throws at once, the commit is lost.
    const keeping = (async () => (isKept ? keep?.(part) : undefined))()
    keeping.catch(() => {})
    await before
    if (crew !== this.crew) throw this.failure
    try {
      await keeping
    } catch (error) {
      this.failure = error
      this.crew = this.makeCrew()
      void crew.close()
      throw error
    }
    if (change.cells > 0) this.tell(part, change.version)
    return change
  }
}
