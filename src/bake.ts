/**
 * The bake, top to bottom: a grid becomes an atlas. Each stage is a folder and hands on a set of columns.
 */
import { type AtlasColumns, writing } from './atlas/columns.ts'
import { HUB_LEVEL_MAX, type HubSteps } from './atlas/hubs.ts'
import { type Labels, planeCountOf } from './atlas/islands.ts'
import { landmarkCountFor } from './atlas/landmark-costs.ts'
import { atlasSizeBytes } from './atlas/layout.ts'
import type { LevelGraph } from './atlas/level-graph.ts'
import { optionsOf } from './base/given.ts'
import { growingInts } from './base/growing.ts'
import { FLAG, maybe, oneOf, WATCH, whole } from './base/kinds.ts'
import { allocatePrivate, allocateShared, checkArraySize } from './base/memory.ts'
import { NONE } from './base/none.ts'
import { type BakeProgress, Pace } from './base/pace.ts'
import { layOutSlots, orderByRank, type RankedEntries } from './entry/slots.ts'
import { growTree, type RegionTree } from './entry/tree.ts'
import { hubLevelOf, knownMaxOf, measureHubs } from './hub/measure.ts'
import { type BakeWorkers, OwnThread } from './level/bake-jobs.ts'
import { chooseCrossings, fillTables, type Site } from './level/stretches.ts'
import { islandsOf, liftLevels, measureLandmarks, withTree } from './level/upper-levels.ts'
import { checkGrid, type Grid } from './map/grid.ts'
import type { Directions } from './map/movement.ts'
import { packing } from './map/pack.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_SIDE_CELLS, type Ground, groundOf, type Terrain } from './map/terrain.ts'
import { BlockLabeller } from './region/label.ts'

