/**
 * The exact search over cells, for near ends and for improving a known path. A sweep covers the box of all cells that a path below a limit
 * can touch. It is thin when the limit hardly exceeds the free way between the ends. So the limit alone decides the work.
 */
import { NONE } from '../base/none.ts'
import { DIAGONAL_UNITS_OF, type Directions, freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { oneCostWithin, type Terrain } from '../map/terrain.ts'
import type { Sweep } from './sweep.ts'
import { boxOf } from './sweep-frame.ts'

/**
 * The cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`, which the sweep then has. NONE
 * if there is none, or where its cells do not fit a frame. The search skips cells more than `besideCells` outside the box of both
 * ends; then the path is the cheapest inside.
 */
export function findNear(
  sweep: Sweep,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  limitUnits: number,
  besideCells = Infinity,
): number {
  const { terrain } = sweep
  const { costMin, directions } = terrain
  if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1)) return NONE
  const one = oneCostNear(terrain, x0, y0, x1, y1, limitUnits)
  const cost = one > 0 ? one : costMin
  if (freeUnits(x1 - x0, y1 - y0, cost, directions) >= limitUnits) return NONE
  const limit = limitUnits / cost
  const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
  const reachX = Math.min(besideCells, reachBeyond(dx, dy, limit, directions))
  const reachY = Math.min(besideCells, reachBeyond(dy, dx, limit, directions))
  const [left, top] = [Math.max(0, Math.min(x0, x1) - reachX), Math.max(0, Math.min(y0, y1) - reachY)]
  const right = Math.min(terrain.width - 1, Math.max(x0, x1) + reachX)
  const bottom = Math.min(terrain.height - 1, Math.max(y0, y1) + reachY)
  // Rows run across the line between the ends, so one sweep finds a path that never turns back.
  sweep.cover(boxOf(left, top, right, bottom, dx > dy), one)
  return sweep.find(x0, y0, x1, y1, limitUnits)
}

/** The one cost of all free cells that a path below the limit can touch; 0 where they differ. */
export function oneCostNear(
  terrain: Terrain,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  limitUnits: number,
): number {
  const cost = terrain.costOfBlock[terrain.blockOf(x0, y0)]
  if (cost < 0) return 0
  const cells = limitUnits / cost / UNITS_PER_CELL
  const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
  // Only cheaper ground could join ends so far apart below the limit.
  if (cells < Math.max(dx, dy)) return 0
  // On the cheapest cost no path below the limit strays farther than this. Otherwise a path may cross cheaper ground beyond the
  // box, so the box is wider. To reach its side from the start, and the goal from there, already costs the limit.
  const isCheapest = cost === terrain.costMin
  const reachX = Math.ceil((isCheapest ? cells - dx : cells) / 2)
  const reachY = Math.ceil((isCheapest ? cells - dy : cells) / 2)
  const [left, top] = [Math.min(x0, x1) - reachX, Math.min(y0, y1) - reachY]
  return oneCostWithin(terrain, left, top, Math.max(x0, x1) + reachX, Math.max(y0, y1) + reachY)
}

/**
 * How many cells beyond both ends along one axis a path below the limit can reach. The ends are `apart` cells apart along it, and
 * `aside` along the other. A free way costs at least the larger of two sums: mostly along the one axis, or along the other.
 */
function reachBeyond(apart: number, aside: number, limit: number, directions: Directions): number {
  const s = UNITS_PER_CELL
  const t = 2 * DIAGONAL_UNITS_OF[directions] - s
  return Math.floor(Math.min((limit - t * apart - s * aside) / (2 * t), (limit - s * apart - t * aside) / (2 * s)))
}
