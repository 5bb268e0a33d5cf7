/**
 * What needs no route: a plain line to a goal in sight, and the exact search on the cells where the ends are so near each
 * other, or the route known so short, that it takes less. The path found last is in the bends.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point, Quality } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { Bends } from '../cells/bends.ts'
import { EightRays } from '../cells/eight-rays.ts'
import { JumpSearch } from '../cells/jump.ts'
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
/** The same for a search that jumps, which is done in some expansions, or gives up where walls are many. */
const JUMP_SHARE = 2
const JUMP_MORE_CELLS = 24
const JUMP_EXPANSIONS_MAX = 40
const JUMP_ENTRIES_MAX = 1 << 14
const JUMP_SLACK_UNITS = 400
/** On even ground a sweep is not worth its time for a route that goes farther out of the way. */
const DETOUR_CELLS = 100
/** Where costs differ ends are close that are so few cells apart: what lies beside them says more than entries do. */
const CLOSE_CELLS = 64
const AROUND_CELLS = 32
/** And so is all of a map that has no more cells: a few entries more or less are much of a short way. */
const SMALL_MAP_CELLS = 10_000
/** Where a block has more entries than that, as among scattered walls, ways lead everywhere. */
export const OPEN_ENTRIES_A_BLOCK = 11
/** And with more than that, as in mazes, hardly any do. */
export const DENSE_ENTRIES_A_BLOCK = 14
/** No path costs less than this share of a route: one that is longer by more than that is not searched for as near. */
const ROUTE_WORTH = 0.9

export class Nearby {
  readonly bends = new Bends()
  private readonly terrain: Terrain
  private readonly near: NearSearch
  /** Between near ends on even ground in 8 directions it takes less than a sweep, but among scattered walls. */
  private readonly jump: JumpSearch | null
  private readonly line = new Int32Array(4)

  constructor(columns: AtlasColumns, near: NearSearch) {
    const { terrain } = columns
    this.terrain = terrain
    this.near = near
    const entries = entriesABlock(columns)
    const isScattered = entries > OPEN_ENTRIES_A_BLOCK && entries <= DENSE_ENTRIES_A_BLOCK
    const isJumped = terrain.isUniform && terrain.directions === 8 && !isScattered
    this.jump = isJumped ? new JumpSearch(new EightRays(terrain, JUMP_ENTRIES_MAX, JUMP_SLACK_UNITS)) : null
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

  /** What the exact path costs if it is short, or on even ground not long and little out of the way; else NONE. */
  ifNear(start: Point, goal: Point): number {
    const { costMin, directions, isUniform } = this.terrain
    const leastUnits = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions)
    const cellUnits = UNITS_PER_CELL * costMin
    if (isUniform && leastUnits < STRAIGHT_CELLS * cellUnits) {
      if (this.jump !== null) return this.byJumps(this.jump, start, goal, leastUnits / costMin)
      const units = this.onCells(start, goal, STRAIGHT_SHARE * leastUnits + STRAIGHT_MORE_CELLS * cellUnits)
      if (units !== NONE) return units
    }
    return this.onCells(start, goal, EXACT_BELOW_CELLS * cellUnits)
  }

  /** Whether a path may be short that a search by jumps gave up, by what its route costs. */
  mayBeShort(units: number): boolean {
    return this.jump !== null && units * ROUTE_WORTH < EXACT_BELOW_CELLS * UNITS_PER_CELL * this.terrain.costMin
  }

  /** What a path on the cells costs, if that is less than a route's units and it is near, else NONE. */
  ifCheaper(start: Point, goal: Point, quality: Quality, units: number): number {
    const { terrain } = this
    const { costMin, directions } = terrain
    if (this.mayBeShort(units)) return this.onCells(start, goal, units)
    if (quality === 'fast') return NONE
    if (terrain.isUniform) {
      const detourUnits = units - freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions)
      const isWorthIt = detourUnits < DETOUR_CELLS * UNITS_PER_CELL * costMin
      return isWorthIt && units < SHORT_CELLS * UNITS_PER_CELL * costMin ? this.onCells(start, goal, units) : NONE
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

  /** `least` is what the way would cost without walls, in units for cells of cost 1. */
  private byJumps(jump: JumpSearch, start: Point, goal: Point, least: number): number {
    const limit = JUMP_SHARE * least + JUMP_MORE_CELLS * UNITS_PER_CELL
    const units = jump.find(start.x, start.y, goal.x, goal.y, limit, JUMP_EXPANSIONS_MAX)
    if (units < 0) return NONE
    this.bends.clear()
    jump.writeBends(this.bends)
    return units * this.terrain.costMin
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

/** How many entries level 0 has a block: the more, the more walls are about. */
export function entriesABlock({ levels, terrain, entriesInUse = levels[0].entryCount }: AtlasColumns): number {
  return entriesInUse / terrain.costOfBlock.length
}

function isClose(start: Point, goal: Point): boolean {
  return Math.max(Math.abs(goal.x - start.x), Math.abs(goal.y - start.y)) < CLOSE_CELLS
}
