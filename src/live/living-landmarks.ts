/**
 * Landmarks of a live map. The bake measured what entries cost to them. A wall makes ways more expensive, and the old
 * costs stay bounds; a new entry gets its costs from its neighbours. An opening may make a way cheaper than the
 * difference of known costs: then entries near it are mended (mending.ts). So routes cost hardly more than on a fresh
 * atlas. But walls slow searches down until all landmarks are measured anew (settling.ts).
 */
import {
  endSlotOf,
  entryIn,
  firstPairOf,
  firstSlotOf,
  pairOf,
  slotCountOf,
  slotOfEntry,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import type { Work } from '../base/work.ts'
import type { LiveLevel } from './live-level.ts'
import type { LandmarkTable, Store } from './store.ts'

/** The highest cost to a landmark. */
export const LANDMARK_COST_MAX = 0xfffe

/**
 * Gives new entries their costs in `table`: the least that follows from their neighbours, other new entries included.
 */
export function* placeEntries({ levels }: Store, table: LandmarkTable, added: readonly number[]): Work<void> {
  const [level] = levels
  const { count } = table
  const unitsOf = new Map(added.map(entry => [entry, new Float64Array(count).fill(Infinity)]))
  /** Entries whose neighbours may follow from them: old ones at first, then new ones whose costs have fallen. */
  const due = new Set<number>()
  forEachRegion(level, added, region => {
    const end = endSlotOf(level, region)
    for (let slot = firstSlotOf(level, region); slot < end; slot++) due.add(entryIn(level.slots[2 * slot]))
  })
  for (const entry of added) due.delete(entry)
  for (const from of due) {
    yield
    due.delete(from)
    const { values } = table
    const known = unitsOf.get(from)
    const [units, row] = known === undefined ? [values, from * count] : [known, 0]
    forEachRegion(level, [from], region => {
      const first = firstSlotOf(level, region)
      const size = slotCountOf(level, region)
      const step = unitsOfStep(level, region) / 2 ** table.shift
      const own = slotOfEntry(level, region, from)
      for (let slot = 0; slot < size; slot++) {
        const entry = entryIn(level.slots[2 * (first + slot)])
        const to = slot === own ? undefined : unitsOf.get(entry)
        if (to === undefined) continue
        const apart = level.tables[firstPairOf(level, region) + pairOf(own, slot)] * step
        for (let k = 0; k < count; k++) {
          const total = apart + units[row + k]
          if (total >= to[k] - 1e-9) continue
          to[k] = total
          due.add(entry)
        }
      }
    })
  }
  for (const [entry, units] of unitsOf) {
    yield
    for (let k = 0; k < count; k++) {
      table.write(entry * count + k, units[k] === Infinity ? 0 : Math.min(LANDMARK_COST_MAX, Math.ceil(units[k])))
    }
  }
}

/** Visits the regions of level 0 on both sides of each entry; some more than once. */
function forEachRegion({ regionOfSide }: LiveLevel, entries: readonly number[], visit: (region: number) => void): void {
  for (const entry of entries) {
    visit(regionOfSide[2 * entry])
    visit(regionOfSide[2 * entry + 1])
  }
}
