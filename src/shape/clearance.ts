/**
 * How far a segment stays from walls: for units wider than a point, and to prove that a curve touches no wall. A wall
 * is the closed square of its cell; everything beyond the map is wall.
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

/** A generous bound on the rounding error of a distance on a map. */
export const ROUNDING_CELLS = 1e-9
/** Lets a radius of half the square root of 2 fit beside a corner in spite of rounded squares. */
const ROUNDING_SHARE = 1e-12

/** Whether the segment between two points touches no wall and stays at least `radius` from all. */
export function isClear(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, radius: number): boolean {
  const squareMin = squareLimit(radius)
  const left = Math.min(x0, x1)
  const right = Math.max(x0, x1)
  const top = Math.min(y0, y1)
  const bottom = Math.max(y0, y1)
  const edge = Math.min(left, top, terrain.width - 1 - right, terrain.height - 1 - bottom) + 0.5
  if (edge <= 0 || edge * edge < squareMin) return false
  // Walls in rows and columns further away cannot matter.
  const reach = radius + 0.5 + ROUNDING_CELLS
  const rowEnd = Math.min(terrain.height - 1, Math.floor(bottom + reach))
  const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0)
  for (let y = Math.max(0, Math.ceil(top - reach)); y <= rowEnd; y++) {
    let from = left
    let to = right
    if (slope !== 0) {
      const xAbove = x0 + (Math.max(top, y - reach) - y0) * slope
      const xBelow = x0 + (Math.min(bottom, y + reach) - y0) * slope
      from = Math.min(xAbove, xBelow)
      to = Math.max(xAbove, xBelow)
    }
    const first = Math.max(0, Math.ceil(from - reach))
    const last = Math.min(terrain.width - 1, Math.floor(to + reach))
    if (isWallNear(terrain, y, first, last, x0, y0, x1, y1, squareMin)) return false
  }
  return true
}

/** The least squared distance that still counts as `radius`. */
export function squareLimit(radius: number): number {
  return Math.max(radius * radius * (1 - ROUNDING_SHARE), ROUNDING_CELLS * ROUNDING_CELLS)
}

/** Whether a cell first..last of row y is a wall closer to the segment than the root of `squareMin`. */
function isWallNear(
  terrain: Terrain,
  y: number,
  first: number,
  last: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  squareMin: number,
): boolean {
  const row = (y >> BLOCK_SHIFT) * terrain.blocksWide
  for (let column = first >> BLOCK_SHIFT; column <= last >> BLOCK_SHIFT; column++) {
    const left = column << BLOCK_SHIFT
    let walls = ~terrain.rowBits[((row + column) << BLOCK_SHIFT) | (y & BLOCK_MASK)]
    if (first > left) walls &= -1 << (first - left)
    if (last - left < BLOCK_MASK) walls &= -1 >>> (BLOCK_MASK - (last - left))
    while (walls !== 0) {
      const x = left + 31 - Math.clz32(walls & -walls)
      walls &= walls - 1
      if (squareToCell(x0 - x, y0 - y, x1 - x, y1 - y) < squareMin) return true
    }
  }
  return false
}

/**
 * The squared distance between a segment and the cell around the origin; 0 if they touch. Otherwise the closest point
 * is a corner of the cell or an end of the segment.
 */
export function squareToCell(ax: number, ay: number, bx: number, by: number): number {
  if (touchesCell(ax, ay, bx, by)) return 0
  return Math.min(
    squareOfPoint(ax, ay),
    squareOfPoint(bx, by),
    squareToSegment(-0.5, -0.5, ax, ay, bx, by),
    squareToSegment(0.5, -0.5, ax, ay, bx, by),
    squareToSegment(-0.5, 0.5, ax, ay, bx, by),
    squareToSegment(0.5, 0.5, ax, ay, bx, by),
  )
}

/** Two convex shapes are apart exactly when the normal of one of their sides separates them. */
function touchesCell(ax: number, ay: number, bx: number, by: number): boolean {
  if (Math.min(ax, bx) > 0.5 || Math.max(ax, bx) < -0.5 || Math.min(ay, by) > 0.5 || Math.max(ay, by) < -0.5)
    return false
  const dx = bx - ax
  const dy = by - ay
  return Math.abs(ax * dy - ay * dx) <= (Math.abs(dx) + Math.abs(dy)) / 2
}

function squareOfPoint(x: number, y: number): number {
  const dx = Math.max(0, Math.abs(x) - 0.5)
  const dy = Math.max(0, Math.abs(y) - 0.5)
  return dx * dx + dy * dy
}

/** The squared distance between a point and a segment. */
export function squareToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
  return (ax + along * dx - x) ** 2 + (ay + along * dy - y) ** 2
}
