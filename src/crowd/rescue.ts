/**
 * After walls change, units that stand in one move to the closest place with room. Rings of places half a cell apart
 * are tried around each unit, so the same walls give the same places. A unit that finds none stays and is stuck.
 */
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

const RINGS = 128
const RING_CELLS = 0.5

export class Rescue {
  private readonly walls: WallLimits
  private readonly placed: PlacedUnits
  private readonly moved: number[] = []

  constructor(walls: WallLimits, placed: PlacedUnits) {
    this.walls = walls
    this.placed = placed
  }

  run(units: UnitColumns): void {
    const { placed, walls, moved } = this
    for (let at = 0; at < placed.count; at++) {
      const unit = placed.unitOf[at]
      if (walls.hasRoom(units.x[unit], units.y[unit], units.radius[unit])) continue
      if (this.moveOut(units, unit)) moved.push(unit)
    }
  }

  private moveOut(units: UnitColumns, unit: number): boolean {
    const { x, y } = units
    const fromX = Math.floor(x[unit]) + 0.5
    const fromY = Math.floor(y[unit]) + 0.5
    for (let ring = 0; ring <= RINGS; ring++) {
      let best = Infinity
      let [toX, toY] = [0, 0]
      for (let i = -ring; i <= ring; i++) {
        const stride = i === -ring || i === ring ? 1 : Math.max(1, 2 * ring)
        for (let j = -ring; j <= ring; j += stride) {
          const atX = fromX + i * RING_CELLS
          const atY = fromY + j * RING_CELLS
          const square = (atX - x[unit]) ** 2 + (atY - y[unit]) ** 2
          if (square >= best || !this.isFree(units, unit, atX, atY)) continue
          best = square
          toX = atX
          toY = atY
        }
      }
      if (best === Infinity) continue
      x[unit] = toX
      y[unit] = toY
      units.vx[unit] = units.vy[unit] = 0
      return true
    }
    return false
  }

  private isFree(units: UnitColumns, unit: number, x: number, y: number): boolean {
    const { walls, placed, moved } = this
    const radius = units.radius[unit]
    if (!walls.hasRoom(x, y, radius)) return false
    const overlaps = (other: number) => {
      if (other === unit) return false
      const near = radius + units.radius[other]
      return (units.x[other] - x) ** 2 + (units.y[other] - y) ** 2 < near * near
    }
    return placed.findWithin(x, y, radius + placed.radiusMax, overlaps) < 0 && !moved.some(overlaps)
  }
}
