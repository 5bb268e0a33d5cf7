/**
 * Many goals of one search, all free cells: for each, its region of level 0 and what the region's entries cost from it.
 */
import type { Point } from '../base/answer.ts'
import type { IdColumn, Region } from '../base/ids.ts'
import type { QueryEnd } from './end.ts'

export class Goals {
  readonly points: readonly Point[]
  readonly count: number
  readonly regionOfGoal: IdColumn<Region>
  /** unitsOfSlot[firstUnitsOfGoal[goal] + slot]: from the goal to the middle of the entry's crossing. */
  readonly firstUnitsOfGoal: Int32Array
  readonly unitsOfSlot: Float64Array

  /** `end` is scratch: it is left at the last goal. */
  constructor(end: QueryEnd, points: readonly Point[]) {
    this.points = points
    this.count = points.length
    this.regionOfGoal = new Int32Array(points.length)
    this.firstUnitsOfGoal = new Int32Array(points.length)
    const units: number[] = []
    points.forEach(({ x, y }, goal) => {
      end.set(x, y)
      this.regionOfGoal[goal] = end.region
      this.firstUnitsOfGoal[goal] = units.length
      for (let slot = 0; slot < end.slotCount; slot++) units.push(end.unitsOfSlot[slot])
    })
    this.unitsOfSlot = Float64Array.from(units)
  }
}
