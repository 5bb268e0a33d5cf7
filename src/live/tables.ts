/**
 * The tables of regions that have changed, made by the bake's own rules: those of level 0 with the commit, but for those of
 * blocks that can wait, where no way has become cheaper than landmarks know. Such a table, and each one above, is only put
 * in doubt, and with it all that are made of it: whoever reads one has it made first, so that commits which follow each
 * other lift a region once, and regions that nobody crosses never.
 */

import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, pairCountOf, shiftOf, slotCountOf } from '../atlas/level-graph.ts'
import { GrowingShorts } from '../base/growing.ts'
import type { Level, Region } from '../base/ids.ts'
import { finish, type Work } from '../base/work.ts'
import { RegionCosts } from '../metric/cost.ts'
import { childBlocksOf } from './commit-stage.ts'
import { KnownPairs } from './known-pairs.ts'
import type { Lifts } from './lifts.ts'
import type { LiveLevel } from './live-level.ts'
import { blockOfRegion, type OldTable, type Rows } from './rows.ts'
import { SearchedTable } from './searched-table.ts'
import type { Store } from './store.ts'
import type { TouchedBlock } from './touched-blocks.ts'

/** Tables of level 0 that a commit leaves to the searches which come to them. */
export interface Waiting {
  /** Blocks where no way has become cheaper than landmarks know. */
  readonly blocks: Set<number>
  /** Whether those are all that the commit touches. */
  readonly isAll: boolean
  /** Whether all tables wait: landmarks are guarded against what those would tell. */
  readonly isBulk: boolean
}

/** The most that a pair costs in a table without a shift. */
const WORD_MAX = 0xffff
const NO_CHILDREN = new Int32Array(0)

export class Tables {
  private readonly store: Store
  private readonly out = new GrowingShorts(4096)
  private readonly costs: RegionCosts
  private readonly known: KnownPairs
  private readonly searched: SearchedTable
  /** Of the commit at hand; and blocks of which nothing is known, as cells there or next to them stay free and cost otherwise. */
  private touchedOf: ReadonlyMap<number, TouchedBlock> = new Map()
  private unknownBlocks: ReadonlySet<number> = new Set()
  /** Regions whose tables the last commit made where no pair is cheaper than before. */
  private readonly dearer = new Set<number>()
  private commits = 0

  constructor(store: Store) {
    this.store = store
    this.costs = new RegionCosts(store.terrain, store.levels[0], this.out)
    this.known = new KnownPairs(store)
    this.searched = new SearchedTable(store, this.known, this.out)
  }

  /**
   * Makes the tables of level 0 that are due and doubts those above; returns the regions of level 0 where ways may have become
   * cheaper. Tables of blocks that can wait are doubted where their slots are as before.
   */
  *repair(rows: Rows, touched: readonly TouchedBlock[], waiting: Waiting): Work<number[]> {
    const { levels } = this.store
    this.commits++
    this.costs.forget()
    this.searched.forget()
    this.touchedOf = new Map(touched.map(one => [one.block, one]))
    this.dearer.clear()
    this.unknownBlocks = blocksOfOtherCosts(this.store, touched)
    const made: number[] = []
    for (const [region, shifts] of rows.shiftsOfRegion) {
      yield
      const isDoubtful = levels[0].tableOfRegion[region] < 0
      if (!waiting.isAll) made.push(region)
      if (isDoubtful) {
        if (!waiting.isAll && !waiting.isBulk) this.settle(0, region)
        continue
      }
      if (this.shift(levels[0], region, shifts)) this.owe(1, levels[0].parentOfRegion[region])
    }
    for (const level of levels) {
      for (const [region, old] of rows.dirtyOfLevel[level.level]) {
        yield
        const parent = level.parentOfRegion[region]
        if (level.level > 0) {
          this.owe(level.level, region)
          if (!old.hasSameSlots) this.owe(level.level + 1, parent)
          continue
        }
        const hasTable = slotCountOf(level, region) > 1
        const isNoCheaper = old.hasSameSlots && hasTable && waiting.blocks.has(blockOfRegion(level, region))
        if (isNoCheaper || (hasTable && waiting.isBulk)) {
          if (!isNoCheaper) made.push(region)
          this.owe(0, region)
          if (!old.hasSameSlots) this.owe(1, parent)
        } else if (this.make(level, region, old)) {
          made.push(region)
          this.owe(1, parent)
        }
      }
    }
    return made
  }

