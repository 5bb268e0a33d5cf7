/**
 * Landmarks: a few far entries of each island, and what it costs from every entry to each of them. How much farther one
 * cell is from a landmark than another bounds from below how far apart the two are; around walls that is a far better
 * guide than the bird's flight, and a search led by it settles a quarter of the entries.
 *
 * All are chosen first (landmark-choice.ts), so that threads can measure them side by side, each a column of one table.
 * Islands do not touch, so one flood measures the landmarks of the same number on all of them.
 */
import type { Allocate } from '../base/memory.ts'
import type { Landmarks } from '../graph/landmarks.ts'
import { LANDMARKS } from '../graph/landmarks.ts'
import type { LevelGraph } from '../graph/level-graph.ts'
import { LevelFlood } from './flood.ts'

const COST_MAX = 0xfffe

/** What threads that measure landmarks share. */
export interface LandmarkJob {
  readonly ground: LevelGraph
  /** sources[landmark * sourceCount + i]: an entry of each island that has any. */
  readonly sources: Int32Array
  readonly costToLandmark: Uint16Array
}

export function landmarkJob(ground: LevelGraph, sources: Int32Array, allocate: Allocate): LandmarkJob {
  return { ground, sources, costToLandmark: new Uint16Array(allocate(2 * LANDMARKS * ground.entryCount)) }
}

/** Measures landmarks of a job, one after the other. */
export class LandmarkFiller {
  private readonly job: LandmarkJob
  private readonly flood: LevelFlood

  constructor(job: LandmarkJob) {
    this.job = job
    this.flood = new LevelFlood(job.ground)
  }

  /** Fills the column of one landmark and returns its shift, the least with which 16 bits hold its costs. */
  fill(landmark: number): number {
    const { sources, costToLandmark } = this.job
    const sourceCount = sources.length / LANDMARKS
    const units = this.flood.from(sources.subarray(landmark * sourceCount, (landmark + 1) * sourceCount))
    let unitsMax = 0
    for (let entry = 0; entry < units.length; entry++) if (units[entry] > unitsMax) unitsMax = units[entry]
    let shift = 0
    while (unitsMax / 2 ** shift > COST_MAX) shift++
    const perUnit = 2 ** -shift
    for (let entry = 0, at = landmark; entry < units.length; entry++, at += LANDMARKS) {
      costToLandmark[at] = units[entry] * perUnit
    }
    return shift
  }
}

/** The filled table, with all columns brought to the largest of their shifts. */
export function withOneShift({ costToLandmark }: LandmarkJob, shiftOfLandmark: readonly number[]): Landmarks {
  const shift = Math.max(...shiftOfLandmark)
  for (let landmark = 0; landmark < LANDMARKS; landmark++) {
    const more = shift - shiftOfLandmark[landmark]
    if (more === 0) continue
    for (let at = landmark; at < costToLandmark.length; at += LANDMARKS) costToLandmark[at] >>= more
  }
  return { costToLandmark, shift }
}
