/**
 * The columns of one level of a map that changes, and where there is room in them.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { blocksAtLevel } from '../atlas/levels.ts'
import { Arena, withRoom } from './arena.ts'

/** Regions, entries and records may become so many more before a column is replaced by a longer one. */
const ROOM = 1.125
const ROOM_LEAST = 4096

export const roomFor = (count: number) => Math.ceil(count * ROOM) + ROOM_LEAST

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The columns of one level, and where there is room in them. */
export class LiveLevel implements AtlasLevel {
  readonly level: number
  readonly blocksWide: number
  readonly blocksHigh: number
  /** Ends of numbers, not counts. */
  regionCount: number
  entryCount: number
  /** How many there are. */
  regions: number
  pairCount: number
  regionsOfBlock: Int32Array
  parentOfRegion: Int32Array
  rowOfRegion: Int32Array
  regionOfSide: Int32Array
  tableOfRegion: Int32Array
  /** How many words of 16 bits a region's table has. */
  wordsOfRegion: Int32Array
  /** Regions whose tables are surely others now; maybe so are those of all whose place in `tableOfRegion` is negative. */
  due = new Set<number>()
  /** How many places are negative. */
  doubtful = 0
  slots: Int32Array
  tables: Uint16Array
  tableBytes: Uint8Array
  readonly slotArena: Arena<Int32Array>
  readonly tableArena: Arena<Uint16Array>
  regionEnd: number
  private readonly freeRuns = new Map<number, number[]>()

  constructor(from: AtlasLevel, level: number, blocksWide: number, blocksHigh: number, entryRoom: number) {
    this.level = level
    this.blocksWide = blocksAtLevel(blocksWide, level)
    this.blocksHigh = blocksAtLevel(blocksHigh, level)
    const room = roomFor(from.regionCount)
    this.regionEnd = from.regionCount
    this.regions = from.regionCount
    this.regionCount = room
    this.entryCount = entryRoom
    this.pairCount = from.pairCount
    this.regionsOfBlock = from.regionsOfBlock.slice()
    this.parentOfRegion = withRoom(from.parentOfRegion, room)
    this.rowOfRegion = withRoom(from.rowOfRegion, 2 * room)
    this.regionOfSide = withRoom(from.regionOfSide, 2 * entryRoom)
    this.tableOfRegion = withRoom(from.tableOfRegion, room)
    this.wordsOfRegion = new Int32Array(room)
    for (let region = 0; region < from.regionCount; region++) {
      const next = region + 1 < from.regionCount ? from.tableOfRegion[region + 1] : from.tables.length
      this.wordsOfRegion[region] = next - from.tableOfRegion[region]
    }
    this.slotArena = new Arena(withRoom(from.slots, 2 * roomFor(from.slots.length / 2)), from.slots.length / 2, 2)
    this.tableArena = new Arena(withRoom(from.tables, roomFor(from.tables.length)), from.tables.length, 1)
    this.slots = this.slotArena.data
    this.tables = this.tableArena.data
    this.tableBytes = bytesOf(this.tables)
  }

  /** Columns of their own; arenas too. */
  clone(): LiveLevel {
    const slotArena = new Arena(this.slotArena.data.slice(), this.slotArena.end, 2)
    const tableArena = new Arena(this.tableArena.data.slice(), this.tableArena.end, 1)
    const copy: LiveLevel = Object.create(LiveLevel.prototype)
    Object.assign(copy, this, { slotArena, tableArena, freeRuns: new Map() })
    copy.ownColumns()
    copy.takeArenas()
    return copy
  }

  /** Gives itself new copies of the columns that commits write in place. */
  ownColumns(): void {
    this.regionsOfBlock = this.regionsOfBlock.slice()
    this.parentOfRegion = this.parentOfRegion.slice()
    this.rowOfRegion = this.rowOfRegion.slice()
    this.regionOfSide = this.regionOfSide.slice()
    this.tableOfRegion = this.tableOfRegion.slice()
    this.wordsOfRegion = this.wordsOfRegion.slice()
    this.due = new Set(this.due)
  }

  /** `count` numbers side by side for regions of a block. */
  takeRegions(count: number): number {
    if (count === 0) return 0
    const free = this.freeRuns.get(count)
    if (free !== undefined && free.length > 0) return free.pop()!
    const first = this.regionEnd
    this.regionEnd += count
    if (this.regionEnd > this.regionCount) this.growRegions()
    this.parentOfRegion.fill(NO_PARENT, first, this.regionEnd)
    return first
  }

  giveRegions(first: number, count: number): void {
    if (count === 0) return
    const free = this.freeRuns.get(count)
    if (free === undefined) this.freeRuns.set(count, [first])
    else free.push(first)
    for (let region = first; region < first + count; region++) {
      this.rowOfRegion[2 * region + 1] = 0
      this.parentOfRegion[region] = NO_PARENT
      this.wordsOfRegion[region] = 0
      this.trust(region)
      this.tableOfRegion[region] = 0
      this.due.delete(region)
    }
  }

  /** Where a region's table is, or was: it may be doubtful. */
  tableAt(region: number): number {
    const table = this.tableOfRegion[region]
    return table < 0 ? ~table : table
  }

  /** From now on whoever reads the region's table has it made before; false where that is so already. */
  doubt(region: number): boolean {
    const table = this.tableOfRegion[region]
    if (table < 0) return false
    this.tableOfRegion[region] = ~table
    this.doubtful++
    return true
  }

  trust(region: number): void {
    const table = this.tableOfRegion[region]
    if (table >= 0) return
    this.tableOfRegion[region] = ~table
    this.doubtful--
  }

  growEntries(room: number): void {
    this.entryCount = room
    this.regionOfSide = withRoom(this.regionOfSide, 2 * room)
  }

  /** After an arena may have been replaced. */
  takeArenas(): boolean {
    const isSame = this.slots === this.slotArena.data && this.tables === this.tableArena.data
    this.slots = this.slotArena.data
    this.tables = this.tableArena.data
    if (!isSame) this.tableBytes = bytesOf(this.tables)
    return !isSame
  }

  private growRegions(): void {
    const room = roomFor(this.regionEnd)
    this.regionCount = room
    this.parentOfRegion = withRoom(this.parentOfRegion, room)
    this.rowOfRegion = withRoom(this.rowOfRegion, 2 * room)
    this.tableOfRegion = withRoom(this.tableOfRegion, room)
    this.wordsOfRegion = withRoom(this.wordsOfRegion, room)
  }
}

function bytesOf(tables: Uint16Array): Uint8Array {
  return new Uint8Array(tables.buffer, tables.byteOffset, tables.byteLength)
}
