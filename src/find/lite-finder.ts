/**
 * An atlas and its finder for pages that must be small. The route over the levels gives the blocks that a path crosses.
 * On even ground the atlas has the ways through them, and the path along these is pulled taut. On weighted ground and among
 * scattered walls a search of the blocks' cells gives the path, led by the costs of the route's entries. It takes milliseconds, where the
 * other doors take a fraction of one. Better qualities, replaced ends, proofs and heads of paths are left out; other
 * doors have them.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Crossing, halfStepUnits, landingOf, NOWHERE, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { forEachRegionIn, islandOfCell, regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, hold } from '../atlas/level-graph.ts'
import type { Point, RouteStatus } from '../base/answer.ts'
import { Bends, cellCountAlong, cellsAlong, costOfHalves, halvesAlong } from '../cells/bends.ts'
import { addSightLine } from '../cells/line.ts'
import { type Directions, UNITS_PER_CELL } from '../map/movement.ts'
import { Corridor, forEachEntryOf, regionBeyond } from '../path/corridor.ts'
import { StringPuller } from '../path/pull.ts'
import { isScattered } from '../path/stream.ts'
import { Tracer, Unpacker } from '../path/unpack.ts'
import type { EntrySearch, RouteEnd } from '../route/entry-search.ts'
import { routeSearch } from '../route/route-guide.ts'
import { LiteCells } from './lite-cells.ts'

/** A near path that costs less than this many cheapest cells is the best: it stays near the middle of its ends. */
const NEAR_CELLS = 100
/** On mixed ground the blocks within this distance of an end are flooded. */
const END_CELLS = { even: 0, mixed: 12 }
/**
 * The same for an end on ground that costs more than 4 times the cheapest: in a block of such ground alone, and with 4
 * directions on any such cell.
 */
const END_CELLS_IF_EXPENSIVE = { even: 0, mixed: 32 }
const EXPENSIVE = 4

/** The part of a route that isthmus/lite has. */
export interface LiteRoute {
  readonly status: RouteStatus
  /** One sentence on why there is no path; empty where there is one. */
  readonly message: string
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
  private readonly cells: LiteCells
  private readonly routes: EntrySearch
  private readonly corridor: Corridor
  private readonly puller: StringPuller
  private readonly tracer: Tracer<RouteEnd>
  private readonly bends = new Bends()
  private readonly unpacker: Unpacker

  /** @internal */
  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.cells = new LiteCells(columns.terrain)
    this.routes = routeSearch(columns)
    this.corridor = new Corridor(columns)
    this.tracer = new Tracer(columns, { fill: (_stretch, _i, x, y) => this.search(x, y) })
    this.puller = new StringPuller(columns.terrain)
    this.unpacker = new Unpacker(columns)
  }

  /** The route from one cell to another. "No" is an answer: the route's status says why. */
  find(x0: number, y0: number, x1: number, y1: number): LiteRoute {
    const { columns } = this
    const start = { x: x0, y: y0 }
    const goal = { x: x1, y: y1 }
    const [status, message] = statusOf(columns, start, goal)
    const xy = Int32Array.from(status === 'found' ? this.path(start, goal) : [])
    const cost = status === 'found' ? costOfHalves(halvesAlong(columns.terrain, xy)) : Infinity
    const count = xy.length >> 1
    const cells = () => cellsAlong(xy, count, count && cellCountAlong(xy, count))
    return { status, message, start, goal, cost, cells }
  }

  /** The bends or cells of a path, as x, y pairs. */
  private path(start: Point, goal: Point): Int32Array | number[] {
    const { bends, cells, columns, corridor, routes } = this
    const { terrain } = columns
    bends.start(start.x, start.y)
    if (addSightLine(terrain, goal.x, goal.y, bends)) return this.bent()
    let nearUnits = Infinity
    let near: number[] = []
    if (Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y)) < NEAR_CELLS) {
      cells.clear()
      cells.add((start.x + goal.x) >> 1, (start.y + goal.y) >> 1, NEAR_CELLS / 2)
      nearUnits = cells.find(goal, start)
      if (nearUnits < Infinity) near = cells.trace(start)
      if (nearUnits < NEAR_CELLS * UNITS_PER_CELL * terrain.costMin) return near
    }
    const from = liteEnd(columns, cells, start)
    const blocksOfStart = cells.blocks.slice()
    const to = liteEnd(columns, cells, goal)
    if (routes.find(from, to, nearUnits) === Infinity) {
      hold(nearUnits < Infinity, 'islands')
      return near
    }
    const regions: number[] = []
    const crossings: Crossing[] = []
    const steps = routes.steps()
    for (let step = 0; step < steps.entryOfStep.length; step++)
      this.unpacker.unpackStep(steps, step, regions, crossings)
    const count = regions.length
    corridor.solve(regions, crossings, count, from, to, regionBeyond(columns, crossings[count - 1]))
    // Elsewhere the cells beside the route's entries are searched.
    if (terrain.ground.of({ even: !isScattered(columns), mixed: false })) {
      this.tracer.trace({ regionOf: regions, corridor, count, from, goal: to }, 0, count + 1, NOWHERE, bends)
      this.puller.pull(bends)
      return this.bent()
    }
    const blocksOfGoal = cells.blocks.slice()
    for (const block of blocksOfStart) cells.addBlock(block)
    forEachEntryOf(corridor, columns.levels[0], regions, (crossing, units) => {
      const beyond = reversed(crossing)
      if (near.length > 0) cells.add(xOf(beyond), yOf(beyond), 0)
      else cells.guide(xOf(beyond), yOf(beyond), units)
    })
    if (near.length === 0) {
      for (const block of blocksOfStart) cells.guideLow(block, start.x, start.y, 0)
      const last = reversed(crossings[count - 1])
      for (const block of blocksOfGoal) cells.guideLow(block, xOf(last), yOf(last), corridor.unitsOf[count - 1])
    }
    const units = cells.find(goal, start)
    hold(Math.min(units, nearUnits) < Infinity, 'islands')
    return units < nearUnits ? cells.trace(start) : near
  }

  /** Appends the best way to a cell in sight, or of the block where the path ends. */
  private search(x: number, y: number): void {
    const { bends, cells, columns } = this
    if (addSightLine(columns.terrain, x, y, bends)) return
    const at = { x: bends.xOf(bends.count - 1), y: bends.yOf(bends.count - 1) }
    cells.clear()
    cells.add(x, y, 0)
    hold(cells.find({ x, y }, at) < Infinity, 'ways')
    const xy = cells.trace(at)
    for (let i = 2; i < xy.length; i += 2) bends.add(xy[i], xy[i + 1])
  }

  private bent(): Int32Array {
    return this.bends.xy.slice(0, 2 * this.bends.count)
  }
}

