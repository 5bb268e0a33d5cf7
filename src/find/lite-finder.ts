/**
 * An atlas and its finder for pages that must be small. The route over the levels says which blocks a path crosses, and one search
 * of the cells of these blocks gives the path. This takes milliseconds where the other doors take microseconds. Better qualities,
 * replaced ends, proofs and heads of paths are left out too: another door opens the same bytes for callers that want more.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point, RouteStatus } from '../base/answer.ts'
import { BlockSearch } from '../cells/block-search.ts'
import { type Directions, UNITS_PER_CELL } from '../map/movement.ts'
import { costOfHalves, halvesAlong } from '../path/trail.ts'
import { Unpacker } from '../path/unpack.ts'
import { RouteSearch } from '../route/route-search.ts'
import { LiteEnd } from './lite-end.ts'

/** A path of fewer lengths of the cheapest cell is the best one, if it is found soon: all of it is near the middle of its ends. */
const NEAR_CELLS = 100
/** Where all cells cost the same, what takes longer is left to the route, which then is hardly worse. */
const EXPANSIONS_MAX = 1000

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
  private readonly cells: BlockSearch
  private readonly search: RouteSearch
  private readonly unpacker: Unpacker

  /** @internal */
  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.cells = new BlockSearch(columns.terrain)
    this.search = new RouteSearch(columns)
    this.unpacker = new Unpacker(columns)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number): LiteRoute {
    const { columns } = this
    columns.ready?.()
    const start = { x: x0, y: y0 }
    const goal = { x: x1, y: y1 }
    const status = statusOf(columns, start, goal)
    const xy = Int32Array.from(status === 'found' ? this.path(start, goal) : [])
    const cost = status === 'found' ? costOfHalves(halvesAlong(columns.terrain, xy)) : Infinity
    return { status, start, goal, cost, cells: () => xy.slice() }
  }

  private path(start: Point, goal: Point): number[] {
    const { cells, columns, search } = this
    const { costMin, isUniform } = columns.terrain
    let nearUnits = Infinity
    let near: number[] = []
    if (Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) < NEAR_CELLS) {
      cells.clear()
      cells.add((start.x + goal.x) >> 1, (start.y + goal.y) >> 1, NEAR_CELLS / 2)
      nearUnits = cells.find(goal, start, isUniform ? EXPANSIONS_MAX : Infinity)
      if (nearUnits < Infinity) near = cells.trace(start)
      if (nearUnits < NEAR_CELLS * UNITS_PER_CELL * costMin) return near
    }
    const from = new LiteEnd(columns, cells, start)
    const blocksOfStart = cells.blocks.slice()
    const to = new LiteEnd(columns, cells, goal)
    if (search.find(from, to, nearUnits) === Infinity && nearUnits < Infinity) return near
    for (const block of blocksOfStart) cells.addBlock(block)
    const regions: number[] = []
    const crossings: Crossing[] = []
    for (let step = 0; step < search.stepCount; step++) this.unpacker.unpackStep(search, step, regions, crossings)
    for (const crossing of crossings) cells.add(xOf(crossing), yOf(crossing), 0)
    const units = cells.find(goal, start, Infinity)
    hold(Math.min(units, nearUnits) < Infinity, 'islands')
    return units < nearUnits ? cells.trace(start) : near
  }
}

/** It never changes, so any number of finders can share it. */
export class LiteAtlas {
  readonly width: number
  readonly height: number
  readonly directions: Directions
  readonly islandCount: number
  private readonly columns: AtlasColumns

  /** @internal */
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

function statusOf(columns: AtlasColumns, start: Point, goal: Point): RouteStatus {
  const { terrain } = columns
  if (![start, goal].every(({ x, y }) => Number.isInteger(x + y) && terrain.isInside(x, y))) return 'outside'
  const island = islandOfCell(columns, start.x, start.y)
  const goalIsland = islandOfCell(columns, goal.x, goal.y)
  if (island < 0 || goalIsland < 0) return 'blocked'
  return island === goalIsland ? 'found' : 'unreachable'
}
