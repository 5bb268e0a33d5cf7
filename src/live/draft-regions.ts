/**
 * Regions of blocks that have changed: those of level 0 by their labels, those above by uniting what entries join, level by
 * level as long as anything is other than before.
 */

import { NO_PARENT } from '../atlas/islands.ts'
import type { Block, Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import { EAST, SOUTH } from '../entry/candidates.ts'
import { borderLevelOf } from '../entry/tree.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Borders } from './borders.ts'
import { ALL_CHILDREN, type CommitStage, parentBlockOf } from './commit-stage.ts'
import { AS_BEFORE, OTHER_REGIONS } from './draft.ts'
import type { Labelled, TouchedBlock, TouchedBlocks } from './touched-blocks.ts'
import { touchedCorners } from './touched-corners.ts'

const LAST = BLOCK_SIDE_CELLS - 1
const EDGE_COLUMNS = (1 << LAST) | 1

/** Which borders of a block may be others now: none, those at whose cells something has changed, or all. */
const NO_BORDERS = 0
const TOUCHED_BORDERS = 1
const ALL_BORDERS = 2

/** Makes the regions and entries of level 0 of the touched blocks; returns regions of one old block that only cost others. */
export function* draftLevelZero(
  stage: CommitStage,
  blocks: TouchedBlocks,
  borders: Borders,
  touched: readonly TouchedBlock[],
  onLabels: () => void,
): Work<Set<number>> {
  const dirty = new Set<number>()
  const chosen = new Set<number>()
  for (const one of touched) {
    addBorders(stage, one, relabel(stage, blocks, one, dirty), chosen)
    yield
  }
  onLabels()
  for (const border of chosen) {
    borders.choose(stage, border)
    yield
  }
  for (const draft of stage.draftsOfLevel[0].values()) {
    stage.gather(0, draft)
    yield
  }
  return dirty
}

/** Returns which of the block's borders may be others now. */
function relabel(stage: CommitStage, blocks: TouchedBlocks, touched: TouchedBlock, dirty: Set<number>): number {
  const { block, before } = touched
  const { store } = stage
  const level = store.levels[0]
  const oldCount = level.regionsOfBlock[2 * block + 1]
  const oldMasks = touched.hasBits && oldCount > 1 ? blocks.masks(block, before, oldCount) : null
  const count = touched.hasBits ? blocks.label(block) : oldCount
  if (count === 1 && oldCount === 1) {
    dirty.add(level.regionsOfBlock[2 * block])
    if (!touched.hasBits && touched.keepsEntries) return NO_BORDERS
    return touched.hasCosts || !isEvenAround(stage, block) ? ALL_BORDERS : TOUCHED_BORDERS
  }
  if (!touched.hasBits && touched.keepsEntries) {
    for (let i = 0; i < oldCount; i++) dirty.add(level.regionsOfBlock[2 * block] + i)
    return NO_BORDERS
  }
  if (!touched.hasBits) {
    const draft = stage.draftOf(0, block)
    for (let i = 0; i < oldCount; i++) draft.dirty.add(i)
    return ALL_BORDERS
  }
  const now: Labelled = { count, masks: blocks.masks(block, blocks.rows(block), count) }
  const { carried, others } = follow(oldMasks ?? before, oldCount, now, touched.hasCosts)
  const isAsBefore =
    now.count === oldCount && carried.every((old, i) => old === i && !hasOfOthers(oldMasks ?? before, before, i, now))
  if (isAsBefore && !touched.hasCosts && isEvenAround(stage, block)) {
    for (const i of others) dirty.add(level.regionsOfBlock[2 * block] + i)
    return TOUCHED_BORDERS
  }
  const draft = stage.draftOf(0, block)
  draft.renumber(level, now.count)
  draft.carried = carried
  for (const i of others) draft.dirty.add(i)
  return ALL_BORDERS
}

/**
 * Which old region each one comes from, and those whose cells are not the same, or cost something else; from none at all where
 * their order is another, since regions above look at them in that order.
 */
function follow(oldMasks: Int32Array, oldCount: number, { count, masks }: Labelled, hasCosts: boolean) {
  const others: number[] = []
  const carried = Array.from({ length: count }, (_, i) => {
    for (let old = 0; old < oldCount; old++) {
      if (!meets(oldMasks, old, masks, i)) continue
      if (hasCosts || !isSame(oldMasks, old, masks, i)) others.push(i)
      return old
    }
    return -1
  })
  const isInOrder = carried.every((old, i) => old >= 0 && (i === 0 || carried[i - 1] <= old))
  return isInOrder ? { carried, others } : { carried: carried.fill(-1), others: [...carried.keys()] }
}

function meets(a: Int32Array, i: number, b: Int32Array, k: number): boolean {
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    if ((a[(i << BLOCK_SHIFT) | row] & b[(k << BLOCK_SHIFT) | row]) !== 0) return true
  }
  return false
}

