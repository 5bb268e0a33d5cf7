/**
 * Turns the cells of a path into any-angle waypoints: a few cells between which a unit can walk straight.
 *
 * The path is cut where it has arrived, pulled taut, freed of turns that are not worth their cost, and spaced. The
 * result never costs more than the path, except `turnCostCells` for each of the path's turns. Where spacing would break
 * that, the path's own runs are spaced instead.
 */
import { type AllOf, checkTerrain, optionsOf, refuse } from '../base/given.ts'
import { number } from '../base/kinds.ts'
import type { Terrain } from '../map/terrain.ts'
import { Polyline } from './polyline.ts'
import { costUpTo, Price, SAME_SHARE } from './segment-cost.ts'
import { checkRun, checkShapeable } from './shapeable.ts'
import { isSegmentFree } from './sight.ts'
import { joinBend, merge, straighten, tighten } from './tighten.ts'

export interface WaypointOptions {
  /** How far to keep from walls. Where the path itself comes closer, its own runs stay. Default 0: touch none. */
  readonly clearanceCells?: number
  /** How much one direction change fewer may cost, in cell lengths. Default 0. */
  readonly turnCostCells?: number
  /** Waypoints closer together than this are merged as far as walls and costs allow. Default 0. */
  readonly spacingMinCells?: number
  /** The widest gap between two waypoints; at least 2. Default: no limit. */
  readonly spacingMaxCells?: number
  /**
   * The path ends at its first cell within this distance of the goal with a free line to it. Default 0: at the goal.
   */
  readonly toleranceCells?: number
}

/** The widest gap between waypoints must allow a diagonal step. */
const SPACING_MAX_LEAST_CELLS = 2
/**
 * The least and the widest gap between waypoints. The minimum is a wish. A waypoint stays if going straight past it would
 * touch a wall, cost more, or leave too wide a gap. The maximum is a promise.
 */
interface Spacing {
  readonly min: number
  readonly max: number
}

/** As the cost of a turn: then no waypoint is worth removing. */
const NEVER_JOINED = -Infinity

const WAYPOINT_OPTIONS = {
  clearanceCells: number(0),
  turnCostCells: number(0),
  spacingMinCells: number(0, Infinity),
  spacingMaxCells: number(SPACING_MAX_LEAST_CELLS, Infinity),
  toleranceCells: number(0, Infinity),
} as const satisfies AllOf<WaypointOptions>

/** Owns the scratch of shaping: use one per worker, like the finder whose paths it shapes. */
export class WaypointShaper {
  private readonly terrain: Terrain
  private readonly line = new Polyline()

  constructor(terrain: Terrain) {
    checkTerrain(terrain)
    this.terrain = terrain
  }

  /** The waypoints of a legal path, both as x, y pairs. An empty path has none. */
  shape(cells: Int32Array, options: WaypointOptions = {}): Int32Array {
    const { terrain, line } = this
    checkShapeable(terrain, cells, 'cells')
    const { clearanceCells, turnCostCells, spacingMinCells, spacingMaxCells, toleranceCells } =
      checkWaypointOptions(options)
    if (cells.length === 0) return new Int32Array(0)
    const count = arrivalOf(terrain, cells, toleranceCells) + 1
    const price = new Price(terrain, clearanceCells)
    const pathCost = takePath(line, cells, count, price, turnCostCells)
    // Each turn of the path may have been removed at this price.
    const costMax = pathCost.cost + turnCostCells * pathCost.turns
    tighten(line, price, turnCostCells)
    if (turnCostCells > 0) buyOffTurns(line, price, turnCostCells)
    const spacing = { min: spacingMinCells, max: spacingMaxCells }
    if (spacing.min > 0) thin(line, spacing, price, costMax)
    if (spacing.max < Infinity && !isFilled(line, spacing, price, costMax)) {
      const free = new Price(terrain, 0)
      takePath(line, cells, count, free, NEVER_JOINED)
      fill(line, spacing.max, free)
    }
    if (spacing.min > 0) dropNeedless(line, spacing, price)
    return line.toCells()
  }
}

