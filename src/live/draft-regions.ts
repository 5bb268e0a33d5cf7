/**
 * Makes the regions of changed blocks. Level 0 takes them from labels; higher levels unite the regions that entries
 * join. The climb ends at the first level without a change.
 */
import { borderLevelOf } from '../atlas/crossing.ts'
import { NO_PARENT, regionCountOf } from '../atlas/islands.ts'
import type { Block, Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Borders } from './borders.ts'
import { ALL_CHILDREN, type CommitStage, childrenOf, parentBlockOf } from './commit-stage.ts'
import { type TouchedBlock, type TouchedBlocks, touchedCorners } from './touched-blocks.ts'

const LAST = BLOCK_SIDE_CELLS - 1

/** Makes the regions and entries of level 0 of the touched blocks. */
export function* draftLevelZero(
  stage: CommitStage,
  blocks: TouchedBlocks,
  borders: Borders,
  touched: readonly TouchedBlock[],
): Work<void> {
  const chosen = new Set<number>()
  for (const one of touched) {
    const isOther = one.hasBits && relabel(stage, blocks, one.block)
    // On ground of one cost a border depends only on cells beside it.
    const areAll = isOther || one.hasCosts || !stage.store.choice.ground.isEven
    if (one.hasBits || !one.keepsEntries) addBorders(stage, one, areAll, chosen)
    yield
  }
  for (const border of chosen) {
    borders.choose(stage, border)
    yield
  }
  for (const draft of stage.draftsOfLevel[0].values()) {
    stage.gather(0, draft)
    yield
  }
}

/** Labels a block again and drafts its regions; false if it was and is one region. */
function relabel(stage: CommitStage, blocks: TouchedBlocks, block: Block): boolean {
  const level = stage.store.levels[0]
  const oldCount = regionCountOf(level.regionsOfBlock, block)
  const count = blocks.label(block)
  if (count === 1 && oldCount === 1) return false
  stage.draftOf(0, block).renumber(level, count)
  return true
}

/** Adds the borders of a block, and borders that end at its corners if something changed near them. */
function addBorders(stage: CommitStage, touched: TouchedBlock, areAll: boolean, borders: Set<number>): void {
  const { block, changed } = touched
  let columns = 0
  for (const bits of changed) columns |= bits
  const { blocksWide, blocksHigh } = stage.store.levels[0]
  const x = block % blocksWide
  const y = (block - x) / blocksWide
  const add = (blockX: number, blockY: number, direction: number) => {
    if (blockX < 0 || blockY < 0 || blockX >= blocksWide || blockY >= blocksHigh) return
    if (direction === EAST ? blockX + 1 < blocksWide : blockY + 1 < blocksHigh) {
      borders.add(2 * (blockY * blocksWide + blockX) + direction)
    }
  }
  const isTouched = [(columns >>> LAST) & 1, changed[LAST], columns & 1, changed[0]]
  stage.bordersOf(0, block).forEach((border, direction) => {
    if (border >= 0 && (areAll || isTouched[direction] !== 0)) borders.add(border)
  })
  for (const { towardsX, towardsY } of touchedCorners(touched, stage.store.choice)) {
    add(towardsX < 0 ? x - 1 : x, y + towardsY, EAST)
    add(x + towardsX, towardsY < 0 ? y - 1 : y, SOUTH)
  }
}

/** Carries the changes of level 0 up the levels. */
export function* climb(stage: CommitStage, borders: Borders): Work<void> {
  const { store } = stage
  for (let level = 1; level < store.levels.length; level++) {
    const touched = new Set<number>()
    for (const draft of stage.draftsOfLevel[level - 1].values()) {
      yield
      if (!draft.isAsBefore(store.levels[level - 1])) touched.add(parentBlockOf(store, level - 1, draft.block))
    }
    const ranked = new Set<number>()
    for (const border of stage.rankedAgain) ranked.add(stage.borderAbove(level, border, 0))
    for (const border of stage.othersOfLevel[level - 1]) ranked.add(stage.borderAbove(level, border, level - 1))
    ranked.delete(-1)
    if (touched.size === 0 && ranked.size === 0) {
      if (stage.rankedAgain.size === 0) return
      continue
    }
    for (const block of touched) {
      unite(stage, level, block)
      for (const border of stage.bordersOf(level, block)) if (border >= 0) ranked.add(border)
      yield
    }
    for (const border of ranked) {
      borders.rank(stage, level, border)
      yield
    }
    for (const draft of stage.draftsOfLevel[level].values()) {
      stage.gather(level, draft)
      yield
    }
  }
}

/** Makes the regions of a block above level 0: entries inside the block join its children. */
function unite(stage: CommitStage, level: Level, block: Block): void {
  const { store } = stage
  const lower = store.levels[level - 1]
  const children = childrenOf(store, level, block)
  /** The root of each child that has entries, in the order of children. */
  const rootOf = new Int32Array(children.length).fill(NONE)
  const find = (place: number): number => {
    while (rootOf[place] !== place) place = rootOf[place] = rootOf[rootOf[place]]
    return place
  }
  const inner: number[] = []
  let place = 0
  stage.forEachOfChildren(level, block, ALL_CHILDREN, (region, entry) => {
    while (children[place] !== region) place++
    rootOf[place] = place
    const isInner = borderLevelOf(store.crossingOf[entry]) === level - 1
    if (isInner && lower.regionOfSide[2 * entry] !== region) inner.push(place, lower.regionOfSide[2 * entry])
  })
  for (let i = 0; i < inner.length; i += 2) {
    const a = find(inner[i])
    const b = find(children.indexOf(inner[i + 1]))
    if (a !== b) rootOf[a] = b
  }
  const numberOf = new Int32Array(children.length).fill(NONE)
  let count = 0
  for (let i = 0; i < children.length; i++) {
    if (rootOf[i] !== NONE && numberOf[find(i)] === NONE) numberOf[find(i)] = count++
  }
  const draft = stage.draftOf(level, block)
  draft.renumber(store.levels[level], count)
  children.forEach((child, i) => {
    const parent = rootOf[i] === NONE ? NO_PARENT : draft.first + numberOf[find(i)]
    lower.columns.parentOfRegion.write(child, parent)
  })
}
