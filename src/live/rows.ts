/**
 * Writes the rows and slots of drafts, once all ranks are known. Slots are sorted by rank and then by their entries'
 * places on the map. This order has no history, so a repaired map equals a baked one.
 */
import { directionOfCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { entryIn, entryWord, pairCountOf } from '../atlas/level-graph.ts'
import type { Work } from '../base/work.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import { type CommitStage, type Draft, NO_ROW, type OldRow, oldRowOf } from './commit-stage.ts'
import type { LiveLevel } from './live-level.ts'
import type { Store } from './store.ts'

export class Rows {
  private readonly stage: CommitStage
  private readonly store: Store
  private keys = new Float64Array(64)

  constructor(stage: CommitStage) {
    this.stage = stage
    this.store = stage.store
  }

  *write(): Work<void> {
    const { stage, store } = this
    for (const [l, drafts] of stage.draftsOfLevel.entries()) {
      for (const draft of drafts.values()) {
        this.writeDraft(store.levels[l], draft)
        yield
      }
    }
    yield* this.writeRanks()
    stage.draftsOfLevel.forEach((drafts, l) => {
      for (const draft of drafts.values()) {
        if (draft.isRenumbered) store.levels[l].giveRegions(draft.oldFirst, draft.old.length)
      }
    })
    for (const entry of stage.removed) store.giveEntry(entry)
  }

  private writeDraft(level: LiveLevel, draft: Draft): void {
    for (const { slotCount } of draft.old) {
      level.pairCount -= pairCountOf(slotCount)
      if (slotCount === 0) this.store.islandCount--
    }
    for (let i = 0; i < draft.count; i++) {
      level.pairCount += pairCountOf(draft.entries[i].length)
      if (draft.entries[i].length === 0) this.store.islandCount++
      this.writeRow(level, draft.first + i, draft.old[i] ?? NO_ROW, draft.entries[i])
    }
    for (const old of draft.old.slice(draft.count)) {
      level.slotArena.give(old.firstSlot, old.slotCount)
      level.tableArena.give(old.table, old.words)
    }
  }

  /** Rewrites the rows of all regions of entries whose rank changed: their slots move. */
  private *writeRanks(): Work<void> {
    const { stage, store } = this
    const due = store.levels.map(() => new Set<number>())
    for (const entry of stage.ranked) {
      for (let l = 0; l <= store.rankOf[entry]; l++) {
        due[l].add(store.levels[l].regionOfSide[2 * entry])
        due[l].add(store.levels[l].regionOfSide[2 * entry + 1])
      }
    }
    for (const [l, regions] of due.entries()) {
      const level = store.levels[l]
      for (const region of regions) {
        yield
        if (stage.draftsOfLevel[l].has(blockOfRegion(level, region))) continue
        const old = oldRowOf(level, region)
        const { firstSlot, slotCount } = old
        const entries = Array.from({ length: slotCount }, (_, slot) => entryIn(level.slots[2 * (firstSlot + slot)]))
        this.writeRow(level, region, old, entries)
      }
    }
  }

  private writeRow(level: LiveLevel, region: number, old: OldRow, entries: number[]): void {
    const { store } = this
    const size = entries.length
    const { rankOf, crossingOf } = store
    this.sort(entries)
    const known = level.slotArena.data
    let hasSameOrder = old !== NO_ROW && old.slotCount === size
    let hasSameWords = hasSameOrder
    for (let i = 0; i < size && hasSameOrder; i++) {
      const word = known[2 * (old.firstSlot + i)]
      if (entryIn(word) !== entries[i]) hasSameOrder = false
      if (word !== entryWord(entries[i], rankOf[entries[i]])) hasSameWords = false
    }
    let { firstSlot } = old
    if (!hasSameOrder || !hasSameWords) {
      firstSlot = size === 0 ? 0 : level.slotArena.take(size)
      const { data } = level.slotArena
      entries.forEach((entry, i) => {
        const crossing = crossingOf[entry]
        const isOfSide0 = level.regionOfSide[2 * entry] === region
        data[2 * (firstSlot + i)] = entryWord(entry, rankOf[entry])
        data[2 * (firstSlot + i) + 1] = isOfSide0 ? crossing : reversed(crossing)
      })
      level.slotArena.give(old.firstSlot, old.slotCount)
    }
    level.setRow(region, firstSlot, size)
    level.setTable(region, old.table, old.words)
    this.stage.dirtyOfLevel[level.level].set(region, hasSameOrder)
  }

  /** Sorts by rank, then by place on the map. Entries are mostly in order already, so insertion sort is fast. */
  private sort(entries: number[]): void {
    const { rankOf, crossingOf } = this.store
    if (this.keys.length < entries.length) this.keys = new Float64Array(2 * entries.length)
    const { keys } = this
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]
      const key = this.placeOf(crossingOf[entry]) - rankOf[entry] * 2 ** 36
      let at = i
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1]
        entries[at] = entries[at - 1]
      }
      keys[at] = key
      entries[at] = entry
    }
  }

  /** An entry's place in the map's order: by block, then direction, then along the border. */
  private placeOf(crossing: number): number {
    const { terrain } = this.store
    const direction = directionOfCrossing(crossing)
    const along = (direction === 0 ? yOf(crossing) : xOf(crossing)) & BLOCK_MASK
    return (terrain.blockOf(xOf(crossing), yOf(crossing)) * 2 + direction) * 32 + along
  }
}

/** The block of a region that has slots. */
export function blockOfRegion(level: LiveLevel, region: number): number {
  const crossing = level.slotArena.data[2 * level.rowOfRegion[2 * region] + 1]
  const shift = BLOCK_SHIFT + level.level
  return (yOf(crossing) >> shift) * level.blocksWide + (xOf(crossing) >> shift)
}
