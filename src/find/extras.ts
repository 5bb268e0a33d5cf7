/**
 * What a finder can do beyond finding paths: proofs, searches of one level, many answers at once. A page that needs none of
 * it should not load it, so it is handed to the atlas from outside: the doors isthmus/exact, isthmus/many and isthmus/graph
 * give what they hold, and openAtlas of isthmus takes all that needs no graphology.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Party } from '../atlas/party.ts'
import { refuse } from '../base/given.ts'
import type { Turn } from '../map/traveller.ts'
import type { WaysOfLevel } from '../path/connect.ts'
import type { Prover } from '../proof/prover.ts'
import type { Field, FieldGoals } from './field.ts'
import type { ManySearch } from './many-search.ts'
import type { Routes } from './routes.ts'
import type { Turner } from './turner.ts'

/** Makes what finds ways on a level; without one, on the level that suits it best. */
export type EngineMaker = (columns: AtlasColumns, level: number | undefined) => WaysOfLevel

/** What a door gives to be handed to an atlas; several are put together as `{ ...exact, ...many }`. */
export interface Extras {
  /** Never there: it tells the compiler what is an extra and what is none. */
  readonly extraOfIsthmus?: never
}

/** What is in it. Callers need not know: none of these types is part of the public API. */
export interface InnerExtras extends Extras {
  readonly prover?: (columns: AtlasColumns) => Prover
  /** The same for columns that last until the next commit: it measures no landmarks on them. */
  readonly passingProver?: (columns: AtlasColumns) => Prover
  /** The engine `fast` on one level. */
  readonly fast?: EngineMaker
  readonly graphology?: EngineMaker
  /** Opens a file of several travellers. */
  readonly party?: (bytes: Uint8Array) => Party
  /** Finds the paths of travellers that do not turn as they like. */
  readonly turner?: (columns: AtlasColumns, turn: Turn) => Turner
  readonly many?: (columns: AtlasColumns, routes: Routes) => ManySearch
  /** A field over a map that changes, which has other columns after each commit. */
  readonly changingField?: (map: { readonly columns: AtlasColumns }, goals: FieldGoals) => Field
}

type ExtraName = Exclude<keyof InnerExtras, keyof Extras | 'passingProver'>

const DOOR_OF: Record<ExtraName, string> = {
  prover: 'exact',
  fast: 'exact',
  graphology: 'graph',
  party: 'travellers',
  turner: 'travellers',
  many: 'many',
  changingField: 'many',
}

/** The door whose extras somebody hands over bare; undefined of all else. */
export function doorOfExtras(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const name = Object.keys(given).find(key => Object.hasOwn(DOOR_OF, key)) as ExtraName | undefined
  return name === undefined ? undefined : DOOR_OF[name]
}

/** One of the extras, for `what` a caller asks. */
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
