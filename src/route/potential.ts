/**
 * What is at least left from an entry to the goal: as the bird flies, or by how much farther the one is from a landmark
 * than the other (each cost to a landmark is known but for a unit of theirs). Of all landmarks only those are asked that
 * say most of the way from start to goal: they lie beyond one of the two.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { type GuardedWays, LANDMARKS_MAX, LANDMARKS_MIN, type Landmarks } from '../atlas/landmark-costs.ts'
import { entryAt, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
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
  /** A landing past a corner (landing.ts) is nearer than the middle of its crossing, by less than that. */
  private readonly nearerUnits: number
  private readonly isAsked = new Uint8Array(LANDMARKS_MAX)
  private readonly asked = new Int32Array(ASKED)
  /** What the goal costs to each landmark, and to those that are asked, in the landmarks' units. */
  private readonly goalToLandmark = new Int32Array(LANDMARKS_MAX)
  private readonly goalToAsked = new Int32Array(ASKED)
  /** Of a map that changes. */
  private readonly guardedWays: GuardedWays | null
  /** Of a goal on weighted ground, which may know the regions around its own. */
  private beyond: RouteEnd['landmarks'] = null
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
    this.beyond = goal.landmarks
    if (this.beyond === null) this.measureGoal(goal)
    this.beyond?.measure(goal, this.goalToLandmark)
    if (this.beyond === null || this.guardedWays !== null) this.choose(start)
    this.beyond?.choose(entryAt(this.levelZero, firstSlotOf(this.levelZero, start.region)))
    this.guardedWays?.aim(goal, this.goalToLandmark, this.asked)
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
    const apart = this.beyond === null ? this.mostApart(entry) : this.beyond.mostApart(entry)
    const bound = (apart - 1) * this.landmarkScale
    if (bound <= flight || this.guardedWays === null) return Math.max(flight, bound)
    // A path goes as it could when landmarks were measured, or through a guard.
    const x = 2 * xOf(crossing) + DX[direction]
    const y = 2 * yOf(crossing) + DY[direction]
    return Math.max(flight, this.guardedWays.through(entry, x, y, bound))
  }

  /** By how much, in their units, an entry and the goal differ at most in what they cost to the landmarks asked. */
  private mostApart(entry: Entry): number {
    const { costToLandmark, asked, goalToAsked } = this
    const row = Math.imul(entry, this.landmarkCount)
    // One after the other, which takes a third of the time of a loop.
    const a = Math.abs(costToLandmark[row + asked[0]] - goalToAsked[0])
    const b = Math.abs(costToLandmark[row + asked[1]] - goalToAsked[1])
    const c = Math.abs(costToLandmark[row + asked[2]] - goalToAsked[2])
    const d = Math.abs(costToLandmark[row + asked[3]] - goalToAsked[3])
    const e = Math.abs(costToLandmark[row + asked[4]] - goalToAsked[4])
    const f = Math.abs(costToLandmark[row + asked[5]] - goalToAsked[5])
    const g = Math.abs(costToLandmark[row + asked[6]] - goalToAsked[6])
    const h = Math.abs(costToLandmark[row + asked[7]] - goalToAsked[7])
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
    const { goalToLandmark, landmarkScale, landmarkCount, costToLandmark, levelZero } = this
    const firstSlot = firstSlotOf(levelZero, goal.region)
    goalToLandmark.fill(0x7fffffff, 0, landmarkCount)
    for (let slot = 0; slot < goal.slotCount; slot++) {
      const row = entryAt(levelZero, firstSlot + slot) * landmarkCount
      const units = goal.unitsOfSlot[slot] / landmarkScale
      for (let landmark = 0; landmark < landmarkCount; landmark++) {
        const total = units + costToLandmark[row + landmark]
        if (total < goalToLandmark[landmark]) goalToLandmark[landmark] = total
      }
    }
  }

  /** Asks the landmarks to which the first of the start's entries and the goal differ most. */
  private choose(start: RouteEnd): void {
    const { asked, goalToAsked, goalToLandmark, landmarkCount, costToLandmark, isAsked, levelZero } = this
    const row = entryAt(levelZero, firstSlotOf(levelZero, start.region)) * landmarkCount
    isAsked.fill(0)
    for (let i = 0; i < ASKED; i++) {
      let best = 0
      let most = -1
      for (let landmark = 0; landmark < landmarkCount; landmark++) {
        const apart = Math.abs(costToLandmark[row + landmark] - goalToLandmark[landmark])
        if (apart <= most || isAsked[landmark] !== 0) continue
        most = apart
        best = landmark
      }
      isAsked[best] = 1
      asked[i] = best
      goalToAsked[i] = goalToLandmark[best]
    }
  }
}
