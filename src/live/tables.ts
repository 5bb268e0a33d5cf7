/**
 * The tables of changed regions, made by the bake's own rules. A commit makes tables of level 0 if a way may have
 * become cheaper than landmarks allow, or if entries changed. All other tables become doubtful, together with all
 * tables made from them, and are made before they are read. So several commits in a row make a table once, and tables
 * that no search needs are never made.
 */
import { directionOfCrossing, reversed, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import { entryIn, pairCountOf, shiftOf, slotCountOf } from '../atlas/level-graph.ts'
import { growingShorts } from '../base/growing.ts'
import type { Block, Level, Region } from '../base/ids.ts'
import { addTo } from '../base/lists.ts'
import { finish, type Work } from '../base/work.ts'
import { Lift } from '../level/lift.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { RegionCosts } from '../metric/cost.ts'
import { type CommitStage, childrenOf } from './commit-stage.ts'
import type { LiveLevel } from './live-level.ts'
import { blockOfRegion } from './rows.ts'
import type { Store } from './store.ts'
import { type TouchedBlock, touchedCorners } from './touched-blocks.ts'

const NO_CHILDREN = new Int32Array(0)
const NO_WORDS = new Uint16Array(0)

/** Makes tables above level 0 from those of the level below. Other tables may be made between pieces by other lifts. */
export class Lifts {
  private readonly levels: readonly LiveLevel[]
  private readonly out = growingShorts(4096)
  private readonly liftOfLevel: Lift[] = []

  constructor(levels: readonly LiveLevel[]) {
    this.levels = levels
  }

  /** The table of a region with these children. */
  *make(level: LiveLevel, region: number, children: Int32Array): Work<Uint16Array> {
    this.out.length = 0
    this.liftOfLevel[level.level] ??= new Lift(this.levels[level.level - 1], level, this.out)
    yield* this.liftOfLevel[level.level].fill(region, children)
    return this.out.toArray()
  }
}

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
   * `cheaperBlocks` and blocks around them no way is cheaper than landmarks allow: their tables wait until a search
   * comes to them. Returns the regions of level 0 where ways may have become cheaper.
   */
  *repair(stage: CommitStage, touched: readonly TouchedBlock[], cheaperBlocks: Set<number>): Work<number[]> {
    for (const one of touched) {
      soilAround(stage, one, cheaperBlocks)
      yield
    }
    const { levels } = this.store
    this.commits++
    this.costs.forget()
    const dueOfBlock = new Map<Block, Region[]>()
    for (const level of levels) {
      for (const [region, hasSameSlots] of stage.dirtyOfLevel[level.level]) {
        yield
        if (level.level > 0) {
          this.owe(level.level, region)
          if (!hasSameSlots) this.owe(level.level + 1, level.parentOfRegion[region])
          continue
        }
        const block = blockOfRegion(level, region)
        if (hasSameSlots && slotCountOf(level, region) > 1 && !cheaperBlocks.has(block)) this.owe(0, region)
        else addTo(dueOfBlock, block, region)
      }
    }
    const made: number[] = []
    for (const [block, regions] of dueOfBlock) {
      yield
      this.measure(block, regions, (region, words) => {
        if (!this.put(levels[0], region, stage.dirtyOfLevel[0].get(region)!, words)) return
        made.push(region)
        this.owe(1, levels[0].parentOfRegion[region])
      })
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
    if (lifts !== this.lifts) store.beginCommit()
    own.trust(region)
    if (isDue) {
      own.columns.isDue.write(region, 0)
      const put = (_: Region, made: Uint16Array) => {
        if (this.put(own, region, true, made)) this.owe(level + 1, own.parentOfRegion[region])
      }
      if (level === 0) this.measure(blockOfRegion(own, region), [region], put)
      else put(region, words ?? NO_WORDS)
    }
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

  /** Makes the tables of some regions of a block of level 0. A table without pairs is empty. */
  private measure(block: Block, regions: readonly Region[], tell: (region: Region, words: Uint16Array) => void): void {
    const { out, costs } = this
    out.length = 0
    finish(costs.fill(block, regions, (region, place) => tell(region, out.toArray(place))))
  }

  /** Writes a table if it has changed; returns whether its slots or costs have. */
  private put(level: LiveLevel, region: number, hasSameSlots: boolean, words: Uint16Array): boolean {
    const { data } = level.tableArena
    const before = level.tableAt(region)
    const old = data.subarray(before, before + level.wordsOfRegion[region])
    const isSame = hasSameSlots && hasSameCosts(old, words, slotCountOf(level, region))
    if (isSame && words.length === old.length && words.every((word, i) => word === old[i])) return false
    level.tableArena.give(before, old.length)
    const table = words.length === 0 ? 0 : level.tableArena.take(words.length)
    level.tableArena.data.set(words, table)
    level.setTable(region, table, words.length)
    return !isSame
  }

  /** The regions that this one is made of; none on level 0 or with fewer than two slots. */
  private childrenOf(level: LiveLevel, region: number): Int32Array {
    if (level.level === 0 || slotCountOf(level, region) < 2) return NO_CHILDREN
    const { parentOfRegion } = this.store.levels[level.level - 1]
    const all = childrenOf(this.store, level.level, blockOfRegion(level, region))
    return Int32Array.from(all.filter(child => parentOfRegion[child] === region))
  }
}

/** Whether two tables of a region with this count of slots have the same costs, whatever their ways. */
function hasSameCosts(old: Uint16Array, words: Uint16Array, size: number): boolean {
  const count = size > 1 ? 1 + pairCountOf(size) : 0
  if (old.length < count || (old.length === 0) !== (count === 0)) return false
  if (count > 0 && shiftOf(old[0]) !== shiftOf(words[0])) return false
  for (let i = 1; i < count; i++) if (old[i] !== words[i]) return false
  return true
}

/**
 * Marks the regions whose tables an edit may change: those of its block, and those across its borders at crossings near
 * changed cells. Part of each crossing's step lies in the block. Where a path arrives on the other side depends on
 * costs on this side (atlas/crossing.ts). The same holds for steps past a corner where four blocks meet. If the block
 * is in `cheaperBlocks`, adds the blocks of regions across its borders.
 */
function soilAround({ store, dirtyOfLevel }: CommitStage, touched: TouchedBlock, cheaperBlocks: Set<number>): void {
  const { terrain, levels } = store
  const [level] = levels
  const { block } = touched
  const isCheaper = cheaperBlocks.has(block)
  const [dirty] = dirtyOfLevel
  const soil = (region: number, around: Block) => {
    dirty.set(region, dirty.get(region) ?? true)
    if (isCheaper) cheaperBlocks.add(around)
  }
  const hasCrossingSteps = !terrain.ground.isEven || touched.hasCosts
  const { slots } = level
  level.forEachSlot(block, (region, slot) => {
    const crossing = slots[2 * slot + 1]
    soil(region, block)
    if (!hasCrossingSteps || !isChangedAt(touched, crossing)) return
    const beyond = reversed(crossing)
    const side = 1 - sideOf(crossing)
    soil(level.regionOfSide[2 * entryIn(slots[2 * slot]) + side], terrain.blockOf(xOf(beyond), yOf(beyond)))
  })
  if (!hasCrossingSteps) return
  const left = (block % terrain.blocksWide) << BLOCK_SHIFT
  const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
  for (const { column, row, towardsX, towardsY } of touchedCorners(touched, terrain)) {
    for (const [byX, byY] of [
      [towardsX, 0],
      [0, towardsY],
      [towardsX, towardsY],
    ]) {
      const [x, y] = [left + column + byX, top + row + byY]
      if (!terrain.isFree(x, y)) continue
      const around = terrain.blockOf(x, y)
      level.forEachSlot(around, (region, slot) => {
        if (xOf(slots[2 * slot + 1]) === x && yOf(slots[2 * slot + 1]) === y) soil(region, around)
      })
    }
  }
}

/** Whether the crossing's cell, or one next to it along the border, has changed. */
function isChangedAt({ changed }: TouchedBlock, crossing: number): boolean {
  const [x, y] = [xOf(crossing) & BLOCK_MASK, yOf(crossing) & BLOCK_MASK]
  const around = x === 0 ? 0b11 : 0b111 << (x - 1)
  if ((directionOfCrossing(crossing) & 1) === 1) return (changed[y] & around) !== 0
  for (let row = Math.max(0, y - 1); row <= Math.min(BLOCK_SIDE_CELLS - 1, y + 1); row++) {
    if (((changed[row] >>> x) & 1) !== 0) return true
  }
  return false
}