/**
 * One end of a query: the costs to the entries of its region, and on weighted ground to those of the blocks near it, by a flood of
 * these blocks.
 */
function liteEnd(columns: AtlasColumns, cells: LiteCells, { x, y }: Point): RouteEnd {
  const { labels, terrain } = columns
  const [levelZero] = columns.levels
  const { costMin, directions, ground } = terrain
  const own = regionOfCell(labels, terrain.blockOf(x, y), x, y)
  const cost = directions === 4 ? terrain.costOfFree(x, y) : terrain.costOfBlock[terrain.blockOf(x, y)]
  const isExpensive = cost > EXPENSIVE * costMin
  const reachCells = ground.of(isExpensive ? END_CELLS_IF_EXPENSIVE : END_CELLS)
  cells.clear()
  cells.add(x, y, reachCells)
  cells.find({ x, y }, null)
  const regions = [own]
  if (reachCells > 0)
    forEachRegionIn(columns, x - reachCells, y - reachCells, x + reachCells, y + reachCells, region => {
      if (region !== own) regions.push(region)
    })
  const units: number[] = []
  for (const region of regions) {
    for (let slot = firstSlotOf(levelZero, region); slot < endSlotOf(levelZero, region); slot++) {
      const crossing = crossingAt(levelZero, slot)
      const landing = landingOf(terrain, crossing)
      units.push(cells.unitsTo(xOf(landing), yOf(landing)) + halfStepUnits(terrain, crossing, landing))
    }
  }
  return { x, y, regions, unitsOfSlot: Float64Array.from(units) }
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
    return this.columns.terrain.costAt(x, y)
  }

  /** The number of the island that a cell belongs to; -1 for a wall and outside the map. */
  islandOf(x: number, y: number): number {
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

/** The status, and why there is no path. */
function statusOf(columns: AtlasColumns, start: Point, goal: Point): [RouteStatus, string] {
  const { terrain } = columns
  const isInside = ({ x, y }: Point) => Number.isInteger(x + y) && terrain.isInside(x, y)
  if (!isInside(start) || !isInside(goal)) return ['outside', 'An end is outside the map.']
  const island = islandOfCell(columns, start.x, start.y)
  const goalIsland = islandOfCell(columns, goal.x, goal.y)
  if (island < 0 || goalIsland < 0) return ['blocked', 'An end is a wall.']
  return island === goalIsland ? ['found', ''] : ['unreachable', 'The goal is on another island.']
}
