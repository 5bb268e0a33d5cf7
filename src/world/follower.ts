/**
 * Collects the cells that commits change on a live map of a world (`openLive` of isthmus). The world catches up at its
 * next query; many commits before that cost no more than their sum.
 */
import type { Atlas } from '../find/atlas.ts'

/** What a world needs of a live map. */
export interface LivingMap {
  snapshot(): Atlas
  /** Calls back with the cells of each commit, as y * width + x. The caller keeps the listener alive. @internal */
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

  /** The cells edited since the last call. */
  take(): Set<number> {
    const { cells } = this
    this.cells = new Set()
    return cells
  }
}
