/**
 * Commits, the tables that they left doubtful, and new layouts, made in small pieces. Other work runs between the pieces
 * (base/pace.ts), so it never waits long.
 */
import { finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { laidOut } from './canonical.ts'
import { type Changes, type OnStage, Repair } from './repair.ts'
import { type Store, storeOf } from './store.ts'
import { Lifts } from './tables.ts'
import type { EditsOfBlock } from './touched-blocks.ts'

/** Other work waits for two slices, or about 4 ms when a piece takes longer than foreseen. */
export const SLICE_MS = 1
/** How often tables are made that commits left open meanwhile, before the rest is made at once. */
const ROUNDS_MAX = 4
/** Blocks whose missed edits are made at once. */
const BLOCKS_A_PIECE = 4
const NO_BLOCKS: ReadonlySet<number> = new Set()
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
    const arena = store.arenaNearlyFull
    if (arena !== undefined) yield* arena.growing()
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
      yield* repair.tables.settling(level.level, region, lifts)
      yield
      const arena = store.arenaNearlyFull
      if (arena !== undefined) yield* arena.growing()
      store.beginCommit()
      // A commit in between may have left it doubtful.
      repair.tables.settle(level.level, region)
    }
  }
}

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

/**
 * The same map in a new store, laid out as a bake would. Commits scatter regions, entries and records over their columns, and
 * landmarks come to say less. None of its tables may be doubtful. Edits that come meanwhile are noted in `missed`, and made again
 * on the new layout.
 */
export function* laidOutStore(store: Store, missed: MissedEdits): Work<Store> {
  const version = store.fork()
  const { columns } = yield* laidOut(version, null, () => version.drop())
  const next = yield* storeOf(columns, store.costMax, store.sharedChoice)
  next.isOfView = store.isOfView
  yield* missed.make(next)
  return next
}
