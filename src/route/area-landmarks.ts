/**
 * What landmarks say of a goal on weighted ground, which may know ways over borders beside the entries (end-area.ts). Landmarks
 * know entries alone, so the goal is nearer to some of its entries than they can tell, and lies between two costs to each landmark: no entry
 * is nearer to it than its own cost to a landmark is above the one or below the other.
 */
import { LANDMARKS_MAX, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import type { Entry } from '../base/ids.ts'
import type { RouteEnd } from './end.ts'

/** Of the two costs to all landmarks. More settle hardly less, and each question takes longer. */
const ASKED = 12

export class AreaLandmarks {
  private readonly landmarks: Landmarks
  private readonly levelZero: LevelTopology
  /** By landmark, in its units: the lesser and the greater cost. */
  private readonly leastOf = new Int32Array(LANDMARKS_MAX)
  private readonly mostOf = new Int32Array(LANDMARKS_MAX)
  /** Both, one after the other. */
  private readonly rangeOf = new Int32Array(2 * LANDMARKS_MAX)
  private readonly saidOf = new Int32Array(2 * LANDMARKS_MAX)
  /** The landmarks that are asked, those first that are asked by the lesser cost; and those costs, or else the greater ones. */
  private readonly asked = new Int32Array(ASKED)
  private readonly byOfAsked = new Int32Array(ASKED)
  private lesserCount = 0

  constructor(landmarks: Landmarks, levelZero: LevelTopology) {
    this.landmarks = landmarks
    this.levelZero = levelZero
  }

  /** Measures the goal; `goalToLandmark` gets the lesser cost to each landmark. */
  measure(goal: RouteEnd, goalToLandmark: Int32Array): void {
    const { levelZero, leastOf, mostOf, rangeOf } = this
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
      rangeOf[2 * landmark] = leastOf[landmark]
      // Parts of a unit were left away.
      rangeOf[2 * landmark + 1] = mostOf[landmark] + 2
    }
  }

  /** From now on those are asked that say most of what is left from this entry. */
  choose(entry: Entry): void {
    const { rangeOf, asked, byOfAsked } = this
    const { costToLandmark, count } = this.landmarks
    const first = entry * count
    let from = 0
    let to = ASKED
    const saidOf = this.saidOf.fill(0)
    for (let range = 0; range < 2 * count; range++) {
      const cost = costToLandmark[first + (range >> 1)]
      saidOf[range] = (range & 1) === 0 ? rangeOf[range] - cost : cost - rangeOf[range]
    }
    for (let i = 0; i < ASKED; i++) {
      let best = 0
      for (let range = 1; range < 2 * count; range++) if (saidOf[range] > saidOf[best]) best = range
      saidOf[best] = -0x7fffffff
      const at = (best & 1) === 0 ? from++ : --to
      asked[at] = best >> 1
      byOfAsked[at] = rangeOf[best]
    }
    this.lesserCount = from
  }

  /** By how much, in the landmarks' units, an entry and the goal differ at least in what they cost to any of them. */
  mostApart(entry: Entry): number {
    const { asked, byOfAsked, lesserCount } = this
    const { costToLandmark, count } = this.landmarks
    const first = Math.imul(entry, count)
    let most = 0
    for (let i = 0; i < lesserCount; i++) most = Math.max(most, byOfAsked[i] - costToLandmark[first + asked[i]])
    for (let i = lesserCount; i < ASKED; i++) {
      most = Math.max(most, costToLandmark[first + asked[i]] - byOfAsked[i])
    }
    return most
  }
}
