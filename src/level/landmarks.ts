/**
 * Landmarks: a few far entries of each island, and what it costs from every entry to each of them. How much farther one
 * cell is from a landmark than another bounds from below how far apart the two are; around walls that is a far better
 * guide than the bird's flight, and a search led by it settles a quarter of the entries.
 *
 * The first landmark of an island is the entry farthest from any, each next the one farthest from those chosen. Islands
 * do not touch, so one flood measures the landmarks of the same number on all of them.
 */
import type { Landmarks } from '../graph/landmarks.ts'
import type { LevelGraph } from '../graph/level-graph.ts'
import { LevelFlood } from './flood.ts'

const NONE = -1
const COST_MAX = 0xfffe

export interface LandmarkTask {
  readonly landmarkCount: number
  /** Level 0. */
  readonly ground: LevelGraph
  readonly islandOfRegion: Int32Array
  readonly islandCount: number
}

/** How many floods it takes: one from any entry, and one from each landmark. */
export function floodCountOf({ landmarkCount }: LandmarkTask): number {
  return 1 + landmarkCount
}

/** `onFlood` is told after each flood how many there were; what it promises is waited for. */
export async function measureLandmarks(
  task: LandmarkTask,
  onFlood: (floods: number) => Promise<void> | void,
): Promise<Landmarks> {
  const { landmarkCount, ground } = task
  const flood = new LevelFlood(ground)
  const choice = new Choice(task)
  const packed = new PackedCosts(ground.entryCount, landmarkCount)
  choice.add(flood.from(choice.farthest))
  choice.forget()
  await onFlood(1)
  for (let landmark = 0; landmark < landmarkCount; landmark++) {
    const units = flood.from(choice.farthest)
    packed.add(landmark, units, choice.add(units))
    await onFlood(2 + landmark)
  }
  return { count: landmarkCount, costToLandmark: packed.costToLandmark, shift: packed.shift }
}

/** The entry of each island that is farthest from those chosen so far. */
class Choice {
  /** NONE for an island without entries; at first any entry. */
  readonly farthest: Int32Array
  private readonly unitsToFarthest: Float64Array
  private readonly unitsToChosen: Float64Array
  private readonly islandOfEntry: Int32Array

  constructor({ ground, islandOfRegion, islandCount }: LandmarkTask) {
    const { entryCount, regionOfSide } = ground
    this.farthest = new Int32Array(islandCount).fill(NONE)
    this.unitsToFarthest = new Float64Array(islandCount)
    this.unitsToChosen = new Float64Array(entryCount).fill(Infinity)
    this.islandOfEntry = new Int32Array(entryCount)
    for (let entry = entryCount - 1; entry >= 0; entry--) {
      const island = islandOfRegion[regionOfSide[2 * entry]]
      this.islandOfEntry[entry] = island
      this.farthest[island] = entry
    }
  }

  /** Takes in what each entry costs from those chosen last. Returns the highest of these costs. */
  add(units: Float64Array): number {
    const { farthest, unitsToFarthest, unitsToChosen, islandOfEntry } = this
    let unitsMax = 0
    unitsToFarthest.fill(-1)
    for (let entry = 0; entry < units.length; entry++) {
      const toLast = units[entry]
      if (toLast > unitsMax) unitsMax = toLast
      if (toLast < unitsToChosen[entry]) unitsToChosen[entry] = toLast
      const island = islandOfEntry[entry]
      if (unitsToChosen[entry] <= unitsToFarthest[island]) continue
      unitsToFarthest[island] = unitsToChosen[entry]
      farthest[island] = entry
    }
    return unitsMax
  }

  /** Whatever was chosen so far counts no longer. */
  forget(): void {
    this.unitsToChosen.fill(Infinity)
  }
}

/** The costs to one landmark after the other, in 16 bits: where a later one needs a larger shift, the earlier follow. */
class PackedCosts {
  readonly costToLandmark: Uint16Array
  shift = 0
  private readonly landmarkCount: number

  constructor(entryCount: number, landmarkCount: number) {
    this.landmarkCount = landmarkCount
    this.costToLandmark = new Uint16Array(entryCount * landmarkCount)
  }

  add(landmark: number, units: Float64Array, unitsMax: number): void {
    const { costToLandmark } = this
    let more = 0
    while (unitsMax / 2 ** (this.shift + more) > COST_MAX) more++
    if (more > 0) for (let i = 0; i < costToLandmark.length; i++) costToLandmark[i] >>= more
    this.shift += more
    const perUnit = 2 ** -this.shift
    for (let entry = 0, at = landmark; entry < units.length; entry++, at += this.landmarkCount) {
      costToLandmark[at] = units[entry] * perUnit
    }
  }
}
