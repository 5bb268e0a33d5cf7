/**
 * Finds the regions whose tables an edit may change: those of its block, and those across its borders at crossings near
 * changed cells. Part of each crossing's step lies in the block. Where a path arrives on the other side depends on
 * costs on this side (atlas/crossing.ts). The same holds for steps past a corner where four blocks meet.
 */
import { directionOfCrossing, reversed, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { entryIn } from '../atlas/level-graph.ts'
import type { Block } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Rows } from './rows.ts'
import type { Store } from './store.ts'
import { type TouchedBlock, touchedCorners } from './touched-blocks.ts'

/**
 * Marks these regions for new tables. If the block is in `cheaperBlocks`, adds the blocks of regions across its
 * borders.
 */
export function soilAround(store: Store, rows: Rows, touched: TouchedBlock, cheaperBlocks: Set<number>): void {
  const { terrain, levels } = store
  const [level] = levels
  const { block } = touched
  const isCheaper = cheaperBlocks.has(block)
  const soil = (region: number, around: Block) => {
    rows.soil(level, region)
    if (isCheaper) cheaperBlocks.add(around)
  }
  const hasCrossingSteps = !terrain.ground.isEven || touched.hasCosts
  forEachCrossing(store, block, (region, slot, crossing) => {
    rows.soil(level, region)
    if (!hasCrossingSteps || !isChangedAt(touched, crossing)) return
    const beyond = reversed(crossing)
    const side = 1 - sideOf(crossing)
    soil(level.regionOfSide[2 * entryIn(level.slots[2 * slot]) + side], terrain.blockOf(xOf(beyond), yOf(beyond)))
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
      forEachCrossing(store, around, (region, _, crossing) => {
        if (xOf(crossing) === x && yOf(crossing) === y) soil(region, around)
      })
    }
  }
}

function forEachCrossing(
  { levels }: Store,
  block: Block,
  visit: (region: number, slot: number, crossing: number) => void,
): void {
  const { regionsOfBlock, rowOfRegion, slots } = levels[0]
  const first = regionsOfBlock[2 * block]
  const end = first + regionsOfBlock[2 * block + 1]
  for (let region = first; region < end; region++) {
    const slot = rowOfRegion[2 * region]
    const slotEnd = slot + rowOfRegion[2 * region + 1]
    for (let at = slot; at < slotEnd; at++) visit(region, at, slots[2 * at + 1])
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
