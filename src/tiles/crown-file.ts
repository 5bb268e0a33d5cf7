/**
 * The crown of a tiled map as a file, in the columns of an atlas whose blocks are tiles. It holds the regions of tiles
 * that lead to neighbours, the entries on their borders, the levels above, islands and landmarks. It names the atlas of
 * each tile.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { xIn, yIn } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../atlas/islands.ts'
import { LANDMARKS_MAX, LANDMARKS_MIN } from '../atlas/landmark-costs.ts'
import { blocksAtLevel, levelCountOf } from '../atlas/layout.ts'
import { crossingAt, endSlotOf, entryAt, firstSlotOf, pairCountOf, ROW_LENGTH } from '../atlas/level-graph.ts'
import { validateLevels } from '../atlas/validate.ts'
import { IsthmusError } from '../base/errors.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { magicOf } from '../base/section-file.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, Terrain } from '../map/terrain.ts'
import { columnsIn, damaged, openFile, type SectionsOf, writeSections } from './sections.ts'
import { bucketSideOf, type Plan, readPlan, tileCountOf, tileOf, writePlan, xBitsOf } from './tile-plan.ts'

const TYPES = {
  plan: 'uint8',
  facts: ['islands', 'costMin', 'landmarks', 'landmarkShift'],
  /** Two words of a digest for each of FILES_OF_TILE, low word first, tile after tile. */
  digestsOfTile: 'int32',
  /** The sizes of the same files. */
  bytesOfTile: 'float64',
  /** By region of level 0: its island in the atlas of its tile. */
  islandInTile: 'int32',
  islandOfRegion: 'int32',
  /** By entry: its place along the border, in cells from the northern or western end of the tile. */
  placeOfEntry: 'uint16',
  costToLandmark: 'uint16',
} as const

const LEVEL_TYPES = {
  regionsOfBlock: 'int32',
  parentOfRegion: 'int32',
  rowOfRegion: 'int32',
  slots: 'int32',
  regionOfSide: 'int32',
  tableOfRegion: 'int32',
  tables: 'uint16',
} as const

type CrownSections = SectionsOf<typeof TYPES>
type LevelSections = SectionsOf<typeof LEVEL_TYPES>
const KIND = { magic: magicOf('ISTHCRWN'), version: 3, types: TYPES } as const

const LANDMARK_SHIFT_MAX = 40
/** The longest typed array. */
const FILE_BYTES_MAX = 2 ** 32
/** The files of a tile that queries read. */
export const FILES_OF_TILE = ['atlas', 'reach', 'pages'] as const

export interface Crown {
  readonly name: string
  readonly plan: Plan
  /** The columns of an atlas whose cells are buckets; it has no cells. */
  readonly columns: AtlasColumns
  readonly digestsOfTile: Int32Array
  readonly bytesOfTile: Float64Array
  readonly islandInTile: Int32Array
  readonly placeOfEntry: Uint16Array
}

/** The ground of the crown for its search: no bucket counts as even, and `costMin` gives the least cost of a bucket. */
export function crownTerrain(plan: Plan, costMin: number): Terrain {
  const [width, height] = [plan.columns * BLOCK_SIDE_CELLS, plan.rows * BLOCK_SIDE_CELLS]
  const unitCost = costMin * bucketSideOf(plan)
  return new Terrain(width, height, plan.directions, unitCost, new Int32Array(0), Int32Array.of(~0), new Uint8Array(0))
}

export function writeCrown(crown: Omit<Crown, 'name'>, costMin: number): Uint8Array<ArrayBuffer> {
  const { plan, columns, digestsOfTile, bytesOfTile, islandInTile, placeOfEntry } = crown
  const { levels, landmarks } = columns
  const { islandCount: islands } = columns
  const sections = {
    plan: new TextEncoder().encode(writePlan(plan)),
    facts: { islands, costMin, landmarks: landmarks.count, landmarkShift: landmarks.shift },
    digestsOfTile,
    bytesOfTile,
    islandInTile,
    islandOfRegion: Int32Array.from(columns.islandOfRegion),
    placeOfEntry,
    costToLandmark: landmarks.costToLandmark,
  }
  return writeSections(KIND, sections, LEVEL_TYPES, levels)
}

