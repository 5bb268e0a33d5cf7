/**
 * What landmarks say of a goal that knows ways over borders beside the entries (end-area.ts). Landmarks know entries alone,
 * so the goal is nearer to some of its entries than they can tell, and lies between two costs to each landmark: no entry
 * is nearer to it than its own cost to a landmark is above the one or below the other.
 */
import { LANDMARKS_MAX, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import type { Entry } from '../base/ids.ts'
import type { QueryEnd } from './end.ts'

export class AreaLandmarks {
  private readonly landmarks: Landmarks
  private readonly levelZero: LevelTopology
  /** By landmark, in its units: the lesser and the greater cost. */
  private readonly leastOf = new Int32Array(LANDMARKS_MAX)
  private readonly mostOf = new Int32Array(LANDMARKS_MAX)
  /** What lies in the middle of the two, and how far they are from there. */
  private readonly middleOf = new Int32Array(LANDMARKS_MAX)
  private readonly doubtOf = new Int32Array(LANDMARKS_MAX)

  constructor(landmarks: Landmarks, levelZero: LevelTopology) {
    this.landmarks = landmarks
    this.levelZero = levelZero
  }

  /** Measures the goal; `goalToLandmark` gets the lesser cost to each landmark. */
  measure(goal: QueryEnd, goalToLandmark: Int32Array): void {
    const { levelZero, leastOf, mostOf, middleOf, doubtOf } = this
    const { count, costToLandmark, shift } = this.landmarks
    const stepsAUnit = 2 ** -shift
    // Where there are none, as on open ground, nothing is apart.
    leastOf.fill(0).fill(0x3fffffff, 0, count)
    mostOf.fill(0)
    let next = 0
    for (const region of goal.regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        // An entry that is not reached says nothing.
        const units = Math.min(0x1fffffff, goal.unitsOfSlot[next++] * stepsAUnit) | 0
        for (let landmark = 0, at = entryAt(levelZero, slot) * count; landmark < count; landmark++, at++) {
          const cost = costToLandmark[at]
          if (cost + units < leastOf[landmark]) leastOf[landmark] = cost + units
          if (cost - units > mostOf[landmark]) mostOf[landmark] = cost - units
        }
      }
    }
    goalToLandmark.set(leastOf)
    for (let landmark = 0; landmark < count; landmark++) {
      // Parts of a unit were left away.
      doubtOf[landmark] = (Math.max(0, mostOf[landmark] - leastOf[landmark]) + 2) >> 1
      middleOf[landmark] = leastOf[landmark] + doubtOf[landmark]
    }
  }

  /** By how much, in the landmarks' units, an entry and the goal differ at least in what they cost to any of them. */
  mostApart(entry: Entry): number {
    const { middleOf, doubtOf } = this
    const { costToLandmark, count } = this.landmarks
    const row = Math.imul(entry, count)
    let most = 0
    for (let landmark = 0; landmark < count; landmark++) {
      const apart = Math.abs(costToLandmark[row + landmark] - middleOf[landmark]) - doubtOf[landmark]
      if (apart > most) most = apart
    }
    return most
  }
}