/** The number of a path's first cell within `tolerance` of its end and with a free line to it. */
function arrivalOf(terrain: Terrain, cells: Int32Array, tolerance: number): number {
  const last = (cells.length >> 1) - 1
  const goalX = cells[2 * last]
  const goalY = cells[2 * last + 1]
  for (let i = 0; tolerance > 0 && i < last; i++) {
    const dx = cells[2 * i] - goalX
    const dy = cells[2 * i + 1] - goalY
    if (dx * dx + dy * dy > tolerance * tolerance) continue
    if (isSegmentFree(terrain, cells[2 * i], cells[2 * i + 1], goalX, goalY)) return i
  }
  return last
}

/** Joins the path's runs one by one; returns the path's own cost and turns. */
function takePath(
  line: Polyline,
  cells: Int32Array,
  count: number,
  price: Price,
  turnCost: number,
): { cost: number; turns: number } {
  let cost = 0
  let runs = 0
  line.clear()
  line.push(cells[0], cells[1], 0)
  for (let from = 0; from < count - 1; ) {
    const to = runEnd(cells, count, from)
    const [x, y] = [cells[2 * from], cells[2 * from + 1]]
    checkRun(price.terrain, x, y, cells[2 * from + 2] - x, cells[2 * from + 3] - y, to - from)
    cost += joinRun(line, cells, from, to, price, turnCost)
    runs++
    from = to
  }
  return { cost, turns: Math.max(0, runs - 1) }
}

/**
 * Joins the run between two of the path's cells; returns its cost. Parts that keep the clearance are joined apart from
 * those that do not. A narrow place must not keep the rest from being pulled.
 */
function joinRun(line: Polyline, cells: Int32Array, from: number, to: number, price: Price, turnCost: number): number {
  const isWhole = price.clearance === 0 || isKept(cells, from, to, price)
  let cost = 0
  for (let at = from; at < to; ) {
    let end = isWhole ? to : at + 1
    while (end < to && isKept(cells, at, at + 1, price) === isKept(cells, end, end + 1, price)) end++
    const x = cells[2 * end]
    const y = cells[2 * end + 1]
    const part = costUpTo(price.terrain, cells[2 * at], cells[2 * at + 1], x, y, Infinity)
    joinBend(line, x, y, part, price, turnCost)
    cost += part
    at = end
  }
  return cost
}

/** Whether the straight segment between two of the path's cells keeps the clearance. */
function isKept(cells: Int32Array, a: number, b: number, price: Price): boolean {
  return price.of(cells[2 * a], cells[2 * a + 1], cells[2 * b], cells[2 * b + 1], Infinity) < Infinity
}

/** The number of the last cell of the run that begins at cell `from`. That must not be the path's last cell. */
function runEnd(cells: Int32Array, count: number, from: number): number {
  const dx = cells[2 * from + 2] - cells[2 * from]
  const dy = cells[2 * from + 3] - cells[2 * from + 1]
  let to = from + 1
  while (to < count - 1 && cells[2 * to + 2] - cells[2 * to] === dx && cells[2 * to + 3] - cells[2 * to + 1] === dy)
    to++
  return to
}

function buyOffTurns(line: Polyline, price: Price, turnCost: number): void {
  const { costTo } = line
  let isMerged = false
  for (let i = 1; i < line.count - 2; ) {
    if (!merge(line, i, price, costTo[i] + costTo[i + 1] + costTo[i + 2] + turnCost)) {
      i++
      continue
    }
    isMerged = true
    if (i > 1) i--
  }
  if (isMerged) tighten(line, price, turnCost)
}

function isFilled(line: Polyline, spacing: Spacing, price: Price, costMax: number): boolean {
  return fill(line, spacing.max, price) && line.cost() <= costMax * (1 + SAME_SHARE)
}

