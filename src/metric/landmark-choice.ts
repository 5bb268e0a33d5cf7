/**
 * Chooses which entries are landmarks. An island's first landmark is the entry farthest from an arbitrary one; each next one is
 * the entry farthest from those chosen. Costs on a coarse level are good enough for that, and an entry has the same id on all
 * levels. So each island uses the highest level given on which it has enough entries to choose from.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

/** Entries that an island needs for each landmark. With fewer it uses a lower level. */
const CHOICES_A_LANDMARK = 8
/** A level with at most this many entries is coarse. On most maps that is level 0, whose costs are exact. */
const COARSE_ENTRIES_MAX = 1 << 17

export interface ChoiceTask {
  /** Landmarks of each island. */
  readonly landmarkCount: number
  /** The cost of the cheapest cell. */
  readonly costMin: number
  /** From level 0 to the coarse one. */
  readonly levels: readonly LevelGraph[]
  readonly islandOfRegion: Int32Array
  readonly islandCount: number
}

/** The lowest level that is coarse, or else the highest that has entries. */
export function coarseLevelOf(entryCountOfLevel: Int32Array): number {
  let level = 0
  while (entryCountOfLevel[level] > COARSE_ENTRIES_MAX && entryCountOfLevel[level + 1] > 0) level++
  return level
}

/** Returns sources[landmark * n + i]: the landmark's entry on island i, of the n islands that have entries. */
export function* chooseLandmarks(
  { landmarkCount, costMin, levels, islandOfRegion, islandCount }: ChoiceTask,
  note: (chosen: number) => void = () => {},
): Work<Int32Array<ArrayBuffer>> {
  const { islandOfEntry, count } = yield* numberIslands(levels[0], islandOfRegion, islandCount)
  const sources = new Int32Array(landmarkCount * count)
  const choicesOfIsland = new Int32Array(count)
  const isChosen = new Uint8Array(count)
  for (let level = levels.length - 1, counted = 0; level >= 0; level--) {
    const { entryCount } = levels[level]
    for (; counted < entryCount; counted++) {
      if (counted % STEPS_A_PIECE === 0) yield
      choicesOfIsland[islandOfEntry[counted]]++
    }
    const isDue = isChosen.map((chosen, i) =>
      chosen === 0 && (level === 0 || choicesOfIsland[i] >= CHOICES_A_LANDMARK * landmarkCount) ? 1 : 0,
    )
    const entries = yield* entriesOf(isDue, islandOfEntry, entryCount)
    if (entries.length > 0) {
      yield
      const wave = yield* PlainEntryWave.over(levels[level], costMin)
      yield* new Choice(wave, entries, islandOfEntry, count).choose(landmarkCount, isDue, sources, note)
    }
    for (let island = 0; island < count; island++) isChosen[island] |= isDue[island]
  }
  return sources
}

/** Numbers the islands that have entries by their first entry. Many maps have more islands of one cell, without entries. */
function* numberIslands(
  levelZero: LevelGraph,
  islandOfRegion: Int32Array,
  islandCount: number,
): Work<{ islandOfEntry: Int32Array; count: number }> {
  const islandOfEntry = new Int32Array(levelZero.entryCount)
  const numberOfIsland = new Int32Array(islandCount).fill(NONE)
  let count = 0
  for (let entry = 0; entry < levelZero.entryCount; entry++) {
    if (entry % STEPS_A_PIECE === 0) yield
    const island = islandOfRegion[levelZero.regionOfSide[2 * entry]]
    if (numberOfIsland[island] === NONE) numberOfIsland[island] = count++
    islandOfEntry[entry] = numberOfIsland[island]
  }
  return { islandOfEntry, count }
}

/** The entries below `entryCount` on islands that are due. */
function* entriesOf(isDue: Uint8Array, islandOfEntry: Int32Array, entryCount: number): Work<Int32Array> {
  const entries = new Int32Array(entryCount)
  let count = 0
  for (let entry = 0; entry < entryCount; entry++) {
    if (entry % STEPS_A_PIECE === 0) yield
    if (isDue[islandOfEntry[entry]] === 1) entries[count++] = entry
  }
  return entries.subarray(0, count)
}

/** Chooses on one level, on all islands of `entries`. */
class Choice {
  private readonly wave: PlainEntryWave
  private readonly entries: Int32Array
  private readonly islandOfEntry: Int32Array
  /** NONE for an island that does not use this level. */
  private readonly farthest: Int32Array
  private readonly unitsToFarthest: Float64Array

  constructor(wave: PlainEntryWave, entries: Int32Array, islandOfEntry: Int32Array, islandCount: number) {
    this.wave = wave
    this.entries = entries
    this.islandOfEntry = islandOfEntry
    this.farthest = new Int32Array(islandCount).fill(NONE)
    this.unitsToFarthest = new Float64Array(islandCount)
  }

  *choose(landmarkCount: number, isDue: Uint8Array, sources: Int32Array, note: (chosen: number) => void): Work<void> {
    const { farthest, entries, islandOfEntry } = this
    for (let i = 0; i < entries.length; i++) {
      if (i % STEPS_A_PIECE === 0) yield
      farthest[islandOfEntry[entries[i]]] = entries[i]
    }
    yield* this.moveOn(true)
    for (let landmark = 0; landmark < landmarkCount; landmark++) {
      for (let island = 0; island < farthest.length; island++) {
        if (isDue[island] === 1) sources[landmark * farthest.length + island] = farthest[island]
      }
      note(landmark + 1)
      // The second landmark starts afresh: the arbitrary first entry served only to find the first landmark.
      if (landmark + 1 < landmarkCount) yield* this.moveOn(landmark === 0)
    }
  }

  /** Moves `farthest` to the entries farthest from all chosen; if `isAlone`, farthest from the last ones only. */
  private *moveOn(isAlone: boolean): Work<void> {
    const { entries, islandOfEntry, farthest, unitsToFarthest, wave } = this
    if (isAlone) yield* wave.begin()
    wave.addSources(farthest)
    yield* wave.spread()
    unitsToFarthest.fill(-1)
    for (let i = 0; i < entries.length; i++) {
      if (i % STEPS_A_PIECE === 0) yield
      const entry = entries[i]
      const island = islandOfEntry[entry]
      const units = wave.unitsTo(entry)
      if (units <= unitsToFarthest[island]) continue
      unitsToFarthest[island] = units
      farthest[island] = entry
    }
  }
}
