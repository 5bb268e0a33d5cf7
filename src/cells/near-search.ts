/**
 * The exact search over cells, for near ends and for improving a known path. Sweeps (sweep.ts) cover all cells that a path
 * below a limit can touch: those where the free way from the start plus the free way to the goal costs less than the limit.
 * That is a thin strip when the limit hardly exceeds the free way between the ends.
 *
 * So the limit alone decides the work.
 */
import { NONE } from '../base/none.ts'
import { ROWS_MAX } from '../kernel/sweep-layout.ts'
import { DIAGONAL_UNITS, type Directions, freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { type Sweep, Sweeps } from './sweep.ts'

export class NearSearch {
  private readonly terrain: Terrain
  /** The path found last, until the next find; empty where the last find found none. */
  readonly found = new Bends()
  private readonly sweeps: Sweeps
  /** By row, from `top` + 1 on: the first and the last cell to search. */
  private readonly firstOf = new Int32Array(ROWS_MAX)
  private readonly lastOf = new Int32Array(ROWS_MAX)
  /** Rows that the last search swept. */
  rowCount = 0
  private top = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.sweeps = new Sweeps(terrain)
  }

  /**
   * The cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`. NONE if there is none,
   * or where its cells do not fit a frame. The search skips cells more than `besideCells` outside the box of both ends; then the
   * path is the cheapest inside.
   */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, besideCells = Infinity): number {
    const { terrain, found } = this
    const { costMin, directions } = terrain
    found.clear()
    this.rowCount = 0
    if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1) || limitUnits <= 0) return NONE
    if (x0 === x1 && y0 === y1) {
      found.add(x0, y0)
      return 0
    }
    const one = this.oneCost(x0, y0, x1, y1, limitUnits)
    const cost = one > 0 ? one : costMin
    if (freeUnits(x1 - x0, y1 - y0, cost, directions) >= limitUnits) return NONE
    const sweep = one > 0 ? this.sweeps.even(one) : this.sweeps.mixed(limitUnits)
    // Rows run across the line between the ends, so one sweep finds a path that never turns back.
    const isTurned = Math.abs(x1 - x0) > Math.abs(y1 - y0)
    const ends: Ends = isTurned ? [y0, x0, y1, x1] : [x0, y0, x1, y1]
    this.span(sweep, ends, isTurned, limitUnits / cost, besideCells)
    if (this.rowCount === 0) return NONE
    const units = this.run(sweep, ends, isTurned, limitUnits)
    return units < Infinity ? units : NONE
  }

  /** The map has changed. */
  forgetMap(): void {
    this.sweeps.forgetMap()
  }

  /** Whether all cells cost the same that a path below this limit can touch. */
  isEven(x0: number, y0: number, x1: number, y1: number, limitUnits: number): boolean {
    return this.oneCost(x0, y0, x1, y1, limitUnits) > 0
  }

  /** The one cost of all free cells that a path below the limit can touch; 0 where they differ. */
  private oneCost(x0: number, y0: number, x1: number, y1: number, limitUnits: number): number {
    const { terrain } = this
    if (terrain.isUniform) return terrain.costMin
    const cost = terrain.costOfBlock[terrain.blockOf(x0, y0)]
    if (cost < 0) return 0
    const cells = limitUnits / cost / UNITS_PER_CELL
    const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
    // Only cheaper ground could join ends so far apart below the limit.
    if (cells < Math.max(dx, dy)) return 0
    // On the cheapest cost no path below the limit strays farther than this. Otherwise a path may cross cheaper ground beyond the
    // box, so the box is wider: reaching its side from the start, and the goal from there, already costs the limit.
    const isCheapest = cost === terrain.costMin
    const reachX = Math.ceil((isCheapest ? cells - dx : cells) / 2)
    const reachY = Math.ceil((isCheapest ? cells - dy : cells) / 2)
    const [left, top] = [Math.min(x0, x1) - reachX, Math.min(y0, y1) - reachY]
    return terrain.oneCostWithin(left, top, Math.max(x0, x1) + reachX, Math.max(y0, y1) + reachY)
  }

  /**
   * Computes the cells of each row that a path below `limit` can touch, if all cells cost 1. Leaves 0 rows where a frame has no
   * room for them. Coordinates are (place along a row, row).
   */
  private span(sweep: Sweep, [u0, v0, u1, v1]: Ends, isTurned: boolean, limit: number, beside: number): void {
    const { terrain, firstOf, lastOf } = this
    const { directions } = terrain
    const along = (isTurned ? terrain.height : terrain.width) - 1
    const across = (isTurned ? terrain.width : terrain.height) - 1
    const reach = Math.min(beside, (limit / UNITS_PER_CELL - Math.abs(v1 - v0)) / 2)
    const least = Math.max(0, Math.ceil(Math.min(u0, u1) - beside))
    const most = Math.min(along, Math.floor(Math.max(u0, u1) + beside))
    const top = Math.max(0, Math.ceil(Math.min(v0, v1) - reach))
    const bottom = Math.min(across, Math.floor(Math.max(v0, v1) + reach))
    this.top = top - 1
    if (bottom - top >= sweep.rowsMax) return
    const apart = Math.abs(u1 - u0)
    let [left, right] = [Math.min(u0, u1), Math.max(u0, u1)]
    const [low, high] = [left, right]
    for (let v = top; v <= bottom; v++) {
      const [b0, b1] = [Math.abs(v - v0), Math.abs(v - v1)]
      const atLow =
        u0 <= u1 ? reachBeyond(b0, b1, apart, limit, directions) : reachBeyond(b1, b0, apart, limit, directions)
      const atHigh =
        u0 <= u1 ? reachBeyond(b1, b0, apart, limit, directions) : reachBeyond(b0, b1, apart, limit, directions)
      const first = Math.max(least, low - atLow)
      const last = Math.min(most, high + atHigh)
      firstOf[v - top + 1] = first
      lastOf[v - top + 1] = last
      if (first < left) left = first
      if (last > right) right = last
    }
    if (right - left >= sweep.alongMax) return
    this.rowCount = bottom - top + 1
  }

  private run(sweep: Sweep, [u0, v0, u1, v1]: Ends, isTurned: boolean, limitUnits: number): number {
    const { terrain, found, firstOf, lastOf, rowCount, top } = this
    let least = u0
    for (let row = 1; row <= rowCount; row++) if (firstOf[row] < least) least = firstOf[row]
    const left = sweep.originOf(least)
    sweep.reset(rowCount)
    for (let row = 1; row <= rowCount; row++) {
      // Adds the cells beside diagonal steps from the row before and to the next.
      const before = Math.max(1, row - 1)
      const next = Math.min(rowCount, row + 1)
      sweep.firstOfRow[row] = Math.min(firstOf[before], firstOf[row], firstOf[next]) - left
      sweep.lastOfRow[row] = Math.max(lastOf[before], lastOf[row], lastOf[next]) - left
    }
    sweep.layOut(terrain, left, top, isTurned)
    const { pitch } = sweep
    const goal = (v1 - top) * pitch + u1 - left
    const units = sweep.run((v0 - top) * pitch + u0 - left, goal, limitUnits, -1)
    if (units === Infinity) return units
    found.start(isTurned ? v0 : u0, isTurned ? u0 : v0)
    sweep.goOn(goal, found)
    return units
  }
}

