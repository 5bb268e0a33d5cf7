/**
 * The cost of a straight segment between the centres of two cells: the length within each cell times the cell's cost. A
 * straight step has half its length in each of its two cells. So has a diagonal step, which meets the other two cells
 * in one point only. So both cost what the movement rule says: length times the mean of the two costs.
 *
 * Lengths are counted in whole 1 / (2 * |dx| * |dy|) of the segment. Their weighted sum is exact; only the segment's
 * length is rounded.
 */
import { checkTerrain, checkWhole } from '../base/given.ts'
import type { Terrain } from '../map/terrain.ts'
import { isSegmentFree } from './sight.ts'

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

/**
 * The cost of a segment known to touch free cells only; Infinity if it is above `limit`. Stops as soon as that is
 * certain.
 */
export function costUpTo(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, limit: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.sqrt(dx * dx + dy * dy)
  const least = length * terrain.costMin
  if (terrain.ground.isEven || length === 0) return least <= limit ? least : Infinity
  const cost = length * meanCost(terrain, x0, y0, dx, dy, (limit / length) * (1 + ROUNDING_SHARE))
  return cost <= limit ? cost : Infinity
}

/** The mean cost along the segment; Infinity once it must be above `meanMax`. */
function meanCost(terrain: Terrain, x: number, y: number, dx: number, dy: number, meanMax: number): number {
  const { costMin } = terrain
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  const stepX = dx < 0 ? -1 : 1
  const stepY = dy < 0 ? -1 : 1
  // The segment has length `end`. It crosses column borders at odd multiples of ay and row borders at odd multiples of
  // ax.
  const periodX = ay === 0 ? 1 : ay
  const periodY = ax === 0 ? 1 : ax
  const end = 2 * periodX * periodY
  let nextX = ax === 0 ? end : periodX
  let nextY = ay === 0 ? end : periodY
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
      nextX += 2 * periodX
    }
    if (nextY === next) {
      y += stepY
      nextY += 2 * periodY
    }
  }
}
