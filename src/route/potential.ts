/**
 * The least that is left from an entry to the goal: as the bird flies, or by how much farther the one is from a landmark than
 * the other (each cost to a landmark is off by less than a unit of theirs). Only those landmarks are asked that tell most of
 * the way from start to goal: they lie beyond one of the two.
 *
 * Landmarks know entries alone. A goal that knows the entries of several regions is nearer to some of them than the graph has it:
 * it lies between two costs to each landmark, the least by way of an entry and the most that all entries leave.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { type GuardedWays, LANDMARKS_MAX, LANDMARKS_MIN, type Landmarks } from '../atlas/landmark-costs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import type { Entry } from '../base/ids.ts'
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { RouteEnd } from './end.ts'

/** With twice as many, a search settles hardly fewer entries, and each takes longer. */
const ASKED = LANDMARKS_MIN

export class Potential {
  private landmarkCount = 0
  private readonly landmarks: Landmarks
  private costToLandmark: Uint16Array = new Uint16Array(0)
  private landmarkScale = 1
  private readonly levelZero: LevelTopology
  // Half steps, since an entry stands for the middle of its crossing. With 4 directions a diagonal is two straights.
  private readonly straightUnits: number
  private readonly diagonalUnits: number
  /** A landing past a corner (atlas/crossing.ts) is nearer than the middle of its crossing, by less than that. */
  private readonly nearerUnits: number
  private readonly isAsked = new Uint8Array(LANDMARKS_MAX)
  private readonly asked = new Int32Array(ASKED)
  /** Between what the goal costs to each landmark, and to those that are asked, in the landmarks' units. */
  private readonly leastOf = new Int32Array(LANDMARKS_MAX)
  private readonly mostOf = new Int32Array(LANDMARKS_MAX)
  private readonly leastOfAsked = new Int32Array(ASKED)
  private readonly mostOfAsked = new Int32Array(ASKED)
  /** Of a map that changes. */
  private readonly guardedWays: GuardedWays | null
  private goalX = 0
  private goalY = 0

  constructor({ landmarks, levels, terrain }: AtlasColumns) {
    this.landmarks = landmarks
    this.levelZero = levels[0]
    this.straightUnits = STRAIGHT_UNITS * terrain.costMin
    this.diagonalUnits = terrain.directions === 4 ? 2 * this.straightUnits : DIAGONAL_UNITS * terrain.costMin
    this.nearerUnits = terrain.isUniform ? 0 : this.straightUnits
    this.guardedWays = landmarks.guardedWays?.(landmarks, (ax, ay) => this.flightOver(ax, ay)) ?? null
  }

  aim(start: RouteEnd, goal: RouteEnd): void {
    this.goalX = goal.x
    this.goalY = goal.y
    this.look()
    this.measureGoal(goal)
    this.choose(start)
    this.guardedWays?.aim(goal, this.leastOf, this.asked)
  }

  /** Those of a map that changes may have been measured again since the last query. */
  private look(): void {
    const { landmarks } = this
    if (this.costToLandmark === landmarks.costToLandmark) return
    this.costToLandmark = landmarks.costToLandmark
    this.landmarkCount = landmarks.count
    this.landmarkScale = 2 ** landmarks.shift
  }

  /** What is at least left from the middle of a crossing, in units. */
  restFrom(entry: Entry, crossing: AnyCrossing): number {
    const direction = directionOfCrossing(crossing)
    const ax = Math.abs(2 * (xOf(crossing) - this.goalX) + DX[direction])
    const ay = Math.abs(2 * (yOf(crossing) - this.goalY) + DY[direction])
    const flight = this.flightOver(ax, ay)
    const bound = (this.mostApart(entry) - 1) * this.landmarkScale
    if (bound <= flight || this.guardedWays === null) return Math.max(flight, bound)
    // A path goes as it could when landmarks were measured, or through a guard.
    const x = 2 * xOf(crossing) + DX[direction]
    const y = 2 * yOf(crossing) + DY[direction]
    return Math.max(flight, this.guardedWays.through(entry, x, y, bound))
  }

