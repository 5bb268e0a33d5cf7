/**
 * Ways that the atlas does not keep are found again on the cells, by one of two means. The flood stays inside one region, as
 * the bake did that wrote the table: it always finds the way, and looks at no more than a block (region-flood.ts). The leap, an
 * exact search, goes through several regions at once and may leave them, which makes a path cheaper than the tables
 * promise; but all that bounds it is that promise, and where the ground around costs far less than the way (a valley beside
 * a ridge, a field beside the windings of a maze) it would look at tens of thousands of cells. So it may be cut short, which
 * says nothing about the atlas.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import { isSearched } from '../atlas/ways.ts'
import { type Bends, goAlong } from '../cells/bends.ts'
import type { NearSearch } from '../cells/near-search.ts'
import { NONE_BELOW } from '../cells/near-window.ts'
import { KeptLeaps } from './kept-leaps.ts'

/** Searched regions that follow each other are crossed in one leap, as long as its ends are not farther apart. */
const LEAP_CELLS = 64
/** Where a search can jump, one that finds a way of this length soon is cheap; the flood of a block costs about as much. */
const JUMP_EXPANSIONS_MAX = 500
/** Cell by cell, this crosses the 64 x 64 cells around two regions; more takes longer than the better path is worth. */
const STEP_EXPANSIONS_MAX = 8000

export class Leap {
  private readonly levelZero: AtlasLevel
  private readonly near: NearSearch
  /** Null where the map may change. */
  private readonly kept: KeptLeaps | null

  /** `isForGood` says that the map stays as it is: then what was found between two entries is kept. */
  constructor(levelZero: AtlasLevel, near: NearSearch, isForGood: boolean) {
    this.levelZero = levelZero
    this.near = near
    this.kept = isForGood ? new KeptLeaps() : null
  }

  /** Appends the cheapest path between the cells of two entries, one of which costs less than `units`; as `search`. */
  between(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): boolean {
    const { kept, near } = this
    if (kept?.take(x0, y0, x1, y1, units, bends)) return true
    if (!this.search(x0, y0, x1, y1, units, bends)) return false
    kept?.keep(x0, y0, x1, y1, units, near.bends, near.bendCount)
    return true
  }

  /** Appends the cheapest path between two cells, one of which costs less than `units`; false if it is not found soon. */
  search(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): boolean {
    const { near } = this
    const expansionsMax = near.canJump(x0, y0, x1, y1, units) ? JUMP_EXPANSIONS_MAX : STEP_EXPANSIONS_MAX
    const found = near.find(x0, y0, x1, y1, units, expansionsMax)
    hold(found !== NONE_BELOW, 'ways')
    if (found < 0) return false
    goAlong(bends, near.bends, near.bendCount)
    return true
  }

  /** Does so only where it can jump. */
  jump(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): boolean {
    return this.near.canJump(x0, y0, x1, y1, units) && this.search(x0, y0, x1, y1, units, bends)
  }

  /** The last of the regions from `first` on whose ways are not in the atlas and that one leap may cross. */
  lastOf(
    regionOf: ArrayLike<number>,
    crossingOf: ArrayLike<number>,
    first: number,
    count: number,
    entered: Crossing,
  ): number {
    const { levelZero } = this
    let last = first
    while (last + 1 < count && isSearched(levelZero, regionOf[last + 1])) {
      const left = crossingOf[last + 1]
      if (Math.max(Math.abs(xOf(entered) - xOf(left)), Math.abs(yOf(entered) - yOf(left))) > LEAP_CELLS) break
      last++
    }
    return last
  }
}
