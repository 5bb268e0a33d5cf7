/**
 * The columns of an atlas, as bake makes them and as an opened file shows them.
 */
import { IsthmusError } from '../base/errors.ts'
import type { IdColumn, Island, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { type Section, writingSections } from '../base/section-file.ts'
import { finish, type Work } from '../base/work.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { HubSteps } from './hubs.ts'
import type { Labels } from './islands.ts'
import type { Landmarks } from './landmark-costs.ts'
import { ATLAS, type AtlasCounts, columnsOf, FACTS } from './layout.ts'
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
  /** How many entries a live map has: its columns have room for more. */
  readonly entriesInUse?: number | undefined
  /**
   * For a version of a map that changes: columns that show the version read last. Finders keep their scratch while the home
   * stays the same.
   */
  readonly home?: AtlasColumns
  /** The number of bits of x in crossings; absent on maps, which have X_BITS (atlas/crossing.ts). */
  readonly xBits?: number
  readonly settleAll?: () => void
}

/**
 * Columns that call `check` whenever their terrain is read, which readers do first. It throws if the version is over or the
 * file is gone; otherwise it makes the arrays hold this version.
 */
export function checkedColumns(columns: AtlasColumns, check: () => void): AtlasColumns {
  const { terrain } = columns
  const get = () => {
    check()
    return terrain
  }
  return Object.defineProperty({ ...columns }, 'terrain', { get, enumerable: true })
}

/**
 * For columns that are views of a file. If its memory is transferred to another thread or shrunk, views read nothing, and all
 * cells would seem walls. This throws once the memory is smaller than it was. It reads the length of the buffer. For a
 * transferred array V8 11 may give the old length, in compiled code that has read arrays of resizable buffers.
 */
export function stillThere({ buffer, byteOffset, length }: Uint8Array): () => void {
  return () => {
    if (buffer.byteLength >= byteOffset + length) return
    throw new IsthmusError(
      'ATLAS_DAMAGED',
      'The atlas is gone: the memory of its file was transferred or shrunk. Open a copy, such as bytes.slice().',
    )
  }
}

export function countsOf(columns: AtlasColumns): AtlasCounts {
  const { terrain, labels, levels, hubs } = columns
  return {
    width: terrain.width,
    height: terrain.height,
    directions: terrain.directions,
    costMin: terrain.costMin,
    islands: columns.islandCount,
    landmarks: columns.landmarks.count,
    landmarkShift: columns.landmarks.shift,
    hubLevel: hubs?.level ?? NONE,
    costBytes: terrain.costOfCell.BYTES_PER_ELEMENT,
    costBlocks: terrain.costOfCell.length >> BLOCK_CELLS_SHIFT,
    planes: labels.planeBits.length / BLOCK_SIDE_CELLS,
    levels: levels.map(level => ({
      regions: level.regionCount,
      entries: level.entryCount,
      pairs: level.pairCount,
      tableWords: level.tables.length,
    })),
    hubs: hubs?.hubSteps.length ?? 0,
    hubBytes: hubs?.hubGaps.length ?? 0,
  }
}

/** The columns in the order of the layout, by their names there. */
function sectionsOf(columns: AtlasColumns): Section[] {
  const { terrain, labels, islandOfRegion, landmarks, hubs, levels } = columns
  const { rowBits, costOfBlock, costOfCell } = terrain
  const { firstPlaneOfBlock, planeBits } = labels
  const { costToLandmark } = landmarks
  const counts = countsOf(columns)
  const facts = Int32Array.from([...FACTS.map(([name]) => counts[name]), ...counts.levels.map(({ pairs }) => pairs)])
  const top = { rowBits, costOfBlock, costOfCell, firstPlaneOfBlock, planeBits, islandOfRegion, costToLandmark, facts }
  const all: Readonly<Record<string, unknown>> = { ...top, ...hubs }
  return columnsOf(counts).map(({ name, level }) => {
    const data = level === NONE ? all[name] : levels[level][name as keyof AtlasLevel]
    return { name, level, part: 0, data: data as Section['data'] }
  })
}

/** Writes the bytes of an atlas. */
export function writeAtlas(columns: AtlasColumns): Uint8Array<ArrayBuffer> {
  return finish(writing(columns))
}

export function writing(columns: AtlasColumns): Work<Uint8Array<ArrayBuffer>> {
  return writingSections(ATLAS, sectionsOf(columns))
}
