/**
 * One level of a version of a map that changes: its columns, which all versions share, and where there is room in them.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { blocksAtLevel } from '../atlas/levels.ts'
import type { Terrain } from '../map/terrain.ts'
import { Arena, ArenaRoom, withRoom } from './arena.ts'
import { VersionedColumn, type Versions } from './versions.ts'

/** Spare regions, entries and records before a column is replaced by a longer one. */
const ROOM = 1.5
const ROOM_LEAST = 4096

/** Room that is never written takes no memory. A page of any column is never half in it. */
export const roomFor = (count: number) => (Math.ceil(count * ROOM) + ROOM_LEAST) & -32

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

interface LevelColumns {
  readonly regionsOfBlock: VersionedColumn
  readonly parentOfRegion: VersionedColumn
  readonly rowOfRegion: VersionedColumn
  readonly regionOfSide: VersionedColumn
  readonly tableOfRegion: VersionedColumn
  /** How many words of 16 bits a region's table has. */
  readonly wordsOfRegion: VersionedColumn
  /** Whether a region's table has surely changed; tables whose place in `tableOfRegion` is negative may have. */
  readonly isDue: VersionedColumn<Uint8Array>
}

export class LiveLevel implements AtlasLevel {
  readonly level: number
  readonly blocksWide: number
  readonly blocksHigh: number
  readonly columns: LevelColumns
  /** How many there are. */
  regions: number
  pairCount: number
  /** How many tables are in doubt. */
  doubtful = 0
  slotArena: Arena<Int32Array>
  tableArena: Arena<Uint16Array>
  regionEnd: number
  private freeRuns = new Map<number, number[]>()

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
    this.regions = from.regionCount
    this.pairCount = from.pairCount
    const words = new Int32Array(room)
    for (let region = 0; region < from.regionCount; region++) {
      const next = region + 1 < from.regionCount ? from.tableOfRegion[region + 1] : from.tables.length
      words[region] = next - from.tableOfRegion[region]
    }
    this.columns = {
      regionsOfBlock: new VersionedColumn(versions, from.regionsOfBlock.slice()),
      parentOfRegion: new VersionedColumn(versions, withRoom(from.parentOfRegion, room), 2),
      rowOfRegion: new VersionedColumn(versions, withRoom(from.rowOfRegion, 2 * room), 3),
      regionOfSide: new VersionedColumn(versions, withRoom(from.regionOfSide, 2 * entryRoom), 3),
      tableOfRegion: new VersionedColumn(versions, withRoom(from.tableOfRegion, room), 2),
      wordsOfRegion: new VersionedColumn(versions, words, 2),
      isDue: new VersionedColumn(versions, new Uint8Array(room), 4),
    }
    const slotCount = from.slots.length / 2
    this.slotArena = new Arena(new ArenaRoom(withRoom(from.slots, 2 * roomFor(slotCount)), slotCount, 2))
    const tableWords = from.tables.length
    this.tableArena = new Arena(new ArenaRoom(withRoom(from.tables, roomFor(tableWords)), tableWords, 1))
  }

  /** The same level of another version. */
  fork(): LiveLevel {
    const copy: LiveLevel = Object.create(LiveLevel.prototype)
    const freeRuns = new Map([...this.freeRuns].map(([count, runs]) => [count, runs.slice()]))
    return Object.assign(copy, this, {
      slotArena: this.slotArena.fork(),
      tableArena: this.tableArena.fork(),
      freeRuns,
    })
  }

  /** Ends of numbers, not counts. */
  get regionCount(): number {
    return this.parentOfRegion.length
  }

  get entryCount(): number {
    return this.regionOfSide.length / 2
  }

  get regionsOfBlock(): Int32Array {
    return this.columns.regionsOfBlock.data
  }

  get parentOfRegion(): Int32Array {
    return this.columns.parentOfRegion.data
  }

  get rowOfRegion(): Int32Array {
    return this.columns.rowOfRegion.data
  }

  get regionOfSide(): Int32Array {
    return this.columns.regionOfSide.data
  }

  get tableOfRegion(): Int32Array {
    return this.columns.tableOfRegion.data
  }

  get wordsOfRegion(): Int32Array {
    return this.columns.wordsOfRegion.data
  }

  get slots(): Int32Array {
    return this.slotArena.data
  }

  get tables(): Uint16Array {
    return this.tableArena.data
  }

  get tableBytes(): Uint8Array {
    return this.tableArena.room.bytes
  }

  /** `count` numbers side by side for regions of a block. */
  takeRegions(count: number): number {
    if (count === 0) return 0
    const free = this.freeRuns.get(count)
    if (free !== undefined && free.length > 0) return free.pop()!
    const first = this.regionEnd
    this.regionEnd += count
    if (this.regionEnd > this.regionCount) this.growRegions()
    for (let region = first; region < this.regionEnd; region++) this.columns.parentOfRegion.write(region, NO_PARENT)
    return first
  }

  giveRegions(first: number, count: number): void {
    if (count === 0) return
    const free = this.freeRuns.get(count)
    if (free === undefined) this.freeRuns.set(count, [first])
    else free.push(first)
    for (let region = first; region < first + count; region++) {
      this.columns.rowOfRegion.write(2 * region + 1, 0)
      this.columns.parentOfRegion.write(region, NO_PARENT)
      this.setTable(region, 0, 0)
      this.columns.isDue.write(region, 0)
    }
  }

  endCommit(): void {
    this.slotArena.endCommit()
    this.tableArena.endCommit()
  }

  setRow(region: number, firstSlot: number, slotCount: number): void {
    this.columns.rowOfRegion.write(2 * region, firstSlot)
    this.columns.rowOfRegion.write(2 * region + 1, slotCount)
  }

  /** Sets where a region's table is; it is not in doubt. */
  setTable(region: number, table: number, words: number): void {
    this.trust(region)
    this.columns.tableOfRegion.write(region, table)
    this.columns.wordsOfRegion.write(region, words)
  }

  /** Where a region's table is, or was: it may be doubtful. */
  tableAt(region: number): number {
    const table = this.tableOfRegion[region]
    return table < 0 ? ~table : table
  }

  /** From now on a reader of the region's table has it made first; false where that is so already. */
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

  private growRegions(): void {
    const room = roomFor(this.regionEnd)
    const { parentOfRegion, rowOfRegion, tableOfRegion, wordsOfRegion, isDue } = this.columns
    rowOfRegion.grow(2 * room)
    for (const column of [parentOfRegion, tableOfRegion, wordsOfRegion, isDue]) column.grow(room)
  }
}
