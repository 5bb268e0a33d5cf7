/**
 * What is still true of a region's pairs after an edit, so that only the rest is flooded again. A pair is what it was, cost and
 * way to the byte, if its way is still free and all that cells which became free allow is longer: then all of the shortest ways
 * that are left were shortest before, and a flood would take the same of them. Of ways that were left to be searched costs alone
 * are known, by what their slots cost from the nearest of those cells (changed-cells.ts).
 *
 * It holds for blocks whose free cells cost the same, and as long as no cell costs something else that stays free.
 */

import { xOf, yOf } from '../atlas/crossing.ts'
import { halfStepUnits, isOneCell } from '../atlas/landing.ts'
import { entryIn, pairCountOf, pairOf, shiftOf, wayKindOf } from '../atlas/level-graph.ts'
import { placeWays, TABLE_SEARCHED, type TableWriter, WAY_BYTES, WAY_LINE_EARLY, WAY_SEARCHED } from '../atlas/ways.ts'
import { grownTo } from '../base/growing.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { freeLine, LINE_EARLY, LINE_LATE } from '../cells/line.ts'
import type { Known } from '../metric/cost.ts'
import { ChangedCells } from './changed-cells.ts'
import type { OldRow } from './draft.ts'
import type { LiveLevel } from './live-level.ts'
import type { Store } from './store.ts'
import type { TouchedBlock } from './touched-blocks.ts'

/** Where fewer slots flood it is not worth one flood to know more. */
const FLOODS_MIN = 3

export class KnownPairs implements Known {
  /** What the pair costs that was asked for last. */
  units = 0
  /** Whether ways of the region were left to be searched, and whether any were kept. */
  isSearched = false
  hasWays = false
  /** Whether all of its pairs are what they were. */
  isWhole = false
  private readonly store: Store
  private readonly level: LiveLevel
  private readonly changes: ChangedCells
  /** Where the ways of the old rows in use are, row after row from firstPairOfRow on. */
  private placed = { kindOf: new Uint8Array(128), fromOf: new Int32Array(128), endOf: new Int32Array(128) }
  private readonly firstPairOfRow: number[] = []
  /** How many of its slots the region has. */
  private readonly slotsOfRow: number[] = []
  /** Of each pair whether cost and way are what they were. */
  private isKnown = new Uint8Array(128)
  private isWorthAFlood = false
  private costPerUnit = 0
  private rows: readonly OldRow[] = []
  private firstSlot = 0
  private size = 0
  /** Of each slot its row among the old ones, its slot there, and half of what its crossing costs. */
  private rowOfSlot = new Int32Array(64)
  private slotOfSlot = new Int32Array(64)
  private halfOfSlot = new Float64Array(64)
  /** What each slot costs at least from the nearest changed cell, once that is bounded, or even measured. */
  private unitsOfSlot = new Float64Array(64)
  private isBounded = false
  private isMeasured = false
  private touched: TouchedBlock | undefined

  constructor(store: Store) {
    this.store = store
    this.level = store.levels[0]
    this.changes = new ChangedCells(store.terrain)
  }

  /** Looks at a region of a block that had these rows; false where nothing is known. */
  aim(block: Block, region: Region, rows: readonly OldRow[], touched: TouchedBlock | undefined): boolean {
    const { store, level } = this
    this.isSearched = false
    this.hasWays = false
    this.isWhole = false
    if (store.terrain.costOfBlock[block] <= 0) return false
    this.costPerUnit = store.terrain.costOfBlock[block]
    this.rows = rows
    this.touched = touched
    this.firstSlot = level.rowOfRegion[2 * region]
    this.size = level.rowOfRegion[2 * region + 1]
    this.isMeasured = false
    this.isBounded = false
    this.reserve()
    for (let row = 0; row < rows.length; row++) this.slotsOfRow[row] = 0
    for (let slot = 0; slot < this.size; slot++) this.findSlot(slot)
    let pairs = 0
    for (let row = 0; row < rows.length; row++) {
      this.firstPairOfRow[row] = pairs
      if (this.slotsOfRow[row] < 2) continue
      const kind = wayKindOf(level.tables[rows[row].table])
      if (kind === TABLE_SEARCHED) this.isSearched = true
      else this.hasWays = true
      pairs += this.place(row, pairs)
    }
    if (touched !== undefined && (this.hasWays || this.isSearched)) this.changes.look(touched)
    if (this.hasWays) this.judge()
    else if (this.isSearched) this.isWhole = this.areCostsKnown()
    return this.isSearched || this.hasWays
  }

