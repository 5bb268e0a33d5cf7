/**
 * Turns the cells of a path into any-angle waypoints: a few cells between which a unit can walk straight.
 *
 * The path is cut where it has arrived, pulled taut, freed of turns that are not worth their cost, and spaced. The
 * result never costs more than the path, except `turnCostCells` for each of the path's turns. Where spacing would break
 * that, the path's own runs are spaced instead.
 */
import { checkTerrain } from '../base/given.ts'
import type { Terrain } from '../map/terrain.ts'
import type { WaypointOptions } from './options.ts'
import { checkWaypointOptions } from './options.ts'
import { Polyline } from './polyline.ts'
import { Price, SAME_SHARE } from './price.ts'
import { costUpTo } from './segment-cost.ts'
import { checkRun, checkShapeable } from './shapeable.ts'
import { isSegmentFree } from './sight.ts'
import type { Spacing } from './spacing.ts'
import { dropNeedless, fill, thin } from './spacing.ts'
import { joinBend, merge, tighten } from './tighten.ts'

/** As the cost of a turn: then no waypoint is worth removing. */
const NEVER_JOINED = -Infinity

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
