/**
 * The state of one commit: the drafts of each level, the new entries of each border, and the entries that came, went or
 * changed rank.
 */
import { directionOfCrossing } from '../atlas/crossing.ts'
import { regionCountOf } from '../atlas/islands.ts'
import { entryIn, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Block, Entry, Level, Region } from '../base/ids.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import type { LiveLevel } from './live-level.ts'
import type { Store } from './store.ts'

/** Used as a direction: visit the entries of all children. */
export const ALL_CHILDREN = -1

/** The row of a region before the commit. */
export interface OldRow {
  readonly firstSlot: number
  readonly slotCount: number
  readonly table: number
  readonly words: number
}

/** For a region that was not there before. */
export const NO_ROW: OldRow = { firstSlot: 0, slotCount: 0, table: 0, words: 0 }

export function oldRowOf(level: LiveLevel, region: number): OldRow {
  return {
    firstSlot: firstSlotOf(level, region),
    slotCount: slotCountOf(level, region),
    table: level.tableAt(region),
    words: level.wordsOfRegion[region],
  }
}

/**
 * A block of some level that a commit makes anew: its old regions, and the entries of each new region. Rows and slots
 * are written after all levels are known, since a slot stores its entry's rank.
 */
export class Draft {
  readonly block: number
  readonly oldFirst: number
  readonly old: readonly OldRow[]
  /** The first number of the new regions. */
  first: number
  count: number
  entries: number[][] = []

  constructor(level: LiveLevel, block: number) {
    this.block = block
    this.oldFirst = level.regionsOfBlock[2 * block]
    this.first = this.oldFirst
    this.count = regionCountOf(level.regionsOfBlock, block)
    this.old = Array.from({ length: this.count }, (_, i) => oldRowOf(level, this.oldFirst + i))
  }

  /** Sets the new count of regions. If it has not changed, they keep the old numbers. */
  renumber(level: LiveLevel, count: number): void {
    this.count = count
    this.first = count === this.old.length ? this.oldFirst : level.takeRegions(count)
    level.columns.regionsOfBlock.write(2 * this.block, this.first)
    level.columns.regionsOfBlock.write(2 * this.block + 1, count)
  }

  /** Whether its regions have new numbers. */
  get isRenumbered(): boolean {
    return this.count !== this.old.length
  }

  /** Whether it has the entries that it had, each in the same region. */
  isAsBefore({ slots }: LiveLevel): boolean {
    if (this.isRenumbered) return false
    const regionOf = new Map<number, number>()
    this.old.forEach(({ firstSlot, slotCount }, i) => {
      for (let slot = firstSlot; slot < firstSlot + slotCount; slot++) regionOf.set(entryIn(slots[2 * slot]), i)
    })
    const count = this.entries.reduce((sum, { length }) => sum + length, 0)
    return count === regionOf.size && this.entries.every((all, i) => all.every(entry => regionOf.get(entry) === i))
  }
}

export class CommitStage {
  readonly store: Store
  readonly draftsOfLevel: Map<number, Draft>[]
  /** Per level, the present entries of each border that was looked at. A border is 2 * block + direction. */
  readonly bordersOfLevel: Map<number, readonly number[]>[]
  /** Per level, the borders whose entries have changed. */
  readonly othersOfLevel: Set<number>[]
  /** Borders of level 0 whose ground or openings have changed, even if their entries have not. */
  readonly rankedAgain = new Set<number>()
  /** Entries whose rank changed. In one commit a rank only rises, or falls once. */
  readonly ranked = new Set<number>()
  /** Per level, the regions whose tables must be made again: whether their slots are still in the old table's order. */
  readonly dirtyOfLevel: Map<number, boolean>[]
  readonly added: number[] = []
  readonly removed: number[] = []

  constructor(store: Store) {
    this.store = store
    this.draftsOfLevel = store.levels.map(() => new Map())
    this.bordersOfLevel = store.levels.map(() => new Map())
    this.othersOfLevel = store.levels.map(() => new Set())
    this.dirtyOfLevel = store.levels.map(() => new Map())
  }

  /**
   * Forgets a commit. Most commits touch few levels: making new sets and maps for all levels would take longer than
   * their drafts.
   */
  forget(): void {
    const { draftsOfLevel, bordersOfLevel, othersOfLevel, dirtyOfLevel } = this
    for (const levels of [draftsOfLevel, bordersOfLevel, othersOfLevel, dirtyOfLevel]) levels.forEach(clear)
    clear(this.rankedAgain)
    clear(this.ranked)
    this.added.length = 0
    this.removed.length = 0
  }

  draftOf(level: Level, block: Block): Draft {
    const drafts = this.draftsOfLevel[level]
    let draft = drafts.get(block)
    if (draft === undefined) {
      draft = new Draft(this.store.levels[level], block)
      drafts.set(block, draft)
    }
    return draft
  }

  setRank(entry: number, rank: number): void {
    this.ranked.add(entry)
    this.store.columns.rankOf.write(entry, rank)
  }

  /** The entries that a border had before the commit. */
  oldEntriesOf(level: number, border: number): number[] {
    const entries: number[] = []
    this.forEachOldEntry(level, border >> 1, border & 1, entry => entries.push(entry))
    return entries
  }

