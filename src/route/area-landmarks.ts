/**
 * What landmarks say of a goal that knows ways over borders beside the entries (end-area.ts). Landmarks know entries alone,
 * so the goal is nearer to some of its entries than they can tell, and lies between two costs to each landmark: no entry
 * is nearer to it than its own cost to a landmark is above the one or below the other.
 */
import { LANDMARKS_MAX, LANDMARKS_MIN, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import type { Entry } from '../base/ids.ts'
import type { QueryEnd } from './end.ts'

export class AreaLandmarks {
  private readonly landmarks: Landmarks
  private readonly levelZero: LevelTopology
  /** By landmark, in its units: the lesser and the greater cost. */
  private readonly leastOf = new Int32Array(LANDMARKS_MAX)
  private readonly mostOf = new Int32Array(LANDMARKS_MAX)
  private asked: Int32Array = this.leastOf
  /** Of those asked, what lies in the middle of the two, and how far they are from there. */
  private readonly goalToAsked = new Int32Array(LANDMARKS_MIN)
  private readonly doubt = new Int32Array(LANDMARKS_MIN)

  constructor(landmarks: Landmarks, levelZero: LevelTopology) {
    this.landmarks = landmarks
    this.levelZero = levelZero
  }

  /** Measures the goal; `goalToLandmark` gets the lesser cost to each landmark. */
  measure(goal: QueryEnd, goalToLandmark: Int32Array): void {
    const { levelZero, leastOf, mostOf } = this
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
  }

  ask(asked: Int32Array): void {
    this.asked = asked
    for (let i = 0; i < asked.length; i++) {
      const least = this.leastOf[asked[i]]
      // Parts of a unit were left away.
      this.doubt[i] = (Math.max(0, this.mostOf[asked[i]] - least) + 2) >> 1
      this.goalToAsked[i] = least + this.doubt[i]
    }
  }

  /** By how much, in the landmarks' units, an entry and the goal differ at least in what they cost to those asked. */
  mostApart(entry: Entry): number {
    const { asked, goalToAsked, doubt } = this
    const { costToLandmark, count } = this.landmarks
    const row = Math.imul(entry, count)
    // One after the other, as in Potential.
    const a = Math.abs(costToLandmark[row + asked[0]] - goalToAsked[0]) - doubt[0]
    const b = Math.abs(costToLandmark[row + asked[1]] - goalToAsked[1]) - doubt[1]
    const c = Math.abs(costToLandmark[row + asked[2]] - goalToAsked[2]) - doubt[2]
    const d = Math.abs(costToLandmark[row + asked[3]] - goalToAsked[3]) - doubt[3]
    const e = Math.abs(costToLandmark[row + asked[4]] - goalToAsked[4]) - doubt[4]
    const f = Math.abs(costToLandmark[row + asked[5]] - goalToAsked[5]) - doubt[5]
    const g = Math.abs(costToLandmark[row + asked[6]] - goalToAsked[6]) - doubt[6]
    const h = Math.abs(costToLandmark[row + asked[7]] - goalToAsked[7]) - doubt[7]
    return Math.max(Math.max(Math.max(a, b), Math.max(c, d)), Math.max(Math.max(e, f), Math.max(g, h)))
  }
}
