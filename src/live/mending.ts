/**
 * Adjusts the landmark costs of entries after ways through regions became cheaper. Landmarks give true bounds while no
 * pair of a region costs less than its entries' costs differ. Parts that an opening joins are made to fit first
 * (joining.ts). Then, where a pair still costs less, the more expensive entry is lowered to what the pair allows. The
 * change spreads to its neighbours in a wave, for all landmarks at once. It may be long where a long way around became a
 * short one: half a second on a map of 4096 x 4096 cells if its halves are joined at twenty gaps.
 */
import {
  entryAt,
  firstPairOf,
  firstSlotOf,
  pairOf,
  slotCountOf,
  slotOfEntry,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { grownTo } from '../base/growing.ts'
import type { Entry, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { Joining } from './joining.ts'
import type { LandmarkTable, Store } from './store.ts'

/** Turns between pauses: about half a millisecond. */
const TURNS_A_PIECE = 64
const ENTRIES_LEAST = 256
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
  private readonly count: number
  /** The entries that the wave has reached: entry -> its number in `entries` and `values`. */
  private readonly numberOf = new Map<number, number>()
  private readonly entries: number[] = []
  private values: Float32Array
  /** For each side of such an entry, a bit per landmark for which that side's region must be looked at. */
  private dueOfSide = new Int32Array(2 * ENTRIES_LEAST)
  /** What the wave's way to a waiting entry costs; infinite for the others. */
  private wayOf = new Float64Array(ENTRIES_LEAST)
  private readonly waiting = new BucketRing()
  private shareLeast = SHARE
  private hasMoved = false
  private table!: LandmarkTable

  /** For `count` landmarks. `settle` makes a doubtful table. */
  constructor(store: Store, count: number, settle: (region: number) => void) {
    this.store = store
    this.settle = settle
    this.count = count
    this.values = new Float32Array(ENTRIES_LEAST * this.count)
  }

  /** Mends `table` from these regions on; returns whether it changed. */
  *run(table: LandmarkTable, regions: readonly number[]): Work<boolean> {
    this.hasMoved = yield* new Joining(this.store, table, regions).run()
    yield* this.begin(table, regions)
    yield* this.spread()
    if (this.hasMoved) yield* this.write()
    return this.hasMoved
  }

  private *begin(table: LandmarkTable, regions: readonly number[]): Work<void> {
    this.table = table
    this.numberOf.clear()
    this.entries.length = 0
    this.shareLeast = SHARE * (1 + regions.length / REGIONS_OF_SHARE)
    this.waiting.restart(0, BUCKET_UNITS / 2 ** table.shift)
    const level = this.store.levels[0]
    for (const [i, region] of regions.entries()) {
      if (i % TURNS_A_PIECE === TURNS_A_PIECE - 1) yield
      const first = firstSlotOf(level, region)
      for (let slot = first; slot < first + slotCountOf(level, region); slot++) {
        const entry = entryAt(level, slot)
        const number = this.numberOf.get(entry) ?? this.reach(entry)
        this.owe(number, level.regionOfSide[2 * entry] === region ? 0 : 1, 2 ** this.count - 1, 0)
      }
    }
  }

  private *spread(): Work<void> {
    for (let turns = 1; ; turns++) {
      const number = this.waiting.pop(NONE)
      if (number === NONE) return
      if (turns % TURNS_A_PIECE === 0) yield
      const way = this.wayOf[number]
      // A cheaper way has given it its turn.
      if (way === Infinity) continue
      this.wayOf[number] = Infinity
      for (let side = 0; side < 2; side++) {
        const due = this.dueOfSide[2 * number + side]
        this.dueOfSide[2 * number + side] = 0
        if (due !== 0) this.relax(number, side, due, way)
      }
    }
  }

  /** Writes the costs that the wave changed, in pieces. */
  private *write(): Work<void> {
    const { table, count, values, entries } = this
    for (let number = 0; number < entries.length; number++) {
      for (let k = 0; k < count; k++) table.write(entries[number] * count + k, Math.floor(values[number * count + k]))
      if (number % TURNS_A_PIECE === TURNS_A_PIECE - 1) yield
    }
  }

  /** Lowers the other entries of the region on one side. */
  private relax(number: number, side: number, due: number, way: number): void {
    const level = this.store.levels[0]
    const entry = this.entries[number]
    const region = level.regionOfSide[2 * entry + side]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size < 2) return
    if (level.tableOfRegion[region] < 0) this.settle(region)
    const unit = 2 ** this.table.shift
    const share = Math.min(SHARE_MAX, this.shareLeast + (SHARE * way * unit) / UNITS_OF_SHARE)
    const step = ((1 + share) * unitsOfStep(level, region)) / unit
    const own = slotOfEntry(level, region, entry)
    const firstPair = firstPairOf(level, region)
    for (let slot = 0; slot < size; slot++) {
      if (slot === own) continue
      const apart = level.tables[firstPair + pairOf(own, slot)] * step
      this.move(number, entryAt(level, first + slot), apart, due, region, way)
    }
  }

  private move(from: number, entry: Entry, apart: number, due: number, region: Region, way: number): void {
    const { count, values, numberOf } = this
    const known = numberOf.get(entry)
    const costs = known === undefined ? this.table.values : values
    const row = (known ?? entry) * count
    let moved = 0
    for (let rest = due; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      if (costs[row + k] - values[from * count + k] > apart + SLACK) moved |= 1 << k
    }
    if (moved === 0) return
    this.hasMoved = true
    const number = known ?? this.reach(entry)
    for (let rest = moved; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      this.values[number * count + k] = this.values[from * count + k] + apart
    }
    // An entry reached through a region need not look back into it: only its other side is due.
    this.owe(number, this.store.levels[0].regionOfSide[2 * entry] === region ? 1 : 0, moved, way + apart)
  }

  private owe(number: number, side: number, due: number, way: number): void {
    this.dueOfSide[2 * number + side] |= due
    if (this.wayOf[number] <= way) return
    this.wayOf[number] = way
    this.waiting.push(way, number)
  }

  private reach(entry: number): number {
    const { count, entries, numberOf, table } = this
    const number = entries.length
    if (number === this.wayOf.length) this.grow()
    const { values } = this
    entries.push(entry)
    numberOf.set(entry, number)
    for (let k = 0; k < count; k++) values[number * count + k] = table.values[entry * count + k]
    this.dueOfSide[2 * number] = 0
    this.dueOfSide[2 * number + 1] = 0
    this.wayOf[number] = Infinity
    return number
  }

  private grow(): void {
    const room = 2 * this.wayOf.length
    this.values = grownTo(this.values, room * this.count)
    this.dueOfSide = grownTo(this.dueOfSide, 2 * room)
    this.wayOf = grownTo(this.wayOf, room)
  }
}
