/**
 * Chooses which entries are landmarks. An island's first landmark is the entry farthest from an arbitrary one; each next one is
 * the entry farthest from those chosen.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

export interface ChoiceTask {
  /** Landmarks of each island. */
  readonly landmarkCount: number
  /** The cost of the cheapest cell. */
  readonly costMin: number
  readonly levelZero: LevelGraph
  readonly islandOfRegion: Int32Array
  readonly islandCount: number
}

/** Returns sources[landmark * n + i]: the landmark's entry on island i, of the n islands that have entries. */
export function* chooseLandmarks(
  task: ChoiceTask,
  note: (chosen: number) => void = () => {},
): Work<Int32Array<ArrayBuffer>> {
  const { landmarkCount, costMin, levelZero } = task
  const { islandOfEntry, farthest } = yield* numberIslands(task)
  const sources = new Int32Array(landmarkCount * farthest.length)
  if (farthest.length === 0) return sources
  const wave = yield* PlainEntryWave.over(levelZero, costMin)
  const unitsToFarthest = new Float64Array(farthest.length)
  // The second landmark starts afresh: the arbitrary first entry served only to find the first landmark.
  for (let landmark = 0; landmark < landmarkCount; landmark++) {
    if (landmark < 2) yield* wave.begin()
    wave.addSources(farthest)
    yield* wave.spread()
    unitsToFarthest.fill(-1)
    for (let entry = 0; entry < islandOfEntry.length; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      const island = islandOfEntry[entry]
      const units = wave.unitsTo(entry)
      if (units <= unitsToFarthest[island]) continue
      unitsToFarthest[island] = units
      farthest[island] = entry
    }
    sources.set(farthest, landmark * farthest.length)
    note(landmark + 1)
  }
  return sources
}

/**
 * Numbers the islands that have entries by their first entry. Many maps have more islands of one cell, without entries. Each
 * island begins at its last entry.
 */
function* numberIslands({
  levelZero,
  islandOfRegion,
  islandCount,
}: ChoiceTask): Work<{ islandOfEntry: Int32Array; farthest: Int32Array }> {
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
  return { islandOfEntry, farthest: Int32Array.from(last) }
}
