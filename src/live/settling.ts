/**
 * Lays a map out anew as a bake would (canonical.ts), in pieces: commits scatter regions, entries and records over
 * their columns, and landmarks come to say less. Commits that come meanwhile are made again on the new layout.
 */
import { finish, type Work } from '../base/work.ts'
import { laidOut } from './canonical.ts'
import { Repair } from './repair.ts'
import { makeTables } from './slices.ts'
import { type Store, storeOf } from './store.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** How often tables are made that commits left open meanwhile, before the rest is made at once. */
const ROUNDS_MAX = 4
/** Blocks whose missed edits are made at once. */
const BLOCKS_A_PIECE = 4
const NO_BLOCKS: ReadonlySet<number> = new Set()

/** Edits that came while a map was laid out, by block: the last cost of each cell. */
export class MissedEdits {
  private readonly costsOfBlock = new Map<number, Map<number, number>>()
  /** Blocks that keep their entries. */
  private readonly layered = new Set<number>()

  add(edits: EditsOfBlock, layered = NO_BLOCKS): void {
    for (const [block, cells] of edits) {
      const costs = this.costsOfBlock.get(block) ?? new Map<number, number>()
      if (!layered.has(block)) this.layered.delete(block)
      else if (costs.size === 0) this.layered.add(block)
      for (let i = 0; i < cells.length; i += 2) costs.set(cells[i], cells[i + 1])
      this.costsOfBlock.set(block, costs)
    }
  }

  /** Makes them on a store, and those that come meanwhile: a few blocks at once, so that it ends. */
  *make(store: Store): Work<void> {
    const { costsOfBlock } = this
    const repair = new Repair(store)
    while (costsOfBlock.size > 0) {
      const edits = new Map<number, number[]>()
      const layered = new Set<number>()
      for (const [block, costs] of costsOfBlock) {
        if (edits.size === BLOCKS_A_PIECE) break
        edits.set(block, [...costs].flat())
        costsOfBlock.delete(block)
        if (this.layered.delete(block)) layered.add(block)
      }
      store.beginCommit()
      finish(repair.commit(edits, false, layered))
      yield
    }
  }
}

/** Makes all doubtful tables. Commits may come in between, and leave others to be made. */
export function* makeAllTables(store: Store, repair: Repair): Work<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) yield* makeTables(store, repair)
  finish(makeTables(store, repair))
}

/** The same map in a new store. None of its tables may be doubtful. Edits that come meanwhile are noted in `missed`. */
export function* laidOutStore(store: Store, missed: MissedEdits): Work<Store> {
  const version = store.fork()
  const choice = store.choice === store.terrain ? null : store.choice
  const { columns } = yield* laidOut(version, choice ?? version.choice, null, () => version.drop())
  const next = yield* storeOf(columns, store.costMax, choice)
  next.isOfView = store.isOfView
  yield* missed.make(next)
  return next
}
