/**
 * One commit, top to bottom: edits of cells become the next version of all columns. The stages are the bake's, each done where
 * something has changed and nowhere else: what is near a cell decides about its entries, so what comes out equals a bake.
 */
import { sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Labels } from '../atlas/labels.ts'
import { entryIn } from '../atlas/level-graph.ts'
import { DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import { Borders } from './borders.ts'
import { Ground, type TouchedBlock } from './ground.ts'
import { mendRegion, placeEntries } from './landmarks.ts'
import type { Writable } from './level.ts'
import { Lowering } from './lowering.ts'
import { climb, draftGround } from './regions.ts'
import { blockOfRegion, Rows } from './rows.ts'
import { Stage } from './stage.ts'
import type { Store } from './store.ts'
import { Tables } from './tables.ts'

/** What a commit changed. */
export interface Changes {
  /** Cells whose cost is another one now. */
  readonly cells: number
  /** Blocks of 32 x 32 cells that these lie in. */
  readonly blocks: number
  /** Regions of all levels whose entries or costs were found again. */
  readonly regions: number
  /** Entries that came or went. */
  readonly entries: number
  /** How many islands became part of another one, and how many came of parting. */
  readonly islandsMerged: number
  readonly islandsSplit: number
}

/** Is told of what commits change, as long as it has to know. */
export interface Witness {
  /** Entries that came and went, and blocks whose regions cost something else. */
  note(added: readonly number[], removed: readonly number[], blocks: Iterable<number>): void
}

const NO_ISLANDS = new Int32Array(0)
/** Straight steps. */
const AROUND = 4

export const NO_CHANGES: Changes = { cells: 0, blocks: 0, regions: 0, entries: 0, islandsMerged: 0, islandsSplit: 0 }

/** What two commits changed, one after the other. */
export function addChanges(a: Changes, b: Changes): Changes {
  return {
    cells: a.cells + b.cells,
    blocks: a.blocks + b.blocks,
    regions: a.regions + b.regions,
    entries: a.entries + b.entries,
    islandsMerged: a.islandsMerged + b.islandsMerged,
    islandsSplit: a.islandsSplit + b.islandsSplit,
  }
}

export class Repair {
  private readonly store: Store
  private readonly labels: Writable<Labels>
  private readonly ground: Ground
  private readonly borders: Borders
  private readonly tables: Tables
  private readonly lowering: Lowering
  /** Is told of each commit while landmarks are measured anew. */
  witness: Witness | null = null

  constructor(store: Store) {
    this.store = store
    this.labels = { ...store.columnsNow().labels }
    this.ground = new Ground(store)
    this.borders = new Borders(store, this.labels)
    this.tables = new Tables(store)
    this.lowering = new Lowering(store)
  }

  /** edits: cell (y * width + x) -> cost. */
  commit(edits: ReadonlyMap<number, number>): Changes {
    const { store } = this
    const turning = this.turning(edits)
    const before = this.islandsAround(turning)
    const touched = this.ground.apply(edits)
    const stage = new Stage(store)
    this.borders.forget()
    this.refreshLabels()
    const dirty = this.draft(stage, touched)
    climb(stage, this.borders)
    const rows = new Rows(stage)
    rows.write()
    for (const region of dirty) rows.soil(store.levels[0], region)
    for (const one of touched) if (one.hasCosts) this.soilOwn(rows, one)
    for (const one of touched) if (one.hasCosts) this.shiftBeyond(rows, one)
    const made = this.tables.repair(rows, touched)
    this.repairLandmarks(stage, made)
    this.refreshLabels()
    store.endCommit()
    const regions = rows.dirtyOfLevel.reduce((sum, level) => sum + level.size, 0)
    const entries = stage.added.length + stage.removed.length
    const cells = touched.reduce((sum, { changed }) => sum + countOf(changed), 0)
    return { cells, blocks: touched.length, regions, entries, ...this.islandsChanged(turning, before) }
  }

  /** Makes a table that is in doubt. */
  settle(level: number, region: number): void {
    this.tables.settle(level, region)
    this.store.endCommit()
  }

  /** The tables that are in doubt: level and region. */
  doubtful(): [level: number, region: number][] {
    const found: [number, number][] = []
    for (const { level, regionEnd, tableOfRegion } of this.store.levels) {
      for (let region = 0; region < regionEnd; region++) if (tableOfRegion[region] < 0) found.push([level, region])
    }
    return found
  }

  /** Makes all tables that are in doubt. */
  settleAll(): void {
    this.tables.settleAll()
    this.store.endCommit()
  }

  /** Gives new entries their costs, and mends landmarks where regions, of those given, have become cheaper. */
  private repairLandmarks({ added, removed }: Stage, made: readonly number[]): void {
    const { store } = this
    const table = { ...store.landmarks, values: store.costToLandmark }
    const write = (at: number, value: number) => store.columns.costToLandmark.write(at, value)
    placeEntries(store, table, added, write)
    this.lowering.restart()
    for (const region of made) mendRegion(store, table, region, this.lowering, write)
    store.landmarks.guards = table.guards
    if (this.witness === null) return
    const blocks = made.map(region => blockOfRegion(store.levels[0], region))
    this.witness.note(added, removed, blocks)
  }

  private draft(stage: Stage, touched: readonly TouchedBlock[]): Set<number> {
    // Labels are made before any border is walked, and columns may be replaced by longer ones meanwhile.
    return draftGround(stage, this.ground, this.borders, touched, () => this.refreshLabels())
  }

  private refreshLabels(): void {
    const { store, labels } = this
    labels.regionsOfBlock = store.levels[0].regionsOfBlock
    labels.firstPlaneOfBlock = store.firstPlaneOfBlock
    labels.planeBits = store.planes.data
  }

  private soilOwn(rows: Rows, { block }: TouchedBlock): void {
    const level = this.store.levels[0]
    const first = level.regionsOfBlock[2 * block]
    const end = first + level.regionsOfBlock[2 * block + 1]
    for (let region = first; region < end; region++) rows.soil(level, region)
  }

  /**
   * Half of a crossing's step lies in the other block: where its cell costs something else, all pairs of the entry do in the
   * region beyond, each by as much. Nothing inside that region is another, so it needs no flood.
   */
  private shiftBeyond(rows: Rows, { block, changed, costsBefore }: TouchedBlock): void {
    const { terrain, levels } = this.store
    const [level] = levels
    const first = level.regionsOfBlock[2 * block]
    const end = first + level.regionsOfBlock[2 * block + 1]
    for (let region = first; region < end; region++) {
      const slot = level.rowOfRegion[2 * region]
      const slotEnd = slot + level.rowOfRegion[2 * region + 1]
      for (let at = slot; at < slotEnd; at++) {
        const crossing = level.slots[2 * at + 1]
        const [x, y] = [xOf(crossing), yOf(crossing)]
        if (((changed[y & BLOCK_MASK] >>> (x & BLOCK_MASK)) & 1) === 0) continue
        const entry = entryIn(level.slots[2 * at])
        const before = costsBefore[((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)]
        const units = (STRAIGHT_UNITS / 2) * (terrain.costAt(x, y) - before)
        rows.shift(level, level.regionOfSide[2 * entry + 1 - sideOf(crossing)], entry, units)
      }
    }
  }

  /** The cells that become walls, or free: islands part and join at no others. */
  private turning(edits: ReadonlyMap<number, number>): number[] {
    const { terrain } = this.store
    const cells: number[] = []
    for (const [cell, cost] of edits) {
      const x = cell % terrain.width
      if (terrain.isFree(x, (cell - x) / terrain.width) !== cost > 0) cells.push(cell)
    }
    return cells
  }

  /** The islands of each of these cells and its neighbours; -1 for walls. */
  private islandsAround(cells: readonly number[]): number[] {
    this.refreshLabels()
    const { terrain, levels } = this.store
    const columns = { terrain, levels, labels: this.labels, islandOfRegion: NO_ISLANDS }
    const { width } = terrain
    const islands: number[] = []
    for (const cell of cells) {
      const x = cell % width
      const y = (cell - x) / width
      islands.push(islandOfCell(columns, x, y))
      for (let i = 0; i < AROUND; i++) islands.push(islandOfCell(columns, x + DX[i], y + DY[i]))
    }
    return islands
  }

  /** Cells that are free before and after tell which islands of before make which of now. */
  private islandsChanged(cells: readonly number[], before: readonly number[]) {
    const now = this.islandsAround(cells)
    const pairs = new Set<string>()
    const olds = new Set<number>()
    const news = new Set<number>()
    now.forEach((island, i) => {
      if (island < 0 || before[i] < 0) return
      pairs.add(`${before[i]} ${island}`)
      olds.add(before[i])
      news.add(island)
    })
    return { islandsMerged: pairs.size - news.size, islandsSplit: pairs.size - olds.size }
  }
}

function countOf(changed: Int32Array): number {
  let count = 0
  for (let bits of changed) for (; bits !== 0; bits &= bits - 1) count++
  return count
}
