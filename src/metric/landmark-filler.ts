/**
 * Landmarks: a few far entries of each island, and the cost from every entry to each of them. The difference of two cells'
 * costs to a landmark is a lower bound of the cost between them. Around walls that guides a search far better than the free
 * distance does; the search settles a quarter of the entries.
 *
 * All landmarks are chosen first (landmark-choice.ts). So threads can measure them at the same time, each a column of one
 * table. Islands do not touch, so one flood measures the landmarks of the same number on all islands.
 */
import type { Landmarks } from '../atlas/landmark-costs.ts'
import type { LevelGraph } from '../atlas/level-graph.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import type { Allocate } from '../base/memory.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { ChoiceTask } from './landmark-choice.ts'

const COST_MAX = 0xfffe

/** The data that threads share while they measure landmarks. */
export interface LandmarkJob {
  readonly stage: 'landmarks'
  readonly landmarkCount: number
  readonly costMin: number
  readonly levelZero: LevelGraph
  /** sources[landmark * sourceCount + i]: an entry of each island that has any. */
  readonly sources: Int32Array
  readonly costToLandmark: Uint16Array
}

export function landmarkJob(
  { landmarkCount, costMin, levelZero }: ChoiceTask,
  sources: Int32Array,
  allocate: Allocate,
): LandmarkJob {
  const costToLandmark = new Uint16Array(allocate(2 * landmarkCount * levelZero.entryCount))
  return { stage: 'landmarks', landmarkCount, costMin, levelZero, sources, costToLandmark }
}

/** Measures landmarks of a job, one after the other. */
export class LandmarkFiller {
  private readonly job: LandmarkJob
  private wave: PlainEntryWave | undefined

  constructor(job: LandmarkJob) {
    this.job = job
  }

  /** Fills the column of one landmark and returns its shift: the least with which its costs fit in 16 bits. */
  *fill(landmark: number): Work<number> {
    const { landmarkCount, costMin, levelZero, sources, costToLandmark } = this.job
    this.wave ??= yield* PlainEntryWave.over(levelZero, costMin)
    const { wave } = this
    const sourceCount = sources.length / landmarkCount
    yield* wave.begin()
    wave.addSources(sources.subarray(landmark * sourceCount, (landmark + 1) * sourceCount))
    yield* wave.spread()
    const { entryCount } = levelZero
    let unitsMax = 0
    for (let entry = 0; entry < entryCount; entry++) {
      if (entry % STEPS_A_PIECE === 0) yield
      unitsMax = Math.max(unitsMax, wave.unitsTo(entry))
    }
    let shift = 0
    while (unitsMax / 2 ** shift > COST_MAX) shift++
    const perUnit = 2 ** -shift
    for (let entry = 0, at = landmark; entry < entryCount; entry++, at += landmarkCount) {
      if (entry % STEPS_A_PIECE === 0) yield
      costToLandmark[at] = wave.unitsTo(entry) * perUnit
    }
    return shift
  }
}

/** The filled table, with all columns at the largest of their shifts. */
export function* withOneShift(job: LandmarkJob, shiftOfLandmark: readonly number[]): Work<Landmarks> {
  const { landmarkCount, costToLandmark } = job
  const shift = Math.max(...shiftOfLandmark)
  for (let landmark = 0; landmark < landmarkCount; landmark++) {
    const more = shift - shiftOfLandmark[landmark]
    if (more === 0) continue
    for (let at = landmark, i = 0; at < costToLandmark.length; at += landmarkCount, i++) {
      if (i % STEPS_A_PIECE === 0) yield
      costToLandmark[at] >>= more
    }
  }
  return { count: landmarkCount, costToLandmark, shift }
}
