/**
 * The exact search over cells, for ends that are near each other and for proving or bettering a path that is known.
 *
 * Two searches stand behind it: on uniform ground with 8 directions one that jumps, otherwise plain A*. Both prune
 * whatever cannot be cheaper than the limit, keep all they need in scratch of fixed size that is reset by a stamp, and
 * never guess: an answer is the cheapest path, or the proof that none is below the limit, or the admission that the
 * search was cut short.
 */
import type { Terrain } from '../map/terrain.ts'
import { BendList } from './bend-list.ts'
import { JumpSearch } from './jump.ts'
import { StepSearch } from './near-step.ts'
import { LIMIT_MAX_UNITS, NONE_BELOW } from './near-window.ts'

export { GAVE_UP, LIMIT_MAX_UNITS, NONE_BELOW } from './near-window.ts'

/** What a search needs more room for is not near. */
const JUMP_ENTRIES_MAX = 1 << 16
const SLACK_UNITS = 400

export class NearSearch {
  private readonly terrain: Terrain
  private readonly search: JumpSearch | StepSearch
  /** What the units of `search` are multiplied with to give units of the movement rule. */
  private readonly unitScale: number
  private readonly bendList = new BendList()

  constructor(terrain: Terrain) {
    this.terrain = terrain
    const { canJump } = terrain
    this.search = canJump ? new JumpSearch(terrain, JUMP_ENTRIES_MAX, SLACK_UNITS) : new StepSearch(terrain)
    this.unitScale = canJump ? terrain.costMin : 1
  }

  /**
   * The cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`. NONE_BELOW if
   * it is proven that there is none, GAVE_UP if that would take more than `expansionsMax` expansions or more room than
   * the search has. A limit of up to 450 cell lengths of the cheapest ground keeps it within its window.
   */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    const { terrain, unitScale } = this
    this.bendList.clear()
    if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1)) return NONE_BELOW
    const limit = Math.ceil(Math.min(limitUnits, LIMIT_MAX_UNITS) / unitScale) | 0
    if (limit <= 0) return NONE_BELOW
    if (x0 === x1 && y0 === y1) {
      this.bendList.add(x0, y0)
      return 0
    }
    const units = this.search.find(x0, y0, x1, y1, limit, expansionsMax)
    if (units < 0) return units
    this.search.writeBends(this.bendList)
    return units * unitScale
  }

  /** The bends of the path found last, x,y pairs from start to goal; valid until the next find. */
  get bends(): Int32Array {
    return this.bendList.xy
  }

  /** How many bends that path has, start and goal included; 0 if the last find found none. */
  get bendCount(): number {
    return this.bendList.count
  }
}
