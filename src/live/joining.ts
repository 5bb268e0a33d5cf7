/**
 * Parts of a map that an opening joins have landmark costs that do not fit together. Across the gap they differ by far more than
 * a step costs. Here the smaller part gets new costs that fit: see `move`.
 */
import { entryAt, firstSlotOf, pairUnits, slotCountOf, slotOfEntry } from '../atlas/level-graph.ts'
import type { Entry, Region } from '../base/ids.ts'
import type { Work } from '../base/work.ts'
import type { Store } from './store.ts'

/** The highest cost to a landmark. */
export const LANDMARK_COST_MAX = 0xfffe
/** Entries that one part takes before the other has its turn. */
const ENTRIES_A_PIECE = 64
/** The costs of two entries differ by this many times what their pair costs if there is a gap between them. */
const GAP = 2
/** One of this many landmarks of a part keeps the costs within the part. */
const SHARE_OF_OWN = 4
/** Ways around gaps are followed over this many entries of both sides: about ten milliseconds. */
const LOOKS_IN_VAIN = 32768

/** Lowers the costs of a part to one landmark to what ways from a region allow. */
type Fill = (part: ReadonlySet<number>, region: number, landmark: number) => Work<unknown>

export class Joining {
  private readonly store: Store
  /** The regions that may have gaps. */
  private readonly cheaper: ReadonlySet<number>
  /** Entries that may yet be looked at for nothing. */
  private looksLeft = LOOKS_IN_VAIN
  private readonly fill: Fill

  constructor(store: Store, cheaper: readonly number[], fill: Fill) {
    this.fill = fill
    this.store = store
    this.cheaper = new Set(cheaper)
  }

  /** Makes costs on both sides of gaps fit, unless a way around the gap joins both sides; returns whether any changed. */
  *run(): Work<boolean> {
    let isChanged = false
    for (const region of this.cheaper as ReadonlySet<Region>) {
      yield
      // Of as many parts as slots each but one is moved once. Costs at their limits never fit: moves of those would not end.
      let movesLeft = slotCountOf(this.store.levels[0], region) - 1
      for (let gap = this.widestGap(region); gap.length > 0 && this.looksLeft > 0; gap = this.widestGap(region)) {
        if (movesLeft-- === 0) break
        const parts = yield* this.smallerPart(gap)
        if (parts === null) break
        yield* this.move(region, ...parts)
        isChanged = true
      }
    }
    return isChanged
  }

  /** All entries on one side of a gap and some on the other, the nearest first. null if a way around the gap joins both sides. */
  private *smallerPart(gap: readonly Entry[]): Work<[part: Entry[], other: Entry[]] | null> {
    const parts = gap.map(entry => ({ entries: [entry], known: new Set([entry]), regions: new Set<Region>() }))
    for (let looked = 0; ; looked += ENTRIES_A_PIECE) {
      for (const [i, { entries, known, regions }] of parts.entries()) {
        const other = parts[1 - i]
        yield
        for (let at = looked; at < Math.min(entries.length, looked + ENTRIES_A_PIECE); at++) {
          for (const entry of this.besides(entries[at], regions)) {
            if (other.known.has(entry)) {
              this.looksLeft -= 2 * looked
              return null
            }
            if (!known.has(entry)) entries.push(entry)
            known.add(entry)
          }
        }
        if (looked + ENTRIES_A_PIECE >= entries.length) return [entries, other.entries]
      }
    }
  }

  /** The entries on both sides of a region's widest gap; none if there is no gap. */
  private widestGap(region: Region): Entry[] {
    const level = this.store.levels[0]
    const first = firstSlotOf(level, region)
    let widest: Entry[] = []
    let most = 0
    for (let slot = 1; slot < slotCountOf(level, region); slot++) {
      for (let other = 0; other < slot; other++) {
        const excess = this.excessOf(region, slot, other)
        if (excess > most) [most, widest] = [excess, [entryAt(level, first + slot), entryAt(level, first + other)]]
      }
    }
    return widest
  }

  /** By how much the costs of two slots' entries differ beyond where a gap begins. */
  private excessOf(region: Region, slot: number, other: number): number {
    const level = this.store.levels[0]
    const { count, costToLandmark, shift } = this.store.landmarks
    const first = firstSlotOf(level, region)
    const [a, b] = [count * entryAt(level, first + slot), count * entryAt(level, first + other)]
    let most = 0
    for (let k = 0; k < count; k++) most = Math.max(most, Math.abs(costToLandmark[a + k] - costToLandmark[b + k]))
    return most - GAP * (pairUnits(level, region, slot, other) / 2 ** shift + 1)
  }

  /** The entries of an entry's two regions that no gap parts from it. Leaves out `regions` that were looked at before. */
  private besides(entry: Entry, regions: Set<Region>): Entry[] {
    const level = this.store.levels[0]
    const besides: Entry[] = []
    for (let side = 0; side < 2; side++) {
      const region = level.regionOfSide[2 * entry + side] as Region
      if (regions.has(region)) continue
      const mayHaveGaps = this.cheaper.has(region)
      if (!mayHaveGaps) regions.add(region)
      const own = slotOfEntry(level, region, entry)
      const first = firstSlotOf(level, region)
      for (let slot = 0; slot < slotCountOf(level, region); slot++) {
        if (slot !== own && !(mayHaveGaps && this.excessOf(region, own, slot) > 0))
          besides.push(entryAt(level, first + slot))
      }
    }
    return besides
  }

  /**
   * Gives a part costs that fit the other part's. Its own landmarks guide searches within it, so the first ones keep
   * their costs, moved by one number each. Searches that come or go through the gap need exact costs from there: in
   * all other columns the part's costs count from its first entry, which lies at the gap.
   */
  private *move(region: Region, part: readonly Entry[], other: readonly Entry[]): Work<void> {
    const { store } = this
    const { landmarks } = store
    const { count } = landmarks
    const kept = Math.ceil(count / SHARE_OF_OWN)
    const aims = landmarks.costToLandmark.slice(other[0] * count, (other[0] + 1) * count)
    // The lowest of all aims leaves the most room for costs.
    const exact = aims.indexOf(Math.min(...aims.subarray(kept)), kept)
    for (const entry of part) store.setLandmark(entry, exact, LANDMARK_COST_MAX)
    yield* this.fill(new Set(part), region, exact)
    for (let k = 0; k < count; k++) {
      if (k === exact) continue
      const from = k < kept ? k : exact
      // Read anew after each pause: commits of other versions may replace the array.
      const { costToLandmark } = landmarks
      const more = aims[k] - (k < kept ? costToLandmark[part[0] * count + k] : aims[exact])
      for (const entry of part) {
        const value = costToLandmark[entry * count + from] + more
        store.setLandmark(entry, k, Math.max(0, Math.min(LANDMARK_COST_MAX, value)))
      }
      yield
    }
  }
}
