/**
 * The layout of an atlas file: two tables, of the header's fields and of the columns, that the writer, the reader and
 * FORMAT.md follow. The header says every count, so the place and length of each column, and the size of the whole file,
 * follow from it.
 */
import type { Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { hasManyHubs } from './hub-gaps.ts'
import { ROW_LENGTH } from './level-graph.ts'
import { blocksAtLevel } from './levels.ts'

export const FORMAT_VERSION = 21
/** Of a file with hubs: what else it has is as in the other one. No flipped bit makes the one number the other. */
export const FORMAT_VERSION_HUBS = 22
/** Where there are so many entries that numbers of hubs take more than 16 bits. */
export const FORMAT_VERSION_MANY_HUBS = 24
/** The first eight bytes: "ISTHMUS" and a line feed, which a transfer as text would damage. */
export const MAGIC = Uint8Array.of(0x49, 0x53, 0x54, 0x48, 0x4d, 0x55, 0x53, 0x0a)

export const WORD_VERSION = 2
export const WORD_WIDTH = 3
export const WORD_HEIGHT = 4
/** The header's fields behind the magic, each a word of 4 bytes; what they may be says header-range.ts. */
export const HEADER_FIELDS = [
  { name: 'version', word: WORD_VERSION },
  { name: 'width', word: WORD_WIDTH },
  { name: 'height', word: WORD_HEIGHT },
  { name: 'directions', word: 5 },
  { name: 'costMin', word: 6 },
  { name: 'costBytes', word: 7 },
  { name: 'costBlocks', word: 8 },
  { name: 'planes', word: 9 },
  { name: 'islands', word: 12 },
  { name: 'landmarks', word: 13 },
  { name: 'landmarkShift', word: 14 },
  { name: 'levelCount', word: 15 },
] as const

export type HeaderField = (typeof HEADER_FIELDS)[number]['name']

/** Two words, low and high. */
export const WORD_CHECKSUM = 10
export const WORD_LEVELS = 16

/** The fields of each level, in their order, from WORD_LEVELS on. */
export const LEVEL_FIELDS = ['regions', 'entries', 'pairs', 'tableWords'] as const
export const WORDS_A_LEVEL = LEVEL_FIELDS.length

/** Behind the levels of a file with hubs: how many entries together have, in how many bytes their numbers are told, whose. */
const WORDS_OF_HUBS = 4

/** Each column starts on a cache line. */
export const ALIGNMENT_BYTES = 64

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
  /** Of the cost of a cell. */
  readonly costBytes: number
  /** Blocks whose free cells differ in cost. */
  readonly costBlocks: number
  readonly planes: number
  readonly islands: number
  readonly landmarks: number
  readonly landmarkShift: number
  readonly levels: readonly LevelCounts[]
  readonly hubs?: HubCounts
}

export interface HubCounts {
  /** The hubs of all entries together: each hub counts once for every entry that knows it. */
  readonly known: number
  readonly gapBytes: number
  /** Whose entries know them. */
  readonly level: Level
}

/** What the version of a file with this header is. */
export function versionOf({ hubs, levels }: Pick<AtlasHeader, 'hubs' | 'levels'>): number {
  if (hubs === undefined) return FORMAT_VERSION
  return hasManyHubs(levels[hubs.level].entries) ? FORMAT_VERSION_MANY_HUBS : FORMAT_VERSION_HUBS
}

export type ColumnType = 'int32' | 'uint16' | 'uint8'

export interface Column {
  readonly name: string
  /** NONE for columns that belong to no level. */
  readonly level: Level
  readonly type: ColumnType
  readonly length: number
}

export interface PlacedColumn extends Column {
  readonly offsetBytes: number
  readonly sizeBytes: number
}

export const BYTES_OF: Record<ColumnType, number> = { int32: 4, uint16: 2, uint8: 1 }

/** The columns of an atlas with this header, in file order: first what is connected, then, with the costs, the metric. */
export function columnsOf(header: AtlasHeader): Column[] {
  const blocksWide = (header.width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (header.height + BLOCK_MASK) >> BLOCK_SHIFT
  const blocks = blocksWide * blocksHigh
  const columns: Column[] = []
  const add = (name: string, level: Level, type: ColumnType, length: number) =>
    columns.push({ name, level, type, length })

  add('rowBits', NONE, 'int32', blocks * BLOCK_SIDE_CELLS)
  add('firstPlaneOfBlock', NONE, 'int32', blocks)
  add('planeBits', NONE, 'int32', header.planes * BLOCK_SIDE_CELLS)
  add('islandOfRegion', NONE, 'int32', header.levels[0].regions)
  header.levels.forEach((counts, level) => {
    const levelBlocks = blocksAtLevel(blocksWide, level) * blocksAtLevel(blocksHigh, level)
    add('regionsOfBlock', level, 'int32', 2 * levelBlocks)
    add('parentOfRegion', level, 'int32', counts.regions)
    add('rowOfRegion', level, 'int32', counts.regions * ROW_LENGTH)
    add('slots', level, 'int32', 4 * counts.entries)
    add('regionOfSide', level, 'int32', 2 * counts.entries)
  })
  add('costOfBlock', NONE, 'int32', blocks)
  add('costOfCell', NONE, header.costBytes === 1 ? 'uint8' : 'uint16', header.costBlocks * BLOCK_CELLS)
  add('costToLandmark', NONE, 'uint16', header.levels[0].entries * header.landmarks)
  if (header.hubs !== undefined) {
    add('hubCountOfEntry', NONE, 'uint16', header.levels[header.hubs.level].entries)
    add('hubGaps', NONE, 'uint8', header.hubs.gapBytes)
    add('hubSteps', NONE, 'uint8', header.hubs.known)
  }
  header.levels.forEach((counts, level) => {
    add('tableOfRegion', level, 'int32', counts.regions)
    add('tables', level, 'uint16', counts.tableWords)
  })
  return columns
}

export function headerSizeBytes(levelCount: number, hasHubs = false): number {
  return aligned((wordOfHubs(levelCount) + (hasHubs ? WORDS_OF_HUBS : 0)) * 4)
}

export function wordOfHubs(levelCount: number): number {
  return WORD_LEVELS + WORDS_A_LEVEL * levelCount
}

/** The columns with their places, and the size of the file. */
export function place(header: AtlasHeader): { columns: PlacedColumn[]; sizeBytes: number } {
  let offsetBytes = headerSizeBytes(header.levels.length, header.hubs !== undefined)
  const columns = columnsOf(header).map(column => {
    const sizeBytes = column.length * BYTES_OF[column.type]
    const placed = { ...column, offsetBytes, sizeBytes }
    offsetBytes += aligned(sizeBytes)
    return placed
  })
  return { columns, sizeBytes: offsetBytes }
}

/** Bytes rounded up to where the next column may start. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}
