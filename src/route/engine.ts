/**
 * What finds routes over the abstract graph of one chosen level. The fast search needs no such choice, since it changes
 * level as it goes; who names a level, or another engine, gets the cheapest route of exactly that level's graph.
 *
 * Engines are handed to the atlas from outside, so that the query half carries none but its own.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import { LevelSearch } from './level-search.ts'

/** An end of a query on some level: the region of that level which holds it, and what its entries cost. */
export interface RouteEnd {
  readonly x: number
  readonly y: number
  readonly region: number
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
  readonly level: number
  /** The cheapest route between two ends on this level that costs less than `limitUnits`, or null. */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number): EntryRoute | null
}

export type EngineName = 'fast' | 'graphology'

/** Makes an engine for a level; without one, for the level that suits the engine best. */
export type EngineMaker = (columns: AtlasColumns, level: number | undefined) => LevelEngine

export type Engines = Partial<Record<EngineName, EngineMaker>>

export interface FinderOptions {
  /** What searches the abstract graph: `fast` (the default), or `graphology` with its own Dijkstra, as a reference. */
  readonly engine?: EngineName | undefined
  /** Search the graph of this level alone. Without it `fast` takes all, `graphology` the lowest that it can carry. */
  readonly level?: number | undefined
}

/** The engine that the options ask for; null for the search over all levels, which needs none. */
export function engineFor(columns: AtlasColumns, engines: Engines, options: FinderOptions): LevelEngine | null {
  const { engine = 'fast', level } = options
  const levelCount = columns.levels.length
  if (level !== undefined && !(Number.isInteger(level) && level >= 0 && level < levelCount)) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      `There is no level ${level}: the levels of this atlas are 0 to ${levelCount - 1}.`,
    )
  }
  if (engine === 'fast') return level === undefined ? null : new LevelSearch(columns, level)
  if (engine !== 'graphology') {
    throw new IsthmusError('BAD_ARGUMENT', `There is no engine "${engine}": it must be fast or graphology.`)
  }
  const make = engines[engine]
  if (make === undefined) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      `The engine "${engine}" is not in this build, which only queries: open the atlas with openAtlas of the whole ` +
        'package, or take the engine "fast".',
    )
  }
  return make(columns, level)
}
