/**
 * How far along its route a path can see. On even ground of the cheapest kind a plain line costs what open ground would
 * ask: no way through the regions between costs less. So the path goes straight to the farthest crossing of the route that
 * is in sight, and the regions between need no ways, nor are there corners in them to be pulled taut.
 *
 * Lines are looked along only to where the tables say that the route goes about straight: most of those are free.
 */
import { directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import type { Bends } from '../cells/bends.ts'
import { isLineFree, LINE_EARLY, LINE_LATE, lineRuns, oneCostBetween } from '../cells/line.ts'
import { DX, DY, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { CorridorWay } from './corridor.ts'

/** What goes about straight costs at most so many times what open ground asks, and half a step. */
const STRAIGHT_SHARE = 1.01

export class Sight {
  private readonly terrain: Terrain
  private readonly runs = new Int32Array(4)
  /** The cell that is looked at. */
  private x = 0
  private y = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /**
   * Appends the line to the cell beyond the farthest crossing in sight, of those by which the regions first .. count - 1 are
   * left, or to the goal, which is number `count`; returns its number, or `first` where no region can be skipped.
   */
  follow(corridor: CorridorWay, first: number, count: number, goal: QueryEnd | null, bends: Bends): number {
    const x0 = bends.xOf(bends.count - 1)
    const y0 = bends.yOf(bends.count - 1)
    // A line that goes on as the path comes in has a corner less.
    const isStraight = bends.count > 1 && bends.directionAfter(bends.count - 2) < 4
    const liked = isStraight ? LINE_LATE : LINE_EARLY
    for (let at = this.lastStraight(corridor, first, count, goal, x0, y0); at > first; at = (at + first) >> 1) {
      this.lookAt(corridor, at, count, goal)
      if (!this.extend(x0, y0, liked, bends) && !this.extend(x0, y0, LINE_EARLY + LINE_LATE - liked, bends)) continue
      return at
    }
    return first
  }

  /** To where the route goes about straight from (x0, y0), which lies in region `first`. */
  private lastStraight(
    corridor: CorridorWay,
    first: number,
    count: number,
    goal: QueryEnd | null,
    x0: number,
    y0: number,
  ): number {
    const { costMin, directions } = this.terrain
    const unitsBefore = (first > 0 ? corridor.unitsOf[first - 1] : 0) + STRAIGHT_UNITS * costMin
    const end = goal === null ? count - 1 : count
    let at = first
    for (; at <= end; at++) {
      this.lookAt(corridor, at, count, goal)
      const units = (at === count ? corridor.units : corridor.unitsOf[at]) - unitsBefore
      if (units > STRAIGHT_SHARE * freeUnits(this.x - x0, this.y - y0, costMin, directions)) break
    }
    return at - 1
  }

  private lookAt({ crossingOf }: CorridorWay, at: number, count: number, goal: QueryEnd | null): void {
    if (at === count) {
      this.x = goal!.x
      this.y = goal!.y
      return
    }
    const crossing = crossingOf[at]
    const direction = directionOfCrossing(crossing)
    this.x = xOf(crossing) + DX[direction]
    this.y = yOf(crossing) + DY[direction]
  }

  /** Appends the line from (x0, y0) to the cell that is looked at, if it is free and no ground beside it is dearer. */
  private extend(x0: number, y0: number, kind: number, bends: Bends): boolean {
    const { terrain, runs, x, y } = this
    if (!isLineFree(terrain, x0, y0, x, y, kind) || oneCostBetween(terrain, x0, y0, x, y) !== terrain.costMin)
      return false
    lineRuns(x - x0, y - y0, kind, terrain.directions, runs)
    bends.run(runs[0], runs[1])
    bends.run(runs[2], runs[3])
    return true
  }
}