  /** By how much, in their units, an entry and the goal differ at least in what they cost to one of the landmarks asked. */
  private mostApart(entry: Entry): number {
    const { costToLandmark, asked, leastOfAsked, mostOfAsked } = this
    const row = Math.imul(entry, this.landmarkCount)
    // One after the other, which takes a third of the time of a loop.
    const a = apart(costToLandmark[row + asked[0]], leastOfAsked[0], mostOfAsked[0])
    const b = apart(costToLandmark[row + asked[1]], leastOfAsked[1], mostOfAsked[1])
    const c = apart(costToLandmark[row + asked[2]], leastOfAsked[2], mostOfAsked[2])
    const d = apart(costToLandmark[row + asked[3]], leastOfAsked[3], mostOfAsked[3])
    const e = apart(costToLandmark[row + asked[4]], leastOfAsked[4], mostOfAsked[4])
    const f = apart(costToLandmark[row + asked[5]], leastOfAsked[5], mostOfAsked[5])
    const g = apart(costToLandmark[row + asked[6]], leastOfAsked[6], mostOfAsked[6])
    const h = apart(costToLandmark[row + asked[7]], leastOfAsked[7], mostOfAsked[7])
    return Math.max(Math.max(Math.max(a, b), Math.max(c, d)), Math.max(Math.max(e, f), Math.max(g, h)))
  }

  /** In half cells. */
  private flightOver(ax: number, ay: number): number {
    const { diagonalUnits, straightUnits } = this
    const most =
      ax < ay ? diagonalUnits * ax + straightUnits * (ay - ax) : diagonalUnits * ay + straightUnits * (ax - ay)
    return most - this.nearerUnits
  }

  private measureGoal(goal: RouteEnd): void {
    const { leastOf, mostOf, landmarkScale, landmarkCount, costToLandmark, levelZero } = this
    leastOf.fill(0x3fffffff, 0, landmarkCount)
    mostOf.fill(-0x3fffffff, 0, landmarkCount)
    let next = 0
    for (const region of goal.regions) {
      const end = endSlotOf(levelZero, region)
      for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
        // An entry that is not reached tells nothing.
        const units = Math.min(0x1fffffff, goal.unitsOfSlot[next++] / landmarkScale) | 0
        for (
          let landmark = 0, at = entryAt(levelZero, slot) * landmarkCount;
          landmark < landmarkCount;
          landmark++, at++
        ) {
          const cost = costToLandmark[at]
          if (cost + units < leastOf[landmark]) leastOf[landmark] = cost + units
          if (cost - units > mostOf[landmark]) mostOf[landmark] = cost - units
        }
      }
    }
    // All ways from one region lead through its entries. Of several, parts of a unit were left away.
    if (goal.regions.length === 1) mostOf.set(leastOf)
    else for (let landmark = 0; landmark < landmarkCount; landmark++) mostOf[landmark] += 2
  }

  /** Asks the landmarks to which the first of the start's entries and the goal differ most. */
  private choose(start: RouteEnd): void {
    const { asked, leastOf, mostOf, landmarkCount, costToLandmark, isAsked, levelZero } = this
    const row = entryAt(levelZero, firstSlotOf(levelZero, start.region)) * landmarkCount
    isAsked.fill(0)
    for (let i = 0; i < ASKED; i++) {
      let best = 0
      let most = -0x7fffffff
      for (let landmark = 0; landmark < landmarkCount; landmark++) {
        const told = apart(costToLandmark[row + landmark], leastOf[landmark], mostOf[landmark])
        if (told <= most || isAsked[landmark] !== 0) continue
        most = told
        best = landmark
      }
      isAsked[best] = 1
      asked[i] = best
      this.leastOfAsked[i] = leastOf[best]
      this.mostOfAsked[i] = mostOf[best]
    }
  }
}

/** How far a cost is outside of a range. */
function apart(cost: number, least: number, most: number): number {
  return Math.max(least - cost, cost - most)
}
