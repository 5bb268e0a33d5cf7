/**
 * Joins all tiles of a plan to a crown. Tiles act as blocks, and their islands as regions. So the stages of a bake
 * after level 0 do the rest: the tree of regions, the levels above, islands and landmarks.
 */

import type { AtlasColumns } from '../atlas/columns.ts'
import { packIn, sideOf } from '../atlas/crossing.ts'
import {
  crossingAt,
  entryAt,
  firstSlotOf,
  type LevelGraph,
  type LevelTopology,
  pairCountOf,
  slotCountOf,
  TableWriter,
} from '../atlas/level-graph.ts'
import { optionsOf } from '../base/given.ts'
import { growingShorts } from '../base/growing.ts'
import { WATCH } from '../base/kinds.ts'
import { allocatePrivate } from '../base/memory.ts'
import { Pace } from '../base/pace.ts'
import { finish } from '../base/work.ts'
import { layOutSlots, orderByRank } from '../entry/slots.ts'
import { growTree } from '../entry/tree.ts'
import { OwnThread } from '../level/bake-jobs.ts'
import { islandsOf, liftLevels, measureLandmarks, withTree } from '../level/upper-levels.ts'
import { copyShared } from '../map/grid.ts'
import { packTerrain } from '../map/pack.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { crownTerrain, FILES_OF_TILE, writeCrown } from './crown-file.ts'
import { checkSeams, rangeOn, readRecords, type Seam, type SeamFile, seamsOf } from './seams.ts'
import { digestOf, wordsIn } from './sections.ts'
import { bucketSideOf, type Plan, tileCountOf, tileOf, xBitsOf } from './tile-plan.ts'
import { crownRecordName } from './tile-record.ts'
import type { TileStore } from './tile-store.ts'

export interface JoinProgress {
  readonly stage: 'read' | 'tables' | 'lift' | 'landmarks'
  readonly done: number
  readonly total: number
}

export interface JoinOptions {
  readonly onProgress?: (progress: JoinProgress) => void
  readonly signal?: AbortSignal
}

export interface CrownDone {
  /** The name of the crown. */
  readonly name: string
  readonly bytes: number
  readonly tiles: number
  readonly entries: number
  readonly islands: number
  readonly levels: number
}

/** Landmarks of each island. */
const LANDMARKS = 16

export async function joinTiles(plan: Plan, store: TileStore, given?: JoinOptions | null): Promise<CrownDone> {
  const options: JoinOptions = optionsOf(given, WATCH)
  const records = await readRecords(plan, store)
  const note = (stage: JoinProgress['stage'], done: number) => {
    options.signal?.throwIfAborted()
    options.onProgress?.({ stage, done, total: records.length })
  }
  const seams: Seam[] = []
  for await (const { unitsOf: _, ...seam } of seamsOf(plan, records, store)) {
    seams.push(seam)
    note('read', seams.length)
  }
  checkSeams(plan, seams)
  const entries = crownEntries(plan, seams)
  const grown = grow(plan, seams, entries)
  const joined = records.filter((_, tile) => seams[tile].sideOf.length > 0)
  const again = seamsOf(plan, joined, store)
  const levelZero = await fillLevelZero(grown, entries, again, tile => note('tables', tile + 1))
  const costMin = leastCostOf(seams)
  const columns = await liftCrown(plan, grown, levelZero, costMin, options)
  const placeOfEntry = Uint16Array.from(grown.numberOfEntry, number => entries.placeOf[number])
  const files = records.flatMap(record => FILES_OF_TILE.map(kind => record.files[kind]))
  const digestsOfTile = Int32Array.from(files.flatMap(({ name }) => wordsIn(name)))
  const bytesOfTile = Float64Array.from(files, ({ bytes }) => bytes)
  const { islandInTile } = entries
  const bytes = writeCrown({ plan, columns, digestsOfTile, bytesOfTile, islandInTile, placeOfEntry }, costMin)
  const name = `crown/${digestOf(bytes)}.crown`
  await store.write(name, bytes)
  const done = {
    name,
    bytes: bytes.length,
    tiles: tileCountOf(plan),
    entries: levelZero.entryCount,
    islands: columns.islandCount,
    levels: columns.levels.length,
  }
  await store.write(crownRecordName(plan), new TextEncoder().encode(`${JSON.stringify(done, null, 2)}\n`))
  return done
}

