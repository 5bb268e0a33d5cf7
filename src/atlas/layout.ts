/**
 * The layout of an atlas file: one table that the writer, the reader and FORMAT.md follow. A header of 64 bytes and 16
 * more per level says every count, so the place and length of each column, and the size of the whole file, follow from it.
 */

import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { ROW_LENGTH } from './level-graph.ts'
import { blocksAtLevel } from './levels.ts'

export const FORMAT_VERSION = 2
/** The first eight bytes: "ISTHMUS" and a line feed, which a transfer as text would damage. */
export const MAGIC = Uint8Array.of(0x49, 0x53, 0x54, 0x48, 0x4d, 0x55, 0x53, 0x0a)

/** Places of the header's words of 4 bytes. */
export const WORD_VERSION = 2
export const WORD_WIDTH = 3
export const WORD_HEIGHT = 4
export const WORD_DIRECTIONS = 5
export const WORD_COST_MIN = 6
export const WORD_IS_UNIFORM = 7
export const WORD_LEVEL_COUNT = 8
export const WORD_PLANE_COUNT = 9
export const WORD_CHECKSUM = 10
export const WORD_LANDMARK_SHIFT = 12
export const WORD_LANDMARKS = 13
export const WORD_LEVELS = 16
export const WORDS_A_LEVEL = 4

/** Each column starts on a cache line. */
const ALIGNMENT_BYTES = 64

export interface LevelCounts {
  readonly regions: number
  readonly entries: number
  readonly pairs: number
  /** In words of 16 bits. */
  readonly tableWords: number
}

export interface AtlasHeader {
  readonly width: number
  readonly height: number
  readonly directions: number
  readonly costMin: number
  readonly isUniform: boolean
  readonly planes: number
  readonly landmarks: number
  readonly landmarkShift: number
  readonly levels: readonly LevelCounts[]
}

export type ColumnType = 'int32' | 'uint16' | 'uint8'

export interface Column {
  readonly name: string
  /** NONE for columns that belong to no level. */
  readonly level: number
  readonly type: ColumnType
  readonly length: number
}

export interface PlacedColumn extends Column {
  readonly offsetBytes: number
  readonly sizeBytes: number
}

const NONE = -1
const BYTES_OF: Record<ColumnType, number> = { int32: 4, uint16: 2, uint8: 1 }

/** The columns of an atlas with this header, in file order. */
export function columnsOf(header: AtlasHeader): Column[] {
  const blocksWide = (header.width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (header.height + BLOCK_MASK) >> BLOCK_SHIFT
  const blocks = blocksWide * blocksHigh
  const columns: Column[] = []
  const add = (name: string, level: number, type: ColumnType, length: number) =>
    columns.push({ name, level, type, length })

  add('rowBits', NONE, 'int32', blocks * BLOCK_SIDE_CELLS)
  add('costOfCell', NONE, 'uint8', header.isUniform ? 0 : blocks * BLOCK_SIDE_CELLS ** 2)
  add('firstPlaneOfBlock', NONE, 'int32', blocks + 1)
  add('planeBits', NONE, 'int32', header.planes * BLOCK_SIDE_CELLS)
  add('islandOfRegion', NONE, 'int32', header.levels[0].regions)
  add('costToLandmark', NONE, 'uint16', header.levels[0].entries * header.landmarks)
  header.levels.forEach((counts, level) => {
    const isLast = level === header.levels.length - 1
    const levelBlocks = blocksAtLevel(blocksWide, level) * blocksAtLevel(blocksHigh, level)
    add('firstRegionOfBlock', level, 'int32', levelBlocks + 1)
    add('parentOfRegion', level, 'int32', isLast ? 0 : counts.regions)
    add('rowOfRegion', level, 'int32', (counts.regions + 1) * ROW_LENGTH)
    add('slots', level, 'int32', 4 * counts.entries)
    add('regionOfSide', level, 'int32', 2 * counts.entries)
    add('tables', level, 'uint16', counts.tableWords)
  })
  return columns
}

export function headerSizeBytes(levelCount: number): number {
  return aligned((WORD_LEVELS + WORDS_A_LEVEL * levelCount) * 4)
}

/** The columns with their places, and the size of the file. */
export function place(header: AtlasHeader): { columns: PlacedColumn[]; sizeBytes: number } {
  let offsetBytes = headerSizeBytes(header.levels.length)
  const columns = columnsOf(header).map(column => {
    const sizeBytes = column.length * BYTES_OF[column.type]
    const placed = { ...column, offsetBytes, sizeBytes }
    offsetBytes += aligned(sizeBytes)
    return placed
  })
  return { columns, sizeBytes: offsetBytes }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}
