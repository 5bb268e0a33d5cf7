/**
 * The columns of a file hold numbers of each other's rows. A checksum tells a damaged file from a sound one, but not a
 * forged one. So one pass over each column checks every number against its range. Behind this, no reader leaves a column
 * but by ways, which are held where they are read.
 */
import { BLOCK_CELLS_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { AtlasColumns, AtlasLevel } from './columns.ts'
import type { HubSteps } from './hubs.ts'
import { type Labels, NO_PARENT, planeCountOf } from './islands.ts'
import { ENTRIES_MAX, headOf, hold, pairCountOf, shiftOf, slotCountOf } from './level-graph.ts'
import { areCostsOfFreeCells, areLabelsSound, isOutsideWalled } from './validate-cells.ts'
import { areIslandsSound, isTreeSound, unsoundEntryLevel } from './validate-graph.ts'

const SHIFT_MAX = 40

export function validateColumns(columns: AtlasColumns): void {
  const { terrain, labels, hubs } = columns
  hold(areCostsSound(terrain), 'costs')
  hold(arePlanesSound(labels), 'planes')
  hold(hubs === undefined || areHubsSound(hubs), 'hubs')
  validateNumbers(columns)
  // Every number is in its range now: what they say together is looked at next.
  hold(isOutsideWalled(terrain), 'cells')
  hold(areCostsOfFreeCells(terrain), 'costs')
  hold(areLabelsSound(terrain, labels), 'labels')
  validateGraph(columns, true)
}

/** The same of a graph that has no cells. */
export function validateLevels(columns: AtlasColumns): void {
  validateNumbers(columns)
  validateGraph(columns, false)
}

function validateNumbers({ islandOfRegion, islandCount, levels }: AtlasColumns): void {
  // Each has a region: a number above that would only take memory.
  hold(islandCount <= islandOfRegion.length && isBelow(islandOfRegion, 0, islandCount), 'islands')
  levels.forEach((level, i) => {
    const upper = levels[i + 1]
    hold(isChain(level.regionsOfBlock, level.regionCount), `regions of level ${i}`)
    hold(isBelow(level.parentOfRegion, NO_PARENT, upper?.regionCount ?? 0), `parents of level ${i}`)
    hold(level.entryCount < ENTRIES_MAX, `entries of level ${i}`)
    hold(upper === undefined ? level.entryCount === 0 : upper.entryCount <= level.entryCount, `entries of level ${i}`)
    hold(isBelow(level.regionOfSide, 0, level.regionCount), `sides of level ${i}`)
    hold(isChain(level.rowOfRegion, 2 * level.entryCount), `rows of level ${i}`)
    hold(areTablesSound(level), `tables of level ${i}`)
  })
}

function validateGraph(columns: AtlasColumns, hasCells: boolean): void {
  hold(isTreeSound(columns), 'regions')
  hold(areIslandsSound(columns), 'islands')
  const unsound = unsoundEntryLevel(columns, hasCells)
  hold(unsound < 0, `entries of level ${unsound}`)
}

/** A block with a free cell has one cost for all, which fits the bytes of a cost, or costs of its cells. */
export function areCostsSound({ costOfBlock, costOfCell, rowBits }: Terrain): boolean {
  const costBlocks = costOfCell.length >> BLOCK_CELLS_SHIFT
  // No cost is wider than those of cells are kept.
  const costMax = 2 ** (8 * costOfCell.BYTES_PER_ELEMENT) - 1
  for (let block = 0; block < costOfBlock.length; block++) {
    const cost = costOfBlock[block]
    if (~cost >= costBlocks || cost > costMax) return false
    if (cost !== 0) continue
    for (let word = block * BLOCK_SIDE_CELLS, end = word + BLOCK_SIDE_CELLS; word < end; word++) {
      if (rowBits[word] !== 0) return false
    }
  }
  return true
}

/** Those of each block begin where those of the block before end. */
function arePlanesSound({ regionsOfBlock, firstPlaneOfBlock, planeBits }: Labels): boolean {
  let planes = 0
  for (let block = 0; block < firstPlaneOfBlock.length; block++) {
    if (firstPlaneOfBlock[block] !== planes) return false
    planes += planeCountOf(regionsOfBlock[2 * block + 1])
  }
  return planes * BLOCK_SIDE_CELLS === planeBits.length
}

/** Pairs of a beginning and a count, each beginning where the one before ends, from 0 to `last`. */
export function isChain(rows: Int32Array, last: number): boolean {
  let end = 0
  for (let i = 0; i < rows.length; i += 2) {
    if (rows[i] !== end || rows[i + 1] < 0) return false
    end += rows[i + 1]
  }
  return end === last
}

/** Entries know one for each step; what they say is checked where their costs are summed up. */
function areHubsSound({ hubCountOfEntry, hubSteps }: HubSteps): boolean {
  let known = 0
  for (const count of hubCountOfEntry) known += count
  return known === hubSteps.length
}

export function isBelow(column: Int32Array, least: number, end: number): boolean {
  for (let i = 0; i < column.length; i++) if (column[i] < least || column[i] >= end) return false
  return true
}

/** Tables follow each other; a region with fewer than two entries has no words. */
function areTablesSound(level: AtlasLevel): boolean {
  const { tableOfRegion, tables, regionCount } = level
  let end = 0
  let isEnd = true
  for (let region = 0; region < regionCount; region++) {
    const table = tableOfRegion[region]
    if (isEnd ? table !== end : table < end) return false
    const size = slotCountOf(level, region)
    isEnd = size < 2
    // Behind the costs are as many words for ways as their kind takes.
    end = isEnd ? table : table + 1 + pairCountOf(size)
    if (end > tables.length || (!isEnd && shiftOf(headOf(level, region)) > SHIFT_MAX)) return false
  }
  return !isEnd || end === tables.length
}
