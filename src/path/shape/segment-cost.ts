/**
 * What a straight segment between the centres of two cells costs: the length of its chord through each cell times the
 * cell's cost. A straight step has half its length in either of its cells, and so has a diagonal one, which meets the
 * two others in a single point: on both this is the movement rule, length times the mean of the two costs.
 *
 * Chords are counted in whole 1 / (2 * |dx| * |dy|) of the segment, so their weighted sum is exact; only the length is
 * rounded.
 */
import type { Terrain } from '../../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../../map/terrain.ts'

/** In cell lengths. The segment is taken to touch free cells only. */
export function segmentCost(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = Math.sqrt(dx * dx + dy * dy)
  return terrain.isUniform || length === 0 ? length * terrain.costMin : length * meanCost(terrain, x0, y0, dx, dy)
}

function meanCost(terrain: Terrain, x: number, y: number, dx: number, dy: number): number {
  const { costOfCell, blocksWide } = terrain
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  const stepX = dx < 0 ? -1 : 1
  const stepY = dy < 0 ? -1 : 1
  // Borders of columns are crossed at the odd multiples of ay, borders of rows at those of ax, of `end` in all.
  const periodX = ay === 0 ? 1 : ay
  const periodY = ax === 0 ? 1 : ax
  const end = 2 * periodX * periodY
  let nextX = ax === 0 ? end : periodX
  let nextY = ay === 0 ? end : periodY
  let sum = 0
  for (let at = 0; ; ) {
    const next = nextX < nextY ? nextX : nextY
    const till = next < end ? next : end
    const block = (y >> BLOCK_SHIFT) * blocksWide + (x >> BLOCK_SHIFT)
    const cost = costOfCell[(block << (2 * BLOCK_SHIFT)) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)]
    sum += cost * (till - at)
    if (till === end) return sum / end
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
