/**
 * Chooses entries of weighted ground by their detours. A stretch is the part of a border that two regions share. Where a crossing
 * is left out, a path goes along the border to a kept one, steps over, and comes back. What this costs more is the crossing's
 * detour, counted as a share of a way through both blocks. The crossing with the largest detour is kept next, until all detours
 * are within a share or the stretch is full. So every level keeps a road or a ford across the border, and even ground has evenly
 * spaced entries.
 *
 * On level 0 these detours are upper bounds: where they are too large, ways inside the blocks may still be shorter.
 */
import { directionOfCrossing, leastStepUnits, reversedIn, stepOverUnits, X_BITS, xIn, yIn } from '../atlas/crossing.ts'
import { DX, DY, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, forEachFreeCell, type Terrain } from '../map/terrain.ts'

/** Largest detour by share at level 0; it doubles with each level. With less, hardly a path is cheaper, and tables take more room. */
const SHARE = 1 / 10
/** Largest detour by share past the crossings that the cover of a border chose from a few probes, by ways inside both blocks. */
const SHARE_INSIDE = 0.4
/** From level 3 on the share is smaller by this factor: far routes meet few entries, and each adds its own detour. */
const FAR_LEVEL = 3
const FAR_FACTOR = 0.6
/**
 * The most entries of a stretch. Level 1 has more: in mazes of roads, and over cheap cells among expensive ones, a path may need
 * any of them. Higher levels need fewer, since level 1 refines their routes.
 */
const ENTRIES_MAX_OF_LEVEL_1 = 40
const ENTRIES_MAX = 20
/** Length of a way through two blocks, and the part of it over ground like that of the step over the border. */
const THROUGH_CELLS = 2 * BLOCK_SIDE_CELLS
const LIKE_STEP_CELLS = BLOCK_SIDE_CELLS / 2

/**
 * Guesses the cost of a way around a wall: this many steps like the last one before it, and one over the block's most expensive
 * cell. Ways around the walls of rooms lead through doors. A cautious guess is higher than any way inside a block costs.
 */
const STEPS_AROUND_WALL = 3
const CAUTIOUS_STEPS = 1e6
/** Most of a way leads over ground that costs at most this much more than the cheapest along the stretch. */
const RATIO_MAX = 3

/** Ways inside the two blocks of a stretch. */
export interface InnerWays {
  /** Measures the ways from some crossings of the stretch. */
  measure(from: readonly number[]): void
  /** Cost of going to a crossing from a measured one in the near block, and back in the far block. */
  unitsBetween(from: number, to: number): number
}

export class StretchChoice {
  private readonly terrain: Terrain
  private readonly xBits: number
  /** By entry; callers may replace it by a longer column. */
  crossingOf: Int32Array
  private count = 0
  /** Cost along both sides of the border from the first entry of the stretch to each, in order of place. */
  private alongOf = new Float64Array(64)
  private stepOf = new Float64Array(64)
  /** The number of walls along the border before each entry: it tells openings apart. */
  private wallsBefore = new Float64Array(64)
  /** Cost of a way through both blocks. */
  private wayOf = new Float64Array(64)
  /** Detour of each entry by the best entry kept, as a share of its way. */
  private shareOf = new Float64Array(64)
  private readonly highestOfBlock = new Map<number, number>()

  constructor(terrain: Terrain, crossingOf: Int32Array, xBits = X_BITS) {
    this.terrain = terrain
    this.xBits = xBits
    this.crossingOf = crossingOf
  }

  /** Returns the entries of a stretch that a level keeps, as indices into `entries`, which are in order of place. */
  choose(entries: ArrayLike<number>, level: number): number[] {
    const like = this.measure(entries, false)
    const steps = this.stepOf.subarray(0, this.count)
    const cheapest = steps.indexOf(steps.reduce((least, step) => Math.min(least, step)))
    this.shortenWays([cheapest], like)
    const entriesMax = level === 1 ? ENTRIES_MAX_OF_LEVEL_1 : ENTRIES_MAX
    const share = SHARE * 2 ** level * (level < FAR_LEVEL ? 1 : FAR_FACTOR)
    return this.keepMore([cheapest], share, entriesMax, null)
  }

  /** Returns the kept entries of a stretch and those that must join them, given the ways inside both blocks. */
  complete(entries: ArrayLike<number>, kept: number[], ways: InnerWays): number[] {
    const like = this.measure(entries, true)
    this.serve(kept, null)
    if (this.shareOf[this.worst()] <= SHARE_INSIDE) return kept
    this.shortenWays(kept, like)
    return this.keepMore(kept, SHARE_INSIDE, ENTRIES_MAX, ways)
  }

  /**
   * Expects ground like that of the step over the border on this step alone, for openings between walls without a kept entry. In
   * mazes with expensive stretches paths have few other ways.
   */
  private shortenWays(kept: readonly number[], stepMax: number): void {
    const { wallsBefore, wayOf, stepOf, shareOf, count } = this
    for (let i = 0; i < count; i++) {
      if (kept.some(one => wallsBefore[one] === wallsBefore[i])) continue
      wayOf[i] = Math.min(wayOf[i], stepOf[i] + (THROUGH_CELLS - 1) * Math.min(stepOf[i], stepMax))
    }
    shareOf.fill(Infinity, 0, count)
  }