  /** Places the ways of an old row's pairs; returns how many these are. */
  private place(row: number, first: number): number {
    const { table, slotCount } = this.rows[row]
    const pairCount = pairCountOf(slotCount)
    const { kindOf, fromOf, endOf } = this.placed
    if (first + pairCount > kindOf.length) {
      this.placed = {
        kindOf: grownTo(kindOf, 2 * (first + pairCount)),
        fromOf: grownTo(fromOf, 2 * (first + pairCount)),
        endOf: grownTo(endOf, 2 * (first + pairCount)),
      }
    }
    placeWays(this.level, table, pairCount, this.placed, first)
    return pairCount
  }

  /** Finds out which pairs are what they were, both cost and way. */
  private judge(): void {
    const { size, touched, isKnown } = this
    this.isWorthAFlood = touched !== undefined && this.floodsWithout() >= FLOODS_MIN
    let count = 0
    for (let high = 1, pair = 0; high < size; high++) {
      for (let low = 0; low < high; low++, pair++) {
        isKnown[pair] = this.isPlaced(low, high) && (touched === undefined || this.isAsBefore(low, high)) ? 1 : 0
        count += isKnown[pair]
      }
    }
    this.isWhole = count === pairCountOf(size)
  }

  /** Whether a pair's way is in an old table, from the same one of its slots to the other. */
  private isPlaced(low: number, high: number): boolean {
    const row = this.rowOfSlot[low]
    if (row === NONE || row !== this.rowOfSlot[high] || this.slotOfSlot[low] > this.slotOfSlot[high]) return false
    if (this.isOfCorner(low, high)) return false
    return this.placed.kindOf[this.placeOf(low, high)] !== WAY_SEARCHED
  }

  /** How many slots would flood if nothing were known. */
  private floodsWithout(): number {
    let floods = 0
    for (let high = 1; high < this.size; high++) {
      let low = 0
      while (low < high && !(this.isPlaced(low, high) && this.kindOf(low, high) === WAY_BYTES)) low++
      if (low < high) floods++
    }
    return floods
  }

  private isAsBefore(low: number, high: number): boolean {
    const { changes, placed } = this
    const place = this.placeOf(low, high)
    const kind = placed.kindOf[place]
    const from = this.crossingOf(low)
    const to = this.crossingOf(high)
    if (kind !== WAY_BYTES) {
      if (!changes.isInBox(from, to)) return true
      const line = freeLine(this.store.terrain, xOf(from), yOf(from), xOf(to), yOf(to))
      return line === (kind === WAY_LINE_EARLY ? LINE_EARLY : LINE_LATE)
    }
    const inside = this.unitsOf(low, high) - this.halfOfSlot[low] - this.halfOfSlot[high]
    if (changes.areOpeningsBeside(from, to, inside / this.costPerUnit)) {
      return !changes.isBlocked(from, this.level.tableBytes, placed.fromOf[place], placed.endOf[place])
    }
    return this.isWorthAFlood && this.hasCost(low, high)
  }

  /** Whether a way between two slots may lead over the corner of the block, so that cells of other blocks decide its cost. */
  isOfCorner(low: number, high: number): boolean {
    return !this.store.terrain.isUniform && isOneCell(this.crossingOf(low), this.crossingOf(high))
  }

  private crossingOf(slot: number): number {
    return this.level.slotArena.data[2 * (this.firstSlot + slot) + 1]
  }

  private placeOf(low: number, high: number): number {
    return this.firstPairOfRow[this.rowOfSlot[low]] + pairOf(this.slotOfSlot[low], this.slotOfSlot[high])
  }

  private kindOf(low: number, high: number): number {
    return this.placed.kindOf[this.placeOf(low, high)]
  }

  /** What a pair cost that both slots have in one old row. */
  private unitsOf(low: number, high: number): number {
    const { table } = this.rows[this.rowOfSlot[low]]
    return this.level.tableArena.data[table + 1 + pairOf(this.slotOfSlot[low], this.slotOfSlot[high])]
  }

  /** Whether what a pair costs is known. */
  hasCost(low: number, high: number): boolean {
    const row = this.rowOfSlot[low]
    if (row === NONE || row !== this.rowOfSlot[high] || this.isOfCorner(low, high)) return false
    this.units = this.unitsOf(low, high)
    if (this.touched === undefined) return true
    if (!this.isBounded) this.bound()
    if (this.isFar(low, high)) return true
    if (this.isMeasured) return false
    this.measure()
    return this.isFar(low, high)
  }

