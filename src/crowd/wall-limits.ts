/**
 * What walls leave to a unit: from each wall close to it a half-plane of moves, as long as it moves less than `reach`.
 *
 * A wall's border is where its closest point lies: on a face that looks at the unit, or on a corner that sticks out towards
 * it. All other walls lie behind one of these borders. Everything beyond the map's edge is wall.
 */
import type { Terrain } from '../map/terrain.ts'
import type { HalfPlanes } from './half-planes.ts'

/** A unit may be closer to a wall by this share of its radius: what just fits a gap gets through it. */
export const WALL_SHARE = 0.004

export class WallLimits {
  terrain: Terrain

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Whether a unit can stand here. */
  hasRoom(x: number, y: number, radius: number): boolean {
    const { terrain } = this
    const size = radius * (1 - WALL_SHARE)
    for (let cellY = Math.floor(y - size); cellY <= Math.floor(y + size); cellY++) {
      for (let cellX = Math.floor(x - size); cellX <= Math.floor(x + size); cellX++) {
        if (terrain.isFree(cellX, cellY)) continue
        const dx = Math.max(cellX - x, 0, x - cellX - 1)
        const dy = Math.max(cellY - y, 0, y - cellY - 1)
        if (dx * dx + dy * dy < size * size) return false
      }
    }
    return true
  }

  /** Adds limit * rate for each wall closer than the unit's radius and reach. */
  add(planes: HalfPlanes, x: number, y: number, radius: number, reach: number, rate: number): void {
    const { terrain } = this
    const size = radius * (1 - WALL_SHARE)
    const far = size + reach
    const left = Math.floor(x - far)
    const right = Math.floor(x + far)
    const top = Math.floor(y - far)
    const bottom = Math.floor(y + far)
    const column = Math.floor(x)
    const row = Math.floor(y)
    for (let cellY = top; cellY <= bottom; cellY++) {
      for (let cellX = left; cellX <= right; cellX++) {
        if (terrain.isFree(cellX, cellY)) continue
        // The neighbours that lie towards the unit; where one is a wall, this wall lies behind it.
        const towardsX = cellX < column ? 1 : cellX > column ? -1 : 0
        const towardsY = cellY < row ? 1 : cellY > row ? -1 : 0
        if (towardsX !== 0 && !terrain.isFree(cellX + towardsX, cellY)) continue
        if (towardsY !== 0 && !terrain.isFree(cellX, cellY + towardsY)) continue
        const atX = towardsX === 0 ? x : towardsX > 0 ? cellX + 1 : cellX
        const atY = towardsY === 0 ? y : towardsY > 0 ? cellY + 1 : cellY
        const dx = atX - x
        const dy = atY - y
        const distance = Math.sqrt(dx * dx + dy * dy)
        if (distance >= far || distance === 0) continue
        planes.add(dx / distance, dy / distance, Math.max(0, distance - size) * rate)
      }
    }
  }
}
