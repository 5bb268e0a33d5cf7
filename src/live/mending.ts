/**
 * Adjusts the landmark costs of entries after ways through regions became cheaper. Landmarks give true bounds while no
 * pair of a region costs less than its entries' costs differ. If one does, either the more expensive entry is lowered
 * to what the pair allows, or the cheaper one is raised. The change then spreads to their neighbours in a wave, for all
 * landmarks at once. Both waves run by turns, since one of them is mostly short: a small island that joins a large one
 * is raised. Regions where both are long, as where two large islands join, are left to one lowering wave at the end of
 * the commit: a tenth of a second on a map of 4096 x 4096 cells where they join at one gap, a whole second at many.
 */
import { entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { grownTo } from '../base/growing.ts'
import type { Entry, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import type { LandmarkTable, Store } from './store.ts'

/** Turns of each wave in the first round; each later round takes twice as many. */
const TURNS_FIRST = 64
/** The most turns of a wave of one region, repeated entries included: ten or twenty milliseconds. */
const TURNS_MAX = 4096
/** With this many turns in one commit, the last wave must do the rest. */
const TURNS_OF_COMMIT = 8 * TURNS_MAX
/** Turns between pauses: about half a millisecond. */
const TURNS_A_PIECE = 64
const ENTRIES_LEAST = 256
/** Entries take turns by the cost of the wave's way to them, in buckets of this width: few take several turns. */
const BUCKET_UNITS = 1024
/** Landmarks are rounded: a wave goes on only if costs differ by this many units more than a pair costs. */
const SLACK = 2
/**
 * The share by which entries may differ beyond what their pair costs. It ends waves that no longer change much, and
 * routes may cost this much more. It grows with each TURNS_OF_SHARE turns; the last wave goes far, so it has its own.
 */
const SHARE = 0.01
const TURNS_OF_SHARE = 256
const SHARE_OF_LAST = 0.02

const LOWERING = 1
const RAISING = -1

export class Mending {
  private readonly waves: readonly Wave[]

  /** For `count` landmarks. `settle` makes a doubtful table. */
  constructor(store: Store, count: number, settle: (region: number) => void) {
    this.waves = [new Wave(store, count, settle, LOWERING), new Wave(store, count, settle, RAISING)]
  }

  /** Mends `table` from these regions on; returns whether it changed. */
  *run(table: LandmarkTable, regions: readonly number[]): Work<boolean> {
    const [lowering] = this.waves
    const left: number[] = []
    let turnsLeft = TURNS_OF_COMMIT
    let isMended = false
    for (const region of regions) {
      yield
      const wave = turnsLeft < 0 ? null : yield* this.shorter(table, region)
      turnsLeft -= wave?.turns ?? 2 * TURNS_MAX
      if (wave === null) left.push(region)
      else if (yield* wave.write()) isMended = true
    }
    if (left.length === 0) return isMended
    yield* lowering.beginning(table, left, SHARE_OF_LAST)
    yield* lowering.goOn(Infinity)
    return (yield* lowering.write()) || isMended
  }

  /** Starts waves at all pairs of a region. Returns the first that ends; null if both are too long. */
  private *shorter(table: LandmarkTable, region: number): Work<Wave | null> {
    for (const wave of this.waves) yield* wave.beginning(table, [region])
    for (let turns = TURNS_FIRST; turns <= TURNS_MAX; turns *= 2) {
      for (const wave of this.waves) if (yield* wave.goOn(turns)) return wave
    }
    return null
  }
}

class Wave {
  private readonly store: Store
  private readonly settle: (region: number) => void
  private readonly count: number
  private readonly sign: typeof LOWERING | typeof RAISING
  /** The entries that the wave has reached: entry -> its number in `entries` and `values`. */
  private readonly numberOf = new Map<number, number>()
  private readonly entries: number[] = []
  private values: Float32Array
  /** For each side of such an entry, a bit per landmark for which that side's region must be looked at. */
  private dueOfSide = new Int32Array(2 * ENTRIES_LEAST)
  /** What the wave's way to a waiting entry costs; infinite for the others. */
  private wayOf = new Float64Array(ENTRIES_LEAST)
  private readonly waiting = new BucketRing()
  /** How many turns entries have had. */
  turns = 0
  private hasMoved = false
  private shareMax = Infinity
  private table!: LandmarkTable

  constructor(store: Store, count: number, settle: (region: number) => void, sign: typeof LOWERING | typeof RAISING) {
    this.store = store
    this.settle = settle
    this.count = count
    this.sign = sign
    this.values = new Float32Array(ENTRIES_LEAST * this.count)
  }

  *beginning(table: LandmarkTable, regions: readonly number[], shareMax = Infinity): Work<void> {
    this.table = table
    this.shareMax = shareMax
    this.numberOf.clear()
    this.entries.length = 0
    this.waiting.restart(0, BUCKET_UNITS / 2 ** table.shift)
    this.turns = 0
    this.hasMoved = false
    const level = this.store.levels[0]
    for (const [i, region] of regions.entries()) {
      if (i % TURNS_A_PIECE === TURNS_A_PIECE - 1) {
        yield
        this.store.turn()
      }
      const first = firstSlotOf(level, region)
      for (let slot = first; slot < first + slotCountOf(level, region); slot++) {
        const entry = entryIn(level.slots[2 * slot])
        const number = this.numberOf.get(entry) ?? this.reach(entry)
        this.owe(number, level.regionOfSide[2 * entry] === region ? 0 : 1, 2 ** this.count - 1, 0)
      }
    }
  }

  /** Goes on up to `turnsMax` turns; returns whether the wave has ended. */
  *goOn(turnsMax: number): Work<boolean> {
    while (this.turns < turnsMax) {
      const number = this.waiting.pop(NONE)
      if (number === NONE) return true
      const way = this.wayOf[number]
      // A cheaper way has given it its turn.
      if (way === Infinity) continue
      this.wayOf[number] = Infinity
      if (this.turns % TURNS_A_PIECE === TURNS_A_PIECE - 1) {
        yield
        this.store.turn()
      }
      this.turns++
      for (let side = 0; side < 2; side++) {
        const due = this.dueOfSide[2 * number + side]
        this.dueOfSide[2 * number + side] = 0
        if (due !== 0) this.relax(number, side, due, way)
      }
    }
    return false
  }

  /** Writes the costs that the wave changed, in pieces; returns whether there are any. */
  *write(): Work<boolean> {
    const { table, count, values, entries } = this
    for (let number = 0; number < entries.length && this.hasMoved; number++) {
      for (let k = 0; k < count; k++) table.write(entries[number] * count + k, Math.floor(values[number * count + k]))
      if (number % TURNS_A_PIECE === TURNS_A_PIECE - 1) yield
    }
    return this.hasMoved
  }

  /** Adjusts the other entries of the region on one side. */
  private relax(number: number, side: number, due: number, way: number): void {
    const level = this.store.levels[0]
    const entry = this.entries[number]
    const region = level.regionOfSide[2 * entry + side]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size < 2) return
    if (level.tableOfRegion[region] < 0) this.settle(region)
    const share = Math.min(this.shareMax, SHARE * (1 + this.turns / TURNS_OF_SHARE))
    const step = ((1 + share) * unitsOfStep(level, region)) / 2 ** this.table.shift
    let own = 0
    while (own < size && entryIn(level.slots[2 * (first + own)]) !== entry) own++
    const firstPair = firstPairOf(level, region)
    for (let slot = 0; slot < size; slot++) {
      if (slot === own) continue
      const apart = level.tables[firstPair + pairOf(own, slot)] * step
      this.move(number, entryIn(level.slots[2 * (first + slot)]), apart, due, region, way)
    }
  }

  private move(from: number, entry: Entry, apart: number, due: number, region: Region, way: number): void {
    const { count, values, numberOf, sign } = this
    const known = numberOf.get(entry)
    const costs = known === undefined ? this.table.values : values
    const row = (known ?? entry) * count
    let moved = 0
    for (let rest = due; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      if (sign * (costs[row + k] - values[from * count + k]) > apart + SLACK) moved |= 1 << k
    }
    if (moved === 0) return
    this.hasMoved = true
    const number = known ?? this.reach(entry)
    for (let rest = moved; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      this.values[number * count + k] = this.values[from * count + k] + sign * apart
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
