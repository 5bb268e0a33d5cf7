/**
 * What entries cost to landmarks, brought down where an opening has made a way cheaper. Landmarks bound what lies between two
 * entries as long as no pair of a region costs less than the two differ by: where one does, the more expensive entry is brought down to
 * what the pair allows, and those beyond it, as far as the wave goes, for all landmarks at once. Most waves are short; a long
 * one is given up, and nothing of it is kept: then a guard has to do (living-landmarks.ts).
 */

import { entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Entry, Region } from '../base/ids.ts'
import type { LandmarkTable } from './landmark-table.ts'
import type { Store } from './store.ts'

/** Entries that a wave may come to, which takes some tenths of a millisecond; and all waves of a commit. */
const TURNS_MAX = 128
const TURNS_A_COMMIT = 4 * TURNS_MAX
/** A region may have many entries. */
const ENTRIES_MAX = 8 * TURNS_MAX
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
  private readonly values: Float32Array
  /** Of each side of such an entry the landmarks, a bit each, for which the region there is to be looked at. */
  private readonly dueOfSide = new Int32Array(2 * ENTRIES_MAX)
  private readonly isWaiting = new Uint8Array(ENTRIES_MAX)
  private readonly waiting: number[] = []
  private table!: LandmarkTable
  private turnsLeft = TURNS_A_COMMIT

  /** Of `count` landmarks. */
  constructor(store: Store, count: number, settle: (region: number) => void) {
    this.store = store
    this.settle = settle
    this.count = count
    this.values = new Float32Array(ENTRIES_MAX * this.count)
  }

  /** Waves of another commit follow. */
  restart(): void {
    this.turnsLeft = TURNS_A_COMMIT
  }

  /** Starts at all pairs of a region; false where the wave is too long. Its entries are then visited by `forEach`. */
  run(table: LandmarkTable, region: number): boolean {
    this.table = table
    this.numberOf.clear()
    this.entries.length = 0
    this.waiting.length = 0
    const level = this.store.levels[0]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size > TURNS_MAX || this.turnsLeft < size) return false
    for (let slot = first; slot < first + size; slot++) {
      const entry = entryIn(level.slots[2 * slot])
      this.owe(this.reach(entry), level.regionOfSide[2 * entry] === region ? 0 : 1, 2 ** this.count - 1)
    }
    for (let head = 0; head < this.waiting.length; head++) {
      if (head === TURNS_MAX || this.turnsLeft-- === 0 || this.entries.length > ENTRIES_MAX - TURNS_MAX) return false
      const number = this.waiting[head]
      this.isWaiting[number] = 0
      for (let side = 0; side < 2; side++) {
        const due = this.dueOfSide[2 * number + side]
        this.dueOfSide[2 * number + side] = 0
        if (due !== 0 && !this.relax(number, side, due)) return false
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

  /** Brings down the other entries of the region on a side; false where there are too many. */
  private relax(number: number, side: number, due: number): boolean {
    const level = this.store.levels[0]
    const entry = this.entries[number]
    const region = level.regionOfSide[2 * entry + side]
    const first = firstSlotOf(level, region)
    const size = slotCountOf(level, region)
    if (size < 2) return true
    if (size > TURNS_MAX) return false
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
    return true
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
      values[number * count + k] = values[from * count + k] + apart
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
    const { count, entries, numberOf, values, table } = this
    const number = entries.length
    entries.push(entry)
    numberOf.set(entry, number)
    for (let k = 0; k < count; k++) values[number * count + k] = table.values[entry * count + k]
    this.dueOfSide[2 * number] = 0
    this.dueOfSide[2 * number + 1] = 0
    this.isWaiting[number] = 0
    return number
  }
}
