/**
 * The tables of changed regions, made by the bake's own rules. A commit makes tables of level 0 if a way may have
 * become cheaper than landmarks allow, or if entries changed. All other tables become doubtful, together with all
 * tables made from them, and are made before they are read. So several commits in a row make a table once, and tables
 * that no search needs are never made.
 */
import { NO_PARENT } from '../atlas/islands.ts'
import { pairCountOf, shiftOf, slotCountOf } from '../atlas/level-graph.ts'
import { growingShorts } from '../base/growing.ts'
import type { Level, Region } from '../base/ids.ts'
import { finish, type Work } from '../base/work.ts'
import { RegionCosts } from '../metric/cost.ts'
import { childBlocksOf } from './commit-stage.ts'
import { Lifts } from './lifts.ts'
import type { LiveLevel } from './live-level.ts'
import { blockOfRegion, type OldTable, type Rows } from './rows.ts'
import type { Store } from './store.ts'

const NO_CHILDREN = new Int32Array(0)

export class Tables {
  private readonly store: Store
  private readonly out = growingShorts(4096)
  private readonly costs: RegionCosts
  private readonly lifts: Lifts
  private commits = 0

  constructor(store: Store) {
    this.store = store
    this.costs = new RegionCosts(store.terrain, store.levels[0], this.out)
    this.lifts = new Lifts(store.levels)
  }

  /**
   * Makes the tables of level 0 that cannot wait and doubts the others, those above included. Outside of
   * `cheaperBlocks` no way is cheaper than landmarks allow: their tables wait until a search comes to them. Returns the
   * regions of level 0 where ways may have become cheaper.
   */
  *repair(rows: Rows, cheaperBlocks: ReadonlySet<number>): Work<number[]> {
    const { levels } = this.store
    this.commits++
    this.costs.forget()
    const made: number[] = []
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
        const isNoCheaper = old.hasSameSlots && hasTable && !cheaperBlocks.has(blockOfRegion(level, region))
        if (isNoCheaper) this.owe(0, region)
        else if (this.put(level, region, old, this.wordsOf(level, region))) {
          made.push(region)
          this.owe(1, parent)
        }
      }
    }
    return made
  }

  /** Makes a doubtful table, after the tables that it is made from. */
  settle(level: Level, region: Region): void {
    finish(this.settling(level, region, this.lifts))
  }

  /**
   * Makes a doubtful table in pieces, with the caller's own lifts. Anything may happen to this version in between;
   * after a commit the table may stay doubtful.
   */
  *settling(level: Level, region: Region, lifts: Lifts): Work<void> {
    const { store, commits } = this
    const own = store.levels[level]
    if (own.tableOfRegion[region] >= 0) return
    const children = this.childrenOf(own, region)
    for (const child of children) {
      if (store.levels[level - 1].tableOfRegion[child] >= 0) continue
      yield* this.settling(level - 1, child, lifts)
      // A commit in between may have changed the children of regions, and the columns may hold another version.
      if (commits !== this.commits) return
    }
    if (own.tableOfRegion[region] >= 0) return
    const isDue = own.columns.isDue.data[region] === 1
    const words = isDue && children.length > 0 ? yield* this.lift(own, region, children, lifts) : null
    if (commits !== this.commits || own.tableOfRegion[region] >= 0) return
    const isPaced = lifts !== this.lifts
    if (isPaced) store.beginCommit()
    own.trust(region)
    if (isDue) {
      own.columns.isDue.write(region, 0)
      const old = { table: own.tableOfRegion[region], words: own.wordsOfRegion[region], hasSameSlots: true }
      if (this.put(own, region, old, words ?? this.wordsOf(own, region)))
        this.owe(level + 1, own.parentOfRegion[region])
    }
    if (isPaced) store.endCommit()
  }

  /** Returns null if a commit came in between. */
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

  /** Notes that a table has surely changed, and doubts all tables above it. */
  private owe(level: Level, region: Region): void {
    const { levels } = this.store
    if (region === NO_PARENT) return
    levels[level].columns.isDue.write(region, 1)
    for (let l = level; region !== NO_PARENT && levels[l].doubt(region); l++) region = levels[l].parentOfRegion[region]
  }

  /** The table of a region of level 0; empty without pairs, or above level 0. */
  private wordsOf(level: LiveLevel, region: number): Uint16Array {
    this.out.length = 0
    if (level.level === 0 && slotCountOf(level, region) > 1) {
      finish(this.costs.fill(blockOfRegion(level, region), region))
    }
    return this.out.toArray()
  }

  /** Writes a table if it has changed; returns whether its slots or costs have. */
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

  /** The regions that this one is made of; none on level 0 or with fewer than two slots. */
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