/** The place along a row and the row, for start and goal. */
type Ends = readonly [u0: number, v0: number, u1: number, v1: number]

/**
 * How many places beyond one end a path below the limit can reach in a row. The row is `b0` rows from that end and `b1` from the
 * other; the ends are `apart` places apart along a row. Negative where the row is useful only from a place between the ends on.
 *
 * The cost of a free way is the larger of two sums: mostly along the row, or mostly across. So both free ways together cost
 * the largest of four sums, and each sum gives a place where it exceeds the limit.
 */
function reachBeyond(b0: number, b1: number, apart: number, limit: number, directions: Directions): number {
  const s = UNITS_PER_CELL
  if (directions === 4) return Math.floor((limit / s - b0 - b1 - apart) / 2)
  // The extra cost of making a straight step diagonal.
  const t = 2 * DIAGONAL_UNITS - s
  const bySteps = Math.min((limit - s * (b0 + b1)) / t, (limit - t * (b0 + b1)) / s)
  const byTurns = Math.min(limit - s * (b0 + apart) - t * b1, limit - t * (b0 + apart) - s * b1)
  const beyond = Math.min((bySteps - apart) / 2, byTurns / (s + t))
  if (beyond >= 0) return Math.floor(beyond)
  return -Math.ceil((s * (b0 + apart) + t * b1 - limit) / (s - t))
}
