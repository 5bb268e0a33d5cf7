/**
 * A search that spreads from a start to all entries of level 0.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { Guide, Target } from './entry-search.ts'

/** The width of a bucket of the queue, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

/** Guides a search to all entries of level 0. */
export function everywhere({ terrain }: AtlasColumns): Guide<Target> {
  return {
    greed: 1,
    widthMin: BUCKET_CELLS * UNITS_PER_CELL * terrain.costMin,
    aim: () => {},
    levelFor: () => 0,
    isLeftOut: () => false,
    restFrom: () => 0,
  }
}

/** Ends no way. */
export const NOWHERE: Target = { through: () => Infinity }
