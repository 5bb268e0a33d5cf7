/**
 * The columns of a file hold numbers of each other's rows. A checksum tells a damaged file from a sound one, not a forged
 * one; so every number is held to its range, once, in one pass over each column. Behind this, no reader leaves a
 * column but by ways, which are held where they are read.
 */

import type { AtlasColumns, AtlasLevel } from './columns.ts'
import { hold } from './hold.ts'
import { pairCountOf, ROW_FIRST_SLOT, ROW_LENGTH, ROW_TABLE, shiftOf } from './level-graph.ts'

const SHIFT_MAX = 40

export function validateColumns(columns: AtlasColumns): void {
  const { labels, islandOfRegion, levels } = columns
  const planes = labels.planeBits.length / 32
  hold(isAscending(labels.firstPlaneOfBlock, planes), 'planes')
  hold(isBelow(islandOfRegion, levels[levels.length - 1].regionCount), 'islands')
  levels.forEach((level, i) => {
    const upper = levels[i + 1]
    hold(isAscending(level.firstRegionOfBlock, level.regionCount), `regions of level ${i}`)
    hold(upper === undefined || isBelow(level.parentOfRegion, upper.regionCount), `parents of level ${i}`)
    hold(upper === undefined || upper.entryCount <= level.entryCount, `entries of level ${i}`)
    hold(isBelow(level.regionOfSide, level.regionCount), `sides of level ${i}`)
    hold(areSlotsSound(level), `slots of level ${i}`)
    hold(areRowsSound(level), `rows of level ${i}`)
  })
}

/** From 0 to `last`, never falling. */
function isAscending(column: Int32Array, last: number): boolean {
  let before = 0
  for (let i = 0; i < column.length; i++) {
    if (column[i] < before) return false
    before = column[i]
  }
  return column[0] === 0 && before === last
}

function isBelow(column: Int32Array, end: number): boolean {
  for (let i = 0; i < column.length; i++) if (column[i] >>> 0 >= end) return false
  return true
}

/** Each slot names an entry of the level; its crossing may be any, since the terrain has an answer for every cell. */
function areSlotsSound({ slots, entryCount }: AtlasLevel): boolean {
  for (let i = 0; i < slots.length; i += 2) if (slots[i] >>> 0 >= entryCount) return false
  return true
}

function areRowsSound({ rowOfRegion, regionCount, entryCount, tables }: AtlasLevel): boolean {
  for (let region = 0; region < regionCount; region++) {
    const row = region * ROW_LENGTH
    const slot = rowOfRegion[row + ROW_FIRST_SLOT]
    const size = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - slot
    const table = rowOfRegion[row + ROW_TABLE]
    const tableEnd = rowOfRegion[row + ROW_LENGTH + ROW_TABLE]
    if (slot < 0 || size < 0 || table < 0 || tableEnd < table) return false
    if (size < 2) continue
    if (table + 1 + pairCountOf(size) > tableEnd || shiftOf(tables[table]) > SHIFT_MAX) return false
  }
  const last = regionCount * ROW_LENGTH
  return rowOfRegion[last + ROW_FIRST_SLOT] === 2 * entryCount && rowOfRegion[last + ROW_TABLE] === tables.length
}
