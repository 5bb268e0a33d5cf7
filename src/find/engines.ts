/**
 * Which engine a finder searches with. Engines are handed to the atlas from outside, so that the query half carries none
 * but its own.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { IsthmusError } from '../base/errors.ts'
import type { LevelEngine } from '../route/engine.ts'
import { LevelSearch } from '../route/level-search.ts'

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
      `The engine "${engine}" is not loaded: open the atlas with openAtlas of isthmus/graph, or take the engine "fast".`,
    )
  }
  return make(columns, level)
}
