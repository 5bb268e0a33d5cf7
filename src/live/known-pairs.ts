/**
 * What is still true of a region's pairs after an edit, so that only the rest is flooded again. Take the ground in which all
 * cells that have become walls, or free, are free. If there no way between two entries that passes such a cell, or its corner
 * by a diagonal, is as short as what they cost before, then all of the shortest ways are what they were, and a flood would take
 * the same of them: cost and way are known to the byte. One flood from all those cells at once tells it of all pairs.
 *
 * It holds for blocks whose free cells cost the same, and as long as no cell costs something else that stays free.
 */

import { halfStepUnits, xOf, yOf } from '../atlas/crossing.ts'
import { entryIn, type LevelGraph, pairCountOf, pairOf, shiftOf, wayKindOf } from '../atlas/level-graph.ts'
import { isLengthOfLine, TABLE_KEPT, TABLE_SEARCHED, type TableWriter, WAY_BYTES, WayFinder } from '../atlas/ways.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Known } from '../metric/cost.ts'
import type { OldRow } from './draft.ts'
import type { LiveLevel, Writable } from './live-level.ts'
import { ManySourceFlood } from './many-source-flood.ts'
import type { Store } from './store.ts'
import type { TouchedBlock } from './touched-blocks.ts'

/** Where fewer slots flood it is not worth one flood to know more. */
const FLOODS_MIN = 3
/** A diagonal saves so much of the two straight steps around its corner. */
const CORNER_UNITS = 2 * STRAIGHT_UNITS - DIAGONAL_UNITS

export class KnownPairs implements Known {
  /** What the pair costs that was asked for last. */
  units = 0
  /** Whether ways of the region were left to be searched, and whether many of them were kept. */
  isSearched = false
  hasWays = false
  private readonly store: Store
  private readonly level: LiveLevel
  private readonly flood: ManySourceFlood
  private readonly ways = new WayFinder()
  private rows: readonly OldRow[] = []
  private block = 0
  private firstSlot = 0
  private size = 0
  /** Of each slot its row among the old ones, its slot there, and half of what its crossing costs. */
  private rowOfSlot = new Int32Array(64)
  private slotOfSlot = new Int32Array(64)
  private halfOfSlot = new Float64Array(64)
  /** What each slot costs from the nearest changed cell, once that is measured. */
  private unitsOfSlot = new Float64Array(64)
  private isMeasured = false
  private touched: TouchedBlock | undefined
  /** An old row, as a graph of one region. */
  private readonly graph: Writable<LevelGraph>

  constructor(store: Store) {
    this.store = store
    this.level = store.levels[0]
    this.flood = new ManySourceFlood(store.terrain)
    // Its tables are those of the level when they are read; nobody reads its slots.
    const none = { slots: new Int32Array(0), regionOfSide: new Int32Array(0), tables: new Uint16Array(0) }
    const counts = { regionCount: 1, entryCount: 0, pairCount: 0, tableBytes: new Uint8Array(0) }
    this.graph = { ...none, ...counts, rowOfRegion: new Int32Array(2), tableOfRegion: new Int32Array(1) }
  }

  /** Looks at a region of a block that had these rows; false where nothing is known. */
  aim(block: Block, region: Region, rows: readonly OldRow[], touched: TouchedBlock | undefined): boolean {
    const { store, level } = this
    this.isSearched = false
    this.hasWays = false
    if (store.terrain.costOfBlock[block] <= 0) return false
    this.rows = rows
    this.block = block
    this.touched = touched
    this.firstSlot = level.rowOfRegion[2 * region]
    this.size = level.rowOfRegion[2 * region + 1]
    this.isMeasured = false
    this.findSlots()
    for (let row = 0; row < rows.length; row++) if (this.isRowUsed(row)) this.weigh(rows[row])
    return this.isSearched || this.hasWays
  }

  private isRowUsed(row: number): boolean {
    for (let slot = 0; slot < this.size; slot++) if (this.rowOfSlot[slot] === row) return true
    return false
  }

  /** Whether what a pair costs is known. */
  hasCost(low: number, high: number): boolean {
    const row = this.rowOfSlot[low]
    if (row === NONE || row !== this.rowOfSlot[high]) return false
    const pair = pairOf(this.slotOfSlot[low], this.slotOfSlot[high])
    this.units = this.level.tableArena.data[this.rows[row].table + 1 + pair]
    if (this.touched === undefined) return true
    if (!this.isMeasured) this.measure(this.touched)
    const inside = this.units - this.halfOfSlot[low] - this.halfOfSlot[high]
    return this.unitsOfSlot[low] + this.unitsOfSlot[high] > inside
  }

