/**
 * The tables of regions that have changed, made by the bake's own rules, level by level as long as any cost is other than
 * before. The levels that no plain query reads are left stale: their tables are made when they are asked for.
 */
import { NO_PARENT } from '../atlas/islands.ts'
import { pairCountOf, shiftOf } from '../atlas/level-graph.ts'
import { GrowingShorts } from '../base/growing.ts'
import { finish } from '../base/work.ts'
import { Lift } from '../level/lift.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import { RegionCosts } from '../metric/cost.ts'
import type { LiveLevel } from './level.ts'
import type { OldTable, Rows } from './rows.ts'
import { childBlocksOf } from './stage.ts'
import type { Store } from './store.ts'

/** As searches cross levels: regions of a level only where the ends are at least so many of its blocks' sides apart. */
const SIDES_APART = 8

interface KnownLift {
  readonly lift: Lift
  readonly parentOfRegion: Int32Array
  readonly entryCount: number
}

export class Tables {
  private readonly store: Store
  private readonly out = new GrowingShorts(4096)
  private readonly costs: RegionCosts
  private readonly liftOfLevel: KnownLift[] = []
  /** The highest level that a plain query reads. */
  private readonly lastRead: number

  constructor(store: Store) {
    this.store = store
    this.costs = new RegionCosts(store.terrain, store.levels[0], this.out)
    const sides = Math.max(store.terrain.width, store.terrain.height) >> BLOCK_SHIFT
    const last = store.levels.length - 1
    this.lastRead = sides < SIDES_APART ? 0 : Math.min(last, 31 - Math.clz32(sides / SIDES_APART))
  }

  /** Makes the tables that are due; returns the regions of level 0 that were made. */
  repair(rows: Rows, isHeld: boolean): number[] {
    const { levels } = this.store
    this.costs.forget()
    const made: number[] = []
    for (const level of levels) {
      const dirty = rows.dirtyOfLevel[level.level]
      for (const [region, old] of dirty) {
        if (level.level > this.lastRead) level.stale.add(region)
        else {
          const isOther = this.make(rows, level, region, old, isHeld)
          if (level.level === 0) made.push(region)
          if (!isOther) continue
        }
        const parent = level.parentOfRegion[region]
        if (parent !== NO_PARENT) rows.soil(levels[level.level + 1], parent)
      }
      level.takeArenas()
    }
    return made
  }

  /** Makes all tables that are stale. */
  settle(rows: Rows, isHeld: boolean): void {
    for (const level of this.store.levels) {
      for (const region of level.stale) {
        const old = { table: level.tableOfRegion[region], words: level.wordsOfRegion[region], hasSameSlots: true }
        this.make(rows, level, region, old, isHeld)
      }
      level.stale.clear()
      level.takeArenas()
    }
  }

  /** Whether the region's slots or costs are others than before. */
  private make(rows: Rows, level: LiveLevel, region: number, old: OldTable, isHeld: boolean): boolean {
    const { out } = this
    const size = level.rowOfRegion[2 * region + 1]
    out.length = 0
    level.takeArenas()
    if (size > 1) {
      const block = rows.blockOf(level, region)
      if (level.level === 0) this.costs.fill(block, region)
      else finish(this.liftOf(level).fill(region, this.childrenOf(level, block, region)))
    }
    const words = out.toArray()
    const isSame = old.hasSameSlots && this.hasSameCosts(level, old, words, size)
    const { data } = level.tableArena
    if (isSame && words.length === old.words && words.every((word, i) => word === data[old.table + i])) return false
    level.tableArena.give(old.table, old.words, isHeld)
    const table = words.length === 0 ? 0 : level.tableArena.take(words.length)
    level.tableArena.data.set(words, table)
    level.tableOfRegion[region] = table
    level.wordsOfRegion[region] = words.length
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

  private childrenOf(level: LiveLevel, block: number, region: number): Int32Array {
    const lower = this.store.levels[level.level - 1]
    const children: number[] = []
    for (const child of childBlocksOf(this.store, level.level, block)) {
      const first = lower.regionsOfBlock[2 * child]
      const end = first + lower.regionsOfBlock[2 * child + 1]
      for (let one = first; one < end; one++) if (lower.parentOfRegion[one] === region) children.push(one)
    }
    return Int32Array.from(children)
  }

  /** Made again when a column that it holds was replaced. */
  private liftOf(level: LiveLevel): Lift {
    const lower = this.store.levels[level.level - 1]
    const known = this.liftOfLevel[level.level]
    const { parentOfRegion, entryCount } = lower
    if (known?.parentOfRegion === parentOfRegion && known.entryCount === entryCount) return known.lift
    const lift = new Lift(lower, parentOfRegion, level, this.out)
    this.liftOfLevel[level.level] = { lift, parentOfRegion, entryCount }
    return lift
  }
}
