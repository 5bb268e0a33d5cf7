/**
 * Which engine a finder searches with.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AllOf, checkValue, refuse } from '../base/given.ts'
import { oneOf } from '../base/kinds.ts'
import type { WaysOfLevel } from '../path/connect.ts'
import { type Extras, extraOf } from './extras.ts'

export type EngineName = 'fast' | 'graphology'

export interface FinderOptions {
  /** What searches the abstract graph: `fast` (the default), or `graphology` with its own Dijkstra, as a reference. */
  readonly engine?: EngineName | undefined
  /** Search the graph of this level alone. Without it `fast` takes all, `graphology` the lowest that it can carry. */
  readonly level?: number | undefined
  /** The traveller, in an atlas that was baked for several; the first one unless given. */
  readonly traveller?: string | undefined
}

const ENGINE = oneOf('fast', 'graphology')
export const FINDER_OPTIONS = { engine: true, level: true, traveller: true } as const satisfies AllOf<FinderOptions>

/** The engine for one level, where the options name one; null for the search over all levels. */
export function levelWaysFor(columns: AtlasColumns, extras: Extras, options: FinderOptions): WaysOfLevel | null {
  const { engine = 'fast', level } = options
  const levelCount = columns.levels.length
  if (level !== undefined && !(Number.isInteger(level) && level >= 0 && level < levelCount)) {
    refuse(`There is no level ${level}: the levels of this atlas are 0 to ${levelCount - 1}.`)
  }
  if (engine === 'fast' && level === undefined) return null
  checkValue(engine, ENGINE, 'The engine')
  return extraOf(
    extras,
    engine,
    engine === 'fast' ? 'A search of one level' : 'The engine "graphology"',
  )(columns, level)
}