  /** Half of what a slot's crossing costs. */
  halfOf(slot: number): number {
    return this.halfOfSlot[slot]
  }

  has(low: number, high: number): boolean {
    if (!this.hasWays || !this.hasCost(low, high)) return false
    return this.slotOfSlot[low] < this.slotOfSlot[high] && this.findWay(low, high) === WAY_BYTES
  }

  write(writer: TableWriter, low: number, high: number): void {
    this.findWay(low, high)
    const { tableBytes } = this.level
    for (let at = this.ways.from; at < this.ways.end; at++) writer.run(tableBytes[at] >> 5, (tableBytes[at] & 31) + 1)
    writer.endWay(pairOf(low, high))
  }

  private findWay(low: number, high: number): number {
    const { graph, level } = this
    const { table, slotCount } = this.rows[this.rowOfSlot[low]]
    graph.tables = level.tables
    graph.tableBytes = level.tableBytes
    graph.tableOfRegion[0] = table
    graph.rowOfRegion[1] = slotCount
    return this.ways.find(graph, 0, pairOf(this.slotOfSlot[low], this.slotOfSlot[high]))
  }

  /** What an old row is good for. */
  private weigh({ table, slotCount }: OldRow): void {
    const { tables, tableBytes } = this.level
    const kind = wayKindOf(tables[table])
    if (kind === TABLE_SEARCHED) this.isSearched = true
    if (kind !== TABLE_KEPT || this.hasWays) return
    let floods = 0
    let pair = 2 * (table + 1 + pairCountOf(slotCount))
    for (let high = 1; high < slotCount; pair += high, high++) {
      let low = 0
      while (low < high && isLengthOfLine(tableBytes[pair + low])) low++
      if (low < high) floods++
    }
    this.hasWays = floods >= FLOODS_MIN
  }

  private findSlots(): void {
    const { size, firstSlot, level, rows } = this
    this.reserve(size)
    const { rowOfSlot, slotOfSlot, halfOfSlot } = this
    const { data } = level.slotArena
    for (let slot = 0; slot < size; slot++) {
      const word = entryIn(data[2 * (firstSlot + slot)])
      const crossing = data[2 * (firstSlot + slot) + 1]
      halfOfSlot[slot] = halfStepUnits(this.store.terrain, crossing)
      rowOfSlot[slot] = NONE
      for (let row = 0; row < rows.length && rowOfSlot[slot] === NONE; row++) {
        const { words, table, isDoubtful } = rows[row]
        // Its costs must be exact, and those of now.
        if (words === 0 || isDoubtful || shiftOf(level.tables[table]) > 0) continue
        for (let i = 0, at = 2 * rows[row].firstSlot; i < rows[row].slotCount; i++, at += 2) {
          if (entryIn(data[at]) !== word || data[at + 1] !== crossing) continue
          rowOfSlot[slot] = row
          slotOfSlot[slot] = i
          break
        }
      }
    }
  }

  /** Floods from the changed cells, over ground in which all of them are free. */
  private measure({ before, changed }: TouchedBlock): void {
    this.isMeasured = true
    const { block, firstSlot, size, flood, level, unitsOfSlot } = this
    const { rowBits, blocksWide, costOfBlock } = this.store.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const firstWord = block << BLOCK_SHIFT
    const now = rowBits.slice(firstWord, firstWord + BLOCK_SIDE_CELLS)
    const cells: number[] = []
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const turned = changed[row] & (before[row] ^ now[row])
      for (let rest = turned; rest !== 0; rest &= rest - 1) {
        cells.push(left + 31 - Math.clz32(rest & -rest), top + row)
      }
      // Of this one version for this moment: nothing is noted.
      rowBits[firstWord + row] |= turned
    }
    flood.forget()
    flood.load(block)
    rowBits.set(now, firstWord)
    const { data } = level.slotArena
    for (let at = 2 * firstSlot + 1; at < 2 * (firstSlot + size); at += 2) flood.addTarget(xOf(data[at]), yOf(data[at]))
    flood.floodFrom(cells)
    // Half of it, since a pair has two slots; a block's costs are in halves.
    const corner = CORNER_UNITS * costOfBlock[block]
    for (let slot = 0, at = 2 * firstSlot + 1; slot < size; slot++, at += 2) {
      unitsOfSlot[slot] = flood.unitsTo(xOf(data[at]), yOf(data[at])) - corner
    }
  }

  private reserve(size: number): void {
    if (size <= this.rowOfSlot.length) return
    this.rowOfSlot = new Int32Array(2 * size)
    this.slotOfSlot = new Int32Array(2 * size)
    this.halfOfSlot = new Float64Array(2 * size)
    this.unitsOfSlot = new Float64Array(2 * size)
  }
}
