/**
 * The columns of an atlas, as bake makes them and as an opened file shows them.
 */

import type { IdColumn, Island, Level, Region } from '../base/ids.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { HubSteps } from './hubs.ts'
import type { Labels } from './labels.ts'
import type { Landmarks } from './landmark-costs.ts'
import type { AtlasHeader } from './layout.ts'
import type { LevelGraph } from './level-graph.ts'

export interface AtlasLevel extends LevelGraph {
  /** Of each block its first region and how many it has. */
  readonly regionsOfBlock: Int32Array
  /** NO_PARENT for islands: regions that no entry of this level leads out of. */
  readonly parentOfRegion: IdColumn<Region>
}

export interface AtlasColumns {
  readonly terrain: Terrain
  readonly labels: Labels
  readonly islandCount: number
  /** The island of each region of level 0: the root of its branch of the tree, at hand. Empty while a map changes. */
  readonly islandOfRegion: IdColumn<Island>
  readonly landmarks: Landmarks
  /** Where the bake was asked for them. */
  readonly hubs?: HubSteps | undefined
  readonly levels: readonly AtlasLevel[]
  /** Whether they are a version of a map that changes. */
  readonly isVersion?: boolean
  /**
   * To be called before columns are read. Versions of a map that changes share theirs: it makes them say what this one says.
   * Columns that are views of a file say whether that is still there.
   */
  readonly ready?: () => void
  /** Makes a table if it is in doubt, which its negative place in `tableOfRegion` tells. */
  readonly settleTable?: SettleTable
  readonly settleAll?: () => void
}

export type SettleTable = (level: Level, region: Region) => void

export function headerOf(columns: AtlasColumns): AtlasHeader {
  const { terrain, labels, levels, hubs } = columns
  return {
    width: terrain.width,
    height: terrain.height,
    directions: terrain.directions,
    costMin: terrain.costMin,
    costBytes: terrain.costOfCell.BYTES_PER_ELEMENT,
    costBlocks: terrain.costOfCell.length >> BLOCK_CELLS_SHIFT,
    planes: labels.planeBits.length / BLOCK_SIDE_CELLS,
    islands: columns.islandCount,
    landmarks: columns.landmarks.count,
    landmarkShift: columns.landmarks.shift,
    levels: levels.map(level => ({
      regions: level.regionCount,
      entries: level.entryCount,
      pairs: level.pairCount,
      tableWords: level.tables.length,
    })),
    ...(hubs && { hubs: { known: hubs.hubSteps.length, gapBytes: hubs.hubGaps.length, level: hubs.level } }),
  }
}

/** The column that the layout calls `name`. */
export function columnOf(columns: AtlasColumns, name: string, level: Level): Int32Array | Uint16Array | Uint8Array {
  if (level >= 0) return columns.levels[level][name as keyof AtlasLevel] as Int32Array
  const { terrain, labels, islandOfRegion } = columns
  const top = {
    rowBits: terrain.rowBits,
    costOfBlock: terrain.costOfBlock,
    costOfCell: terrain.costOfCell,
    firstPlaneOfBlock: labels.firstPlaneOfBlock,
    planeBits: labels.planeBits,
    islandOfRegion,
    costToLandmark: columns.landmarks.costToLandmark,
    ...(columns.hubs as HubSteps),
  }
  return top[name as 'rowBits']
}
