/**
 * What needs no route: a plain line to a goal in sight, and the exact search on the cells where the ends are so near each
 * other, or the route known so short, that it is soon done. Where costs differ that search may see no end, roads leading
 * everywhere for little: then the cells around both ends are all looked at. The path found last is in the bends.
 */
import type { Point, Quality } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { BandSearch } from '../cells/band.ts'
import { Bends } from '../cells/bends.ts'
import type { Stage } from '../cells/jump.ts'
import { freeLine, isLineOf, LINE_EARLY, lineRuns, NO_LINE } from '../cells/line.ts'
import { GAVE_UP, type NearSearch } from '../cells/near-search.ts'
import { freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** Paths that cost less than this many lengths of the cheapest cell are searched on the cells and exact. */
const EXACT_BELOW_CELLS = 100
const NEAR_EXPANSIONS_MAX = 20_000
/** So are those that cost less than this many where few expansions are enough: a wrong turn shows most on a short path. */
const SHORT_CELLS = 300
const SHORT_EXPANSIONS_MAX = 200
/** Below so many a search that jumps is tried before any route: it is there sooner, if it comes so far by stages. */
const SOON_CELLS = 200
const SOON_STAGES: readonly Stage[] = [
  [8, 25],
  [16, 40],
  [32, 66],
  [64, 100],
]
/** Where it is tried after a route. */
const SHORT_STAGES: readonly Stage[] = [
  [16, 15],
  [48, 40],
  [100, 60],
  [SHORT_EXPANSIONS_MAX, 100],
]
/** But not where they go so much farther than open ground asks: half of those take more expansions. */
const DETOUR_CELLS_MAX = 100
const STEPS_EXPANSIONS_MAX = 1000
/** So are those between ends so few cells apart where costs differ: there the entries of one block more say little. */
const CLOSE_CELLS = 64
const CLOSE_EXPANSIONS_MAX = 1000
/** And so is all of a map that has no more cells: a few entries more or less are much of a short way. */
const SMALL_MAP_CELLS = 10_000
/** What is around ends that are close: so many cells to each side of a line between them. */
const AROUND_CELLS = 32
/** No path costs less than this share of a route: one that is longer by more than that is not searched for as near. */
const ROUTE_WORTH = 0.9

export class Nearby {
  readonly bends = new Bends()
  private readonly terrain: Terrain
  private readonly near: NearSearch
  /** For what is tried before a route, and gone on with after it. */
  private readonly soon: NearSearch
  /** The ends of what it has begun. */
  private readonly begun: { start: Point | null; goal: Point | null } = { start: null, goal: null }
  private readonly line = new Int32Array(4)
  /** Made when it is first needed. */
  private knownBand: BandSearch | null = null

  constructor(terrain: Terrain, near: NearSearch, soon: NearSearch = near) {
    this.terrain = terrain
    this.near = near
    this.soon = soon
  }

  /** Whether a search jumps wherever it goes. */
  get isJumping(): boolean {
    return this.terrain.isUniform && this.terrain.directions === 8
  }

  /** What the exact path costs in units if the goal is in plain sight, else NONE, which is below 0. */
  alongLine(start: Point, goal: Point): number {
    const { terrain, near } = this
    const { costMin } = terrain
    const cost = terrain.costAt(start.x, start.y)
    // A line over other costs as well is no proof, whatever lies between; nor is one over dear ground where all around does not
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
    const { costMin, directions } = this.terrain
    const limit = EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin
    if (freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) >= limit) return NONE
    return Math.max(NONE, this.onCells(start, goal, limit, NEAR_EXPANSIONS_MAX))
  }

  /** What the exact path costs if it is not long and a search that jumps gets to it sooner than one for a route, else NONE. */
  ifSoon(start: Point, goal: Point): number {
    const { terrain } = this
    if (!this.isJumping) return NONE
    const cellUnits = UNITS_PER_CELL * terrain.costMin
    const leastUnits = freeUnits(goal.x - start.x, goal.y - start.y, terrain.costMin, terrain.directions)
    if (leastUnits >= SOON_CELLS * cellUnits) return NONE
    const units = this.soon.findSoon(start.x, start.y, goal.x, goal.y, SHORT_CELLS * cellUnits, SOON_STAGES)
    this.begun.start = units === GAVE_UP ? start : null
    this.begun.goal = goal
    return Math.max(NONE, this.taken(this.soon, units))
  }

  /** What a path on the cells costs, if that is less than a route's units and it is soon found, else NONE. */
  ifCheaper(start: Point, goal: Point, quality: Quality, units: number): number {
    const expansionsMax = quality === 'fast' ? 0 : this.expansionsFor(start, goal, units)
    const found = expansionsMax > 0 ? this.onCells(start, goal, units, expansionsMax) : GAVE_UP
    if (found === GAVE_UP && this.isCloseOnMixed(start, goal, units)) return this.around(start, goal, units)
    return Math.max(NONE, found)
  }

  /** What the goal costs on the cells, where it is so near that this is soon known; else `units`, which a route costs. */
  better(start: Point, goal: Point, units: number): number {
    const { costMin, directions } = this.terrain
    const limit = Math.min(units, EXACT_BELOW_CELLS * UNITS_PER_CELL * costMin)
    const isNear = freeUnits(goal.x - start.x, goal.y - start.y, costMin, directions) < limit
    const isWorthIt = isNear && units * ROUTE_WORTH < limit
    let better = isWorthIt ? this.onCells(start, goal, limit, NEAR_EXPANSIONS_MAX) : NONE
    if (better < 0 && limit < units) better = this.ifCheaper(start, goal, 'default', units)
    return better < 0 ? units : better
  }

  /** With how many expansions a path is worth looking for that costs less than these units; 0 where it is not. */
  private expansionsFor(start: Point, goal: Point, units: number): number {
    const { terrain, near } = this
    const isShort = units < SHORT_CELLS * UNITS_PER_CELL * terrain.costMin
    if (near.canJump(start.x, start.y, goal.x, goal.y, units)) {
      const detour = units - freeUnits(goal.x - start.x, goal.y - start.y, terrain.costMin, terrain.directions)
      return isShort && detour < DETOUR_CELLS_MAX * UNITS_PER_CELL * terrain.costMin ? SHORT_EXPANSIONS_MAX : 0
    }
    // Where no search jumps, with 4 directions, the estimate leads well all the same.
    if (terrain.isUniform) return isShort ? STEPS_EXPANSIONS_MAX : 0
    if (terrain.width * terrain.height <= SMALL_MAP_CELLS) return SMALL_MAP_CELLS
    return isClose(start, goal) ? CLOSE_EXPANSIONS_MAX : 0
  }

  private isCloseOnMixed(start: Point, goal: Point, units: number): boolean {
    const { terrain, near } = this
    return !terrain.isUniform && isClose(start, goal) && !near.isEven(start.x, start.y, goal.x, goal.y, units)
  }

  /** What the cheapest path around both ends costs, if that is less than `limitUnits`, else NONE. */
  private around(start: Point, goal: Point, limitUnits: number): number {
    const { bends } = this
    this.knownBand ??= new BandSearch(this.terrain)
    this.goStraight(start, goal, LINE_EARLY)
    const units = this.knownBand.find(bends, AROUND_CELLS, limitUnits)
    if (units < 0) return NONE
    bends.start(start.x, start.y)
    this.knownBand.goOn(bends)
    return units
  }

  private goStraight(start: Point, goal: Point, kind: number): void {
    const { line, bends } = this
    lineRuns(goal.x - start.x, goal.y - start.y, kind, this.terrain.directions, line)
    bends.start(start.x, start.y)
    bends.run(line[0], line[1])
    bends.run(line[2], line[3])
  }

  /** The same, on ground of one cost, by stages: it goes on where it was given up before the route. */
  private byStages(start: Point, goal: Point, limitUnits: number): number {
    const { soon, begun } = this
    const hasBegun = begun.start === start && begun.goal === goal
    begun.start = null
    const units = hasBegun
      ? soon.goOn(limitUnits, SHORT_STAGES)
      : soon.findSoon(start.x, start.y, goal.x, goal.y, limitUnits, SHORT_STAGES)
    return this.taken(soon, units)
  }

  /** NONE, or GAVE_UP, without a path. */
  private onCells(start: Point, goal: Point, limitUnits: number, expansionsMax: number): number {
    const { near, terrain } = this
    if (expansionsMax === SHORT_EXPANSIONS_MAX && terrain.isUniform) return this.byStages(start, goal, limitUnits)
    return this.taken(near, near.find(start.x, start.y, goal.x, goal.y, limitUnits, expansionsMax))
  }

  private taken({ bends, bendCount }: NearSearch, units: number): number {
    if (units >= 0) this.bends.take(bends, bendCount)
    return units
  }
}

function isClose(start: Point, goal: Point): boolean {
  return Math.max(Math.abs(goal.x - start.x), Math.abs(goal.y - start.y)) < CLOSE_CELLS
}
