/**
 * Landmarks of a live map. The bake measured what entries cost to them. A wall makes ways more expensive, and the old costs stay
 * bounds: searches slow down until all landmarks are measured anew (slices.ts). A new entry gets its costs from its neighbours.
 * Bounds stay true while no pair of a region costs less than its entries' costs differ. So more is to do where ways became
 * cheaper. Parts that an opening joins are made to fit (joining.ts). Then, where a pair still costs less, the more expensive
 * entry is lowered to what the pair allows. The change spreads to its neighbours in a wave, for all landmarks at once. It may be
 * long where a long way around became a short one. On a map of 4096 x 4096 cells it takes half a second if the halves are joined
 * at twenty gaps.
 */
import { endSlotOf, entryAt, firstSlotOf, pairUnits, slotCountOf, slotOfEntry } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import type { Entry } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { Joining, LANDMARK_COST_MAX } from './joining.ts'
import type { Store } from './store.ts'

/** Turns between pauses: about half a millisecond. */
const TURNS_A_PIECE = 64
/** Entries take turns by the cost of the wave's way to them, in buckets of this width: few take several turns. */
const BUCKET_UNITS = 1024
/** Landmarks are rounded: a wave goes on only if costs differ by this many units more than a pair costs. */
const SLACK = 2
/**
 * The share by which entries may differ beyond what their pair costs. It ends waves that no longer change much, and
 * routes may cost this much more. It grows with each UNITS_OF_SHARE of a wave's way, and with each REGIONS_OF_SHARE
 * regions that the wave starts from.
 */
const SHARE = 0.005
const SHARE_MAX = 0.02
const UNITS_OF_SHARE = 131072
const REGIONS_OF_SHARE = 64

export class Mending {
  private readonly store: Store
  private readonly settle: (region: number) => void
  private readonly waiting = new BucketRing()
  /** What the wave's way to each waiting entry costs, plus one; 0 for the others. */
  private wayOf = new Float64Array(0)
  /** By 2 * entry + side, a bit for each landmark for which that side's region must be looked at. */
  private dueOfSide = new Int32Array(0)
  /** Whether a table was made since the last pause: that takes as long as many turns. */
  private hasSettled = false

  /** `settle` makes a doubtful table. */
  constructor(store: Store, settle: (region: number) => void) {
    this.store = store
    this.settle = settle
  }

  /** Gives new entries their costs and mends those of others from `regions` on. */
  *run(added: readonly number[], regions: readonly number[]): Work<void> {
    const { store } = this
    const { landmarks } = store
    const { regionOfSide } = store.levels[0]
    const beside = new Set(added.flatMap(entry => [regionOfSide[2 * entry], regionOfSide[2 * entry + 1]]))
    for (const entry of added) {
      for (let k = 0; k < landmarks.count; k++) store.setLandmark(entry, k, LANDMARK_COST_MAX)
    }
    const all = 2 ** landmarks.count - 1
    if (added.length > 0) yield* this.spread([...beside], all, 0, new Set(added))
    const fill = (part: ReadonlySet<number>, region: number, k: number) => this.spread([region], 1 << k, 0, part)
    if (yield* new Joining(store, regions, fill).run()) landmarks.isMended = true
    const share = SHARE * (1 + regions.length / REGIONS_OF_SHARE)
    if (yield* this.spread(regions, all, share, null)) landmarks.isMended = true
  }

  /**
   * A wave from all entries of some regions, for the landmarks whose bits are set. It lowers all entries, or those in
   * `among`; returns whether there were any.
   */
  private *spread(
    regions: readonly number[],
    landmarks: number,
    share: number,
    among: ReadonlySet<number> | null,
  ): Work<boolean> {
    let isChanged = false
    const { waiting, store } = this
    waiting.restart(0, BUCKET_UNITS / 2 ** store.landmarks.shift)
    if (this.wayOf.length < store.entryRoom) {
      this.wayOf = new Float64Array(store.entryRoom)
      this.dueOfSide = new Int32Array(2 * store.entryRoom)
    }
    const { wayOf, dueOfSide } = this
    const level = store.levels[0]
    for (const [i, region] of regions.entries()) {
      if (i % TURNS_A_PIECE === TURNS_A_PIECE - 1) yield
      for (let slot = firstSlotOf(level, region); slot < endSlotOf(level, region); slot++) {
        const entry = entryAt(level, slot)
        this.owe(entry, level.regionOfSide[2 * entry] === region ? 0 : 1, landmarks, 0)
      }
    }
    for (let turns = 1; ; turns++) {
      const entry = waiting.pop(NONE) as Entry
      if (entry === NONE) return isChanged
      if (turns % TURNS_A_PIECE === 0 || this.hasSettled) yield
      this.hasSettled = false
      const way = wayOf[entry] - 1
      // A cheaper way has given it its turn.
      if (way < 0) continue
      wayOf[entry] = 0
      for (let side = 0; side < 2; side++) {
        const due = dueOfSide[2 * entry + side]
        dueOfSide[2 * entry + side] = 0
        if (due !== 0 && this.lower(entry, side, due, way, share, among)) isChanged = true
      }
    }
  }

  /** Lowers the other entries of the region on one side; returns whether there were any to lower. */
  private lower(
    from: Entry,
    side: number,
    due: number,
    way: number,
    shareLeast: number,
    among: ReadonlySet<number> | null,
  ): boolean {
    const { store } = this
    const level = store.levels[0]
    const region = level.regionOfSide[2 * from + side]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size < 2) return false
    if (level.tableOfRegion[region] < 0) {
      this.settle(region)
      this.hasSettled = true
    }
    const { count, shift, costToLandmark } = store.landmarks
    const own = slotOfEntry(level, region, from)
    const unit = 2 ** shift
    const share = among === null ? Math.min(SHARE_MAX, shareLeast + (SHARE * way * unit) / UNITS_OF_SHARE) : 0
    const step = (1 + share) / unit
    let isLowered = false
    for (let slot = 0; slot < size; slot++) {
      const entry = entryAt(level, first + slot)
      if (slot === own || among?.has(entry) === false) continue
      const apart = pairUnits(level, region, own, slot) * step
      let moved = 0
      for (let rest = due; rest !== 0; rest &= rest - 1) {
        const k = 31 - Math.clz32(rest & -rest)
        const most = costToLandmark[from * count + k] + apart
        if (costToLandmark[entry * count + k] <= most + SLACK) continue
        store.setLandmark(entry, k, Math.round(most))
        moved |= 1 << k
      }
      if (moved === 0) continue
      isLowered = true
      // An entry reached through a region need not look back into it: only its other side is due.
      this.owe(entry, level.regionOfSide[2 * entry] === region ? 1 : 0, moved, way + apart)
    }
    return isLowered
  }

  private owe(entry: Entry, side: number, due: number, way: number): void {
    this.dueOfSide[2 * entry + side] |= due
    const known = this.wayOf[entry]
    if (known > 0 && known <= way + 1) return
    this.wayOf[entry] = way + 1
    this.waiting.push(way, entry)
  }
}
