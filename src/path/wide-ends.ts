/**
 * The two ends of a query with what they know around them on weighted ground, and the paths that stay in there.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { Bends } from '../cells/bends.ts'
import type { QueryEnd } from '../route/end.ts'
import { EndArea } from '../route/end-area.ts'
import type { PathMaker } from './maker.ts'

export class WideEnds {
  private readonly columns: AtlasColumns
  private readonly areaOfEnd = new Map<QueryEnd, EndArea>()
  /** Whether the goal has flooded to the start. */
  private isBackwards = false

  constructor(columns: AtlasColumns) {
    this.columns = columns
  }

  /**
   * An end with all the entries that are near, of a path to the other, if there is one; on demand some may be in doubt, and those
   * that queries before had settled are so again, as else what is found would hang on them.
   */
  endAt(end: QueryEnd, point: Point, other: Point | null, mayDoubt = false, isAnew = false): QueryEnd {
    if (this.columns.terrain.isUniform) {
      const isThere = end.x === point.x && end.y === point.y && (end.isAsPlaced || !isAnew)
      if (!isThere) end.place(point.x, point.y)
      if (!mayDoubt) end.settleAll()
    } else this.areaOf(end).take(end, point, other)
    return end
  }

  private areaOf(end: QueryEnd): EndArea {
    const known = this.areaOfEnd.get(end)
    if (known !== undefined) return known
    const area = new EndArea(this.columns)
    this.areaOfEnd.set(end, area)
    return area
  }

  /** What the cheapest path costs inside what one of the ends knows, and `trace` then has; Infinity without one. */
  unitsInside({ start, goal }: PathMaker): number {
    this.isBackwards = !holds(start, goal) && holds(goal, start)
    if (this.isBackwards) return goal.floodTo(start.x, start.y)
    return holds(start, goal) ? start.floodTo(goal.x, goal.y) : Infinity
  }

  trace(maker: PathMaker, bends: Bends): void {
    const { start, goal, tracer } = maker
    if (!this.isBackwards) maker.inside(goal, bends)
    else {
      bends.start(start.x, start.y)
      tracer.traceBack(goal, start.x, start.y, bends)
    }
  }
}

function holds(end: QueryEnd, other: QueryEnd): boolean {
  return isKnownTo(end, other.region, other)
}

/** Whether a flood of what an end knows may come to a cell of a region. */
export function isKnownTo(end: QueryEnd, region: Region, { x, y }: Point): boolean {
  return end.area === null ? end.region === region : end.area.holds(x, y)
}
