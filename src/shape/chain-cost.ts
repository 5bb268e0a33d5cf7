/**
 * The cost of a chain of segments between any points: the length within each cell times the cell's cost. Between
 * centres of cells it equals the segment cost, up to rounding.
 */
import type { Terrain } from '../map/terrain.ts'

/** The cost in cell lengths. The points, x, y pairs, all lie on free cells. */
export function chainCost(terrain: Terrain, xy: ArrayLike<number>): number {
  let cost = 0
  for (let i = 2; i < xy.length; i += 2) cost += lineCost(terrain, xy[i - 2], xy[i - 1], xy[i], xy[i + 1])
  return cost
}

function lineCost(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const stepX = Math.sign(dx)
  const stepY = Math.sign(dy)
  let x = Math.round(x0)
  let y = Math.round(y0)
  // Shares of the segment at which the next column and the next row begin.
  let nextX = dx === 0 ? Infinity : (x + stepX / 2 - x0) / dx
  let nextY = dy === 0 ? Infinity : (y + stepY / 2 - y0) / dy
  let mean = 0
  for (let at = 0; at < 1; ) {
    const next = Math.min(nextX, nextY, 1)
    mean += terrain.costAt(x, y) * (next - at)
    at = next
    if (nextX === next) {
      x += stepX
      nextX += stepX / dx
    }
    if (nextY === next) {
      y += stepY
      nextY += stepY / dy
    }
  }
  return mean * Math.hypot(dx, dy)
}
