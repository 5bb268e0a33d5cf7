/**
 * The one question all shaping asks: may a unit walk straight from here to there, and for how much? A bound makes the
 * answer cheap: no cell is looked at where the length alone costs more than the offer.
 */
import type { Terrain } from '../map/terrain.ts'
import { isClear } from './clearance.ts'
import { costUpTo } from './segment-cost.ts'
import { NO_WALL, wallOnSegment } from './sight.ts'
import { KnownWalls } from './walls.ts'

/** Costs that differ by less than this share are the same: sums of the same lengths in another order differ so. */
export const SAME_SHARE = 1e-12

export class Price {
  readonly terrain: Terrain
  readonly clearance: number
  private readonly walls = new KnownWalls()

  constructor(terrain: Terrain, clearance: number) {
    this.terrain = terrain
    this.clearance = clearance
  }

  /** The cost of the straight segment; Infinity where it is not free or costs more than `costMax`. */
  of(x0: number, y0: number, x1: number, y1: number, costMax: number): number {
    const { terrain } = this
    const limit = costMax * (1 + SAME_SHARE)
    const dx = x1 - x0
    const dy = y1 - y0
    const least = Math.sqrt(dx * dx + dy * dy) * terrain.costMin
    if (!(least <= limit) || !this.isFree(x0, y0, x1, y1)) return Infinity
    return terrain.isUniform ? least : costUpTo(terrain, x0, y0, x1, y1, limit)
  }

  /** The same of a segment that is known to be free. */
  ofFree(x0: number, y0: number, x1: number, y1: number, costMax: number): number {
    return costUpTo(this.terrain, x0, y0, x1, y1, costMax * (1 + SAME_SHARE))
  }

  /** Whether a unit may walk there. */
  private isFree(x0: number, y0: number, x1: number, y1: number): boolean {
    const { terrain, walls, clearance } = this
    if (terrain.directions === 4 && x0 !== x1 && y0 !== y1) return false
    if (walls.touch(x0, y0, x1, y1)) return false
    const wall = wallOnSegment(terrain, x0, y0, x1, y1)
    if (wall !== NO_WALL) {
      walls.keep(wall)
      return false
    }
    return clearance === 0 || isClear(terrain, x0, y0, x1, y1, clearance)
  }
}
