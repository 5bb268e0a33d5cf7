/**
 * Many goals of one search, all free cells: for each, the regions of level 0 whose entries it knows, its own first, and what
 * those entries cost from it.
 */
import type { Point } from '../base/answer.ts'
import type { IdColumn, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { QueryEnd } from './end.ts'

export class Goals {
  readonly points: readonly Point[]
  readonly count: number
  readonly regionOfGoal: IdColumn<Region>
  /** A link is a goal in or near a region: those of a region are a list. */
  readonly goalOfLink: readonly number[]
  readonly nextLink: readonly number[]
  readonly firstLinkOfRegion: ReadonlyMap<Region, number>
  /** unitsOfSlot[firstUnitsOfLink[link] + slot]: from the goal to the middle of the entry's crossing. */
  readonly firstUnitsOfLink: readonly number[]
  readonly unitsOfSlot: Float64Array

  /** `endAt` stands at a goal until the next. */
  constructor(points: readonly Point[], endAt: (point: Point) => QueryEnd) {
    const goalOfLink: number[] = []
    const nextLink: number[] = []
    const firstUnitsOfLink: number[] = []
    const firstLinkOfRegion = new Map<Region, number>()
    const units: number[] = []
    this.points = points
    this.count = points.length
    this.regionOfGoal = new Int32Array(points.length)
    points.forEach((point, goal) => {
      const end = endAt(point)
      this.regionOfGoal[goal] = end.region
      const first = units.length
      end.regions.forEach((region, i) => {
        nextLink.push(firstLinkOfRegion.get(region) ?? NONE)
        firstLinkOfRegion.set(region, goalOfLink.length)
        goalOfLink.push(goal)
        firstUnitsOfLink.push(first + end.firstOfRegion[i])
      })
      for (let slot = 0; slot < end.knownCount; slot++) units.push(end.unitsOfSlot[slot])
    })
    this.goalOfLink = goalOfLink
    this.nextLink = nextLink
    this.firstUnitsOfLink = firstUnitsOfLink
    this.firstLinkOfRegion = firstLinkOfRegion
    this.unitsOfSlot = Float64Array.from(units)
  }
}
