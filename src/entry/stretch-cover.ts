/**
 * Which entries of weighted ground a level keeps. A stretch is what two regions of the level share of a border. A way by
 * another entry goes along the border on the one side, through there, and back on the other side, and what that adds is a
 * share of what the entry's own way through both blocks costs. First the entry with the cheapest way is kept, then each
 * time the one for which those kept stand in worst, until they do for all at a share that doubles with each level, or are
 * the most that may be. So a road or a ford that crosses the border is kept on every level, and entries on even ground are
 * spaced evenly. All this follows from the cells along the stretch and the entries on it.
 */
import { directionOfCrossing, reversed, stepOverUnits, xOf, yOf } from '../atlas/crossing.ts'
import { DX, DY, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { cornerStepUnits } from './corner-steps.ts'

/** What another entry may add at level 0; with less, hardly a path is cheaper, and tables take more room. */
const SHARE = 1 / 9
const ENTRIES_MAX = 8
/** The most that stay where costs of steps along the stretch rise and fall by this factor, and often. */
const ENTRIES_MAX_ROUGH = 12
/**
 * On level 1, where a path may need any of them: with fewer, paths over ground of cheap cells at random among expensive ones miss the
 * cheapest hop. With more on higher levels hardly one is cheaper, as routes are chosen again along the entries of level 1.
 */
const ENTRIES_MAX_ROUGH_LEVEL_1 = 20
/** The roads of a maze lead to different places: up to 14 stay while the worst stand-in adds 4 times what it may. */
const UNBEARABLE = 4
const ENTRIES_MAX_IF_UNBEARABLE = 14
const JUMP = 8
const JUMPS_MIN = 8
/** What a wall on both sides of the border costs to go around, in steps like the last one before it. */
const STEPS_AROUND_WALL = 4
/** A way counts as at most this much more expensive than the cheapest through the same crossing. */
const RATIO_MAX = 3
/** The sides of two blocks, which a way through leads over. */
export const THROUGH_CELLS = 2 * BLOCK_SIDE_CELLS

export class StretchCover {
  private readonly terrain: Terrain
  /** Of each entry; longer columns may take their places. */
  throughOf: Int32Array
  crossingOf: Int32Array
  /**
   * What it costs to go along the stretch from its first entry to each, in the order of their places: on the one side and on
   * the other, together.
   */
  private bothSidesOf = new Float64Array(64)
  /**
   * What a way through both blocks costs by each: by half the cheapest, which may come from close by, and by half one that is
   * all cost as much as the step over the border, except the one that leads there from cheaper ground.
   */
  private wayOf = new Float64Array(64)
  /** What each costs to step over, and to go on there: less where a step over a corner leads past the expensive cell. */
  private stepOf = new Float64Array(64)
  private ownStepOf = new Float64Array(64)
  /** What a way by the best of those kept adds for each, as a share of what its own way costs. */
  private shareOf = new Float64Array(64)

  constructor(terrain: Terrain, crossingOf: Int32Array, throughOf: Int32Array) {
    this.terrain = terrain
    this.crossingOf = crossingOf
    this.throughOf = throughOf
  }

  /**
   * Of the entries of a stretch, in the order of their places: those which a level keeps where others may stand in for that
   * share of a way, twice as much with each level, as places in that list.
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

  /** One more is kept, which may stand in for others. */
  private letStandIn(kept: number, count: number): void {
    const { bothSidesOf, wayOf, stepOf, ownStepOf, shareOf } = this
    for (let i = 0; i < count; i++) {
      const thereAndBack = Math.abs(bothSidesOf[kept] - bothSidesOf[i])
      shareOf[i] = Math.min(shareOf[i], (thereAndBack + stepOf[kept] - ownStepOf[i]) / wayOf[i])
    }
    // Not to be kept twice, though by the step over a corner that it is there for a way is cheaper than by its own.
    shareOf[kept] = 0
  }

  /** Tells whether the ground along the stretch is rough. */
  private measure(entries: ArrayLike<number>): boolean {
    const { terrain, crossingOf, throughOf } = this
    if (entries.length > this.bothSidesOf.length) {
      this.bothSidesOf = new Float64Array(2 * entries.length)
      this.wayOf = new Float64Array(2 * entries.length)
      this.stepOf = new Float64Array(2 * entries.length)
      this.shareOf = new Float64Array(2 * entries.length)
      this.ownStepOf = new Float64Array(2 * entries.length)
    }
    // Along a border to the east leads the south, along one to the south the east.
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

  /** What the step along the border costs that ends a number of cells short of a crossing's cell, less one. */
  private stepBefore(crossing: number, cells: number, along: number): number {
    const x = xOf(crossing) - cells * DX[along]
    const y = yOf(crossing) - cells * DY[along]
    const a = this.terrain.costAt(x, y)
    const b = this.terrain.costAt(x + DX[along], y + DY[along])
    return a === 0 || b === 0 ? Infinity : STRAIGHT_UNITS * (a + b)
  }
}