export function checkWaypointOptions(given: WaypointOptions | null | undefined): Required<WaypointOptions> {
  const options = optionsOf(given, WAYPOINT_OPTIONS)
  const { clearanceCells = 0, turnCostCells = 0, toleranceCells = 0 } = options
  const { spacingMinCells = 0, spacingMaxCells = Infinity } = options
  if (spacingMaxCells < spacingMinCells) {
    refuse(`spacingMaxCells is ${spacingMaxCells}: a number from spacingMinCells, ${spacingMinCells}, on was expected.`)
  }
  return { clearanceCells, turnCostCells, spacingMinCells, spacingMaxCells, toleranceCells }
}

/** Drops or merges waypoints that are too close. `costMax` limits the cost of the whole line. */
function thin(line: Polyline, spacing: Spacing, price: Price, costMax: number): void {
  dropNeedless(line, spacing, price)
  let spare = costMax - line.cost()
  for (let i = 1; i < line.count - 2; ) {
    const before = line.costTo[i] + line.costTo[i + 1] + line.costTo[i + 2]
    if (line.lengthTo(i + 1) >= spacing.min || !merge(line, i, price, before + spare)) {
      i++
      continue
    }
    spare -= line.costTo[i] + line.costTo[i + 1] - before
    if (i > 1) i--
  }
}

/** Drops each waypoint that is too close to another and not needed. */
function dropNeedless(line: Polyline, spacing: Spacing, price: Price): void {
  for (let i = 1; i < line.count - 1; ) {
    const isClose = line.lengthTo(i) < spacing.min || line.lengthTo(i + 1) < spacing.min
    const gap = Math.hypot(line.x[i + 1] - line.x[i - 1], line.y[i + 1] - line.y[i - 1])
    if (!isClose || gap > spacing.max || !straighten(line, i, price, 0)) i++
    else if (i > 1) i--
  }
}

/**
 * Fills gaps wider than the maximum. If no cell along a gap sees both ends, returns false with the line half filled.
 */
function fill(line: Polyline, spacingMax: number, price: Price): boolean {
  for (let i = 1; i < line.count; i++) {
    if (line.lengthTo(i) > spacingMax && !split(line, i, spacingMax, price)) return false
  }
  return true
}

/**
 * Inserts a waypoint before waypoint i, on or beside the segment to it, to make the gaps up to i about equal. If the
 * segment itself does not keep the clearance, it is a run of the path; its parts need not keep it either.
 */
function split(line: Polyline, i: number, spacingMax: number, price: Price): boolean {
  const x0 = line.x[i - 1]
  const y0 = line.y[i - 1]
  const x1 = line.x[i]
  const y1 = line.y[i]
  const isKept = price.of(x0, y0, x1, y1, Infinity) < Infinity
  const piecePrice = isKept ? price : new Price(price.terrain, 0)
  const length = line.lengthTo(i)
  for (let reach = length / Math.ceil(length / spacingMax); reach >= 1; reach--) {
    const [x, y] = cellAlong(x1 - x0, y1 - y0, reach / length)
    if (x * x + y * y > spacingMax * spacingMax) continue
    const to = piecePrice.of(x0, y0, x0 + x, y0 + y, Infinity)
    const on = to === Infinity ? to : piecePrice.of(x0 + x, y0 + y, x1, y1, Infinity)
    if (on === Infinity) continue
    line.insert(i, x0 + x, y0 + y, to)
    line.costTo[i + 1] = on
    return true
  }
  return false
}

/** The cell at a share of the way along (dx, dy). On rows, columns and diagonals it lies exactly on the way. */
function cellAlong(dx: number, dy: number, share: number): [x: number, y: number] {
  const longer = Math.max(Math.abs(dx), Math.abs(dy))
  const steps = Math.max(1, Math.round(share * longer))
  return [Math.round((dx / longer) * steps), Math.round((dy / longer) * steps)]
}
