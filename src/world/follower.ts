/**
 * A map of a world that changes, as `openLive` of isthmus opens one: what its commits have changed since the world was
 * asked last. The world follows at its next query. Many commits before that cost no more than their sum.
 */
import type { Atlas } from '../find/atlas.ts'

/** What the world asks of a living map. */
export interface LivingMap {
  snapshot(): Atlas
  /** Calls back with the cells of each commit, as y * width + x, as long as somebody else holds the listener. @internal */
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void
}

export class Follower {
  readonly live: LivingMap
  private cells = new Set<number>()
  private readonly listener = (edits: ReadonlyMap<number, number>) => {
    for (const cell of edits.keys()) this.cells.add(cell)
  }

  constructor(live: LivingMap) {
    this.live = live
    live.listen(this.listener)
  }

  get isBehind(): boolean {
    return this.cells.size > 0
  }

  /** The cells that were edited since this was called before. */
  take(): Set<number> {
    const { cells } = this
    this.cells = new Set()
    return cells
  }
}
