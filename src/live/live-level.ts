/**
 * One level of a version: its columns, which all versions share, and the free room in them.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, NO_PARENT } from '../atlas/islands.ts'
import { blocksAtLevel } from '../atlas/layout.ts'
import { endSlotOf, firstSlotOf } from '../atlas/level-graph.ts'
import type { Block, Region } from '../base/ids.ts'
import { addTo } from '../base/lists.ts'
import { copying, STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { Terrain } from '../map/terrain.ts'
import { Arena } from './arena.ts'
import { VersionedColumn, type Versions } from './versions.ts'

/** Spare room for regions, entries and records, so that columns seldom grow. */
const ROOM = 1.5
const ROOM_LEAST = 4096

/** Unwritten room takes no memory. Rounded so that each page of a column lies wholly inside it. */
export const roomFor = (count: number) => (Math.ceil(count * ROOM) + ROOM_LEAST) & -32

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

interface LevelColumns {
  readonly regionsOfBlock: VersionedColumn
  readonly parentOfRegion: VersionedColumn
  readonly rowOfRegion: VersionedColumn
  readonly regionOfSide: VersionedColumn
  readonly tableOfRegion: VersionedColumn
  /** The length of each region's table, in 16-bit words. */
  readonly wordsOfRegion: VersionedColumn
  /** 1 if a region's table has surely changed. A negative place in `tableOfRegion` means that it may have. */
  readonly isDue: VersionedColumn<Uint8Array>
}

/** The columns that a level shows as arrays. */
const ARRAYS = [
  'regionsOfBlock',
  'parentOfRegion',
  'rowOfRegion',
  'regionOfSide',
  'tableOfRegion',
  'wordsOfRegion',
] as const

/** One level of a version, as searches read it. */
export class LiveLevel implements AtlasLevel {
  readonly level: number
  readonly blocksWide: number
  readonly blocksHigh: number
  readonly columns: LevelColumns
  regionsOfBlock!: Int32Array
  parentOfRegion!: Int32Array
  rowOfRegion!: Int32Array
  regionOfSide!: Int32Array
  tableOfRegion!: Int32Array
  wordsOfRegion!: Int32Array
  slots!: Int32Array
  tables!: Uint16Array
  tableBytes!: Uint8Array
  makeTable?: (region: Region) => void
  pairCount: number
  /** The count of doubtful tables. */
  doubtful = 0
  readonly slotArena: Arena<Int32Array>
  readonly tableArena: Arena<Uint16Array>
  regionEnd: number
  private freeRuns = new Map<number, number[]>()

  /** Empty, with room for what `fill` copies from the same level. */
  constructor(
    versions: Versions,
    from: AtlasLevel,
    level: number,
    { blocksWide, blocksHigh }: Pick<Terrain, 'blocksWide' | 'blocksHigh'>,
    entryRoom: number,
  ) {
    this.level = level
    this.blocksWide = blocksAtLevel(blocksWide, level)
    this.blocksHigh = blocksAtLevel(blocksHigh, level)
    const room = roomFor(from.regionCount)
    this.regionEnd = from.regionCount
    this.pairCount = from.pairCount
    const column = (length: number, pageShift: number) =>
      new VersionedColumn(versions, new Int32Array(length), pageShift)
    this.columns = {
      regionsOfBlock: column(from.regionsOfBlock.length, 0),
      parentOfRegion: column(room, 2),
      rowOfRegion: column(2 * room, 3),
      regionOfSide: column(2 * entryRoom, 3),
      tableOfRegion: column(room, 2),
      wordsOfRegion: column(room, 2),
      isDue: new VersionedColumn(versions, new Uint8Array(room), 4),
    }
    const slotCount = from.slots.length / 2
    this.slotArena = new Arena(versions, new Int32Array(2 * roomFor(slotCount)), slotCount, 2)
    const tableWords = from.tables.length
    this.tableArena = new Arena(versions, new Uint16Array(roomFor(tableWords)), tableWords, 1)
    this.look()
  }