  forEachOldEntry(
    level: number,
    block: number,
    direction: number,
    visit: (entry: number, crossing: number) => void,
  ): void {
    const own = this.store.levels[level]
    const { slots } = own
    const visitSlot = (slot: number) => {
      const crossing = slots[2 * slot + 1]
      if (directionOfCrossing(crossing) === direction) visit(entryIn(slots[2 * slot]), crossing)
    }
    const draft = this.draftsOfLevel[level].get(block)
    if (draft === undefined) own.forEachSlot(block, (_, slot) => visitSlot(slot))
    for (const { firstSlot, slotCount } of draft?.old ?? []) {
      for (let slot = firstSlot; slot < firstSlot + slotCount; slot++) visitSlot(slot)
    }
  }

  /** The borders of a block in its level, in the order of directions; -1 at the map's edge. */
  bordersOf(level: Level, block: Block): number[] {
    const { blocksWide, blocksHigh } = this.store.levels[level]
    const x = block % blocksWide
    const y = (block - x) / blocksWide
    return [
      x + 1 < blocksWide ? 2 * block + EAST : -1,
      y + 1 < blocksHigh ? 2 * block + SOUTH : -1,
      x > 0 ? 2 * (block - 1) + EAST : -1,
      y > 0 ? 2 * (block - blocksWide) + SOUTH : -1,
    ]
  }

  /** The border of `level` that contains a border of level `from`; -1 if that lies inside a block of `level`. */
  borderAbove(level: number, border: number, from: number): number {
    const [lower, upper] = [this.store.levels[from], this.store.levels[level]]
    const block = border >> 1
    const x = block % lower.blocksWide
    const y = (block - x) / lower.blocksWide
    const shift = level - from
    const last = (1 << shift) - 1
    if ((((border & 1) === EAST ? x : y) & last) !== last) return -1
    return 2 * ((y >> shift) * upper.blocksWide + (x >> shift)) + (border & 1)
  }

  /** The block across a border from the block that numbers it. */
  beyond(level: number, border: number): number {
    return (border >> 1) + ((border & 1) === EAST ? 1 : this.store.levels[level].blocksWide)
  }

  /** Assigns the entries on all borders of a drafted block to its regions. */
  gather(level: number, draft: Draft): void {
    const { store } = this
    const { regionOfSide, columns } = store.levels[level]
    const lower = level > 0 ? store.levels[level - 1] : null
    draft.entries = Array.from({ length: draft.count }, () => [])
    this.bordersOf(level, draft.block).forEach((border, direction) => {
      if (border < 0) return
      const side = direction >> 1
      const put = (entry: number) => {
        if (lower !== null) {
          columns.regionOfSide.write(2 * entry + side, lower.parentOfRegion[lower.regionOfSide[2 * entry + side]])
        }
        draft.entries[regionOfSide[2 * entry + side] - draft.first].push(entry)
      }
      const known = this.bordersOfLevel[level].get(border)
      if (known !== undefined) for (const entry of known) put(entry)
      else this.forEachOldEntry(level, draft.block, direction, put)
    })
  }

  /**
   * Visits the present entries of the regions below a block, region by region: all of them, or those of children along
   * a border.
   */
  forEachOfChildren(
    level: Level,
    block: Block,
    direction: number,
    visit: (region: Region, entry: Entry) => void,
  ): void {
    const { store, draftsOfLevel } = this
    const lower = store.levels[level - 1]
    for (const child of childBlocksOf(store, level, block)) {
      if (direction !== ALL_CHILDREN && !this.liesAlong(level - 1, child, direction)) continue
      const draft = draftsOfLevel[level - 1].get(child)
      if (draft === undefined) lower.forEachSlot(child, (region, slot) => visit(region, entryIn(lower.slots[2 * slot])))
      draft?.entries.forEach((entries, i) => {
        for (const entry of entries) visit(draft.first + i, entry)
      })
    }
  }

  /** Whether a block lies along the eastern or southern border of its parent block. */
  private liesAlong(level: number, block: number, direction: number): boolean {
    const { blocksWide } = this.store.levels[level]
    return ((direction === EAST ? block % blocksWide : Math.floor(block / blocksWide)) & 1) === 1
  }
}

/** Skips empty ones: clearing takes as long as making a new one. */
function clear(known: Map<unknown, unknown> | Set<unknown>): void {
  if (known.size > 0) known.clear()
}

/** The regions of the level below inside a block, in order. */
export function childrenOf(store: Store, level: Level, block: Block): Region[] {
  const { regionsOfBlock } = store.levels[level - 1]
  return childBlocksOf(store, level, block).flatMap(child => {
    return Array.from({ length: regionCountOf(regionsOfBlock, child) }, (_, i) => regionsOfBlock[2 * child] + i)
  })
}

/** The blocks of the level below inside a block, in order. */
function childBlocksOf({ levels }: Store, level: Level, block: Block): Block[] {
  const lower = levels[level - 1]
  const { blocksWide } = levels[level]
  const x = 2 * (block % blocksWide)
  const y = 2 * Math.floor(block / blocksWide)
  const blocks: number[] = []
  for (let childY = y; childY < Math.min(y + 2, lower.blocksHigh); childY++) {
    for (let childX = x; childX < Math.min(x + 2, lower.blocksWide); childX++)
      blocks.push(childY * lower.blocksWide + childX)
  }
  return blocks
}

/** The block of the level above that holds a block. */
export function parentBlockOf({ levels }: Store, level: Level, block: Block): Block {
  const { blocksWide } = levels[level]
  const x = block % blocksWide
  const y = (block - x) / blocksWide
  return (y >> 1) * levels[level + 1].blocksWide + (x >> 1)
}