function grow(plan: Plan, seams: readonly Seam[], entries: CrownEntries) {
  const { crossing, regionOfSide, regionsOfTile } = entries
  const terrain = bucketTerrain(plan, seams)
  // On even ground all runs count as equally wide.
  const widthOfRun = new Int32Array(crossing.length).fill(isEven(seams) ? 1 : 0)
  const crossings = { crossing, regionOfSide, widthOfRun }
  const xBits = xBitsOf(plan)
  const tree = finish(growTree(terrain, regionsOfTile, crossings, allocatePrivate, xBits))
  const ranked = { ...finish(orderByRank(crossings, tree.rankOfCrossing, tree.levelCount)), xBits }
  const numbers = { ...crossings, crossing: Int32Array.from(crossing.keys()) }
  const numberOfEntry = finish(orderByRank(numbers, tree.rankOfCrossing, tree.levelCount)).crossingOfEntry
  return { tree, ranked, numberOfEntry }
}

type Grown = ReturnType<typeof grow>

/** Makes the tables of the tiles those of level 0, whose regions list entries by rank. */
async function fillLevelZero(
  { tree, ranked, numberOfEntry }: Grown,
  { numberOfSide, regionsOfTile }: CrownEntries,
  seams: AsyncIterable<SeamFile>,
  note: (tile: number) => void,
): Promise<LevelGraph> {
  const regionCount = tree.regionCountOfLevel[0]
  const slots: LevelTopology = finish(layOutSlots(ranked, ranked.regionOfSide0, regionCount))
  const tables = growingShorts()
  const writer = new TableWriter(tables)
  const tableOfRegion = new Int32Array(regionCount)
  for await (const { unitsOf, facts } of seams) {
    const { tile } = facts
    const end = regionsOfTile[2 * tile] + regionsOfTile[2 * tile + 1]
    for (let region = regionsOfTile[2 * tile]; region < end; region++) {
      tableOfRegion[region] = tables.length
      const size = slotCountOf(slots, region)
      if (size < 2) continue
      const first = firstSlotOf(slots, region)
      const numbers = Int32Array.from({ length: size }, (_, slot) => {
        const entry = entryAt(slots, first + slot)
        return numberOfSide[2 * numberOfEntry[entry] + sideOf(crossingAt(slots, first + slot))]
      })
      const units = new Float64Array(pairCountOf(size))
      writer.begin()
      for (let high = 1, pair = 0; high < size; high++) {
        for (let low = 0; low < high; low++, pair++) {
          const [a, b] = [Math.min(numbers[low], numbers[high]), Math.max(numbers[low], numbers[high])]
          units[pair] = unitsOf[(b * (b - 1)) / 2 + a]
          writer.endWay(pair)
        }
      }
      writer.endTable(units, units.length, Infinity)
    }
    note(tile)
  }
  const words = tables.toArray()
  return { ...slots, tableOfRegion, tables: words, tableBytes: new Uint8Array(words.buffer, 0, words.byteLength) }
}

async function liftCrown(
  plan: Plan,
  { tree, ranked }: Grown,
  levelZero: LevelGraph,
  costMin: number,
  { onProgress, signal }: JoinOptions,
): Promise<AtlasColumns> {
  const tell = onProgress && {
    onProgress: ({ stage, done, total }: { stage: string; done: number; total: number }) =>
      onProgress({ stage: stage === 'landmarks' ? stage : 'lift', done, total }),
  }
  const pace = new Pace({ ...tell, ...(signal && { signal }) })
  const site = { workers: new OwnThread(work => pace.finish(work)), allocate: allocatePrivate, pace }
  const { islandOfRegion, islandCount } = await pace.finish(islandsOf(tree, allocatePrivate))
  const levels = [levelZero]
  const terrain = crownTerrain(plan, costMin)
  const islands = { islandOfRegion, islandCount }
  const task = { landmarkCount: LANDMARKS, costMin: terrain.costMin, levelZero, ...islands, sources: null }
  const lifting = liftLevels(levels, tree.levelCount - 1, ranked, tree, site)
  const landmarks = await measureLandmarks(task, site, lifting)
  const none = new Int32Array(0)
  const labels = { regionsOfBlock: tree.regionsOfBlock[0], firstPlaneOfBlock: none, planeBits: none }
  return { terrain, labels, ...islands, landmarks, levels: withTree(levels, tree) }
}

