/**
 * What finds routes over the abstract graph of one chosen level. The fast search needs no such choice, since it changes
 * level as it goes; who names a level, or another engine, gets the cheapest route of exactly that level's graph.
 */
import type { Level, Region } from '../base/ids.ts'

/** An end of a query on some level: the region of that level which holds it, and what its entries cost. */
export interface RouteEnd {
  readonly x: number
  readonly y: number
  readonly region: Region
  /** The regions around whose entries are known too, if any: its own first. */
  readonly regions?: readonly Region[]
  readonly slotCount: number
  /** unitsOfSlot[slot within the region]: from the cell to the middle of the entry's crossing. */
  readonly unitsOfSlot: Float64Array
}

/** A route from entry to entry; regions[i] is the one that leads to entries[i], and the first holds the start. */
export interface EntryRoute {
  readonly units: number
  readonly entries: readonly number[]
  readonly regions: readonly number[]
}

export interface LevelEngine {
  readonly level: Level
  /** The cheapest route between two ends on this level that costs less than `limitUnits`, or null. */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number): EntryRoute | null
}
