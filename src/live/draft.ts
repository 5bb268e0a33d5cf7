/**
 * A block of some level that a commit makes anew: its old regions, and the entries of each new region. Rows and slots
 * are written after all levels are known, since a slot stores its entry's rank.
 */
import { regionCountOf } from '../atlas/islands.ts'
import { entryIn, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { LiveLevel } from './live-level.ts'

/** The row of a region before the commit. */
export interface OldRow {
  readonly firstSlot: number
  readonly slotCount: number
  readonly table: number
  readonly words: number
}

/** For a region that was not there before. */
export const NO_ROW: OldRow = { firstSlot: 0, slotCount: 0, table: 0, words: 0 }

/** The rows of a block's regions. */
export function rowsOf(level: LiveLevel, block: number): OldRow[] {
  const first = level.regionsOfBlock[2 * block]
  return Array.from({ length: regionCountOf(level.regionsOfBlock, block) }, (_, i) => oldRowOf(level, first + i))
}

export function oldRowOf(level: LiveLevel, region: number): OldRow {
  return {
    firstSlot: firstSlotOf(level, region),
    slotCount: slotCountOf(level, region),
    table: level.tableAt(region),
    words: level.wordsOfRegion[region],
  }
}

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
    this.old = rowsOf(level, block)
    this.first = this.oldFirst
    this.count = this.old.length
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
