/**
 * What a chain of segments between any points costs: the length of its way through each cell times the cell's cost. On
 * the centres of cells it agrees with the cost of a segment between cells, up to rounding.
 */
import type { Terrain } from '../map/terrain.ts'

/** In cell lengths; of points xOf(0), yOf(0) .. xOf(count - 1), yOf(count - 1), all on free cells. */
export function chainCost(
  terrain: Terrain,
  count: number,
  xOf: (at: number) => number,
  yOf: (at: number) => number,
): number {
  let cost = 0
  for (let i = 1; i < count; i++) cost += lineCost(terrain, xOf(i - 1), yOf(i - 1), xOf(i), yOf(i))
  return cost
}

function lineCost(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const stepX = Math.sign(dx)
  const stepY = Math.sign(dy)
  let x = Math.round(x0)
  let y = Math.round(y0)
  // The shares of the way at which the next column and the next row begin.
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
