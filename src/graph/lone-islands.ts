/**
 * The islands that the graph of a level lacks: no entry of the level leads to them. Each lies inside one region of the
 * level or was closed off below it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, islandOfRegion, NO_PARENT, regionAbove, regionOfCell } from '../atlas/islands.ts'
import { slotCountOf } from '../atlas/level-graph.ts'
import { forEachFreeCell } from '../map/terrain.ts'

export interface LoneIsland {
  readonly island: number
  /** Its first cell, in the order of blocks, then rows. */
  readonly x: number
  readonly y: number
  readonly cellCount: number
}

export function loneIslands(columns: AtlasColumns, level: number): LoneIsland[] {
  const { labels, terrain } = columns
  const { regionsOfBlock } = labels
  const found = new Map<number, { island: number; x: number; y: number; cellCount: number }>()
  for (let block = 0; 2 * block < regionsOfBlock.length; block++) {
    const first = firstRegionOf(regionsOfBlock, block)
    const lone: boolean[] = []
    for (let region = first; region < endRegionOf(regionsOfBlock, block); region++) {
      lone.push(isLone(columns, region, level))
    }
    if (!lone.includes(true)) continue
    forEachFreeCell(terrain, block, (x, y) => {
      const region = regionOfCell(labels, block, x, y)
      if (!lone[region - first]) return
      const island = islandOfRegion(columns, region)
      const known = found.get(island)
      if (known === undefined) found.set(island, { island, x, y, cellCount: 1 })
      else known.cellCount++
    })
  }
  return [...found.values()]
}

/** The region of `level` that holds a free cell; NO_PARENT if its island is closed off below. */
export function regionOfLevel({ labels, levels, terrain }: AtlasColumns, level: number, x: number, y: number): number {
  return regionAbove(levels, regionOfCell(labels, terrain.blockOf(x, y), x, y), level)
}

/** Whether no entry of the level leads out of the region above this region of level 0. */
function isLone({ levels }: AtlasColumns, region: number, level: number): boolean {
  const above = regionAbove(levels, region, level)
  return above === NO_PARENT || slotCountOf(levels[level], above) === 0
}
