/**
 * The true optimum between two cells, whatever their distance.
 *
 * What a route costs is an upper bound: nothing that cannot lead to a cheaper path is looked at, and if there is none, the
 * route itself was the optimum. On uniform ground the search jumps, else it goes a cell at a time. It may be stopped
 * after a number of expansions; what it has proven by then is a lower bound of the optimum all the same.
 */
import type { Terrain } from '../map/terrain.ts'
import { ExactJump } from './exact-jump.ts'
import { ExactJumpFour } from './exact-jump-four.ts'
import { ExactStep } from './exact-step.ts'
import { BendList } from './near-bends.ts'

export class ExactSearch {
  /** No path costs less, in units. It is what `find` returned when the search came to its end. */
  lowerUnits = 0
  expansionCount = 0
  private readonly search: ExactJump | ExactJumpFour | ExactStep
  /** What the units of `search` are multiplied with to give units of the movement rule. */
  private readonly unitScale: number
  private readonly bendList = new BendList()

  constructor(terrain: Terrain) {
    if (!terrain.isUniform) this.search = new ExactStep(terrain)
    else this.search = terrain.directions === 8 ? new ExactJump(terrain) : new ExactJumpFour(terrain)
    this.unitScale = terrain.isUniform ? terrain.costMin : 1
  }

  /**
   * The cost in units of the cheapest path between two cells of one island that is found within `expansionsMax` expansions
   * and costs less than `upperUnits`; else `upperUnits`.
   */
  find(x0: number, y0: number, x1: number, y1: number, upperUnits: number, expansionsMax = Infinity): number {
    const { search, unitScale } = this
    const units = search.find(x0, y0, x1, y1, upperUnits / unitScale, expansionsMax) * unitScale
    this.lowerUnits = search.lowerUnits * unitScale
    this.expansionCount = search.expansionCount
    this.bendList.clear()
    if (units < upperUnits) search.writeBends(this.bendList)
    return units
  }

  /** The bends of the path found last, x,y pairs from start to goal; valid until the next find. */
  get bends(): Int32Array {
    return this.bendList.xy
  }

  /** How many bends it has; 0 where the last find found no path. */
  get bendCount(): number {
    return this.bendList.count
  }
}
