/**
 * One commit, top to bottom: edits of cells become the next version of all columns. The stages are those of the bake,
 * run only where something has changed. Cells near an entry decide about it, so the result equals a bake.
 */
import { reversed, xOf, yOf } from '../atlas/crossing.ts'
import type { Level, Region } from '../base/ids.ts'
import type { Work } from '../base/work.ts'
import { BLOCK_CELLS } from '../map/terrain.ts'
import { Borders } from './borders.ts'
import { CommitStage } from './commit-stage.ts'
import { climb, draftLevelZero } from './draft-regions.ts'
import { isCheaper } from './floors.ts'
import type { Lifts } from './lifts.ts'
import { Mending } from './mending.ts'
import { islandsAround, parted, partingCells } from './parting.ts'
import { Rows } from './rows.ts'
import { soilAround } from './soil-around.ts'
import type { LandmarkTable, Store } from './store.ts'
import { Tables } from './tables.ts'
import { type EditsOfBlock, readCosts, type TouchedBlock, TouchedBlocks } from './touched-blocks.ts'

/** What a commit changed. */
export interface Changes {
  /** Cells whose cost changed. */
  readonly cells: number
  /** Blocks of 32 x 32 cells with such cells. */
  readonly blocks: number
  /** Regions of all levels whose entries or costs were found again. */
  readonly regions: number
  /** Entries that came or went. */
  readonly entries: number
  /** How many islands joined another one; `islandsSplit`, how many parted from another one. */
  readonly islandsMerged: number
  readonly islandsSplit: number
}

/** Called when `done` of `total` stages of a commit are done. */
export type OnStage = (done: number, total: number) => void

const STAGES = 6
const NO_BLOCKS: ReadonlySet<number> = new Set()

export class Repair {
  private readonly store: Store
  /** The state of the current commit. */
  private readonly stage: CommitStage
  private readonly rows: Rows
  private readonly touchedBlocks: TouchedBlocks
  private readonly borders: Borders
  private readonly tables: Tables
  /** Made when landmarks are first mended. */
  private knownMending: Mending | null = null
  /** Entries whose landmark costs the current commit wrote. */
  private readonly written = new Set<number>()
  private readonly costs = new Uint16Array(BLOCK_CELLS)

  constructor(store: Store) {
    this.store = store
    this.stage = new CommitStage(store)
    this.rows = new Rows(this.stage)
    this.touchedBlocks = new TouchedBlocks(store)
    this.borders = new Borders(store)
    this.tables = new Tables(store)
  }

  /**
   * Makes the next version of the columns. Counts islands that join or part only with `tellsIslands`. Blocks in
   * `layered` keep their entries.
   */
  *commit(
    edits: EditsOfBlock,
    tellsIslands: boolean,
    layered: ReadonlySet<number> = NO_BLOCKS,
    onStage: OnStage = () => {},
  ): Work<Changes> {
    const { store } = this
    const cellsParting = tellsIslands ? yield* partingCells(store, edits) : []
    const islandsBefore = yield* islandsAround(store, cellsParting)
    onStage(0, STAGES)
    const touched = yield* this.touchedBlocks.apply(edits, layered)
    onStage(1, STAGES)
    const { stage, rows } = this
    stage.forget()
    rows.forget()
    const cheaperBlocks = yield* this.cheaperBlocks(touched)
    this.borders.begin()
    yield* draftLevelZero(stage, this.touchedBlocks, this.borders, touched)
    onStage(2, STAGES)
    yield* climb(stage, this.borders)
    onStage(3, STAGES)
    yield* rows.write()
    onStage(4, STAGES)
    for (const one of touched) {
      soilAround(store, rows, one, cheaperBlocks)
      yield
    }
    const made = yield* this.tables.repair(rows, cheaperBlocks)
    onStage(5, STAGES)
    const isMendable = store.landmarks.count > 0 && stage.added.length + made.length > 0
    if (isMendable) yield* this.mendLandmarks(stage.added, made)
    store.endCommit()
    const regions = rows.dirtyOfLevel.reduce((sum, level) => sum + level.size, 0)
    const entries = stage.added.length + stage.removed.length
    stage.forget()
    rows.forget()
    const cells = touched.reduce((sum, { changed }) => sum + countOf(changed), 0)
    const islands = yield* parted(islandsBefore, yield* islandsAround(store, cellsParting))
    return { cells, blocks: touched.length, regions, entries, ...islands }
  }

  /** Makes a doubtful table. */
  settle(level: Level, region: Region): void {
    this.tables.settle(level, region)
    this.store.endCommit()
  }

  /** Makes a doubtful table in pieces. After a commit in between, it may stay doubtful. */
  settling(level: Level, region: Region, lifts: Lifts): Work<void> {
    return this.tables.settling(level, region, lifts)
  }

  /** Gives new entries their landmark costs, and mends landmarks at regions in `made` that have become cheaper. */
  private *mendLandmarks(added: readonly number[], made: readonly number[]): Work<void> {
    const { store } = this
    const { written } = this
    const { count, shift } = store.landmarks
    written.clear()
    const table: LandmarkTable = {
      count,
      shift,
      // A getter, since the column may be replaced meanwhile.
      get values() {
        return store.landmarks.costToLandmark
      },
      write(at, value) {
        if (store.isOfView) written.add(Math.floor(at / count))
        const { costToLandmark } = store.columns
        // Waves write a lot: the common case takes no call that serves all kinds of columns.
        if (costToLandmark.undos.length === 0) costToLandmark.data[at] = value
        else costToLandmark.write(at, value)
      },
    }
    if (yield* this.mending.run(table, added, made)) store.landmarks.isMended = true
    // Waves looked only at what ways cost now.
    for (const entry of written) this.forgetFloors(entry)
  }

  private forgetFloors(entry: number): void {
    const { terrain, floors, crossingOf } = this.store
    for (const crossing of [crossingOf[entry], reversed(crossingOf[entry])]) {
      floors.forget(terrain.blockOf(xOf(crossing), yOf(crossing)))
    }
  }

  private get mending(): Mending {
    this.knownMending ??= new Mending(this.store, region => this.tables.settle(0, region))
    return this.knownMending
  }

  /** The touched blocks where a way may be cheaper than landmarks allow. */
  private *cheaperBlocks(touched: readonly TouchedBlock[]): Work<Set<number>> {
    const { isOfView, floors, landmarks, terrain } = this.store
    const cheaperBlocks = new Set<number>()
    for (const one of landmarks.count > 0 ? touched : []) {
      if (isOfView) readCosts(terrain, one.block, this.costs)
      if (isOfView ? !floors.holds(one, this.costs) : isCheaper(one)) cheaperBlocks.add(one.block)
      yield
    }
    return cheaperBlocks
  }
}

function countOf(changed: Int32Array): number {
  let count = 0
  for (let bits of changed) for (; bits !== 0; bits &= bits - 1) count++
  return count
}
