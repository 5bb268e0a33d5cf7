/**
 * The island of a region: the root of its branch of the tree. A region that has no entry left on some level is closed off
 * there, and no level above has it; so the root may lie on any level. A file holds the island of each region of level 0 at
 * hand, numbered from 0; a map that changes does not, and names an island by its root.
 */
import type { Island, Level, Region } from '../base/ids.ts'
import type { AtlasColumns } from './columns.ts'
import { regionOfCell } from './labels.ts'

/** The parent of a region that is an island. */
export const NO_PARENT = -1
/** Above the number of levels. */
const LEVELS_END = 16

type IslandColumns = Pick<AtlasColumns, 'terrain' | 'labels' | 'levels' | 'islandOfRegion'>

/** The island that a region of level 0 is part of. */
export function islandOfRegion(
  { islandOfRegion, levels }: Pick<IslandColumns, 'islandOfRegion' | 'levels'>,
  region: Region,
): Island {
  if (islandOfRegion.length > 0) return islandOfRegion[region]
  for (let level = 0; ; level++) {
    const parent = levels[level].parentOfRegion[region]
    if (parent === NO_PARENT) return region * LEVELS_END + level
    region = parent
  }
}

/** The island of a cell; -1 for a wall and outside the map. */
export function islandOfCell(columns: IslandColumns, x: number, y: number): Island {
  if (!columns.terrain.isFree(x, y)) return -1
  return islandOfRegion(columns, regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y))
}

/** The region of `level` that holds a region of level 0; NO_PARENT where it is closed off below that level. */
export function regionAbove(levels: AtlasColumns['levels'], region: Region, level: Level): Region {
  for (let below = 0; below < level && region !== NO_PARENT; below++) region = levels[below].parentOfRegion[region]
  return region
}
