/**
 * What needs no route: a plain line to a goal in sight, and the exact search on the cells where the ends are so near each
 * other, or the route known so short, that it takes less. The path found last is in the bends.
 */
import type { Point, Quality } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { Bends } from '../cells/bends.ts'
import { freeLine, isLineOf, lineRuns, NO_LINE } from '../cells/line.ts'
import type { NearSearch } from '../cells/near-search.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** Paths that cost less than this many lengths of the cheapest cell are searched on the cells and exact. */
const EXACT_BELOW_CELLS = 100
/** On even ground so are those that cost less than this many: a wrong turn shows most on a short path. */
const SHORT_CELLS = 300
/** Ends less apart than this many lengths are joined without a route where a path goes no farther out of the way than that. */
const STRAIGHT_CELLS = 200
const STRAIGHT_SHARE = 1.15
const STRAIGHT_MORE_CELLS = 12
/** Where costs differ ends are close that are so few cells apart: what lies beside them says more than entries do. */
const CLOSE_CELLS = 64
const AROUND_CELLS = 32
/** And so is all of a map that has no more cells: a few entries more or less are much of a short way. */
const SMALL_MAP_CELLS = 10_000
/** No path costs less than this share of a route: one that is longer by more than that is not searched for as near. */
const ROUTE_WORTH = 0.9

export class Nearby {
  readonly bends = new Bends()
  private readonly terrain: Terrain
  private readonly near: NearSearch
  private readonly line = new Int32Array(4)

  constructor(terrain: Terrain, near: NearSearch) {
    this.terrain = terrain
    this.near = near
  }

  /** What the exact path costs in units if the goal is in plain sight, else NONE, which is below 0. */
  alongLine(start: Point, goal: Point): number {
    const { terrain, near } = this
    const { costMin } = terrain
    const cost = terrain.costAt(start.x, start.y)
    // A line over other costs as well is no proof, whatever lies between; nor is one over expensive ground where all around does not
    // cost as much.
    if (cost !== terrain.costAt(goal.x, goal.y)) return NONE
    const units = freeUnits(goal.x - start.x, goal.y - start.y, cost, terrain.directions)
    if (cost !== costMin && !near.isEven(start.x, start.y, goal.x, goal.y, units)) return NONE
    const kind = freeLine(terrain, start.x, start.y, goal.x, goal.y)
    if (kind === NO_LINE || !isLineOf(terrain, start.x, start.y, goal.x, goal.y, kind, cost)) return NONE
    this.goStraight(start, goal, kind)
    return units
  }

  /** What the exact path costs if it is short, else NONE. */
  ifShort(start: Point, goal: Point): number {
    return this.onCells(start, goal, EXACT_BELOW_CELLS * UNITS_PER_CELL * this.terrain.costMin)
  }

  /** What the exact path costs on even ground if it is not long and goes little out of the way, else NONE. */
  ifStraight(start: Point, goal: Point): number {
    const { costMin, directions, isUniform } = this.terrain
    const leastUnits = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions)
    const cellUnits = UNITS_PER_CELL * costMin
    if (!isUniform || leastUnits >= STRAIGHT_CELLS * cellUnits) return NONE
    return this.onCells(start, goal, STRAIGHT_SHARE * leastUnits + STRAIGHT_MORE_CELLS * cellUnits)
  }

  /** What a path on the cells costs, if that is less than a route's units and it is near, else NONE. */
  ifCheaper(start: Point, goal: Point, quality: Quality, units: number): number {
    const { terrain } = this
    if (quality === 'fast') return NONE
    if (terrain.isUniform) {
      return units < SHORT_CELLS * UNITS_PER_CELL * terrain.costMin ? this.onCells(start, goal, units) : NONE
    }
    if (terrain.width * terrain.height <= SMALL_MAP_CELLS) return this.onCells(start, goal, units)
    return isClose(start, goal) ? this.onCells(start, goal, units, AROUND_CELLS) : NONE
  }

  /** What the goal costs on the cells, where it is so near that this is soon known; else `units`, which a route costs. */
  better(start: Point, goal: Point, units: number): number {
    const { costMin, directions } = this.terrain
    const limit = Math.min(units, EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin)
    const isNear = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) < limit
    const isWorthIt = isNear && units * ROUTE_WORTH < limit
    let better = isWorthIt ? this.onCells(start, goal, limit) : NONE
    if (better < 0 && limit < units) better = this.ifCheaper(start, goal, 'default', units)
    return better < 0 ? units : better
  }

  private goStraight(start: Point, goal: Point, kind: number): void {
    const { line, bends } = this
    lineRuns(goal.x - start.x, goal.y - start.y, kind, this.terrain.directions, line)
    bends.start(start.x, start.y)
    bends.run(line[0], line[1])
    bends.run(line[2], line[3])
  }

  /** NONE without a path below the limit. */
  private onCells(start: Point, goal: Point, limitUnits: number, besideCells = Infinity): number {
    const { near } = this
    const units = near.find(start.x, start.y, goal.x, goal.y, limitUnits, besideCells)
    if (units < 0) return NONE
    this.bends.take(near.bends, near.bendCount)
    return units
  }
}

function isClose(start: Point, goal: Point): boolean {
  return Math.max(Math.abs(goal.x - start.x), Math.abs(goal.y - start.y)) < CLOSE_CELLS
}