  /** Copies the columns of a level, in pieces. */
  *fill(from: AtlasLevel): Work<void> {
    const { regionsOfBlock, parentOfRegion, rowOfRegion, regionOfSide, tableOfRegion, wordsOfRegion } = this
    yield* copying(from.regionsOfBlock, regionsOfBlock, 0)
    yield* copying(from.parentOfRegion, parentOfRegion, 0)
    yield* copying(from.rowOfRegion, rowOfRegion, 0)
    yield* copying(from.regionOfSide, regionOfSide, 0)
    yield* copying(from.tableOfRegion, tableOfRegion, 0)
    for (let region = 0; region < from.regionCount; region++) {
      if (region % STEPS_A_PIECE === 0) yield
      const next = region + 1 < from.regionCount ? from.tableOfRegion[region + 1] : from.tables.length
      // Tables of a snapshot lie in no order.
      wordsOfRegion[region] = from instanceof LiveLevel ? from.wordsOfRegion[region] : next - from.tableOfRegion[region]
    }
    yield* copying(from.slots, this.slots, 0)
    yield* copying(from.tables, this.tables, 0)
  }

  /** The same level for a new version. */
  fork(): LiveLevel {
    const copy: LiveLevel = Object.create(LiveLevel.prototype)
    const freeRuns = new Map([...this.freeRuns].map(([count, runs]) => [count, runs.slice()]))
    return Object.assign(copy, this, { freeRuns })
  }

  /** The end of region numbers, not the count in use; likewise `entryCount`. */
  get regionCount(): number {
    return this.parentOfRegion.length
  }

  get entryCount(): number {
    return this.regionOfSide.length / 2
  }

  /** Reads the arrays again: longer ones may have replaced them. */
  look(): void {
    const { columns, slotArena, tableArena } = this
    for (const name of ARRAYS) this[name] = columns[name].data
    this.slots = slotArena.data
    this.tables = tableArena.data
    this.tableBytes = tableArena.bytes
  }

  /** Takes `count` consecutive numbers for the regions of a block. */
  takeRegions(count: number): number {
    if (count === 0) return 0
    const free = this.freeRuns.get(count)?.pop()
    if (free !== undefined) return free
    const first = this.regionEnd
    this.regionEnd += count
    if (this.regionEnd > this.regionCount) this.growRegions()
    for (let region = first; region < this.regionEnd; region++) this.columns.parentOfRegion.write(region, NO_PARENT)
    return first
  }

  giveRegions(first: number, count: number): void {
    if (count === 0) return
    addTo(this.freeRuns, count, first)
    for (let region = first; region < first + count; region++) {
      this.columns.rowOfRegion.write(2 * region + 1, 0)
      this.columns.parentOfRegion.write(region, NO_PARENT)
      this.setTable(region, 0, 0)
      this.columns.isDue.write(region, 0)
    }
  }

  setRow(region: number, firstSlot: number, slotCount: number): void {
    this.columns.rowOfRegion.write(2 * region, firstSlot)
    this.columns.rowOfRegion.write(2 * region + 1, slotCount)
  }

  /** Sets where a region's table is; the table is then not doubtful. */
  setTable(region: number, table: number, words: number): void {
    this.trust(region)
    this.columns.tableOfRegion.write(region, table)
    this.columns.wordsOfRegion.write(region, words)
  }

  /** Where a region's table is, doubtful or not. */
  tableAt(region: number): number {
    const table = this.tableOfRegion[region]
    return table < 0 ? ~table : table
  }

  /** Marks a region's table as doubtful: it must be made before it is read. False if it was doubtful already. */
  doubt(region: number): boolean {
    const table = this.tableOfRegion[region]
    if (table < 0) return false
    this.columns.tableOfRegion.write(region, ~table)
    this.doubtful++
    return true
  }

  trust(region: number): void {
    const table = this.tableOfRegion[region]
    if (table >= 0) return
    this.columns.tableOfRegion.write(region, ~table)
    this.doubtful--
  }

  /** Visits the slots of all regions of a block. */
  forEachSlot(block: Block, visit: (region: Region, slot: number) => void): void {
    const end = endRegionOf(this.regionsOfBlock, block)
    for (let region = firstRegionOf(this.regionsOfBlock, block); region < end; region++) {
      const slotEnd = endSlotOf(this, region)
      for (let slot = firstSlotOf(this, region); slot < slotEnd; slot++) visit(region, slot)
    }
  }

  private growRegions(): void {
    const room = roomFor(this.regionEnd)
    const { parentOfRegion, rowOfRegion, tableOfRegion, wordsOfRegion, isDue } = this.columns
    rowOfRegion.grow(2 * room)
    for (const column of [parentOfRegion, tableOfRegion, wordsOfRegion, isDue]) column.grow(room)
  }
}
