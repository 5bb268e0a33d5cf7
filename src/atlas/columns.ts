/**
 * The columns of an atlas, as bake makes them and as an opened file shows them.
 */

import type { Terrain } from '../map/terrain.ts'
import type { Labels } from './labels.ts'
import type { Landmarks } from './landmark-costs.ts'
import type { AtlasHeader } from './layout.ts'
import type { LevelGraph } from './level-graph.ts'

export interface AtlasLevel extends LevelGraph {
  readonly firstRegionOfBlock: Int32Array
  /** Empty at the last level, whose regions are the islands. */
  readonly parentOfRegion: Int32Array
}

export interface AtlasColumns {
  readonly terrain: Terrain
  readonly labels: Labels
  /** The island of each region of level 0: the root of its branch of the tree, at hand. */
  readonly islandOfRegion: Int32Array
  readonly landmarks: Landmarks
  readonly levels: readonly AtlasLevel[]
}

export function headerOf(columns: AtlasColumns): AtlasHeader {
  const { terrain, labels, levels } = columns
  return {
    width: terrain.width,
    height: terrain.height,
    directions: terrain.directions,
    costMin: terrain.costMin,
    isUniform: terrain.isUniform,
    planes: labels.firstPlaneOfBlock[labels.firstPlaneOfBlock.length - 1],
    landmarks: columns.landmarks.count,
    landmarkShift: columns.landmarks.shift,
    levels: levels.map(level => ({
      regions: level.regionCount,
      entries: level.entryCount,
      pairs: level.pairCount,
      tableWords: level.tables.length,
    })),
  }
}

/** The column that the layout calls `name`. */
export function columnOf(columns: AtlasColumns, name: string, level: number): Int32Array | Uint16Array | Uint8Array {
  if (level >= 0) return columns.levels[level][name as keyof AtlasLevel] as Int32Array
  const { terrain, labels, islandOfRegion } = columns
  const top = {
    rowBits: terrain.rowBits,
    costOfCell: terrain.costOfCell,
    firstPlaneOfBlock: labels.firstPlaneOfBlock,
    planeBits: labels.planeBits,
    islandOfRegion,
    costToLandmark: columns.landmarks.costToLandmark,
  }
  return top[name as keyof typeof top]
}
