/**
 * Which entries of weighted ground a level keeps. A stretch is what two regions of the level share of a border. Its entries
 * are taken in the order of what the cheapest way through costs there, and one is kept unless a kept one can stand in for
 * it: unless going along the border to that one, through it and back adds at most a share of what a way through both blocks
 * costs, which doubles with each level. So a road or a ford that crosses the border is kept on every level, and entries on
 * even ground are spaced evenly. Where too many are left the share
 * grows for that stretch. All this follows from the cells along the stretch and the entries on it.
 */
import { directionOfCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { stepOverUnits } from '../atlas/landing.ts'
import { DX, DY, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

const SHARE_LEAST = 1 / 32
const SHARE_GROWTH = 1.25
const ENTRIES_MAX = 8
/** So many may stay where steps along the stretch cost now so many times the one before, now as little, and often. */
const ENTRIES_MAX_ROUGH = 12
const JUMP = 8
const JUMPS_MIN = 8
/** What a wall on both sides of the border costs to go around, in steps like the last one before it. */
const STEPS_AROUND_WALL = 4
/** The sides of two blocks, which a way through leads over. */
export const THROUGH_CELLS = 2 * BLOCK_SIDE_CELLS

export class StretchCover {
  private readonly terrain: Terrain
  /** Of each entry; longer columns may take their places. */
  throughOf: Int32Array
  crossingOf: Int32Array
  /** What it costs to go along the stretch from its first entry to each, in the order of their places. */
  private alongOf = new Float64Array(64)
  private wayOf = new Float64Array(64)
  /** What each costs to step over. */
  private stepOf = new Float64Array(64)
  private entriesMax = ENTRIES_MAX

  constructor(terrain: Terrain, crossingOf: Int32Array, throughOf: Int32Array) {
    this.terrain = terrain
    this.crossingOf = crossingOf
    this.throughOf = throughOf
  }

  /** Of the entries of a stretch, in the order of their places: those which a level keeps, as places in that list. */
  choose(entries: ArrayLike<number>, level: number): number[] {
    this.measure(entries)
    const { wayOf, entriesMax } = this
    const order = Array.from(entries, (_, i) => i).sort((a, b) => wayOf[a] - wayOf[b] || a - b)
    for (let share = SHARE_LEAST; ; share *= SHARE_GROWTH) {
      const kept: number[] = []
      for (const i of order) {
        if (!this.isStoodInFor(i, kept, share * 2 ** level)) kept.push(i)
        if (kept.length > entriesMax) break
      }
      if (kept.length <= entriesMax) return kept
    }
  }

  /** Whether one of those kept can stand in for an entry. */
  private isStoodInFor(entry: number, kept: readonly number[], share: number): boolean {
    const { alongOf, wayOf, stepOf } = this
    const enough = share * wayOf[entry]
    for (const other of kept) {
      const thereAndBack = 2 * Math.abs(alongOf[other] - alongOf[entry])
      if (thereAndBack + stepOf[other] - stepOf[entry] <= enough) return true
    }
    return false
  }

  private measure(entries: ArrayLike<number>): void {
    const { terrain, crossingOf, throughOf } = this
    if (entries.length > this.alongOf.length) {
      this.alongOf = new Float64Array(2 * entries.length)
      this.wayOf = new Float64Array(2 * entries.length)
      this.stepOf = new Float64Array(2 * entries.length)
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
        const cheaper = Math.min(
          this.stepBefore(crossing, cells, along),
          this.stepBefore(reversed(crossing), cells, along),
        )
        if (cheaper < Infinity && (cheaper >= JUMP * step || JUMP * cheaper <= step)) jumps++
        if (cheaper < Infinity) step = cheaper
        units += cheaper < Infinity ? cheaper : STEPS_AROUND_WALL * step
      }
      this.alongOf[i] = units
      this.stepOf[i] = stepOverUnits(terrain, crossing)
      const known = throughOf[entries[i]]
      this.wayOf[i] = known > 0 ? known : THROUGH_CELLS * UNITS_PER_CELL * terrain.costAt(xOf(crossing), yOf(crossing))
    }
    this.entriesMax = jumps < JUMPS_MIN ? ENTRIES_MAX : ENTRIES_MAX_ROUGH
  }

  /** What the step along the border costs that ends so many cells short of a crossing's cell, less one. */
  private stepBefore(crossing: number, cells: number, along: number): number {
    const x = xOf(crossing) - cells * DX[along]
    const y = yOf(crossing) - cells * DY[along]
    const a = this.terrain.costAt(x, y)
    const b = this.terrain.costAt(x + DX[along], y + DY[along])
    return a === 0 || b === 0 ? Infinity : STRAIGHT_UNITS * (a + b)
  }
}
