/**
 * What a path is made with: unpack a route's steps to level 0, re-optimise inside the corridor, trace.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, sideOf } from '../atlas/crossing.ts'
import { crossingAt, entryAt, firstSlotOf, type Slot } from '../atlas/level-graph.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { Bends } from '../cells/bends.ts'
import type { NearSearch } from '../cells/near-search.ts'
import type { Terrain } from '../map/terrain.ts'
import { Doubts } from '../route/doubt.ts'
import { QueryEnd } from '../route/end.ts'
import { Corridor } from './corridor.ts'
import type { GroundTracer } from './ground-tracer.ts'
import { endOfPart } from './stretch.ts'
import type { TornTracer } from './torn-tracer.ts'
import { Tracer } from './trace.ts'
import { Unpacker } from './unpack.ts'

export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  readonly unpacker: Unpacker
  readonly corridor: Corridor
  readonly tracer: Tracer
  /** Traces instead where ground differs in cost, if it is there. */
  ground: GroundTracer | null = null
  /** Traces instead where ground is torn, if it is there. */
  torn: TornTracer | null = null
  /** Whether the piece made last is the best of what lies near it. */
  isSwept = false
  /** Who knows more of the ends on ground that differs in cost. */
  wide: { endAt(end: QueryEnd, point: Point, other: Point | null, mayDoubt?: boolean): QueryEnd } | null = null
  private readonly terrain: Terrain
  private readonly levelZero: AtlasLevel

  constructor(columns: AtlasColumns, near: NearSearch) {
    this.terrain = columns.terrain
    this.levelZero = columns.levels[0]
    this.start = new QueryEnd(columns, new Doubts(columns, near))
    this.goal = new QueryEnd(columns, new Doubts(columns, near))
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns)
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
    const ends = this.wide ?? this
    const from = entered === null ? ends.endAt(this.start, start, goal) : tracer.slotOf(regions[0], entered)
    const last = tracer.slotOf(regions[count - 1], crossings[count - 1])
    const to = isToGoal ? ends.endAt(this.goal, goal, start) : last
    corridor.solve(0, regions, crossings, count, from, to, this.regionBeyond(regions[count - 1], last))
  }

  /** The region that a slot of a region leads to. */
  private regionBeyond(region: Region, slot: Slot): Region {
    const { levelZero } = this
    const at = firstSlotOf(levelZero, region) + slot
    return levelZero.regionOfSide[2 * entryAt(levelZero, at) + 1 - sideOf(crossingAt(levelZero, at))]
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
    const { corridor, tracer, ground, torn } = this
    const from = entered === null ? this.start : entered
    const goal = isLast ? this.goal : null
    const stretch = { regionOf: regions, corridor, count, from, goal }
    this.isSwept = torn?.suits(stretch) ?? false
    if (this.isSwept) torn!.trace(stretch, quality, bends, isFar)
    else if (ground === null) tracer.trace(regions, corridor, count, from, goal, bends)
    else {
      ground.trace(stretch, quality, bends)
      this.isSwept = ground.isSearched
    }
    return corridor.crossingOf[count - 1] as Crossing
  }

  /** The cheapest path inside what is known around the start, which has flooded to the goal. */
  inside(goal: Point, bends: Bends): void {
    bends.start(this.start.x, this.start.y)
    this.tracer.traceInside(this.start, goal.x, goal.y, bends)
  }

  /** An end with its own region's entries. */
  endAt(end: QueryEnd, { x, y }: Point): QueryEnd {
    if (end.x !== x || end.y !== y || end.area !== null) end.set(x, y)
    else end.settleAll()
    return end
  }
}