/** Whether a region has cells that were another's: one may lose to a second what a third loses to it, in one commit. */
function hasOfOthers(oldMasks: Int32Array, before: Int32Array, i: number, { masks }: Labelled): boolean {
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    const at = (i << BLOCK_SHIFT) | row
    if ((masks[at] & before[row] & ~oldMasks[at]) !== 0) return true
  }
  return false
}

function isSame(a: Int32Array, i: number, b: Int32Array, k: number): boolean {
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    if (a[(i << BLOCK_SHIFT) | row] !== b[(k << BLOCK_SHIFT) | row]) return false
  }
  return true
}

/** Whether all borders of a block lie on even ground, where only cells beside them matter. */
function isEvenAround(stage: CommitStage, block: number): boolean {
  const { isUniform, costOfBlock } = stage.store.choice
  if (isUniform) return true
  const cost = costOfBlock[block]
  if (cost < 0) return false
  return stage.bordersOf(0, block).every(border => {
    if (border < 0) return true
    const beyond = border >> 1 === block ? stage.beyond(0, border) : border >> 1
    return costOfBlock[beyond] === cost
  })
}

/** Borders of a block, and those that end at a corner of it near which something has changed. */
function addBorders(stage: CommitStage, touched: TouchedBlock, which: number, borders: Set<number>): void {
  if (which === NO_BORDERS) return
  const { block, changed } = touched
  let columns = 0
  for (const bits of changed) columns |= bits
  if (which === TOUCHED_BORDERS && (changed[0] | changed[LAST] | (columns & EDGE_COLUMNS)) === 0) return
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
    if (border >= 0 && (which === ALL_BORDERS || isTouched[direction] !== 0)) borders.add(border)
  })
  for (const { towardsX, towardsY } of touchedCorners(touched, stage.store.choice)) {
    add(towardsX < 0 ? x - 1 : x, y + towardsY, EAST)
    add(x + towardsX, towardsY < 0 ? y - 1 : y, SOUTH)
  }
}

/** Takes what has changed on level 0 up the tree. */
export function* climb(stage: CommitStage, borders: Borders): Work<void> {
  const { store } = stage
  for (let level = 1; level < store.levels.length; level++) {
    const touched = new Set<number>()
    const parted = new Set<number>()
    for (const draft of stage.draftsOfLevel[level - 1].values()) {
      const look = draft.lookFrom(store.levels[level - 1])
      if (look === AS_BEFORE) continue
      const parent = parentBlockOf(store, level - 1, draft.block)
      touched.add(parent)
      if (look === OTHER_REGIONS) parted.add(parent)
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
      if (unite(stage, level, block, parted.has(block))) {
        for (const border of stage.bordersOf(level, block)) if (border >= 0) ranked.add(border)
      }
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

/**
 * Makes the regions of a block of a level above 0, of children that entries join inside it. False, and nothing is drafted, where
 * no children are others and each is part of what it was part of: then borders at which no entry is another keep what they kept.
 */
function unite(stage: CommitStage, level: Level, block: Block, areOthers: boolean): boolean {
  const { store } = stage
  const lower = store.levels[level - 1]
  const children: number[] = []
  stage.forEachChild(level, block, child => children.push(child))
  /** Of all children that have entries, in their order. */
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
  const first = store.levels[level].regionsOfBlock[2 * block]
  const isAsBefore =
    !areOthers &&
    count === store.levels[level].regionsOfBlock[2 * block + 1] &&
    children.every((child, i) => {
      return lower.parentOfRegion[child] === (rootOf[i] === NONE ? NO_PARENT : first + numberOf[find(i)])
    })
  if (isAsBefore) return false
  const draft = stage.draftOf(level, block)
  draft.renumber(store.levels[level], count)
  if (draft.isRenumbered) draft.carried = new Array(draft.count).fill(-1)
  children.forEach((child, i) => {
    const parent = rootOf[i] === NONE ? NO_PARENT : draft.first + numberOf[find(i)]
    const before = lower.parentOfRegion[child]
    if (before === parent) return
    lower.columns.parentOfRegion.write(child, parent)
    for (const region of [before, parent]) {
      if (region >= draft.first && region < draft.first + draft.count) draft.dirty.add(region - draft.first)
    }
  })
  return true
}
