/**
 * The exact search over cells, for ends that are near each other and for bettering a path that is known: sweeps (sweep.ts)
 * over all cells that a path below a limit can touch. These lie where both free ways together, from the start and to the
 * goal, cost less than the limit: a thin strip where the limit is hardly more than the free way between the ends.
 *
 * So the limit alone says what a search takes. An answer is the cheapest path, or the proof that none is below the limit,
 * or the admission that there is more to look at than was asked for, or than a frame has room for.
 */
import { EVEN_CELLS, EVEN_PITCH, MIXED_SIDE, ROWS_MAX } from '../kernel/sweep-layout.ts'
import { DIAGONAL_UNITS, type Directions, freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { evenSweep, mixedSweep, type Sweep } from './sweep.ts'

/** Proven: no path is cheaper than the limit. */
export const NONE_BELOW = -1
/** Not known: the search needed more room than it had. */
export const GAVE_UP = -2

/** Walls stand around a frame of mixed ground, and words of them beside one of even ground. */
const MIXED_MAX = MIXED_SIDE - 2
const EVEN_ROWS_MAX = ROWS_MAX - 2
const EVEN_ALONG_MAX = EVEN_CELLS - 3 * 32

export class NearSearch {
  private readonly terrain: Terrain
  private readonly found = new Bends()
  /** Made when they are first needed. */
  private even: Sweep | null = null
  private swift: Sweep | null = null
  private wide: Sweep | null = null
  /** By row, from `top` + 1 on, the first and the last cell that is looked at. */
  private readonly firstOf = new Int32Array(ROWS_MAX)
  private readonly lastOf = new Int32Array(ROWS_MAX)
  private rowCount = 0
  private top = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /**
   * The cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`. NONE_BELOW if it is
   * proven that there is none, GAVE_UP where that would take too large a frame. Cells more than `besideCells` outside of the
   * box of both ends are not looked at: then the path is the cheapest of those inside, and GAVE_UP where there is none.
   */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, besideCells = Infinity): number {
    const { terrain, found } = this
    const { costMin, directions } = terrain
    found.clear()
    if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1) || limitUnits <= 0) return NONE_BELOW
    if (x0 === x1 && y0 === y1) {
      found.add(x0, y0)
      return 0
    }
    const one = this.oneCost(x0, y0, x1, y1, limitUnits)
    const cost = one > 0 ? one : costMin
    if (freeUnits(x1 - x0, y1 - y0, cost, directions) >= limitUnits) return NONE_BELOW
    const sweep = one > 0 ? this.evenSweep(one) : this.mixedSweep(limitUnits)
    // Rows lie across the way, so that a path which never turns back is found by one sweep.
    const isTurned = Math.abs(x1 - x0) > Math.abs(y1 - y0)
    const ends: Ends = isTurned ? [y0, x0, y1, x1] : [x0, y0, x1, y1]
    const isWhole = this.span(ends, isTurned, limitUnits / cost, besideCells, one > 0)
    if (this.rowCount === 0) return GAVE_UP
    const units = this.run(sweep, ends, isTurned, limitUnits, one > 0)
    if (units < Infinity) return units
    return isWhole && limitUnits <= sweep.unitsMax ? NONE_BELOW : GAVE_UP
  }

  /** Whether all cells cost the same that a path below this limit can touch. */
  isEven(x0: number, y0: number, x1: number, y1: number, limitUnits: number): boolean {
    return this.oneCost(x0, y0, x1, y1, limitUnits) > 0
  }

  /** The bends of the path found last, x,y pairs from start to goal; valid until the next find. */
  get bends(): Int32Array {
    return this.found.xy
  }

  /** How many bends that path has, start and goal included; 0 if the last find found none. */
  get bendCount(): number {
    return this.found.count
  }

  /** What every free cell costs that a path below the limit can touch; 0 where they differ. */
  private oneCost(x0: number, y0: number, x1: number, y1: number, limitUnits: number): number {
    const { terrain } = this
    if (terrain.isUniform) return terrain.costMin
    const cost = terrain.costOfBlock[terrain.blockOf(x0, y0)]
    if (cost < 0) return 0
    const cells = limitUnits / cost / UNITS_PER_CELL
    const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)]
    // Ends that are too far apart for that are joined, if at all, over cheaper ground.
    if (cells < Math.max(dx, dy)) return 0
    // A path strays no farther while all costs at least as much as here. Where something costs less it may go over that all
    // the way between the sides of a box: to get there from the start, and to the goal, would have to cost the limit.
    const isCheapest = cost === terrain.costMin
    const reachX = Math.ceil((isCheapest ? cells - dx : cells) / 2)
    const reachY = Math.ceil((isCheapest ? cells - dy : cells) / 2)
    const [left, top] = [Math.min(x0, x1) - reachX, Math.min(y0, y1) - reachY]
    return terrain.oneCostWithin(left, top, Math.max(x0, x1) + reachX, Math.max(y0, y1) + reachY)
  }

  private evenSweep(cost: number): Sweep {
    this.even ??= evenSweep(this.terrain)
    this.even.cost = cost
    return this.even
  }

  private mixedSweep(limitUnits: number): Sweep {
    this.swift ??= mixedSweep(MIXED_SIDE, this.terrain)
    if (limitUnits < this.swift.unitsMax) return this.swift
    this.wide ??= mixedSweep(MIXED_SIDE, this.terrain, 0, true)
    return this.wide
  }

  /**
   * Finds which cells of which rows a path can touch, all of cost 1, and costing less than `limit`; no row where a frame has no
   * room for them. Returns whether these are all. Places along a row come first, then rows.
   */
  private span([u0, v0, u1, v1]: Ends, isTurned: boolean, limit: number, beside: number, isEven: boolean): boolean {
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
    this.rowCount = 0
    if (bottom - top >= (isEven ? EVEN_ROWS_MAX : MIXED_MAX)) return false
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
    if (right - left >= (isEven ? EVEN_ALONG_MAX : MIXED_MAX)) return false
    this.rowCount = bottom - top + 1
    return beside === Infinity
  }

  private run(sweep: Sweep, [u0, v0, u1, v1]: Ends, isTurned: boolean, limitUnits: number, isEven: boolean): number {
    const { terrain, found, firstOf, lastOf, rowCount, top } = this
    let least = u0
    for (let row = 1; row <= rowCount; row++) if (firstOf[row] < least) least = firstOf[row]
    // The cells of a word of the map are those of a word of bits, behind one of walls.
    const left = isEven ? (least & ~31) - 32 : least - 1
    sweep.reset(rowCount)
    for (let row = 1; row <= rowCount; row++) {
      // And what lies beside a diagonal step from the row before or to the next.
      const before = Math.max(1, row - 1)
      const next = Math.min(rowCount, row + 1)
      sweep.firstOfRow[row] = Math.min(firstOf[before], firstOf[row], firstOf[next]) - left
      sweep.lastOfRow[row] = Math.max(lastOf[before], lastOf[row], lastOf[next]) - left
    }
    sweep.layOut(terrain, left, top, isTurned)
    const pitch = isEven ? EVEN_PITCH : MIXED_SIDE
    const goal = (v1 - top) * pitch + u1 - left
    const units = sweep.run((v0 - top) * pitch + u0 - left, goal, limitUnits, -1)
    if (units === Infinity) return units
    found.start(isTurned ? v0 : u0, isTurned ? u0 : v0)
    sweep.goOn(goal, isTurned, found)
    return units
  }
}

