/**
 * What every entry of a goal's island costs to that goal, measured once and kept. From then on what any cell costs to the
 * goal follows from the entries of the cell's region, without a search: for goals that are asked about from everywhere,
 * such as the portals of a world.
 *
 * An approach is one column of 16 bits: how many bits its costs are shifted by, then the cost from each entry, rounded
 * up; FAR where none leads to the goal.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import { finish, type Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { QueryEnd } from './end.ts'
import { EntrySearch, type Guide, type Target } from './entry-search.ts'

export const FAR = 0xffff
export const APPROACH_SHIFT_MAX = 40

/** Each looks at the pairs of a region. */
const ENTRIES_A_PIECE = 128
/** What a bucket spans, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

/** Ends no way. */
export const NOWHERE: Target = { through: () => Infinity }

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

export function approachLength(columns: AtlasColumns): number {
  return columns.levels[0].entryCount + 1
}

/** The approach to where `goal` stands, which knows what the entries of its region truly cost. */
export function measureApproach(columns: AtlasColumns, goal: QueryEnd): Uint16Array {
  return finish(measuringApproach(columns, goal))
}

/** The same in pieces. */
export function* measuringApproach(columns: AtlasColumns, goal: QueryEnd): Work<Uint16Array> {
  const search = new EntrySearch(columns, everywhere(columns))
  search.begin(goal, NOWHERE, Infinity)
  while (!search.goOn(ENTRIES_A_PIECE)) yield
  let most = 0
  search.forEachSettled((_, units) => {
    if (units > most) most = units
  })
  let shift = 0
  while (most / 2 ** shift > FAR - 1) shift++
  const approach = new Uint16Array(approachLength(columns)).fill(FAR)
  approach[0] = shift
  search.forEachSettled((entry, units) => {
    approach[1 + entry] = Math.ceil(units / 2 ** shift)
  })
  return approach
}

/** What the way costs in units from where `start` stands, by the entries of its region. */
export function unitsBy(approach: Uint16Array, columns: AtlasColumns, start: QueryEnd): number {
  const [levelZero] = columns.levels
  const firstSlot = firstSlotOf(levelZero, start.region)
  const scale = 2 ** approach[0]
  let least = Infinity
  for (let slot = 0; slot < start.slotCount; slot++) {
    const known = approach[1 + entryAt(levelZero, firstSlot + slot)]
    if (known === FAR) continue
    const units = start.unitsOfSlot[slot] + known * scale
    if (units < least) least = units
  }
  return least
}
