/**
 * Answers the one question of shaping: can a unit walk straight from here to there, and for how much? A cost limit
 * keeps it cheap: if the length alone costs more, no cell is read.
 */
import type { Terrain } from '../map/terrain.ts'
import { costUpTo } from './segment-cost.ts'
import { isWalkable } from './sight.ts'

/** Costs that differ by less than this share are equal: adding the same lengths in another order changes the sum. */
export const SAME_SHARE = 1e-12

export class Price {
  readonly terrain: Terrain
  readonly clearance: number

  constructor(terrain: Terrain, clearance: number) {
    this.terrain = terrain
    this.clearance = clearance
  }

  /** The cost of the straight segment; Infinity if it is not free or costs more than `costMax`. */
  of(x0: number, y0: number, x1: number, y1: number, costMax: number): number {
    const { terrain, clearance } = this
    const limit = costMax * (1 + SAME_SHARE)
    const dx = x1 - x0
    const dy = y1 - y0
    const least = Math.sqrt(dx * dx + dy * dy) * terrain.costMin
    if (!(least <= limit) || !isWalkable(terrain, x0, y0, x1, y1, clearance)) return Infinity
    return costUpTo(terrain, x0, y0, x1, y1, limit)
  }
}
