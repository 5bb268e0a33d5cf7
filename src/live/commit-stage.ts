/**
 * The state of one commit: the drafts of each level, the new entries of each border, and the entries that came, went or
 * changed rank.
 */
import { directionOfCrossing } from '../atlas/crossing.ts'
import { entryIn } from '../atlas/level-graph.ts'
import type { Block, Entry, Level, Region } from '../base/ids.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { Draft, rowsOf } from './draft.ts'
import type { Store } from './store.ts'

/** Used as a direction: visit the entries of all children. */
export const ALL_CHILDREN = -1

export class CommitStage {
  readonly store: Store
  readonly draftsOfLevel: Map<number, Draft>[]
  /** Per level, the present entries of each border that was looked at. A border is 2 * block + direction. */
  readonly bordersOfLevel: Map<number, readonly number[]>[]
  /** Per level, the borders whose entries have changed. */
  readonly othersOfLevel: Set<number>[]
  /** Borders of level 0 whose ground or openings have changed, even if their entries have not. */
  readonly rankedAgain = new Set<number>()
  readonly rankBefore = new Map<number, number>()
  readonly added: number[] = []
  readonly removed: number[] = []

  constructor(store: Store) {
    this.store = store
    this.draftsOfLevel = store.levels.map(() => new Map())
    this.bordersOfLevel = store.levels.map(() => new Map())
    this.othersOfLevel = store.levels.map(() => new Set())
  }

  /**
   * Forgets a commit. Most commits touch few levels: making new sets and maps for all levels would take longer than
   * their drafts.
   */
  forget(): void {
    for (const levels of [this.draftsOfLevel, this.bordersOfLevel, this.othersOfLevel]) levels.forEach(clear)
    clear(this.rankedAgain)
    clear(this.rankBefore)
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
    const { rankOf } = this.store
    if (rankOf[entry] === rank) return
    if (!this.rankBefore.has(entry)) this.rankBefore.set(entry, rankOf[entry])
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
    for (const { firstSlot, slotCount } of this.draftsOfLevel[level].get(block)?.old ?? rowsOf(own, block)) {
      for (let slot = firstSlot; slot < firstSlot + slotCount; slot++) {
        const crossing = slots[2 * slot + 1]
        if (directionOfCrossing(crossing) === direction) visit(entryIn(slots[2 * slot]), crossing)
      }
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

  /** Visits the regions of the level below inside a block. */
  forEachChild(level: Level, block: Block, visit: (region: Region) => void): void {
    const { regionsOfBlock } = this.store.levels[level - 1]
    for (const child of childBlocksOf(this.store, level, block)) {
      const end = regionsOfBlock[2 * child] + regionsOfBlock[2 * child + 1]
      for (let region = regionsOfBlock[2 * child]; region < end; region++) visit(region)
    }
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
    const { regionsOfBlock, rowOfRegion, slots } = store.levels[level - 1]
    for (const child of childBlocksOf(store, level, block)) {
      if (direction !== ALL_CHILDREN && !this.liesAlong(level - 1, child, direction)) continue
      const draft = draftsOfLevel[level - 1].get(child)
      const first = regionsOfBlock[2 * child]
      const count = regionsOfBlock[2 * child + 1]
      for (let i = 0; i < count; i++) {
        if (draft !== undefined) {
          for (const entry of draft.entries[i]) visit(first + i, entry)
          continue
        }
        const slot = rowOfRegion[2 * (first + i)]
        const end = slot + rowOfRegion[2 * (first + i) + 1]
        for (let at = slot; at < end; at++) visit(first + i, entryIn(slots[2 * at]))
      }
    }
  }

  /** Whether a block lies along the eastern or southern border of its parent block. */
  private liesAlong(level: number, block: number, direction: number): boolean {
    const { blocksWide } = this.store.levels[level]
    return ((direction === EAST ? block % blocksWide : Math.floor(block / blocksWide)) & 1) === 1
  }
}

/** Skips empty ones: clearing takes as long as making a new one. */
export function clear(known: Map<unknown, unknown> | Set<unknown>): void {
  if (known.size > 0) known.clear()
}

/** The blocks of the level below inside a block, in order. */
export function childBlocksOf({ levels }: Store, level: Level, block: Block): Block[] {
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
