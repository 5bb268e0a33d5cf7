/**
 * Builds what lies above level 0: the coarser graphs, each from the one below, the islands, and the landmarks. Other threads
 * measure the landmarks at the same time.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { NO_PARENT } from '../atlas/islands.ts'
import type { Landmarks } from '../atlas/landmark-costs.ts'
import type { LevelGraph } from '../atlas/level-graph.ts'
import type { Allocate } from '../base/memory.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { layOutSlots, listsByRegion, parentsOf, type RankedEntries } from '../entry/slots.ts'
import type { RegionTree } from '../entry/tree.ts'
import type { LandmarkTask, Measured } from '../metric/landmarks.ts'
import { fillTables, type Site } from './stretches.ts'
import type { LiftJob } from './table-filler.ts'

/** Adds the levels up to `last`. */
export async function liftLevels(
  levels: LevelGraph[],
  last: number,
  entries: RankedEntries,
  tree: RegionTree,
  site: Site,
): Promise<void> {
  const { allocate } = site
  const tally = { done: 0, total: 0 }
  for (let level = 1; level < tree.levelCount; level++) {
    if (level < levels.length) tally.done += tree.regionCountOfLevel[level]
    tally.total += tree.regionCountOfLevel[level]
  }
  for (let level = levels.length; level <= last; level++) {
    const lower = levels[level - 1]
    const parentOfRegion = tree.parentOfRegion[level - 1]
    const regionCount = tree.regionCountOfLevel[level]
    const sideCount = 2 * entries.entryCountOfLevel[level]
    const regionOfSide = await site.pace.finish(parentsOf(lower.regionOfSide, sideCount, parentOfRegion, allocate))
    const slots = await site.pace.finish(layOutSlots(entries, regionOfSide, regionCount, allocate))
    const children = await site.pace.finish(listsByRegion(parentOfRegion, regionCount, allocate))
    const tableOfRegion = new Int32Array(allocate(4 * regionCount))
    const job: LiftJob = { stage: 'lift', lower, children, slots, tableOfRegion }
    levels.push(await fillTables(job, site, tally))
  }
}

/** Measures the landmarks, on another thread during the rest of the lift or on this one after it. */
export async function measureLandmarks(
  task: Omit<LandmarkTask, 'costToLandmark'>,
  { workers, allocate, pace }: Site,
  lifting: Promise<void>,
): Promise<Landmarks & Pick<Measured, 'sources'>> {
  if (!workers.isBeside) await lifting
  const count = task.landmarkCount
  const costToLandmark = new Uint16Array(allocate(2 * count * task.levelZero.entryCount))
  const note = (measuredCount: number) => pace.report('landmarks', measuredCount, count)
  const measuring = pace.orAborted(workers.do('measure', { ...task, costToLandmark }, note))
  const [measured] = await Promise.all([measuring, lifting])
  note(count)
  return { count, costToLandmark, ...measured }
}

/** The island of each region of level 0. Numbers go from the top of the tree down, and on each level by region. */
export function* islandsOf(
  tree: Pick<RegionTree, 'levelCount' | 'parentOfRegion'>,
  allocate: Allocate,
): Work<{ islandOfRegion: Int32Array; islandCount: number }> {
  let islandCount = 0
  let islandOf: Int32Array = new Int32Array(0)
  for (let level = tree.levelCount - 1; level >= 0; level--) {
    const parentOfRegion = tree.parentOfRegion[level]
    const islandOfChild = new Int32Array(allocate(4 * parentOfRegion.length))
    for (let region = 0; region < islandOfChild.length; region++) {
      if (region % STEPS_A_PIECE === 0) yield
      const parent = parentOfRegion[region]
      islandOfChild[region] = parent === NO_PARENT ? islandCount++ : islandOf[parent]
    }
    islandOf = islandOfChild
  }
  return { islandOfRegion: islandOf, islandCount }
}

export function withTree(graphs: LevelGraph[], tree: RegionTree): AtlasLevel[] {
  return graphs.map((graph, level) => ({
    ...graph,
    regionsOfBlock: tree.regionsOfBlock[level],
    parentOfRegion: tree.parentOfRegion[level],
  }))
}