/** Checks a crown from any source, so that no search over it reads beyond its columns. */
export function readCrown(name: string, bytes: Uint8Array): Crown {
  const file = openFile(KIND, name, bytes)
  const sections = columnsIn(file, TYPES)
  try {
    const plan = readPlan(sections.plan)
    const columns = atlasColumns(plan, sections, level => columnsIn(file, LEVEL_TYPES, level))
    const { digestsOfTile, bytesOfTile, islandInTile, placeOfEntry } = sections
    const fileCount = FILES_OF_TILE.length * tileCountOf(plan)
    hold(digestsOfTile.length === 2 * fileCount && bytesOfTile.length === fileCount)
    hold(bytesOfTile.every(size => Number.isInteger(size) && size > 0 && size <= FILE_BYTES_MAX))
    hold(islandInTile.length === columns.levels[0].regionCount && islandInTile.every(island => island >= 0))
    hold(placeOfEntry.length === columns.levels[0].entryCount)
    validateLevels(columns)
    const crown = { name, plan, columns, digestsOfTile, bytesOfTile, islandInTile, placeOfEntry }
    hold(areEntriesSound(crown))
    return crown
  } catch (error) {
    if (error instanceof IsthmusError) throw damaged(name, 'its columns do not fit each other')
    throw error
  }
}

/** The first region of a tile with this island, by a column of the crown; NONE where the tile has none. */
export function regionWith({ columns }: Crown, islandOf: ArrayLike<number>, tile: number, island: number): Region {
  const { regionsOfBlock } = columns.levels[0]
  const end = endRegionOf(regionsOfBlock, tile)
  let region = firstRegionOf(regionsOfBlock, tile)
  while (region < end && islandOf[region] !== island) region++
  return region < end ? region : NONE
}

function hold(isSound: boolean): void {
  if (!isSound) throw new IsthmusError('TILE_DAMAGED', '')
}

function atlasColumns(plan: Plan, sections: CrownSections, levelAt: (level: number) => LevelSections): AtlasColumns {
  const { facts, islandOfRegion, costToLandmark } = sections
  const { costMin, landmarks: count, landmarkShift: shift } = facts
  hold(count >= LANDMARKS_MIN && count <= LANDMARKS_MAX && costMin > 0 && shift <= LANDMARK_SHIFT_MAX)
  const levels = Array.from({ length: levelCountOf(plan.columns, plan.rows) }, (_, level) => {
    const blocks = blocksAtLevel(plan.columns, level) * blocksAtLevel(plan.rows, level)
    return levelOf(levelAt(level), blocks)
  })
  hold(islandOfRegion.length === levels[0].regionCount)
  hold(costToLandmark.length === count * levels[0].entryCount)
  const none = new Int32Array(0)
  return {
    terrain: crownTerrain(plan, costMin),
    xBits: xBitsOf(plan),
    labels: { regionsOfBlock: levels[0].regionsOfBlock, firstPlaneOfBlock: none, planeBits: none },
    islandCount: facts.islands,
    islandOfRegion,
    landmarks: { count, costToLandmark, shift },
    levels,
  }
}

function levelOf(sections: LevelSections, blocks: number): AtlasLevel {
  const { regionsOfBlock, parentOfRegion, rowOfRegion, slots, regionOfSide, tableOfRegion, tables } = sections
  const regionCount = parentOfRegion.length
  const entryCount = slots.length / 4
  hold(regionsOfBlock.length === 2 * blocks && rowOfRegion.length === ROW_LENGTH * regionCount)
  hold(tableOfRegion.length === regionCount && regionOfSide.length === 2 * entryCount)
  let pairCount = 0
  for (let i = 1; i < rowOfRegion.length; i += ROW_LENGTH) pairCount += pairCountOf(rowOfRegion[i])
  const tableBytes = new Uint8Array(tables.buffer, tables.byteOffset, tables.byteLength)
  return { ...sections, regionCount, entryCount, pairCount, tableBytes }
}

/** Whether each region lists crossings of its own tile, and each entry lies in the bucket that its crossing names. */
function areEntriesSound({ plan, columns, placeOfEntry }: Crown): boolean {
  const [level] = columns.levels
  const bucketSide = bucketSideOf(plan)
  const xBits = xBitsOf(plan)
  for (let tile = 0; tile < tileCountOf(plan); tile++) {
    const [column, row] = [tile % plan.columns, Math.floor(tile / plan.columns)]
    const { width, height } = tileOf(plan, tile)
    const end = endRegionOf(level.regionsOfBlock, tile)
    for (let region = firstRegionOf(level.regionsOfBlock, tile); region < end; region++) {
      for (let slot = firstSlotOf(level, region); slot < endSlotOf(level, region); slot++) {
        const crossing = crossingAt(level, slot)
        const [x, y] = [xIn(xBits, crossing), yIn(xBits, crossing)]
        if (x >> BLOCK_SHIFT !== column || y >> BLOCK_SHIFT !== row) return false
        if (crossing < 0) continue
        const place = placeOfEntry[entryAt(level, slot)]
        const [along, length] = crossing >>> 30 === 0 ? [y, height] : [x, width]
        if (place >= length || Math.floor(place / bucketSide) !== (along & BLOCK_MASK)) return false
      }
    }
  }
  return true
}
