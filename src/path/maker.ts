/**
 * What a path is made with: the two ends of a query with what they know around them, and the passes over a route between
 * them: unpack its steps to level 0, choose entries again inside the corridor, trace.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, NOWHERE, sideOf } from '../atlas/crossing.ts'
import { crossingAt, entryAt, firstSlotOf, type Slot } from '../atlas/level-graph.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { Bends } from '../cells/bends.ts'
import type { Terrain } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { BestSteps, RouteSteps } from '../route/steps.ts'
import { Corridor, endOfPart } from './corridor.ts'
import { Tracer } from './trace.ts'
import { Unpacker } from './unpack.ts'
import { WindowTracer } from './window-tracer.ts'

export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  readonly unpacker: Unpacker
  readonly corridor: Corridor
  readonly tracer: Tracer
  /** Traces instead what suits it. */
  readonly windows: WindowTracer
  /** Whether the piece made last is the best of what lies near it. */
  isSwept = false
  private readonly terrain: Terrain
  /** Whether the goal has flooded to the start. */
  private isBackwards = false
  private readonly levelZero: AtlasLevel

  constructor(columns: AtlasColumns) {
    this.terrain = columns.terrain
    this.levelZero = columns.levels[0]
    this.start = new QueryEnd(columns)
    this.goal = new QueryEnd(columns, 1)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns)
    this.windows = new WindowTracer(columns, this.tracer)
  }

  /**
   * Chooses the entries through the first `count` of these regions of level 0, which a route leaves by these crossings:
   * entered by a crossing seen from inside, null at the start; the last left by its own, or by any to the goal's region.
   */
  solve(
    regions: number[],
    crossings: Crossing[],
    count: number,
    entered: Crossing | null,
    isToGoal: boolean,
    start: Point,
    goal: Point,
  ): void {
    const { corridor, tracer } = this
    // A route may be asked for its cells long after its search: then its ends have moved on to other queries.
    const from = entered === null ? this.endAt(this.start, start, goal) : tracer.slotOf(regions[0], entered)
    const last = tracer.slotOf(regions[count - 1], crossings[count - 1])
    const to = isToGoal ? this.endAt(this.goal, goal, start) : last
    corridor.solve(0, regions, crossings, count, from, to, this.regionBeyond(regions[count - 1], last))
  }

  /** The region that a slot of a region leads to. */
  private regionBeyond(region: Region, slot: Slot): Region {
    const { levelZero } = this
    const at = firstSlotOf(levelZero, region) + slot
    return levelZero.regionOfSide[2 * entryAt(levelZero, at) + 1 - sideOf(crossingAt(levelZero, at))]
  }

  /**
   * The same of a route that is the cheapest over level 0: its entries are kept, and what the path costs up to each of them is
   * known. Through `count` regions, from the step `first` on; counted from the start or from the step before.
   */
  follow({ crossingOfStep }: RouteSteps, best: BestSteps, first: number, count: number): void {
    const { corridor } = this
    corridor.reserve(count)
    const { slotOf, crossingOf, unitsOf } = corridor
    const { slotOfStep, unitsOfStep } = best
    const before = first > 0 ? unitsOfStep[first - 1] : 0
    for (let i = 0; i < count; i++) {
      slotOf[i] = slotOfStep[first + i]
      crossingOf[i] = crossingOfStep[first + i]
      unitsOf[i] = unitsOfStep[first + i] - before
    }
    corridor.units = best.units - before
    corridor.searchedMax = best.searchedMax
  }

  /** Before which of the regions solved last a piece may end that is to have about `count`. */
  endOfPiece(count: number): number {
    return endOfPart(this.terrain, this.corridor, count)
  }

  /** Appends the path through the first `count` of the regions solved last; returns the crossing by which it leaves them. */
  addPiece(
    regions: number[],
    count: number,
    entered: Crossing | null,
    isLast: boolean,
    bends: Bends,
    quality: Quality = 'fast',
    isFar = false,
  ): Crossing {
    const { corridor, tracer, windows } = this
    const from = entered === null ? this.start : entered
    const goal = isLast ? this.goal : null
    const stretch = { regionOf: regions, corridor, count, from, goal }
    const isSuited = windows.suits(stretch)
    if (isSuited) windows.trace(stretch, quality, bends, isFar)
    else tracer.trace(stretch, 0, isLast ? count + 1 : count, entered ?? NOWHERE, bends)
    this.isSwept = isSuited && windows.isSearched
    return corridor.crossingOf[count - 1] as Crossing
  }

  /** An end with all the entries that are near, of a path to the other, if there is one. */
  endAt(end: QueryEnd, point: Point, other: Point | null): QueryEnd {
    end.take(point, other)
    return end
  }

  /** An end with its own region's entries. */
  ownEndAt(end: QueryEnd, { x, y }: Point): QueryEnd {
    if (end.x !== x || end.y !== y || end.isWide) end.set(x, y)
    return end
  }

  /** What the cheapest path costs inside what one of the ends knows, and `traceInside` then has; Infinity without one. */
  unitsInside(): number {
    const { start, goal } = this
    const isForwards = start.knows(goal.region, goal)
    this.isBackwards = !isForwards && goal.knows(start.region, start)
    if (this.isBackwards) return goal.floodTo(start.x, start.y)
    return isForwards ? start.floodTo(goal.x, goal.y) : Infinity
  }

  traceInside(bends: Bends): void {
    const { start, goal, tracer } = this
    bends.start(start.x, start.y)
    if (this.isBackwards) tracer.traceBack(goal, start.x, start.y, bends)
    else tracer.traceInside(start, goal.x, goal.y, bends)
  }
}