  /** Makes a table that is in doubt, and before it those that it is made of. */
  settle(level: Level, region: Region): void {
    finish(this.settling(level, region, this.store.lifts))
  }

  /**
   * The same in pieces, with lifts of the caller's own: anything may happen to this version in between, and after a commit the
   * table may be left in doubt.
   */
  *settling(level: Level, region: Region, lifts: Lifts): Work<void> {
    const { store, commits } = this
    const own = store.levels[level]
    if (own.tableOfRegion[region] >= 0) return
    const children = this.childrenOf(own, region)
    for (const child of children) yield* this.settling(level - 1, child, lifts)
    // A commit in between may have given children to other regions.
    if (commits !== this.commits || own.tableOfRegion[region] >= 0) return
    const isDue = own.columns.isDue.data[region] === 1
    const words = isDue && children.length > 0 ? yield* this.lift(own, region, children, lifts) : null
    if (commits !== this.commits || own.tableOfRegion[region] >= 0) return
    const isPaced = lifts !== store.lifts
    if (isPaced) store.beginCommit()
    own.trust(region)
    if (isDue) {
      own.columns.isDue.write(region, 0)
      const old = { table: own.tableOfRegion[region], words: own.wordsOfRegion[region], hasSameSlots: true, rows: [] }
      if (this.put(own, region, old, words ?? this.wordsOf(own, region, false)))
        this.owe(level + 1, own.parentOfRegion[region])
    }
    if (isPaced) store.endCommit()
  }

  /** Nothing after a commit in between. */
  private *lift(level: LiveLevel, region: number, children: Int32Array, lifts: Lifts): Work<Uint16Array | null> {
    const { store, commits } = this
    const work = lifts.make(level, region, children)
    for (;;) {
      const { done, value } = work.next()
      if (done === true) return value
      yield
      if (commits !== this.commits) return null
      store.turn()
    }
  }

  /** Makes all tables that are in doubt. */
  settleAll(): void {
    for (const level of this.store.levels) {
      for (let region = 0; region < level.regionEnd && level.doubtful > 0; region++) {
        if (level.tableOfRegion[region] < 0) this.settle(level.level, region)
      }
    }
  }

  /** A table is surely another one now, and all above it may be. */
  private owe(level: Level, region: Region): void {
    const { levels } = this.store
    if (region === NO_PARENT) return
    levels[level].columns.isDue.write(region, 1)
    for (let l = level; region !== NO_PARENT && levels[l].doubt(region); l++) region = levels[l].parentOfRegion[region]
  }

  /** Adds to the pairs of some entries, and makes the table anew where its words are too short for that; whether it is another. */
  private shift(level: LiveLevel, region: number, unitsOfEntry: ReadonlyMap<number, number>): boolean {
    const size = level.rowOfRegion[2 * region + 1]
    const old = { table: level.tableAt(region), words: level.wordsOfRegion[region], hasSameSlots: true, rows: [] }
    if (size < 2) return false
    const words = level.tableArena.data.slice(old.table, old.table + old.words)
    const firstSlot = level.rowOfRegion[2 * region]
    const unitsOfSlot = Array.from({ length: size }, (_, slot) => {
      return unitsOfEntry.get(entryIn(level.slots[2 * (firstSlot + slot)])) ?? 0
    })
    for (let high = 1, pair = 1; high < size; high++) {
      for (let low = 0; low < high; low++, pair++) {
        const units = words[pair] + unitsOfSlot[low] + unitsOfSlot[high]
        if (shiftOf(words[0]) > 0 || units > WORD_MAX)
          return this.put(level, region, old, this.wordsOf(level, region, false))
        words[pair] = units
      }
    }
    this.put(level, region, old, words)
    return true
  }

  /** Makes a table of level 0; whether the region's slots or costs are others than before. */
  private make(level: LiveLevel, region: number, old: OldTable): boolean {
    const isKnown = level.rowOfRegion[2 * region + 1] > 1 && this.know(region, old)
    if (isKnown && old.hasSameSlots && this.known.isWhole) return false
    const words = this.wordsOf(level, region, isKnown)
    if (this.isNoCheaper(level, region, old, words)) this.dearer.add(region)
    return this.put(level, region, old, words)
  }