  /** Whether all ways of the pair over a changed cell are longer than the one that was known. */
  private isFar(low: number, high: number): boolean {
    const inside = this.unitsOf(low, high) - this.halfOfSlot[low] - this.halfOfSlot[high]
    return this.unitsOfSlot[low] + this.unitsOfSlot[high] > inside
  }

  /** Of ways that were left to be searched: if all cost what they did they are what they were, and left again. */
  private areCostsKnown(): boolean {
    for (let high = 1; high < this.size; high++) {
      for (let low = 0; low < high; low++) if (!this.hasCost(low, high)) return false
    }
    return true
  }

  /** Half of what a slot's crossing costs. */
  halfOf(slot: number): number {
    return this.halfOfSlot[slot]
  }

  has(low: number, high: number): boolean {
    if (this.isKnown[pairOf(low, high)] === 0) return false
    this.units = this.unitsOf(low, high)
    return true
  }

  write(writer: TableWriter, low: number, high: number): void {
    const place = this.placeOf(low, high)
    const { kindOf, fromOf, endOf } = this.placed
    if (kindOf[place] !== WAY_BYTES) {
      writer.writeLine(pairOf(low, high), kindOf[place] === WAY_LINE_EARLY ? LINE_EARLY : LINE_LATE)
      return
    }
    const { tableBytes } = this.level
    for (let at = fromOf[place]; at < endOf[place]; at++) writer.run(tableBytes[at] >> 5, (tableBytes[at] & 31) + 1)
    writer.endWay(pairOf(low, high))
  }

  /** Finds a slot among those of the old rows. */
  private findSlot(slot: number): void {
    const { level, rows, rowOfSlot } = this
    const { data } = level.slotArena
    const entry = entryIn(data[2 * (this.firstSlot + slot)])
    const crossing = this.crossingOf(slot)
    this.halfOfSlot[slot] = halfStepUnits(this.store.terrain, crossing)
    rowOfSlot[slot] = NONE
    for (let row = 0; row < rows.length && rowOfSlot[slot] === NONE; row++) {
      const { words, table, isDoubtful, firstSlot, slotCount } = rows[row]
      // Its costs must be exact, and those of now.
      if (words === 0 || isDoubtful || shiftOf(level.tables[table]) > 0) continue
      // Mostly it is where it was.
      for (let i = 0, old = slot < slotCount ? slot : 0; i < slotCount; i++, old = old + 1 < slotCount ? old + 1 : 0) {
        if (data[2 * (firstSlot + old) + 1] !== crossing || entryIn(data[2 * (firstSlot + old)]) !== entry) continue
        rowOfSlot[slot] = row
        this.slotOfSlot[slot] = old
        this.slotsOfRow[row]++
        break
      }
    }
  }

  /** What slots cost at least from the nearest changed cell, whatever lies between. */
  private bound(): void {
    const { changes, unitsOfSlot, size, costPerUnit } = this
    this.isBounded = true
    for (let slot = 0; slot < size; slot++) unitsOfSlot[slot] = changes.boundTo(this.crossingOf(slot), costPerUnit)
  }

  /** The same by a flood, for the slots of those pairs of which the bound says too little. */
  private measure(): void {
    const { rowOfSlot } = this
    this.isMeasured = true
    const crossings = new Map<number, number>()
    for (let high = 1; high < this.size; high++) {
      if (rowOfSlot[high] === NONE) continue
      for (let low = 0; low < high; low++) {
        if (rowOfSlot[low] !== rowOfSlot[high] || this.isFar(low, high)) continue
        crossings.set(low, this.crossingOf(low))
        crossings.set(high, this.crossingOf(high))
      }
    }
    this.changes.measure(this.touched!, crossings, this.unitsOfSlot)
  }

  private reserve(): void {
    const { size } = this
    const pairCount = pairCountOf(size)
    if (this.isKnown.length < pairCount) this.isKnown = new Uint8Array(2 * pairCount)
    if (size <= this.rowOfSlot.length) return
    this.rowOfSlot = new Int32Array(2 * size)
    this.slotOfSlot = new Int32Array(2 * size)
    this.halfOfSlot = new Float64Array(2 * size)
    this.unitsOfSlot = new Float64Array(2 * size)
  }
}
