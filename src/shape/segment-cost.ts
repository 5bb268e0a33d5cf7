/**
 * The cost of a straight segment: the length within each cell times the cell's cost. A straight step has half its length
 * in each of its two cells. So has a diagonal step, which meets the other two cells in one point only. So both cost what
 * the movement rule says: length times the mean of the two costs.
 *
 * Between centres of cells lengths are counted in whole 1 / (2 * |dx| * |dy|) of the segment. Their weighted sum is exact;
 * only the segment's length is rounded.
 */
import { checkTerrain, checkWhole } from '../base/given.ts'
import type { Terrain } from '../map/terrain.ts'
import { isSegmentFree, isWalkable } from './sight.ts'

/** Costs that differ by less than this share are equal: adding the same lengths in another order changes the sum. */
export const SAME_SHARE = 1e-12
/** Keeps rounding from refusing a segment that is within the limit. */
const ROUNDING_SHARE = 1e-12

/** The cost in cell lengths; Infinity if the segment touches a wall or leaves the map. */
export function segmentCost(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  checkTerrain(terrain)
  checkWhole(x0, y0, 'The start')
  checkWhole(x1, y1, 'The goal')
  if (!terrain.isFree(x0, y0) || !terrain.isFree(x1, y1) || !isSegmentFree(terrain, x0, y0, x1, y1)) return Infinity
  return costUpTo(terrain, x0, y0, x1, y1, Infinity)
}

/** Can a unit walk straight from here to there and keep its clearance, and for how much? */
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
    // If the length alone costs more, no cell is read.
    const least = Math.sqrt(dx * dx + dy * dy) * terrain.costMin
    if (!(least <= limit) || !isWalkable(terrain, x0, y0, x1, y1, clearance)) return Infinity
    return costUpTo(terrain, x0, y0, x1, y1, limit)
  }
}

/** The cost of a chain of segments in cell lengths. The points, x, y pairs, all lie on free cells. */
export function chainCost(terrain: Terrain, xy: ArrayLike<number>): number {
  let cost = 0
  for (let i = 2; i < xy.length; i += 2) cost += costUpTo(terrain, xy[i - 2], xy[i - 1], xy[i], xy[i + 1], Infinity)
  return cost
}

const MEAN_COST = { even: (terrain: Terrain) => terrain.costMin, mixed: meanCost }

/**
 * The cost of a segment between any points, known to touch free cells only; Infinity if it is above `limit`. Stops as
 * soon as that is certain.
 */
export function costUpTo(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, limit: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.sqrt(dx * dx + dy * dy)
  const mean = terrain.ground.of(MEAN_COST)
  const cost = length === 0 ? 0 : length * mean(terrain, x0, y0, dx, dy, (limit / length) * (1 + ROUNDING_SHARE))
  return cost <= limit ? cost : Infinity
}

/** The mean cost along the segment; Infinity once it must be above `meanMax`. */
function meanCost(terrain: Terrain, x0: number, y0: number, dx: number, dy: number, meanMax: number): number {
  const { costMin } = terrain
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  const stepX = dx < 0 ? -1 : 1
  const stepY = dy < 0 ? -1 : 1
  let x = Math.round(x0)
  let y = Math.round(y0)
  // The segment has length `end`. From one column border to the next it takes 2 * ay, between row borders 2 * ax. From the centre
  // of a cell it takes half.
  const periodX = 2 * (ay === 0 ? 1 : ay)
  const periodY = 2 * (ax === 0 ? 1 : ax)
  const end = (periodX * periodY) / 2
  let nextX = ax === 0 ? end : periodX * ((x - x0) * stepX + 0.5)
  let nextY = ay === 0 ? end : periodY * ((y - y0) * stepY + 0.5)
  // Costs above that of the cheapest ground.
  const surplusMax = (meanMax - costMin) * end
  let surplus = 0
  for (let at = 0; ; ) {
    const next = nextX < nextY ? nextX : nextY
    const till = next < end ? next : end
    const cost = terrain.costOfFree(x, y)
    surplus += (cost - costMin) * (till - at)
    if (surplus > surplusMax) return Infinity
    if (till === end) return surplus / end + costMin
    at = till
    if (nextX === next) {
      x += stepX
      nextX += periodX
    }
    if (nextY === next) {
      y += stepY
      nextY += periodY
    }
  }
}