  /** Whether no pair of a region costs less since the last commit, as that made its table. */
  isDearer(region: Region): boolean {
    return this.dearer.has(region)
  }

  private isNoCheaper(level: LiveLevel, region: Region, old: OldTable, words: Uint16Array): boolean {
    const { data } = level.tableArena
    const isOldKnown = old.hasSameSlots && old.words > 0 && old.rows.every(({ isDoubtful }) => !isDoubtful)
    if (!isOldKnown || words.length === 0 || shiftOf(data[old.table]) !== shiftOf(words[0])) return false
    const count = pairCountOf(level.rowOfRegion[2 * region + 1])
    for (let pair = 1; pair <= count; pair++) if (words[pair] < data[old.table + pair]) return false
    return true
  }

  /** Looks at what is known of a region of level 0. */
  private know(region: Region, { rows }: OldTable): boolean {
    const block = blockOfRegion(this.store.levels[0], region)
    if (this.unknownBlocks.has(block)) return false
    return this.known.aim(block, region, rows, this.touchedOf.get(block))
  }

  /** The table of a region of level 0; none of one without pairs, and of a level above. */
  private wordsOf(level: LiveLevel, region: number, isKnown: boolean): Uint16Array {
    this.out.length = 0
    if (level.level === 0 && level.rowOfRegion[2 * region + 1] > 1) this.fill(region, isKnown)
    return this.out.toArray()
  }

  /** Writes the table of a region of level 0. */
  private fill(region: number, isKnown: boolean): void {
    const { known } = this
    const block = blockOfRegion(this.store.levels[0], region)
    if (isKnown && known.isSearched && this.searched.fill(block, region)) return
    finish(this.costs.fill(block, region, isKnown && known.hasWays ? known : null))
  }

  /** Writes a table that is another one than before; whether slots or costs are others. */
  private put(level: LiveLevel, region: number, old: OldTable, words: Uint16Array): boolean {
    const isSame = old.hasSameSlots && this.hasSameCosts(level, old, words, level.rowOfRegion[2 * region + 1])
    const { data } = level.tableArena
    if (isSame && words.length === old.words && words.every((word, i) => word === data[old.table + i])) return false
    level.tableArena.give(old.table, old.words)
    const table = words.length === 0 ? 0 : level.tableArena.take(words.length)
    level.tableArena.data.set(words, table)
    level.setTable(region, table, words.length)
    return !isSame
  }

  private hasSameCosts(level: LiveLevel, old: OldTable, words: Uint16Array, size: number): boolean {
    const count = size > 1 ? 1 + pairCountOf(size) : 0
    if (old.words < count || (old.words === 0) !== (count === 0)) return false
    if (count === 0) return true
    const { data } = level.tableArena
    if (shiftOf(data[old.table]) !== shiftOf(words[0])) return false
    for (let i = 1; i < count; i++) if (data[old.table + i] !== words[i]) return false
    return true
  }

  /** The regions that one of two slots or more is made of; none of another, and of level 0. */
  private childrenOf(level: LiveLevel, region: number): Int32Array {
    const lower = this.store.levels[level.level - 1]
    const children: number[] = []
    if (level.level === 0 || level.rowOfRegion[2 * region + 1] < 2) return NO_CHILDREN
    for (const child of childBlocksOf(this.store, level.level, blockOfRegion(level, region))) {
      const first = lower.regionsOfBlock[2 * child]
      const end = first + lower.regionsOfBlock[2 * child + 1]
      for (let one = first; one < end; one++) if (lower.parentOfRegion[one] === region) children.push(one)
    }
    return Int32Array.from(children)
  }
}

/** Blocks where cells that stay free cost something else, and those next to them. No cell stays where all are walls before or now. */
function blocksOfOtherCosts({ terrain }: Store, touched: readonly TouchedBlock[]): Set<number> {
  const blocks = new Set<number>()
  for (const { block, hasCosts, before } of touched) {
    if (!hasCosts || terrain.costOfBlock[block] === 0 || before.every(word => word === 0)) continue
    for (const by of [0, 1, -1, terrain.blocksWide, -terrain.blocksWide]) blocks.add(block + by)
  }
  return blocks
}
