/**
 * An atlas and its finder for pages that must be small: the route over the levels, made into cells through the corridor and
 * pulled taut, and an exact search for what is near. What better qualities, replaced ends, proofs and heads of paths take
 * is left out: another door opens the same bytes for who wants more.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Crossing } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point, RouteStatus } from '../base/answer.ts'
import { Bends, cellCountAlong, cellsAlong } from '../cells/bends.ts'
import { ShortSearch } from '../cells/short.ts'
import type { Directions } from '../map/movement.ts'
import { Corridor } from '../path/corridor.ts'
import { StringPuller } from '../path/pull.ts'
import { Tracer } from '../path/trace.ts'
import { costOfHalves, halvesAlong } from '../path/trail.ts'
import { Unpacker } from '../path/unpack.ts'
import { QueryEnd } from '../route/end.ts'
import { RouteSearch } from '../route/route-search.ts'

/** As a route of the whole library, without what that can tell or do beyond it. */
export interface LiteRoute {
  readonly status: RouteStatus
  readonly start: Point
  readonly goal: Point
  /** In cell lengths; Infinity without a path. */
  readonly cost: number
  /** Every cell of the path as x, y pairs, start and goal included, in an array of its own; empty without a path. */
  cells(): Int32Array
}

/** Owns the scratch of its queries, so it serves one at a time. */
export class LiteFinder {
  private readonly columns: AtlasColumns
  private readonly short: ShortSearch
  private readonly search: RouteSearch
  private readonly from: QueryEnd
  private readonly to: QueryEnd
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor
  private readonly tracer: Tracer
  private readonly puller: StringPuller
  private readonly bends = new Bends()

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.short = new ShortSearch(columns.terrain)
    this.search = new RouteSearch(columns)
    this.from = new QueryEnd(columns, null)
    this.to = new QueryEnd(columns, null)
    this.unpacker = new Unpacker(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns)
    this.puller = new StringPuller(columns.terrain)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number): LiteRoute {
    const { columns, bends } = this
    const { terrain } = columns
    columns.ready?.()
    const start = { x: x0, y: y0 }
    const goal = { x: x1, y: y1 }
    const status = statusOf(columns, start, goal)
    if (status !== 'found') return { status, start, goal, cost: Infinity, cells: () => new Int32Array(0) }
    bends.start(x0, y0)
    if (this.short.find(x0, y0, x1, y1, bends) === Infinity) this.findFar(start, goal)
    const { count } = bends
    const xy = bends.xy.slice(0, 2 * count)
    const cost = costOfHalves(halvesAlong(terrain, xy))
    return { status, start, goal, cost, cells: () => cellsAlong(xy, count, cellCountAlong(xy, count)) }
  }

  private findFar(start: Point, goal: Point): void {
    const { bends, corridor, from, puller, search, to, tracer } = this
    place(from, start)
    place(to, goal)
    const insideUnits = from.region === to.region ? from.floodTo(goal.x, goal.y) : Infinity
    const units = search.find(from, to, insideUnits)
    if (units >= insideUnits) {
      hold(insideUnits < Infinity, 'islands')
      tracer.traceInside(from, goal.x, goal.y, bends)
      return
    }
    const regions: number[] = []
    const crossings: Crossing[] = []
    for (let step = 0; step < search.stepCount; step++) this.unpacker.unpackStep(search, step, regions, crossings)
    corridor.solve(0, regions, crossings, regions.length, from, to, to.region)
    tracer.trace(regions, corridor, regions.length, from, to, bends)
    puller.pull(bends)
  }
}

/** It never changes, so any number of finders can share it. */
export class LiteAtlas {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly islandCount: number
  private readonly columns: AtlasColumns

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.width = columns.terrain.width
    this.height = columns.terrain.height
    this.directions = columns.terrain.directions
    this.islandCount = columns.islandCount
  }

  /** The cost of a cell: 0 for a wall and outside the map. */
  costAt(x: number, y: number): number {
    this.columns.ready?.()
    return this.columns.terrain.costAt(x, y)
  }

  /** The number of the island that a cell belongs to; -1 for a wall and outside the map. */
  islandOf(x: number, y: number): number {
    this.columns.ready?.()
    return islandOfCell(this.columns, x, y)
  }

  /** Whether a path leads from one cell to the other. */
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    const island = this.islandOf(x0, y0)
    return island >= 0 && island === this.islandOf(x1, y1)
  }

  finder(): LiteFinder {
    return new LiteFinder(this.columns)
  }
}

/** An end that stays where it is knows its costs already. */
function place(end: QueryEnd, { x, y }: Point): void {
  if (end.x !== x || end.y !== y) end.set(x, y)
}

function statusOf(columns: AtlasColumns, start: Point, goal: Point): RouteStatus {
  const { terrain } = columns
  if (![start, goal].every(({ x, y }) => Number.isInteger(x + y) && terrain.isInside(x, y))) return 'outside'
  const island = islandOfCell(columns, start.x, start.y)
  const goalIsland = islandOfCell(columns, goal.x, goal.y)
  if (island < 0 || goalIsland < 0) return 'blocked'
  return island === goalIsland ? 'found' : 'unreachable'
}
