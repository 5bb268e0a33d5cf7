/**
 * Chooses the entries of weighted ground that a level keeps. A stretch is the part of a border that two regions of the level
 * share. A way by another entry goes along one side of the border, through there, and back along the other side; the detour
 * is a share of the cost of the entry's own way through both blocks. The entry with the cheapest way is kept first. Then the
 * entry with the largest detour by those kept is added, until all detours are within a share that doubles with each level, or
 * the maximum is reached. So every level keeps a road or ford across the border, and even ground has evenly spaced entries.
 * The choice depends only on the cells along the stretch and its entries.
 */
import { directionOfCrossing, reversed, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { DX, DY, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { cornerStepUnits } from './corner-steps.ts'

/** Largest detour by share at level 0. With less, hardly a path is cheaper, and tables take more room. */
const SHARE = 1 / 9
const ENTRIES_MAX = 8
/** The maximum on rough ground: where costs along the stretch often jump, by a factor of JUMP. */
const ENTRIES_MAX_ROUGH = 12
/**
 * The maximum on rough ground at level 1, where a path may need any entry. With fewer, paths over cheap cells scattered among
 * expensive ones miss the cheapest hop. Higher levels need no more, since level 1 refines their routes.
 */
const ENTRIES_MAX_ROUGH_LEVEL_1 = 20
/** The roads of a maze lead to different places: up to 14 entries stay while the largest detour is over 4 times the share. */
const UNBEARABLE = 4
const ENTRIES_MAX_IF_UNBEARABLE = 14
const JUMP = 8
const JUMPS_MIN = 8
/** Assumed cost of going around a wall on the stretch, in steps like the last one before it. */
const STEPS_AROUND_WALL = 4
/** A way counts as at most this much more expensive than the cheapest through the same crossing. */
const RATIO_MAX = 3
/** Length of a way through two blocks. */
export const THROUGH_CELLS = 2 * BLOCK_SIDE_CELLS

export class StretchCover {
  private readonly terrain: Terrain
  /** By entry; callers may replace these by longer columns. */
  throughOf: Int32Array
  crossingOf: Int32Array
  /**
   * Cost along the stretch from its first entry to each entry, in order of place; the sum of both sides of the border.
   */
  private bothSidesOf = new Float64Array(64)
  /**
   * Typical cost of a way through both blocks by each entry: the mean of the cheapest one, which may be a special case, and of
   * one whose steps all cost as much as the step over the border. The latter is capped at RATIO_MAX times the former.
   */
  private wayOf = new Float64Array(64)
  /** Cost of the step over the border by each entry; `ownStepOf` has that of its corner step if it has one. */
  private stepOf = new Float64Array(64)
  private ownStepOf = new Float64Array(64)
  /** Detour of each entry by the best entry kept, as a share of the cost of its own way. */
  private shareOf = new Float64Array(64)

  constructor(terrain: Terrain, crossingOf: Int32Array, throughOf: Int32Array) {
    this.terrain = terrain
    this.crossingOf = crossingOf
    this.throughOf = throughOf
  }

  /**
   * Returns which entries of a stretch a level keeps, as indices into `entries`, which are in order of place. `share` is the
   * largest detour allowed; it doubles with each level.
   */
  choose(entries: ArrayLike<number>, level: number, share: number = SHARE * 2 ** level): number[] {
    const isRough = this.measure(entries)
    const { wayOf, shareOf } = this
    const count = entries.length
    const entriesMax = !isRough ? ENTRIES_MAX : level === 1 ? ENTRIES_MAX_ROUGH_LEVEL_1 : ENTRIES_MAX_ROUGH
    shareOf.fill(Infinity, 0, count)
    let next = 0
    for (let i = 1; i < count; i++) if (wayOf[i] < wayOf[next]) next = i
    const kept: number[] = []
    const shareAt = (count: number) =>
      count < entriesMax ? share : count < ENTRIES_MAX_IF_UNBEARABLE ? UNBEARABLE * share : Infinity
    while (shareOf[next] > shareAt(kept.length)) {
      kept.push(next)
      this.letStandIn(next, count)
      for (let i = 0; i < count; i++) if (shareOf[i] > shareOf[next]) next = i
    }
    return kept
  }

  /** Lowers all detours by a newly kept entry. */
  private letStandIn(kept: number, count: number): void {
    const { bothSidesOf, wayOf, stepOf, ownStepOf, shareOf } = this
    for (let i = 0; i < count; i++) {
      const thereAndBack = Math.abs(bothSidesOf[kept] - bothSidesOf[i])
      shareOf[i] = Math.min(shareOf[i], (thereAndBack + stepOf[kept] - ownStepOf[i]) / wayOf[i])
    }
    // The cheaper corner step would leave the entry a detour by itself, and it would be kept twice.
    shareOf[kept] = 0
  }

  /** Fills the columns; returns whether the ground along the stretch is rough. */
  private measure(entries: ArrayLike<number>): boolean {
    const { terrain, crossingOf, throughOf } = this
    if (entries.length > this.bothSidesOf.length) {
      this.bothSidesOf = new Float64Array(2 * entries.length)
      this.wayOf = new Float64Array(2 * entries.length)
      this.stepOf = new Float64Array(2 * entries.length)
      this.shareOf = new Float64Array(2 * entries.length)
      this.ownStepOf = new Float64Array(2 * entries.length)
    }
    // An eastern border runs south, a southern border runs east.
    const along = 1 - directionOfCrossing(crossingOf[entries[0]])
    let step = UNITS_PER_CELL * terrain.costAt(xOf(crossingOf[entries[0]]), yOf(crossingOf[entries[0]]))
    let units = 0
    let jumps = 0
    for (let i = 0; i < entries.length; i++) {
      const crossing = crossingOf[entries[i]]
      const before = i === 0 ? crossing : crossingOf[entries[i - 1]]
      for (let cells = xOf(crossing) - xOf(before) + yOf(crossing) - yOf(before); cells > 0; cells--) {
        const near = this.stepBefore(crossing, cells, along)
        const far = this.stepBefore(reversed(crossing), cells, along)
        const cheaper = Math.min(near, far)
        if (cheaper < Infinity && (cheaper >= JUMP * step || JUMP * cheaper <= step)) jumps++
        if (cheaper < Infinity) step = cheaper
        units += near < Infinity ? near : STEPS_AROUND_WALL * step
        units += far < Infinity ? far : STEPS_AROUND_WALL * step
      }
      this.bothSidesOf[i] = units
      this.stepOf[i] = stepOverUnits(terrain, crossing)
      const known = throughOf[entries[i]]
      this.ownStepOf[i] = cornerStepUnits(terrain, crossing, known) || this.stepOf[i]
      const alike = THROUGH_CELLS * this.ownStepOf[i]
      this.wayOf[i] = known > 0 ? (known + Math.min(alike, RATIO_MAX * known)) / 2 : alike
    }
    return jumps >= JUMPS_MIN
  }

  /** Cost of the step along the border that begins `cells` cells before a crossing's cell; Infinity at a wall. */
  private stepBefore(crossing: number, cells: number, along: number): number {
    const x = xOf(crossing) - cells * DX[along]
    const y = yOf(crossing) - cells * DY[along]
    const a = this.terrain.costAt(x, y)
    const b = this.terrain.costAt(x + DX[along], y + DY[along])
    return a === 0 || b === 0 ? Infinity : STRAIGHT_UNITS * (a + b)
  }
}
