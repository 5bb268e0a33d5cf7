/**
 * Chooses the entries of borders by the same rules as the bake. On a border of level 0 the cells of its two blocks decide. On a
 * higher level, the entries decide that the level below keeps there.
 */
import { borderLevelOf, directionOfCrossing } from '../atlas/crossing.ts'
import { addTo } from '../base/lists.ts'
import { CrossingSelection } from '../entry/select.ts'
import { StretchChoice } from '../entry/stretch-choice.ts'
import { along, keptOnStretch } from '../entry/tree.ts'
import type { CommitStage } from './commit-stage.ts'
import { type Store, UNKNOWN } from './store.ts'

/** Above all region numbers: two of them fit into one key. */
const REGIONS_END = 2 ** 26

export class Borders {
  private readonly selection: CrossingSelection
  private readonly choice: StretchChoice

  constructor(store: Store) {
    this.selection = new CrossingSelection(store.choice, store.labels)
    this.choice = new StretchChoice(store.choice, store.crossingOf)
  }

  /** Forgets what is cached about cells, which have changed. */
  begin(): void {
    this.selection.forget()
  }

  /** Chooses the entries of a border of level 0 again. If they differ from before, drafts the border's two blocks. */
  choose(stage: CommitStage, border: number): void {
    const { store } = stage
    const block = border >> 1
    const chosen = this.ofBorder(store, border)
    const entryOf = new Map<number, number>()
    stage.forEachOldEntry(0, block, border & 1, (entry, crossing) => entryOf.set(crossing, entry))
    let isOther = entryOf.size !== chosen.crossing.length
    const entries: number[] = []
    chosen.crossing.forEach((crossing, i) => {
      let entry = entryOf.get(crossing)
      if (entry === undefined) {
        isOther = true
        entry = store.takeEntry(crossing)
        stage.added.push(entry)
      } else entryOf.delete(crossing)
      entries.push(entry)
      const { regionOfSide } = store.levels[0].columns
      regionOfSide.write(2 * entry, chosen.regionOfSide[2 * i])
      regionOfSide.write(2 * entry + 1, chosen.regionOfSide[2 * i + 1])
      const width = store.widthOf[entry]
      if (width !== UNKNOWN && width !== chosen.widthOfRun[i]) stage.rankedAgain.add(border)
      store.columns.widthOf.write(entry, chosen.widthOfRun[i])
    })
    if (!store.choice.ground.isEven) stage.rankedAgain.add(border)
    for (const entry of entryOf.values()) stage.removed.push(entry)
    stage.bordersOfLevel[0].set(border, entries)
    if (isOther) this.draftBeside(stage, 0, border)
  }

  /**
   * Chooses which entries of a border `level` keeps and sets their ranks. If they differ from before, drafts the
   * border's two blocks.
   */
  rank(stage: CommitStage, level: number, border: number): void {
    const { store } = stage
    const kept: number[] = []
    for (const stretch of this.stretchesOf(stage, level, border)) {
      stretch.sort((a, b) => along(store.crossingOf[a]) - along(store.crossingOf[b]))
      const chosen = new Set(this.keptOf(stage, level, stretch))
      for (const entry of stretch) {
        const rank = store.rankOf[entry]
        if (chosen.has(entry)) {
          kept.push(entry)
          if (rank < level) stage.setRank(entry, level)
        } else if (rank >= level) stage.setRank(entry, level - 1)
      }
    }
    const before = stage.oldEntriesOf(level, border)
    stage.bordersOfLevel[level].set(border, kept)
    const known = new Set(before)
    if (before.length === kept.length && kept.every(entry => known.has(entry))) return
    this.draftBeside(stage, level, border)
  }

  /** Drafts the two blocks of a border whose entries have changed. */
  private draftBeside(stage: CommitStage, level: number, border: number): void {
    stage.othersOfLevel[level].add(border)
    stage.draftOf(level, border >> 1)
    stage.draftOf(level, stage.beyond(level, border))
  }

  /** The entries that the level below has on a border, grouped by the two regions of this level that they join. */
  private stretchesOf(stage: CommitStage, level: number, border: number): Iterable<number[]> {
    const { crossingOf, levels } = stage.store
    const { regionOfSide, parentOfRegion } = levels[level - 1]
    const stretches = new Map<number, number[]>()
    stage.forEachOfChildren(level, border >> 1, border & 1, (region, entry) => {
      const crossing = crossingOf[entry]
      if (directionOfCrossing(crossing) !== (border & 1) || borderLevelOf(crossing) < level) return
      addTo(stretches, parentOfRegion[region] * REGIONS_END + parentOfRegion[regionOfSide[2 * entry + 1]], entry)
    })
    return stretches.values()
  }

  private keptOf(stage: CommitStage, level: number, stretch: readonly number[]): readonly number[] {
    const { store } = stage
    const isKnown = level > 1 && store.choice.ground.isEven
    for (const entry of isKnown ? [] : stretch) {
      if (store.widthOf[entry] !== UNKNOWN) continue
      store.columns.widthOf.write(entry, this.selection.widthOfRunAt(store.crossingOf[entry]))
    }
    if (stretch.some(entry => store.widthOf[entry] === 0)) {
      this.choice.crossingOf = store.crossingOf
      return this.choice.choose(stretch, level).map(i => stretch[i])
    }
    return keptOnStretch(stretch, { crossing: store.crossingOf, widthOfRun: store.widthOf }, level)
  }

  private ofBorder({ terrain }: Store, border: number): ReturnType<CrossingSelection['ofBorder']> {
    const block = border >> 1
    const blockX = block % terrain.blocksWide
    return this.selection.ofBorder(blockX, (block - blockX) / terrain.blocksWide, border & 1)
  }
}
