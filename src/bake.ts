/**
 * The bake, top to bottom: a grid becomes an atlas. Each stage is a folder; what it hands on is a set of columns.
 */
import type { AtlasColumns, AtlasLevel } from './atlas/columns.ts'
import { writeAtlas } from './atlas/write.ts'
import { GrowingInts, GrowingShorts } from './base/growing.ts'
import { type BakeProgress, Pace } from './base/pace.ts'
import type { Crossings } from './entry/select.ts'
import { selectCrossings } from './entry/select.ts'
import type { RegionTree } from './entry/tree.ts'
import { growTree } from './entry/tree.ts'
import { RegionCosts } from './graph/cost.ts'
import type { LevelGraph } from './graph/level-graph.ts'
import { ROW_LENGTH, ROW_TABLE } from './graph/level-graph.ts'
import type { LevelSlots, RankedEntries } from './graph/slots.ts'
import { layOutSlots, orderByRank } from './graph/slots.ts'
import { measureLandmarks } from './level/landmarks.ts'
import { Lift } from './level/lift.ts'
import { checkSize, type Grid } from './map/grid.ts'
import type { Directions } from './map/movement.ts'
import { packTerrain } from './map/pack.ts'
import type { Terrain } from './map/terrain.ts'
import { BLOCK_SIDE_CELLS } from './map/terrain.ts'
import { BlockLabeller, planeCountOf } from './region/label.ts'
import type { Labels } from './region/labels.ts'

