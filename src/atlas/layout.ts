/**
 * The sections of an atlas: one table of names, types and lengths that the writer, the reader and FORMAT.md follow. Lengths
 * follow from counts; counts are the lengths of some sections, and what the section of facts says.
 */
import type { Level } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { bytesOfType, type FileFormat, fileSizeBytes, magicOf, type SectionType } from '../base/section-file.ts'
import { COST_MAX, SIDE_MAX_CELLS } from '../map/grid.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { LANDMARKS_MAX, LANDMARKS_MIN } from './landmark-costs.ts'
import { ROW_LENGTH } from './level-graph.ts'

export const FORMAT_VERSION = 27
const CODES = { none: 'NOT_AN_ATLAS', version: 'ATLAS_VERSION', damaged: 'ATLAS_DAMAGED' } as const

export const ATLAS: FileFormat = {
  magic: magicOf('ISTHMUS\n'),
  version: FORMAT_VERSION,
  noun: 'atlas',
  remedy: 'Copy the file or bake the map again.',
  codes: CODES,
}
const COUNT_MAX = 0x7fffffff

/** The numbers of the section of facts, the least and the most of each; behind them the pairs of each level. */
export const FACTS = [
  ['width', 1, SIDE_MAX_CELLS],
  ['height', 1, SIDE_MAX_CELLS],
  ['directions', 4, 8],
  ['costMin', 1, COST_MAX],
  ['islands', 0, COUNT_MAX],
  ['landmarks', LANDMARKS_MIN, LANDMARKS_MAX],
  ['landmarkShift', 0, 48],
  /** The level whose entries know hubs; NONE in a file without hubs. */
  ['hubLevel', NONE, 1],
] as const

type Facts = { readonly [Name in (typeof FACTS)[number][0]]: number }

export interface LevelCounts {
  readonly regions: number
  readonly entries: number
  readonly pairs: number
  /** In words of 16 bits. */
  readonly tableWords: number
}

export interface AtlasCounts extends Facts {
  /** Of the cost of a cell. */
  readonly costBytes: number
  /** Blocks whose free cells differ in cost. */
  readonly costBlocks: number
  readonly planes: number
  readonly levels: readonly LevelCounts[]
  /** The hubs of all entries together, each once for every entry that knows it; and the bytes that name them. */
  readonly hubs: number
  readonly hubBytes: number
}

/**
 * The number of blocks of `level` along a side that has `blocks` blocks of level 0: 2 x 2 blocks of one level make a block of the
 * next.
 */
export function blocksAtLevel(blocks: number, level: Level): number {
  return ((blocks - 1) >> level) + 1
}

/** The last level has one block, which covers the map. */
export function levelCountOf(blocksWide: number, blocksHigh: number): number {
  return 33 - Math.clz32(Math.max(blocksWide, blocksHigh) - 1)
}

export interface Column {
  readonly name: string
  /** NONE for columns that belong to no level. */
  readonly level: Level
  readonly type: SectionType
  readonly length: number
}

/** The sections of an atlas of these counts, in file order: first what is connected, then, with the costs, the metric. */
export function columnsOf(counts: AtlasCounts): Column[] {
  const blocksWide = (counts.width + BLOCK_MASK) >> BLOCK_SHIFT
  const blocksHigh = (counts.height + BLOCK_MASK) >> BLOCK_SHIFT
  const blocks = blocksWide * blocksHigh
  const columns: Column[] = []
  const add = (name: string, level: Level, type: SectionType, length: number) =>
    columns.push({ name, level, type, length })

  add('facts', NONE, 'int32', FACTS.length + counts.levels.length)
  add('rowBits', NONE, 'int32', blocks * BLOCK_SIDE_CELLS)
  add('firstPlaneOfBlock', NONE, 'int32', blocks)
  add('planeBits', NONE, 'int32', counts.planes * BLOCK_SIDE_CELLS)
  add('islandOfRegion', NONE, 'int32', counts.levels[0].regions)
  counts.levels.forEach(({ regions, entries }, level) => {
    const levelBlocks = blocksAtLevel(blocksWide, level) * blocksAtLevel(blocksHigh, level)
    add('regionsOfBlock', level, 'int32', 2 * levelBlocks)
    add('parentOfRegion', level, 'int32', regions)
    add('rowOfRegion', level, 'int32', regions * ROW_LENGTH)
    add('slots', level, 'int32', 4 * entries)
    add('regionOfSide', level, 'int32', 2 * entries)
  })
  add('costOfBlock', NONE, 'int32', blocks)
  add('costOfCell', NONE, counts.costBytes === 1 ? 'uint8' : 'uint16', counts.costBlocks * BLOCK_CELLS)
  add('costToLandmark', NONE, 'uint16', counts.levels[0].entries * counts.landmarks)
  if (counts.hubLevel !== NONE) {
    add('hubCountOfEntry', NONE, 'uint16', counts.levels[counts.hubLevel].entries)
    add('hubGaps', NONE, 'uint8', counts.hubBytes)
    add('hubSteps', NONE, 'uint8', counts.hubs)
  }
  counts.levels.forEach(({ regions, tableWords }, level) => {
    add('tableOfRegion', level, 'int32', regions)
    add('tables', level, 'uint16', tableWords)
  })
  return columns
}

export function sizeBytesOf({ type, length }: Column): number {
  return length * bytesOfType(type)
}

/** The size of the file of an atlas. */
export function atlasSizeBytes(counts: AtlasCounts): number {
  return fileSizeBytes(columnsOf(counts).map(sizeBytesOf))
}
