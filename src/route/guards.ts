/**
 * Guards stand for areas of a map that changes, where ways became so much cheaper, since landmarks were measured, that what
 * those say is no bound for a path that goes through one. So a way goes as it could before, or through guards: what is at
 * least left is the lesser of both. Maps that never change have none, and do not load this.
 */
import { GUARD_HEAD, type GuardedWays, LANDMARKS_MIN, type Landmarks } from '../atlas/landmark-costs.ts'
import type { Point } from '../base/answer.ts'
import type { Entry } from '../base/ids.ts'

/** How far it is as the bird flies, for half cells along x and y. */
type Flight = (ax: number, ay: number) => number

const NO_GUARDS = new Int32Array(0)

export function guardedWaysOf(landmarks: Landmarks, flight: Flight): GuardedWays {
  return new Guards(landmarks, flight)
}

class Guards implements GuardedWays {
  private readonly landmarks: Landmarks
  private readonly flight: Flight
  /** Numbers of a guard. */
  private guardLength = GUARD_HEAD
  private guards: Int32Array = NO_GUARDS
  private landmarkScale = 1
  private asked: Int32Array = new Int32Array(LANDMARKS_MIN)
  /** What is at least left from each to the goal. */
  private guardToGoal = new Float64Array(0)

  constructor(landmarks: Landmarks, flight: Flight) {
    this.landmarks = landmarks
    this.flight = flight
  }

  aim(goal: Point, goalToLandmark: Int32Array, asked: Int32Array): void {
    this.look()
    this.asked = asked
    const { guardToGoal } = this
    for (let i = 0; i < guardToGoal.length; i++) {
      const apart = this.mostApartFromGuard(i, goalToLandmark, 0)
      guardToGoal[i] = Math.max(this.flightToGuard(i, 2 * goal.x, 2 * goal.y), apart * this.landmarkScale)
    }
    this.linkGuards()
  }

  /** They may have been measured again since the last query. */
  private look(): void {
    const { guards = NO_GUARDS, shift, count } = this.landmarks
    this.landmarkScale = 2 ** shift
    this.guardLength = GUARD_HEAD + 2 * count
    if (this.guards === guards) return
    this.guards = guards
    this.guardToGoal = new Float64Array(guards.length / this.guardLength)
  }

  /** The least that a way from an entry, at a point in half cells, through any guard to the goal costs, or `least`. */
  through(entry: Entry, x: number, y: number, least: number): number {
    const { guardToGoal, landmarkScale } = this
    const { costToLandmark, count } = this.landmarks
    for (let i = 0; i < guardToGoal.length; i++) {
      const rest = least - guardToGoal[i]
      const flight = this.flightToGuard(i, x, y)
      if (flight >= rest) continue
      const apart = this.mostApartFromGuard(i, costToLandmark, entry * count) * landmarkScale
      if (apart < rest) least = Math.max(flight, apart) + guardToGoal[i]
    }
    return least
  }

  /** From a guard a way may go on through others: between two of them it goes as it could before. */
  private linkGuards(): void {
    const { guardToGoal } = this
    const isDone = new Uint8Array(guardToGoal.length)
    for (let count = guardToGoal.length; count > 0; count--) {
      let next = -1
      for (let i = 0; i < guardToGoal.length; i++) {
        if (isDone[i] === 0 && (next < 0 || guardToGoal[i] < guardToGoal[next])) next = i
      }
      isDone[next] = 1
      for (let i = 0; i < guardToGoal.length; i++) {
        if (isDone[i] === 1) continue
        const units = guardToGoal[next] + this.betweenGuards(i, next)
        if (units < guardToGoal[i]) guardToGoal[i] = units
      }
    }
  }

  private betweenGuards(one: number, other: number): number {
    const { guards, asked, guardLength } = this
    const a = one * guardLength
    const b = other * guardLength
    const dx = Math.max(0, guards[a] - guards[b + 2], guards[b] - guards[a + 2])
    const dy = Math.max(0, guards[a + 1] - guards[b + 3], guards[b + 1] - guards[a + 3])
    let most = 1
    for (let i = 0; i < LANDMARKS_MIN; i++) {
      const at = GUARD_HEAD + 2 * asked[i]
      const apart = Math.max(guards[a + at] - guards[b + at + 1], guards[b + at] - guards[a + at + 1])
      if (apart > most) most = apart
    }
    return Math.max(this.flight(2 * dx, 2 * dy), (most - 1) * this.landmarkScale)
  }

  private flightToGuard(guard: number, x: number, y: number): number {
    const { guards } = this
    const at = guard * this.guardLength
    const dx = Math.max(0, 2 * guards[at] - x, x - 2 * guards[at + 2])
    const dy = Math.max(0, 2 * guards[at + 1] - y, y - 2 * guards[at + 3])
    return this.flight(dx, dy)
  }

  /** By how much, in their units, what lies at `row` differs at least from a guard in what it costs to the landmarks asked. */
  private mostApartFromGuard(guard: number, costs: Int32Array | Uint16Array, row: number): number {
    const { guards, asked } = this
    const first = guard * this.guardLength + GUARD_HEAD
    let most = 0
    for (let i = 0; i < LANDMARKS_MIN; i++) {
      const at = first + 2 * asked[i]
      const cost = costs[row + asked[i]]
      const apart = Math.max(guards[at] - cost, cost - guards[at + 1])
      if (apart > most) most = apart
    }
    return Math.max(0, most - 1)
  }
}
