/**
 * One commit, top to bottom: edits of cells become the next version of all columns. The stages are those of the bake,
 * run only where something has changed. Cells near an entry decide about it, so the result equals a bake.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Work } from '../base/work.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import { Borders } from './borders.ts'
import { CommitStage } from './commit-stage.ts'
import { climb, draftLevelZero } from './draft-regions.ts'
import { isCheaper } from './floors.ts'
import { Mending } from './mending.ts'
import { Rows } from './rows.ts'
import type { Store } from './store.ts'
import { Tables } from './tables.ts'
import { cellCountOf, type EditsOfBlock, readCosts, type TouchedBlock, TouchedBlocks } from './touched-blocks.ts'

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
/** A cell and its four straight neighbours. Only where cells become walls or free can islands join or part. */
const AROUND = 5
const CELLS_A_PIECE = 64
const NO_BLOCKS: ReadonlySet<number> = new Set()

export class Repair {
  private readonly store: Store
  /** The state of the current commit. */
  private readonly stage: CommitStage
  private readonly rows: Rows
  private readonly touchedBlocks: TouchedBlocks
  private readonly borders: Borders
  readonly tables: Tables
  /** Made when landmarks are first mended. */
  private mending: Mending | null = null
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
    const { stage } = this
    const cheaperBlocks = yield* this.cheaperBlocks(touched)
    this.borders.begin()
    yield* draftLevelZero(stage, this.touchedBlocks, this.borders, touched)
    onStage(2, STAGES)
    yield* climb(stage, this.borders)
    onStage(3, STAGES)
    yield* this.rows.write()
    onStage(4, STAGES)
    const made = yield* this.tables.repair(stage, touched, cheaperBlocks)
    onStage(5, STAGES)
    const isMendable = store.landmarks.count > 0 && stage.added.length + made.length > 0
    if (isMendable) {
      this.mending ??= new Mending(store, region => this.tables.settle(0, region))
      yield* this.mending.run(stage.added, made)
    }
    const regions = stage.dirtyOfLevel.reduce((sum, level) => sum + level.size, 0)
    const entries = stage.added.length + stage.removed.length
    stage.forget()
    const islands = yield* parted(islandsBefore, yield* islandsAround(store, cellsParting))
    return { cells: cellCountOf(edits), blocks: touched.length, regions, entries, ...islands }
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

/** The cells that are about to become walls, or free. */
function* partingCells({ terrain }: Store, edits: EditsOfBlock): Work<number[]> {
  const parting: number[] = []
  for (const [block, cells] of edits) {
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    for (let i = 0; i < cells.length; i += 2) {
      const [x, y] = [left + (cells[i] & BLOCK_MASK), top + (cells[i] >> BLOCK_SHIFT)]
      if (terrain.isFree(x, y) !== cells[i + 1] > 0) parting.push(y * terrain.width + x)
    }
    yield
  }
  return parting
}

/** The islands of each cell and its neighbours; -1 for walls. */
function* islandsAround(store: Store, cells: readonly number[]): Work<Int32Array> {
  const { terrain } = store
  const islands = new Int32Array(AROUND * cells.length)
  for (let i = 0, to = 0; i < cells.length; i++) {
    if (i % CELLS_A_PIECE === 0) yield
    const x = cells[i] % terrain.width
    const y = (cells[i] - x) / terrain.width
    islands[to++] = islandOfCell(store, x, y)
    for (let side = 0; side + 1 < AROUND; side++) islands[to++] = islandOfCell(store, x + DX[side], y + DY[side])
  }
  return islands
}

/** Counts joined and parted islands. Cells that are free before and after pair each old island with a new one. */
function* parted(before: Int32Array, now: Int32Array): Work<{ islandsMerged: number; islandsSplit: number }> {
  const pairs = new Set<string>()
  const olds = new Set<number>()
  const news = new Set<number>()
  for (let i = 0, last = -1; i < now.length; i++) {
    if (i % (CELLS_A_PIECE * AROUND) === 0) yield
    if (now[i] < 0 || before[i] < 0) continue
    if (last >= 0 && now[i] === now[last] && before[i] === before[last]) continue
    last = i
    pairs.add(`${before[i]} ${now[i]}`)
    olds.add(before[i])
    news.add(now[i])
  }
  return { islandsMerged: pairs.size - news.size, islandsSplit: pairs.size - olds.size }
}
