/**
 * After walls change, units that stand in one move to the closest place with room. Rings of places half a cell apart
 * are tried around each unit, so the same walls give the same places. A unit that finds none stays and is stuck.
 */
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

const RINGS = 128
const RING_CELLS = 0.5

export function rescue(units: UnitColumns, placed: PlacedUnits, walls: WallLimits): void {
  const moved: number[] = []
  const { x, y, radius } = units
  for (let at = 0; at < placed.count; at++) {
    const unit = placed.unitOf[at]
    if (walls.hasRoom(x[unit], y[unit], radius[unit])) continue
    const isFree = (toX: number, toY: number) => {
      if (!walls.hasRoom(toX, toY, radius[unit])) return false
      const overlaps = (other: number) => {
        const near = radius[unit] + radius[other]
        return other !== unit && (x[other] - toX) ** 2 + (y[other] - toY) ** 2 < near * near
      }
      return placed.findWithin(toX, toY, radius[unit] + placed.radiusMax, overlaps) < 0 && !moved.some(overlaps)
    }
    const place = closestFree(x[unit], y[unit], isFree)
    if (place === null) continue
    x[unit] = place.x
    y[unit] = place.y
    units.vx[unit] = units.vy[unit] = 0
    moved.push(unit)
  }
}

/** The closest free place of the first ring that has one. */
function closestFree(x: number, y: number, isFree: (x: number, y: number) => boolean) {
  const fromX = Math.floor(x) + 0.5
  const fromY = Math.floor(y) + 0.5
  for (let ring = 0; ring <= RINGS; ring++) {
    let best = Infinity
    let place: { x: number; y: number } | null = null
    for (let i = -ring; i <= ring; i++) {
      const stride = i === -ring || i === ring ? 1 : Math.max(1, 2 * ring)
      for (let j = -ring; j <= ring; j += stride) {
        const at = { x: fromX + i * RING_CELLS, y: fromY + j * RING_CELLS }
        const square = (at.x - x) ** 2 + (at.y - y) ** 2
        if (square >= best || !isFree(at.x, at.y)) continue
        best = square
        place = at
      }
    }
    if (place !== null) return place
  }
  return null
}