export interface BakeOptions {
  /** 8 unless given: whether steps go to 8 or to 4 neighbours. */
  readonly directions?: Directions
  /** Number of threads, 1 unless given. The atlas is the same to the byte. Small maps use one. */
  readonly workers?: number
  /**
   * Also stores the cost from every border entry point to the hubs of its island: routes are then read off, not searched
   * for. The file grows by up to a byte a cell, more on huge maps. On one thread the bake takes 1.3 to 2.1 times as long,
   * longer where costs vary. On huge maps it takes two to four times as long, on those of streets four to six times. Several
   * threads measure hubs beside the rest.
   */
  readonly hubs?: boolean
  readonly onProgress?: (progress: BakeProgress) => void
  /** Ends the bake early: its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** The part of an atlas that depends only on its walls and on the choice of entries. */
export interface Topology {
  readonly labels: Labels
  readonly tree: RegionTree
  readonly entries: RankedEntries
  /** Whether the entries were chosen on uniform ground. */
  readonly ground: Ground
}

/** A topology and its landmarks, which several bakes share; the first bake makes them. */
export interface SharedTopology {
  of(site: Site, directions: Directions, make: (terrain: Terrain, site: Site) => Promise<Topology>): Promise<Topology>
  /** The entries that are landmarks; null before they are chosen. */
  sources: Int32Array | null
}

/** Starts threads. The caller supplies it, since threads differ between hosts. */
export type StartWorkers = (count: number) => Promise<BakeWorkers>

/** Measures hubs while the rest is made, or after it. Views bake open ground without it, and need not load it. */
type HubsOf = (levels: LevelGraph[], rest: Promise<unknown>) => Promise<HubSteps | undefined>

/** Below this many cells a bake ends before threads have started. */
const CELLS_MIN_FOR_WORKERS = 1 << 20
export const WORKERS_MAX = 256
export const BAKE_OPTIONS = {
  directions: maybe(oneOf(4, 8)),
  workers: maybe(whole(1, WORKERS_MAX)),
  hubs: maybe(FLAG),
  ...WATCH,
  // Callers may pass the same options to both bakes.
  travellers: true,
} as const

export async function bakeWith(
  startWorkers: StartWorkers,
  grid: Grid,
  given?: BakeOptions | null,
  shared: SharedTopology | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  checkGrid(grid)
  const options: BakeOptions = optionsOf(given, BAKE_OPTIONS)
  const pace = new Pace(options)
  const count = grid.width * grid.height < CELLS_MIN_FOR_WORKERS ? 1 : (options.workers ?? 1)
  const workers = count > 1 ? await startWorkers(count) : new OwnThread(work => pace.finish(work))
  try {
    const site = { workers, allocate: count > 1 ? allocateShared : allocatePrivate, pace }
    const hubsOf: HubsOf = (levels, rest) => {
      const knownMax = knownMaxOf(grid.width * grid.height)
      return measureHubs(levels, hubLevelOf(levels), knownMax, pace, rest, workers.isBeside)
    }
    const columns = await columnsOn(site, grid, options, shared, Infinity, options.hubs ? hubsOf : null)
    return await pace.finish(writing(columns)) // one file
  } finally {
    await workers.end()
  }
}

/** The columns of an atlas without landmarks, made on this thread. */
export function bakeColumns(grid: Grid, directions: Directions): Promise<AtlasColumns> {
  const pace = new Pace({})
  const workers = new OwnThread(work => pace.finish(work))
  return columnsOn({ workers, allocate: allocatePrivate, pace }, grid, { directions }, null, 0, null)
}

async function columnsOn(
  site: Site,
  grid: Grid,
  options: BakeOptions,
  shared: SharedTopology | null,
  landmarksMax: number,
  hubsOf: HubsOf | null,
): Promise<AtlasColumns> {
  const directions = options.directions ?? 8
  const terrain = await site.pace.finish(packing(grid, directions, site.allocate)) // cells
  const topology = shared === null ? topologyOf(terrain, site) : shared.of(site, directions, topologyOf)
  const { labels, tree, entries, ground } = await topology //            regions, border entry points, islands
  const levelZero = await costLevelZero(terrain, labels, tree, entries, site) //  abstract graph
  const { islandOfRegion, islandCount } = await site.pace.finish(islandsOf(tree, site.allocate))
  const levels = [levelZero]
  const affordable = landmarkCountFor(grid.width * grid.height, levelZero.entryCount, ground)
  const landmarkCount = Math.min(landmarksMax, affordable)
  const { costMin } = terrain
  const sources = shared?.sources ?? null
  const task = { landmarkCount, costMin, levelZero, islandOfRegion, islandCount, sources }
  if (hubsOf !== null) await liftLevels(levels, Math.min(HUB_LEVEL_MAX, tree.levelCount - 1), entries, tree, site)
  const lifting = liftLevels(levels, tree.levelCount - 1, entries, tree, site) // coarser graphs
  const rest = measureLandmarks(task, site, lifting)
  const [hubs, landmarks] = await Promise.all([hubsOf?.(levels, rest), rest])
  if (shared !== null) shared.sources = landmarks.sources
  await site.workers.end() // their memory goes before the file's comes
  return { terrain, labels, islandOfRegion, islandCount, landmarks, hubs, levels: withTree(levels, tree) }
}

async function topologyOf(terrain: Terrain, site: Site): Promise<Topology> {
  const labels = await labelBlocks(terrain, site)
  const crossings = await chooseCrossings({ stage: 'border', terrain, labels }, site)
  const tree = await site.pace.finish(growTree(terrain, labels.regionsOfBlock, crossings, site.allocate))
  const ranking = orderByRank(crossings, tree.rankOfCrossing, tree.levelCount, site.allocate)
  return { labels, tree, entries: await site.pace.finish(ranking), ground: terrain.ground }
}

async function labelBlocks(terrain: Terrain, { allocate, pace }: Site): Promise<Labels> {
  const blockCount = terrain.blocksWide * terrain.blocksHigh
  const labeller = new BlockLabeller()
  const regionsOfBlock = new Int32Array(allocate(4 * 2 * blockCount))
  const firstPlaneOfBlock = new Int32Array(blockCount)
  const planes = growingInts()
  let regionEnd = 0
  for (let block = 0; block < blockCount; block++) {
    const regionCount = labeller.label(terrain.rowBits, block * BLOCK_SIDE_CELLS)
    const planeCount = planeCountOf(regionCount)
    regionsOfBlock[2 * block] = regionEnd
    regionsOfBlock[2 * block + 1] = regionCount
    regionEnd += regionCount
    firstPlaneOfBlock[block] = planes.length / BLOCK_SIDE_CELLS
    if (planeCount > 0) planes.append(labeller.planes.subarray(0, planeCount * BLOCK_SIDE_CELLS))
    if (pace.isDue) await pace.step('label', block + 1, blockCount)
  }
  return { regionsOfBlock, firstPlaneOfBlock, planeBits: planes.toArray() }
}

async function costLevelZero(
  terrain: Terrain,
  labels: Labels,
  tree: RegionTree,
  entries: RankedEntries,
  site: Site,
): Promise<LevelGraph> {
  const { regionsOfBlock } = labels
  const regionCount = tree.regionCountOfLevel[0]
  const slots = await site.pace.finish(layOutSlots(entries, entries.regionOfSide0, regionCount, site.allocate))
  checkArraySize(leastSizeBytes(terrain, labels, tree, entries, slots.pairCount), 'The atlas')
  const tally = { done: 0, total: regionsOfBlock.length >> 1 }
  const tableOfRegion = new Int32Array(site.allocate(4 * regionCount))
  return fillTables({ stage: 'cost', terrain, regionsOfBlock, slots, tableOfRegion }, site, tally)
}

/** A lower bound of the atlas's size before its tables exist: without ways, and without costs above level 0. */
function leastSizeBytes(
  terrain: Terrain,
  labels: Labels,
  tree: RegionTree,
  entries: RankedEntries,
  groundPairs: number,
): number {
  const { width, height, directions, costMin, costOfCell } = terrain
  const costBytes = costOfCell.BYTES_PER_ELEMENT
  const costBlocks = costOfCell.length >> BLOCK_CELLS_SHIFT
  const planes = labels.planeBits.length / BLOCK_SIDE_CELLS
  const landmarks = landmarkCountFor(width * height, entries.entryCountOfLevel[0], groundOf(true, directions))
  const levels = tree.regionCountOfLevel.map((regions, level) => {
    const pairs = level === 0 ? groundPairs : 0
    return { regions, entries: entries.entryCountOfLevel[level], pairs, tableWords: pairs }
  })
  const costs = { costMin, costBytes, costBlocks, landmarks, landmarkShift: 0 }
  const hubs = { hubLevel: NONE, hubs: 0, hubBytes: 0 }
  return atlasSizeBytes({ width, height, directions, planes, islands: 0, ...costs, levels, ...hubs })
}
