/**
 * What entries cost to landmarks, brought down where an opening has made a way cheaper. Landmarks bound what lies between two
 * entries as long as no pair of a region costs less than the two differ by: where one does, the more expensive entry is brought down to
 * what the pair allows, and those beyond it, as far as the wave goes, for all landmarks at once. Most waves are short; a
 * long one is given up, and nothing of it is kept: then a guard has to do (living-landmarks.ts).
 */
import { entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { grownTo } from '../base/growing.ts'
import type { Entry, Region } from '../base/ids.ts'
import type { Work } from '../base/work.ts'
import type { LandmarkTable } from './landmark-table.ts'
import type { Store } from './store.ts'

/** A wave that comes to more of all entries is given up: where large islands become one, their landmarks have nothing in common. */
const SHARE_MAX = 0.9
/** Entries that a wave may come to, some of them again and again: ten milliseconds or two. */
const TURNS_MAX = 4096
/** Entries of a wave between which others may run: about a millisecond. */
const TURNS_A_PIECE = 128
const ENTRIES_LEAST = 256
/** Landmarks are rounded: a wave goes on where they differ by this many of their units more than a pair costs. */
const SLACK = 2

export class Lowering {
  private readonly store: Store
  /** Makes the table of a region that is in doubt. */
  private readonly settle: (region: number) => void
  private readonly count: number
  /** The entries that the wave has come to, and what they cost now. */
  private readonly numberOf = new Map<number, number>()
  private readonly entries: number[] = []
  private values: Float32Array
  /** Of each side of such an entry the landmarks, a bit each, for which the region there is to be looked at. */
  private dueOfSide = new Int32Array(2 * ENTRIES_LEAST)
  private isWaiting = new Uint8Array(ENTRIES_LEAST)
  private readonly waiting: number[] = []
  private table!: LandmarkTable

  /** Of `count` landmarks. */
  constructor(store: Store, count: number, settle: (region: number) => void) {
    this.store = store
    this.settle = settle
    this.count = count
    this.values = new Float32Array(ENTRIES_LEAST * this.count)
  }

  /** Starts at all pairs of a region; false where the wave is too long. Its entries are then visited by `forEach`. */
  *run(table: LandmarkTable, region: number): Work<boolean> {
    const entriesMax = SHARE_MAX * this.store.numbers.end
    this.table = table
    this.numberOf.clear()
    this.entries.length = 0
    this.waiting.length = 0
    const level = this.store.levels[0]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    for (let slot = first; slot < first + size; slot++) {
      const entry = entryIn(level.slots[2 * slot])
      this.owe(this.reach(entry), level.regionOfSide[2 * entry] === region ? 0 : 1, 2 ** this.count - 1)
    }
    for (let head = 0; head < this.waiting.length; head++) {
      if (head === TURNS_MAX || this.entries.length > entriesMax) return false
      if (head % TURNS_A_PIECE === TURNS_A_PIECE - 1) {
        yield
        this.store.turn()
      }
      const number = this.waiting[head]
      this.isWaiting[number] = 0
      for (let side = 0; side < 2; side++) {
        const due = this.dueOfSide[2 * number + side]
        this.dueOfSide[2 * number + side] = 0
        if (due !== 0) this.relax(number, side, due)
      }
    }
    return true
  }

  /** Visits the entries of the last wave, and what each costs to the landmarks from `at` on in `values`. */
  forEach(visit: (entry: number, values: Float32Array, at: number) => void): void {
    this.entries.forEach((entry, number) => {
      visit(entry, this.values, number * this.count)
    })
  }

  /** Brings down the other entries of the region on a side. */
  private relax(number: number, side: number, due: number): void {
    const level = this.store.levels[0]
    const entry = this.entries[number]
    const region = level.regionOfSide[2 * entry + side]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size < 2) return
    if (level.tableOfRegion[region] < 0) this.settle(region)
    const step = unitsOfStep(level, region) / 2 ** this.table.shift
    let own = 0
    while (own < size && entryIn(level.slots[2 * (first + own)]) !== entry) own++
    const firstPair = firstPairOf(level, region)
    for (let slot = 0; slot < size; slot++) {
      if (slot === own) continue
      const apart = level.tables[firstPair + pairOf(own, slot)] * step
      this.lower(number, entryIn(level.slots[2 * (first + slot)]), apart, due, region)
    }
  }

  private lower(from: number, entry: Entry, apart: number, due: number, region: Region): void {
    const { count, values, numberOf } = this
    const known = numberOf.get(entry)
    const costs = known === undefined ? this.table.values : values
    const row = (known ?? entry) * count
    let lowered = 0
    for (let rest = due; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      if (costs[row + k] > values[from * count + k] + apart + SLACK) lowered |= 1 << k
    }
    if (lowered === 0) return
    const number = known ?? this.reach(entry)
    for (let rest = lowered; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      this.values[number * count + k] = this.values[from * count + k] + apart
    }
    // What was reached through a region has nothing to tell to its other entries.
    this.owe(number, this.store.levels[0].regionOfSide[2 * entry] === region ? 1 : 0, lowered)
  }

  private owe(number: number, side: number, due: number): void {
    this.dueOfSide[2 * number + side] |= due
    if (this.isWaiting[number] === 1) return
    this.isWaiting[number] = 1
    this.waiting.push(number)
  }

  private reach(entry: number): number {
    const { count, entries, numberOf, table } = this
    const number = entries.length
    if (number === this.isWaiting.length) this.grow()
    const { values } = this
    entries.push(entry)
    numberOf.set(entry, number)
    for (let k = 0; k < count; k++) values[number * count + k] = table.values[entry * count + k]
    this.dueOfSide[2 * number] = 0
    this.dueOfSide[2 * number + 1] = 0
    this.isWaiting[number] = 0
    return number
  }
  private grow(): void {
    const room = 2 * this.isWaiting.length
    this.values = grownTo(this.values, room * this.count)
    this.dueOfSide = grownTo(this.dueOfSide, 2 * room)
    this.isWaiting = grownTo(this.isWaiting, room)
  }
}
