/**
 * Landmarks: a few far entries of each island, and the cost from every entry to each of them. The difference of two cells'
 * costs to a landmark is a lower bound of the cost between them. Around walls that guides a search far better than the free
 * distance does; the search settles a quarter of the entries.
 *
 * An island's first landmark is the entry farthest from an arbitrary one; each next one is the entry farthest from those before.
 * Islands do not touch, so one wave measures the landmarks of the same number on all islands.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

const COST_MAX = 0xfffe

export interface LandmarkTask {
  /** Landmarks of each island. */
  readonly landmarkCount: number
  /** The cost of the cheapest cell. */
  readonly costMin: number
  readonly levelZero: LevelGraph
  readonly islandOfRegion: Int32Array
  readonly islandCount: number
  /** The landmarks; null where they are to be chosen. */
  readonly sources: Int32Array | null
  /** Receives the costs, costToLandmark[entry * landmarkCount + landmark]. */
  readonly costToLandmark: Uint16Array
}

export interface Measured {
  /** sources[landmark * n + i]: the landmark's entry on island i, of the n islands that have entries. */
  readonly sources: Int32Array
  /** Costs are in units of 2^shift, rounded down: the least with which all fit in 16 bits. */
  readonly shift: number
}

export function* measuringLandmarks(
  task: LandmarkTask,
  note: (measuredCount: number) => void = () => {},
): Work<Measured> {
  const { landmarkCount, costMin, levelZero, costToLandmark } = task
  const { islandOfEntry, last: farthest } = yield* numberIslands(task)
  const islands = farthest.length
  const sources = task.sources ?? new Int32Array(landmarkCount * islands)
  let shift = 0
  if (islands === 0) return { sources, shift }
  const wave = yield* PlainEntryWave.over(levelZero, costMin)
  const unitsToNearest = new Float64Array(islandOfEntry.length)
  const unitsToFarthest = new Float64Array(islands)
  // One wave more, from arbitrary entries, finds the first landmarks.
  for (let landmark = task.sources === null ? -1 : 0; landmark < landmarkCount; landmark++) {
    yield* wave.spreadFrom(landmark < 0 ? farthest : sources.subarray(landmark * islands, (landmark + 1) * islands))
    let unitsMax = 0
    unitsToFarthest.fill(-1)
    for (let entry = 0; entry < islandOfEntry.length; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      const units = wave.unitsTo(entry)
      if (units > unitsMax) unitsMax = units
      if (landmark <= 0 || units < unitsToNearest[entry]) unitsToNearest[entry] = units
      const island = islandOfEntry[entry]
      if (unitsToNearest[entry] <= unitsToFarthest[island]) continue
      unitsToFarthest[island] = unitsToNearest[entry]
      farthest[island] = entry
    }
    if (task.sources === null && landmark + 1 < landmarkCount) sources.set(farthest, (landmark + 1) * islands)
    if (landmark < 0) continue
    const shiftBefore = shift
    while (unitsMax / 2 ** shift > COST_MAX) shift++
    if (shift > shiftBefore) yield* coarsening(costToLandmark, shift - shiftBefore)
    const perUnit = 2 ** -shift
    for (let entry = 0, at = landmark; entry < islandOfEntry.length; entry++, at += landmarkCount) {
      if (entry % STEPS_A_PIECE === 0) yield
      costToLandmark[at] = wave.unitsTo(entry) * perUnit
    }
    note(landmark + 1)
  }
  return { sources, shift }
}

function* coarsening(costs: Uint16Array, bits: number): Work<void> {
  for (let at = 0; at < costs.length; at++) {
    if (at % STEPS_A_PIECE === 0) yield
    costs[at] >>= bits
  }
}

/**
 * Numbers the islands that have entries by their first entry, and finds the last entry of each. Many maps have more islands of
 * one cell, without entries.
 */
function* numberIslands({
  levelZero,
  islandOfRegion,
  islandCount,
}: LandmarkTask): Work<{ islandOfEntry: Int32Array; last: Int32Array }> {
  const islandOfEntry = new Int32Array(levelZero.entryCount)
  const numberOfIsland = new Int32Array(islandCount).fill(NONE)
  const last: number[] = []
  for (let entry = 0; entry < levelZero.entryCount; entry++) {
    if (entry % STEPS_A_PIECE === 0) yield
    const island = islandOfRegion[levelZero.regionOfSide[2 * entry]]
    if (numberOfIsland[island] === NONE) numberOfIsland[island] = last.length
    islandOfEntry[entry] = numberOfIsland[island]
    last[islandOfEntry[entry]] = entry
  }
  return { islandOfEntry, last: Int32Array.from(last) }
}
