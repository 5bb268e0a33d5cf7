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
  /** In the landmarks' units. */
  private readonly leastOf: Float64Array
  private readonly mostOf: Float64Array
  private asked: Int32Array = new Int32Array(0)

  constructor(landmarks: Landmarks, levelZero: LevelTopology) {
    this.landmarks = landmarks
    this.levelZero = levelZero
    this.leastOf = new Float64Array(LANDMARKS_MAX)
    this.mostOf = new Float64Array(LANDMARKS_MAX)
  }

  /** Measures the goal; `goalToLandmark` gets the lesser cost to each landmark. */
  measure(goal: QueryEnd, goalToLandmark: Int32Array): void {
    const { levelZero, landmarks, leastOf, mostOf } = this
    const { count, costToLandmark, shift } = landmarks
    leastOf.fill(0x7fffffff, 0, count)
    mostOf.fill(0)
    let next = 0
    for (const region of goal.regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        const row = entryAt(levelZero, slot) * count
        const units = goal.unitsOfSlot[next++] * 2 ** -shift
        for (let landmark = 0; landmark < count; landmark++) {
          const cost = costToLandmark[row + landmark]
          if (cost + units < leastOf[landmark]) leastOf[landmark] = cost + units
          if (cost - units > mostOf[landmark]) mostOf[landmark] = cost - units
        }
      }
    }
    goalToLandmark.set(leastOf)
    for (let landmark = 0; landmark < count; landmark++) {
      mostOf[landmark] = Math.max(mostOf[landmark], leastOf[landmark])
    }
  }

  ask(asked: Int32Array): void {
    this.asked = asked
  }

  /** By how much, in the landmarks' units, an entry and the goal differ at least in what they cost to those asked. */
  mostApart(entry: Entry): number {
    const { asked, leastOf, mostOf } = this
    const { count, costToLandmark } = this.landmarks
    let most = 0
    for (let i = 0; i < asked.length; i++) {
      const cost = costToLandmark[entry * count + asked[i]]
      most = Math.max(most, cost - mostOf[asked[i]], leastOf[asked[i]] - cost)
    }
    return most
  }
}
