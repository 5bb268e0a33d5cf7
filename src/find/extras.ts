/**
 * Extras of finders: proofs, searches of one level, many answers at once. Pages that need none should not load them, so
 * callers hand them to the atlas. The doors isthmus/exact, isthmus/many, isthmus/hubs, isthmus/travellers and
 * isthmus/graph export them. The atlases of isthmus have all extras except graphology.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { TravellersFile } from '../atlas/travellers-file.ts'
import { type AllOf, checkValue, refuse } from '../base/given.ts'
import { oneOf } from '../base/kinds.ts'
import type { Turn } from '../map/traveller.ts'
import type { HubRoutes, WaysOfLevel } from '../path/connect.ts'
import type { Prover } from '../proof/prover.ts'
import type { FinderOfMany, ManySearch } from './many-search.ts'
import type { passesTo, Turner } from './passes.ts'

/** Makes an engine for a level; without a level, for the one that suits it best. */
export type EngineMaker = (columns: AtlasColumns, level: number | undefined) => WaysOfLevel

/** What a door exports for atlases. Several are combined as `{ ...exact, ...many }`. */
export interface Extras {
  /** Never set: it lets the compiler tell extras from other objects. */
  readonly extraOfIsthmus?: never
}

/** What extras contain. None of these types is part of the public API. */
export interface InnerExtras extends Extras {
  /** Ground that lasts may measure landmarks. Other ground is valid until the next commit only. */
  readonly prover?: (columns: AtlasColumns, isLasting: boolean) => Prover
  /** The passes of all qualities, and of travellers with limited turns. */
  readonly passesTo?: typeof passesTo
  /** The engine `fast` on one level. */
  readonly fast?: EngineMaker
  readonly graphology?: EngineMaker
  /** Opens a file of several travellers. */
  readonly travellersFile?: (bytes: Uint8Array) => TravellersFile
  /** Finds the paths of travellers with limited turns. */
  readonly turner?: (columns: AtlasColumns, turn: Turn) => Turner
  /** Reads routes off the hubs of an atlas that has some. */
  readonly hubs?: (columns: AtlasColumns) => HubRoutes
  readonly many?: (finder: FinderOfMany) => ManySearch
}

type ExtraName = Exclude<keyof InnerExtras, keyof Extras>

const DOOR_OF: Record<ExtraName, string> = {
  prover: 'exact',
  passesTo: 'exact',
  fast: 'exact',
  graphology: 'graph',
  travellersFile: 'travellers',
  turner: 'travellers',
  hubs: 'hubs',
  many: 'many',
}

/** The door of extras that a caller passed instead of options; undefined for anything else. */
export function doorOfExtras(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const name = Object.keys(given).find(key => Object.hasOwn(DOOR_OF, key)) as ExtraName | undefined
  return name === undefined ? undefined : DOOR_OF[name]
}

/** Returns one of the extras, or refuses `what` the caller wants. */
export function extraOf<Name extends ExtraName>(
  extras: Extras,
  name: Name,
  what: string,
): NonNullable<InnerExtras[Name]> {
  const extra = (extras as InnerExtras)[name]
  if (extra !== undefined) return extra as NonNullable<InnerExtras[Name]>
  const door = DOOR_OF[name]
  refuse(
    `${what} is not loaded: import ${door} from isthmus/${door} and open the atlas with openAtlas(bytes, { extras: ${door} }).`,
  )
}

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