/** Of both ends the place along a row, and the row. */
type Ends = readonly [u0: number, v0: number, u1: number, v1: number]

/**
 * How far beyond one of two ends a row is of use: it is `b0` rows from that end, `b1` from the other, and these are `apart`
 * places along a row from each other. Negative where the row is of use only from some place between the ends on.
 *
 * The free way to a cell costs more of two sums, one for each way that it may lie. So both free ways together cost the most of
 * four sums, each of which says where it exceeds the limit.
 */
function reachBeyond(b0: number, b1: number, apart: number, limit: number, directions: Directions): number {
  const s = UNITS_PER_CELL
  if (directions === 4) return Math.floor((limit / s - b0 - b1 - apart) / 2)
  // What a step aside adds to a straight one.
  const t = 2 * DIAGONAL_UNITS - s
  const bySteps = Math.min((limit - s * (b0 + b1)) / t, (limit - t * (b0 + b1)) / s)
  const byTurns = Math.min(limit - s * (b0 + apart) - t * b1, limit - t * (b0 + apart) - s * b1)
  const beyond = Math.min((bySteps - apart) / 2, byTurns / (s + t))
  if (beyond >= 0) return Math.floor(beyond)
  return -Math.ceil((s * (b0 + apart) + t * b1 - limit) / (s - t))
}
