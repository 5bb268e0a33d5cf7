/**
 * How a path skips regions of its route. It leaps over those whose ways the atlas does not keep, and goes straight to where it
 * can see.
 *
 * Ways that are not kept are found again on the cells, by one of two means. The flood stays inside one region, as the bake did
 * that wrote the table: it always finds the way, and looks at no more than a block. The leap, an exact search, goes through
 * several regions at once and may leave them, which makes a path cheaper than the tables promise; but all that bounds it is
 * that promise, and beside cheap open ground it would look at tens of thousands of cells. So it may be cut short.
 *
 * On even ground of the cheapest kind a plain line costs what open ground would ask: no way through the regions between costs
 * less. So the path goes to the farthest crossing of the route that is in sight. Lines are looked along only to where the
 * tables say that the route goes about straight: most of those are free.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { landingOf } from '../atlas/landing.ts'
import { isSearched } from '../atlas/ways.ts'
import { type Bends, goAlong } from '../cells/bends.ts'
import { Flood } from '../cells/cell-flood.ts'
import { addFreeLine, isLineFree, LINE_EARLY, LINE_LATE, lineRuns, oneCostBetween } from '../cells/line.ts'
import { type NearSearch, NONE_BELOW } from '../cells/near-search.ts'
import { DX, DY, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import { type CorridorWay, isMixedAt } from './corridor.ts'

/** Searched regions that follow each other are crossed in one leap, as long as its ends are not farther apart. */
const LEAP_CELLS = 64

/** What a path is made with step by step (trace.ts). */
interface Steps {
  readonly within: RegionFlood
  stepOver(left: Crossing, landing: Crossing, bends: Bends): Crossing
}

export class Leap {
  private readonly columns: AtlasColumns
  private readonly near: NearSearch

  constructor(columns: AtlasColumns, near: NearSearch) {
    this.columns = columns
    this.near = near
  }

  /**
   * Appends the path through region `first` of a corridor, whose way is not in the atlas, and maybe through some after it;
   * returns the last of them. Where cells differ in cost a search looks at far more of them than floods do.
   */
  over(
    tracer: Steps,
    regionOf: ArrayLike<number>,
    { crossingOf, unitsOf }: CorridorWay,
    first: number,
    count: number,
    entered: Crossing,
    bends: Bends,
  ): number {
    const { terrain } = this.columns
    const canLeap = !isMixedAt(terrain, entered)
    const last = canLeap ? this.lastOf(regionOf, crossingOf, first, count, entered) : first
    const to = landingOf(terrain, crossingOf[last] as Crossing)
    const units = unitsOf[last] - (first > 0 ? unitsOf[first - 1] : 0)
    if (canLeap && this.search(xOf(to), yOf(to), units, bends)) return last
    for (let i = first; i <= last; i++) {
      const left = crossingOf[i] as Crossing
      const landing = landingOf(terrain, left)
      tracer.within.take(landing, bends)
      if (i < last) tracer.stepOver(left, landing, bends)
    }
    return last
  }

  /** Appends the cheapest path to a cell, one of which costs less than `units`; false if there is too much to look at. */
  private search(x1: number, y1: number, units: number, bends: Bends): boolean {
    const { near } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    const found = near.find(x0, y0, x1, y1, units)
    hold(found !== NONE_BELOW, 'ways')
    if (found < 0) return false
    goAlong(bends, near.bends, near.bendCount)
    return true
  }

  /** Appends that to a cell, only over even ground; to one in plain sight it need not. */
  jump(x: number, y: number, units: number, bends: Bends): boolean {
    const x0 = bends.xOf(bends.count - 1)
    const y0 = bends.yOf(bends.count - 1)
    if (this.columns.terrain.isUniform && addFreeLine(this.columns.terrain, x, y, bends)) return true
    return this.near.isEven(x0, y0, x, y, units) && this.search(x, y, units, bends)
  }

  /** The last of the regions from `first` on whose ways are not in the atlas and that one leap may cross. */
  private lastOf(
    regionOf: ArrayLike<number>,
    crossingOf: ArrayLike<number>,
    first: number,
    count: number,
    entered: Crossing,
  ): number {
    const [levelZero] = this.columns.levels
    let last = first
    while (last + 1 < count && isSearched(levelZero, regionOf[last + 1])) {
      const left = crossingOf[last + 1]
      if (Math.max(Math.abs(xOf(entered) - xOf(left)), Math.abs(yOf(entered) - yOf(left))) > LEAP_CELLS) break
      last++
    }
    return last
  }
}

/**
 * The cheapest path between two cells of a region that stays in it, by a flood of its block: what the bake did that wrote
 * the table.
 */
export class RegionFlood {
  private readonly terrain: Terrain
  private readonly flood: Flood
  private readonly runs = new Int32Array(2 * BLOCK_SIDE_CELLS ** 2)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.flood = new Flood(terrain)
  }

  /** Appends it, from where the path stands to a landing. */
  take(to: Crossing, bends: Bends): void {
    const { flood, runs } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    flood.load(this.terrain.blockOf(x0, y0))
    flood.addTarget(x0, y0)
    flood.flood(xOf(to), yOf(to))
    hold(flood.unitsTo(x0, y0) < Infinity, 'ways')
    // Flooded from its end, so that the runs back to that are the way there.
    const length = flood.runsBackFrom(x0, y0, runs)
    hold(length >= 0, 'regions')
    for (let i = 0; i < length; i += 2) bends.run(runs[i] ^ 2, runs[i + 1])
  }
}

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
