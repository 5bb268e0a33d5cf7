/**
 * Replaces the landmarks by newly measured ones (canonical.ts). Commits may come meanwhile; what they changed is worked
 * in at the end.
 */
import { Pace } from '../base/pace.ts'
import { finish, type Work } from '../base/work.ts'
import { surveyed } from './canonical.ts'
import { mendRegion, placeEntries } from './living-landmarks.ts'
import { Mending } from './mending.ts'
import type { Repair, Witness } from './repair.ts'
import { makeTables, SLICE_MS } from './slices.ts'
import type { LandmarkTable, Store } from './store.ts'

/** Above any cost. */
const UNKNOWN = 0xffff
/** Entries, or blocks, handled in one piece. */
const A_PIECE = 16

/** Makes all doubtful tables, and measures landmarks anew if they are due. Waits while a commit is half made. */
export async function settle(
  store: Store,
  repair: Repair,
  areLandmarksDue: boolean,
  isHalfMade: () => boolean,
): Promise<void> {
  const pace = new Pace({}, SLICE_MS)
  await pace.finish(makeTables(store, repair), isHalfMade)
  if (!areLandmarksDue) return
  const settling = new Settling(store, repair)
  repair.witness = settling
  try {
    await pace.finish(settling.measure(), isHalfMade)
  } finally {
    repair.witness = null
    settling.end()
  }
}

class Settling implements Witness {
  private readonly store: Store
  private readonly repair: Repair
  /** The version at the start; only this object holds it. */
  private version: Store | null = null
  /** Entries that commits added, and blocks that they changed, since the start. */
  private added = new Set<number>()
  private readonly blocks = new Set<number>()

  constructor(store: Store, repair: Repair) {
    this.store = store
    this.repair = repair
  }

  end(): void {
    this.version?.drop()
  }

  /** Notes what a commit changed. */
  note(added: readonly number[], removed: readonly number[], blocks: Iterable<number>): void {
    for (const entry of removed) this.added.delete(entry)
    for (const entry of added) this.added.add(entry)
    for (const block of blocks) this.blocks.add(block)
  }

  *measure(): Work<void> {
    const { store, repair } = this
    // The witness keeps later commits from leaving tables of level 0 doubtful; earlier ones may have left some.
    store.beginCommit()
    repair.settleAll()
    this.version = store.fork()
    let table: LandmarkTable = yield* surveyed(this.version, store.choice)
    this.version.drop()
    while (this.added.size > 0 || this.blocks.size > 0) {
      store.beginCommit()
      table = withRoom(table, store.entryRoom)
      yield* this.place(table)
      yield* this.mend(table)
    }
    store.beginCommit()
    store.setLandmarks(withRoom(table, store.entryRoom))
  }

  private *place(table: LandmarkTable): Work<void> {
    const { store } = this
    const { count, values } = table
    const added = [...this.added]
    this.added = new Set()
    for (const entry of added) values.fill(UNKNOWN, entry * count, (entry + 1) * count)
    // Twice, since the only neighbours of some entries come later in the list.
    for (const entries of [added, added]) {
      for (let at = 0; at < entries.length; at += A_PIECE) {
        store.turn()
        finish(placeEntries(store, table, entries.slice(at, at + A_PIECE)))
        yield
      }
    }
  }

  private *mend(table: LandmarkTable): Work<void> {
    const mending = new Mending(this.store, table.count, region => this.repair.settle(0, region))
    const blocks = [...this.blocks]
    this.blocks.clear()
    for (let i = 0; i < blocks.length; i++) {
      if (i % A_PIECE === 0) {
        yield
        this.store.turn()
      }
      const { regionsOfBlock } = this.store.levels[0]
      const first = regionsOfBlock[2 * blocks[i]]
      const end = first + regionsOfBlock[2 * blocks[i] + 1]
      // All regions of a block at once: a commit in between could change entries that a wave has reached.
      for (let region = first; region < end; region++) {
        finish(mendRegion(this.store, table, region, mending))
      }
    }
  }
}

/** The table with room for entries that were added since. */
function withRoom(table: LandmarkTable, entryRoom: number): LandmarkTable {
  if (table.values.length >= entryRoom * table.count) return table
  const values = new Uint16Array(entryRoom * table.count)
  values.set(table.values)
  return { ...table, values }
}