export interface BakeOptions {
  /** 8 unless given: whether steps go to 8 or to 4 neighbours. */
  readonly directions?: Directions
  /** How many threads to bake on; the atlas is the same to the byte. 1 unless given. */
  readonly workers?: number
  readonly onProgress?: (progress: BakeProgress) => void
  /** Ends the bake early: the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
}

export async function bake(grid: Grid, options: BakeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  checkSize(grid.width, grid.height)
  const pace = new Pace(options)
  const terrain = packTerrain(grid, options.directions ?? 8) //                  cells
  const labels = await labelBlocks(terrain, pace) //                             regions
  const crossings = await findCrossings(terrain, labels, pace) //                border entry points
  const tree = growTree(terrain, labels.firstRegionOfBlock, crossings) //        islands
  const entries = orderByRank(crossings, tree.rankOfCrossing, tree.levelCount)
  const ground = await costGround(terrain, labels, entries, pace) //             abstract graph
  const levels = await liftLevels(ground, entries, tree, pace) //                coarser graphs
  return writeAtlas(toColumns(terrain, labels, levels, tree)) //                 one file
}

async function labelBlocks(terrain: Terrain, pace: Pace): Promise<Labels> {
  const blockCount = terrain.blocksWide * terrain.blocksHigh
  const labeller = new BlockLabeller()
  const firstRegionOfBlock = new Int32Array(blockCount + 1)
  const firstPlaneOfBlock = new Int32Array(blockCount + 1)
  const planes = new GrowingInts()
  for (let block = 0; block < blockCount; block++) {
    const regionCount = labeller.label(terrain.rowBits, block * BLOCK_SIDE_CELLS)
    const planeCount = planeCountOf(regionCount)
    firstRegionOfBlock[block + 1] = firstRegionOfBlock[block] + regionCount
    firstPlaneOfBlock[block + 1] = firstPlaneOfBlock[block] + planeCount
    if (planeCount > 0) planes.append(labeller.planes.subarray(0, planeCount * BLOCK_SIDE_CELLS))
    if (pace.isDue) await pace.step('label', block + 1, blockCount)
  }
  return { firstRegionOfBlock, firstPlaneOfBlock, planeBits: planes.toArray() }
}

async function findCrossings(terrain: Terrain, labels: Labels, pace: Pace): Promise<Crossings> {
  const crossing = new GrowingInts()
  const regionOfSide = new GrowingInts()
  const widthOfRun = new GrowingInts()
  for (let blockY = 0; blockY < terrain.blocksHigh; blockY++) {
    const row = selectCrossings(terrain, labels, blockY)
    crossing.append(row.crossing)
    regionOfSide.append(row.regionOfSide)
    widthOfRun.append(row.widthOfRun)
    if (pace.isDue) await pace.step('border', blockY + 1, terrain.blocksHigh)
  }
  return { crossing: crossing.toArray(), regionOfSide: regionOfSide.toArray(), widthOfRun: widthOfRun.toArray() }
}

async function costGround(terrain: Terrain, labels: Labels, entries: RankedEntries, pace: Pace): Promise<LevelGraph> {
  const { firstRegionOfBlock } = labels
  const slots = layOutSlots(
    entries.crossingOfEntry,
    entries.regionOfSide0,
    firstRegionOfBlock[firstRegionOfBlock.length - 1],
  )
  const tables = new GrowingShorts()
  const costs = new RegionCosts(terrain, slots, tables)
  for (let block = 0; block + 1 < firstRegionOfBlock.length; block++) {
    for (let region = firstRegionOfBlock[block]; region < firstRegionOfBlock[block + 1]; region++) {
      costs.fill(block, region)
    }
    if (pace.isDue) await pace.step('cost', block + 1, firstRegionOfBlock.length - 1)
  }
  return finish(slots, tables)
}

function finish(slots: LevelSlots, growing: GrowingShorts): LevelGraph {
  slots.rowOfRegion[slots.regionCount * ROW_LENGTH + ROW_TABLE] = growing.length
  const tables = growing.toArray()
  return { ...slots, tables, tableBytes: new Uint8Array(tables.buffer) }
}

async function liftLevels(
  ground: LevelGraph,
  entries: RankedEntries,
  tree: RegionTree,
  pace: Pace,
): Promise<LevelGraph[]> {
  const levels = [ground]
  for (let level = 1; level < tree.levelCount; level++) {
    const lower = levels[level - 1]
    const parentOfRegion = tree.parentOfRegion[level - 1]
    const firstRegionOfBlock = tree.firstRegionOfBlock[level]
    const regionCount = firstRegionOfBlock[firstRegionOfBlock.length - 1]
    const entryCount = entries.entryCountOfLevel[level]
    const regionOfSide = lower.regionOfSide.slice(0, 2 * entryCount).map(region => parentOfRegion[region])
    const slots = layOutSlots(entries.crossingOfEntry, regionOfSide, regionCount)
    const tables = new GrowingShorts()
    const lift = new Lift(lower, parentOfRegion, slots, tables)
    const children = childrenByRegion(parentOfRegion, regionCount)
    for (let region = 0; region < regionCount; region++) {
      lift.fill(region, children.list.subarray(children.first[region], children.first[region + 1]))
      if (pace.isDue) await pace.step('lift', region + 1, regionCount)
    }
    levels.push(finish(slots, tables))
  }
  return levels
}

function childrenByRegion(parentOfRegion: Int32Array, regionCount: number): { first: Int32Array; list: Int32Array } {
  const first = new Int32Array(regionCount + 1)
  for (const parent of parentOfRegion) first[parent + 1]++
  for (let region = 0; region < regionCount; region++) first[region + 1] += first[region]
  const next = first.slice()
  const list = new Int32Array(parentOfRegion.length)
  parentOfRegion.forEach((parent, child) => {
    list[next[parent]++] = child
  })
  return { first, list }
}

function toColumns(terrain: Terrain, labels: Labels, graphs: LevelGraph[], tree: RegionTree): AtlasColumns {
  const levels = graphs.map(
    (graph, level): AtlasLevel => ({
      ...graph,
      firstRegionOfBlock: tree.firstRegionOfBlock[level],
      parentOfRegion: tree.parentOfRegion[level] ?? new Int32Array(0),
    }),
  )
  let islandOfRegion = Int32Array.from({ length: graphs[graphs.length - 1].regionCount }, (_, region) => region)
  for (let level = graphs.length - 2; level >= 0; level--) {
    islandOfRegion = tree.parentOfRegion[level].map(parent => islandOfRegion[parent])
  }
  const islandCount = graphs[graphs.length - 1].regionCount
  return { terrain, labels, islandOfRegion, landmarks: measureLandmarks(graphs[0], islandOfRegion, islandCount), levels }
}