type CrownEntries = ReturnType<typeof crownEntries>

const SOUTH = 1

function crownEntries(plan: Plan, seams: readonly Seam[]) {
  /** By tile: its first region, and how many it has. */
  const regionsOfTile = new Int32Array(2 * tileCountOf(plan))
  /** By region: its island in the atlas of its tile. */
  const islandInTile: number[] = []
  const regionOfIsland = seams.map(({ islandOf }, tile) => {
    const regions = new Map<number, number>()
    regionsOfTile[2 * tile] = islandInTile.length
    for (const island of islandOf) {
      if (regions.has(island)) continue
      regions.set(island, islandInTile.length)
      islandInTile.push(island)
    }
    regionsOfTile[2 * tile + 1] = regions.size
    return regions
  })
  /** Seen from the western or northern side, in buckets; tile after tile, eastern borders before southern ones. */
  const crossing: number[] = []
  const regionOfSide: number[] = []
  /** numberOfSide[2 * crossing + side]: the number of the entry in the tile on that side. */
  const numberOfSide: number[] = []
  /** By crossing: its cells' place along the border, from the tile's northern or western end. */
  const placeOf: number[] = []
  const bucketSide = bucketSideOf(plan)
  const xBits = xBitsOf(plan)
  seams.forEach((seam, tile) => {
    const { x, y, width, height } = tileOf(plan, tile)
    for (let side = 0; side <= SOUTH; side++) {
      const [from, end] = rangeOn(seam, side)
      if (from === end) continue
      const other = side === SOUTH ? tile + plan.columns : tile + 1
      const [otherFrom] = rangeOn(seams[other], side + 2)
      for (let number = from; number < end; number++) {
        const place = seam.placeOf[number]
        const cellX = side === SOUTH ? x + place : x + width - 1
        const cellY = side === SOUTH ? y + height - 1 : y + place
        const beyond = otherFrom + number - from
        crossing.push(packIn(xBits, Math.floor(cellX / bucketSide), Math.floor(cellY / bucketSide), side))
        regionOfSide.push(regionOfIsland[tile].get(seam.islandOf[number])!)
        regionOfSide.push(regionOfIsland[other].get(seams[other].islandOf[beyond])!)
        numberOfSide.push(number, beyond)
        placeOf.push(place)
      }
    }
  })
  return {
    regionsOfTile,
    islandInTile: Int32Array.from(islandInTile),
    crossing: Int32Array.from(crossing),
    regionOfSide: Int32Array.from(regionOfSide),
    numberOfSide: Int32Array.from(numberOfSide),
    placeOf: Uint16Array.from(placeOf),
  }
}

/** The map in buckets, each with the mean cost of its free cells. The choice of entries on higher levels uses it. */
function bucketTerrain(plan: Plan, seams: readonly Seam[]): Terrain {
  const { columns, rows, directions } = plan
  const side = BLOCK_SIDE_CELLS
  const [width, height] = [columns * side, rows * side]
  const map = { width, height, cost: new Uint16Array(width * height) }
  seams.forEach(({ costOfBucket }, tile) => {
    const buckets = { width: side, height: side, cost: costOfBucket }
    copyShared(buckets, (tile % columns) * side, Math.floor(tile / columns) * side, map)
  })
  return packTerrain(map, directions)
}

/** Whether all free cells of the map cost the same. */
function isEven(seams: readonly Seam[]): boolean {
  const costMin = leastCostOf(seams)
  return seams.every(seam => seam.facts.isUniform === 1 && hasCost(seam, costMin))
}

/** A tile without a free cell has no cost, so it agrees with any. */
function hasCost({ facts }: Seam, costMin: number): boolean {
  return facts.costMin === costMin || facts.freeCells === 0
}

function leastCostOf(seams: readonly Seam[]): number {
  let least = Infinity
  for (const { facts } of seams) {
    if (facts.freeCells > 0) least = Math.min(least, facts.costMin)
  }
  return least === Infinity ? 1 : least
}
