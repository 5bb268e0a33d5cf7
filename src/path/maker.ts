/**
 * A route's steps -> the bends of its path: unpack to level 0, re-optimise inside the corridor, trace, pull taut.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { QueryEnd } from '../query/end.ts'
import type { NearSearch } from '../query/near.ts'
import type { Bends } from './bends.ts'
import { Corridor } from './corridor.ts'
import { StringPuller } from './pull.ts'
import type { Point, RouteSteps } from './route.ts'
import { Tracer } from './trace.ts'
import { Unpacker } from './unpack.ts'

export class PathMaker {
  readonly start: QueryEnd
  readonly goal: QueryEnd
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor
  private readonly tracer: Tracer
  private readonly puller: StringPuller

  constructor(columns: AtlasColumns, near: NearSearch) {
    this.start = new QueryEnd(columns, near)
    this.goal = new QueryEnd(columns, near)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns, near)
    this.puller = new StringPuller(columns.terrain)
  }

  /** The path along a route. */
  along(steps: RouteSteps, start: Point, goal: Point, bends: Bends): void {
    const { unpacker } = this
    // A route may be asked for its cells long after its search: then the ends have moved on to other queries.
    if (this.start.x !== start.x || this.start.y !== start.y) this.start.set(start.x, start.y)
    if (this.goal.x !== goal.x || this.goal.y !== goal.y) this.goal.set(goal.x, goal.y)
    unpacker.clear()
    unpacker.first(steps.regionOfStep[0], steps.crossingOfStep[0])
    for (let i = 1; i < steps.entryOfStep.length; i++) {
      unpacker.step(steps.levelOfStep[i], steps.regionOfStep[i], steps.entryOfStep[i - 1], steps.entryOfStep[i])
    }
    this.corridor.solve(unpacker.regionOf, unpacker.count, this.start, this.goal)
    this.tracer.trace(unpacker.regionOf, this.corridor, unpacker.count, this.start, this.goal, bends)
    this.puller.pull(bends)
  }

  /** The cheapest path inside the one region that holds both ends. */
  inside(goal: Point, bends: Bends): void {
    this.tracer.traceInside(this.start, goal.x, goal.y, bends)
  }
}
