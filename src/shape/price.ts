/**
 * The one question all shaping asks: may a unit walk straight from here to there, and for how much? A bound makes the
 * answer cheap: no cell is looked at where the length alone costs more than the offer.
 */
import type { Terrain } from '../map/terrain.ts'
import { costUpTo } from './segment-cost.ts'
import { isWalkable } from './sight.ts'

/** Costs that differ by less than this share are the same: sums of the same lengths in another order differ so. */
export const SAME_SHARE = 1e-12

export class Price {
  readonly terrain: Terrain
  readonly clearance: number

  constructor(terrain: Terrain, clearance: number) {
    this.terrain = terrain
    this.clearance = clearance
  }

  /** The cost of the straight segment; Infinity where it is not free or costs more than `costMax`. */
  of(x0: number, y0: number, x1: number, y1: number, costMax: number): number {
    const { terrain, clearance } = this
    const limit = costMax * (1 + SAME_SHARE)
    const dx = x1 - x0
    const dy = y1 - y0
    const least = Math.sqrt(dx * dx + dy * dy) * terrain.costMin
    if (!(least <= limit) || !isWalkable(terrain, x0, y0, x1, y1, clearance)) return Infinity
    return terrain.isUniform ? least : costUpTo(terrain, x0, y0, x1, y1, limit)
  }
}