  private keepMore(kept: number[], share: number, entriesMax: number, ways: InnerWays | null): number[] {
    this.serve(kept, ways)
    for (let next = this.worst(); this.shareOf[next] > share && kept.length < entriesMax; next = this.worst()) {
      kept.push(next)
      this.serve([next], ways)
    }
    return kept
  }

  private worst(): number {
    let worst = 0
    for (let i = 1; i < this.count; i++) if (this.shareOf[i] > this.shareOf[worst]) worst = i
    return worst
  }

  /** Lowers all detours by newly kept entries. */
  private serve(kept: readonly number[], ways: InnerWays | null): void {
    const { alongOf, stepOf, wayOf, shareOf } = this
    ways?.measure(kept)
    for (const one of kept) {
      for (let i = 0; i < this.count; i++) {
        const units = ways === null ? Math.abs(alongOf[one] - alongOf[i]) : ways.unitsBetween(one, i)
        shareOf[i] = Math.min(shareOf[i], (units + stepOf[one] - stepOf[i]) / wayOf[i])
      }
    }
  }

  /** Measures a stretch; returns the most that a step of a way costs over ground that does not tell. */
  private measure(entries: ArrayLike<number>, isCautious: boolean): number {
    const { terrain, crossingOf, xBits } = this
    // A crown with other bits has straight steps only.
    const isMap = xBits === X_BITS
    const placeOf = (crossing: number) => xIn(xBits, crossing) + yIn(xBits, crossing)
    this.count = entries.length
    if (this.count > this.alongOf.length) {
      for (const name of ['alongOf', 'stepOf', 'wallsBefore', 'wayOf', 'shareOf'] as const)
        this[name] = new Float64Array(2 * this.count)
    }
    // An eastern border runs south, a southern border runs east.
    const direction = 1 - directionOfCrossing(crossingOf[entries[0]])
    let step = UNITS_PER_CELL * terrain.costAt(xIn(xBits, crossingOf[entries[0]]), yIn(xBits, crossingOf[entries[0]]))
    const around = (step: number, side: number) => {
      if (isCautious) return CAUTIOUS_STEPS * step
      const highest = isMap ? Math.max(this.highestIn(side), this.highestIn(reversedIn(xBits, side))) : step
      return STEPS_AROUND_WALL * step + highest
    }
    this.highestOfBlock.clear()
    let cheapest = step
    let along = 0
    let walls = 0
    for (let i = 0; i < this.count; i++) {
      const crossing = crossingOf[entries[i]]
      const before = i === 0 ? crossing : crossingOf[entries[i - 1]]
      const beyond = reversedIn(xBits, crossing)
      for (let cells = placeOf(crossing) - placeOf(before); cells > 0; cells--) {
        const near = this.stepBefore(crossing, cells, direction)
        const far = this.stepBefore(beyond, cells, direction)
        if (near < Infinity || far < Infinity) step = Math.min(near, far)
        cheapest = Math.min(cheapest, step)
        if (near === Infinity || far === Infinity) walls++
        along += near < Infinity ? near : around(step, crossing)
        along += far < Infinity ? far : around(step, beyond)
      }
      this.alongOf[i] = along
      this.wallsBefore[i] = walls
      const stepUnits = isCautious ? stepOverUnits : leastStepUnits
      this.stepOf[i] = isMap ? stepUnits(terrain, crossing) : this.stepBefore(crossing, 0, 1 - direction)
    }
    for (let i = 0; i < this.count; i++) {
      const own = this.stepOf[i]
      const rest = (THROUGH_CELLS - LIKE_STEP_CELLS) * (isCautious ? own : Math.min(own, RATIO_MAX * cheapest))
      this.wayOf[i] = LIKE_STEP_CELLS * own + rest
    }
    this.shareOf.fill(Infinity, 0, this.count)
    return RATIO_MAX * cheapest
  }

  /** Cost of a straight step over the most expensive cells in the block of a crossing. */
  private highestIn(crossing: number): number {
    const { terrain, highestOfBlock, xBits } = this
    const block = terrain.blockOf(xIn(xBits, crossing), yIn(xBits, crossing))
    let highest = highestOfBlock.get(block) ?? 0
    if (highest > 0) return highest
    forEachFreeCell(terrain, block, (x, y) => {
      highest = Math.max(highest, UNITS_PER_CELL * terrain.costOfFree(x, y))
    })
    highestOfBlock.set(block, highest)
    return highest
  }

  /** Cost of the step in a direction that begins `cells` cells before a crossing's cell; Infinity at a wall. */
  private stepBefore(crossing: number, cells: number, direction: number): number {
    const { xBits } = this
    const x = xIn(xBits, crossing) - cells * DX[direction]
    const y = yIn(xBits, crossing) - cells * DY[direction]
    const a = this.terrain.costAt(x, y)
    const b = this.terrain.costAt(x + DX[direction], y + DY[direction])
    return a === 0 || b === 0 ? Infinity : STRAIGHT_UNITS * (a + b)
  }
}
