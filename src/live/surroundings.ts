/**
 * What a map that changes and all of its copies know beyond their cells.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Work } from '../base/work.ts'
import type { InnerExtras } from '../find/extras.ts'
import type { Turner } from '../find/turner.ts'
import type { BaseMap, KnownGrounds } from './base-map.ts'
import type { CommitEdits } from './commits.ts'
import type { Store } from './store.ts'
import { byBlock, type EditsOfBlock } from './touched-blocks.ts'

export interface Surroundings {
  readonly grounds: KnownGrounds | null
  /** What finds the paths of a traveller that does not turn as it likes. */
  readonly turner: ((columns: AtlasColumns) => Turner) | null
  /** What atlases of such a map can do. */
  readonly extras: InnerExtras
  /** What edits are to the unit that walks there: cells where standing costs something else. */
  readonly standingEdits: (store: Store, edits: CommitEdits) => Work<EditsOfBlock>
  /** Reads what single cells cost; null where standing costs the same. */
  readonly readCells: ((blocks: readonly number[], out: Uint16Array) => void) | null
  /** Bakes a map of the size of another whose cells all cost the same. */
  readonly makeOpen: (like: Store, cost: number) => Promise<BaseMap>
  /** Those that were made. */
  readonly openOfCost: Map<number, Promise<BaseMap>>
}

/** Of a map that nobody makes views of, for one unit. */
export function plainSurroundings(extras: InnerExtras = {}): Surroundings {
  return {
    grounds: null,
    turner: null,
    extras,
    standingEdits: (store, { valueOfCell }) => byBlock(store, valueOfCell),
    readCells: null,
    makeOpen: () => Promise.reject(new Error('This map has no views.')),
    openOfCost: new Map(),
  }
}
