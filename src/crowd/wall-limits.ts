/**
 * The moves that walls leave to a unit: each wall near it gives a half-plane, valid for moves shorter than `reach`.
 *
 * The border of a half-plane goes through the wall's closest point, on a face or a corner towards the unit. All other walls lie
 * behind one of these borders. Everything beyond the map's edge is wall.
 */
import { BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

/** By this share of its radius a unit may come closer to a wall: so it passes a gap as wide as itself. */
const WALL_SHARE = 0.004

/** Takes half-planes of moves: normal . move <= limit. */
export interface WallPlanes {
  addWall(normalX: number, normalY: number, limit: number): void
}

export class WallLimits {
  terrain: Terrain

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Whether a unit can stand here. */
  hasRoom(x: number, y: number, radius: number): boolean {
    const { terrain } = this
    const size = radius * (1 - WALL_SHARE)
    const isInside = x >= size && y >= size && x <= terrain.width - size && y <= terrain.height - size
    if (!isInside) return false
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

  /** Adds a half-plane for each wall closer than the unit's radius and reach. */
  add(planes: WallPlanes, x: number, y: number, radius: number, reach: number): void {
    const { terrain } = this
    const size = radius * (1 - WALL_SHARE)
    const far = size + reach
    const left = Math.floor(x - far)
    const right = Math.floor(x + far)
    const top = Math.floor(y - far)
    const bottom = Math.floor(y + far)
    if (this.isOpen(left, right, top, bottom)) return
    for (let cellY = top; cellY <= bottom; cellY++) {
      for (let cellX = left; cellX <= right; cellX++) {
        if (!terrain.isFree(cellX, cellY)) this.addWall(planes, x, y, size, far, cellX, cellY)
      }
    }
  }

  /** Whether all cells of a rectangle are free; most units have no wall near. */
  private isOpen(left: number, right: number, top: number, bottom: number): boolean {
    const { rowBits, blocksWide, width, height } = this.terrain
    if (left < 0 || top < 0 || right >= width || bottom >= height) return false
    let free = -1
    for (let column = left >> BLOCK_SHIFT; column <= right >> BLOCK_SHIFT; column++) {
      const first = column << BLOCK_SHIFT
      let outside = left > first ? ~(-1 << (left - first)) : 0
      if (right - first < BLOCK_MASK) outside |= -2 << (right - first)
      for (let y = top; y <= bottom; y++) {
        const block = (y >> BLOCK_SHIFT) * blocksWide + column
        free &= rowBits[(block << BLOCK_SHIFT) | (y & BLOCK_MASK)] | outside
      }
    }
    return free === -1
  }

  private addWall(
    planes: WallPlanes,
    x: number,
    y: number,
    size: number,
    far: number,
    cellX: number,
    cellY: number,
  ): void {
    const { terrain } = this
    const column = Math.floor(x)
    const row = Math.floor(y)
    // Looks at the neighbours towards the unit: where one is a wall, this wall lies behind it.
    const towardsX = cellX < column ? 1 : cellX > column ? -1 : 0
    const towardsY = cellY < row ? 1 : cellY > row ? -1 : 0
    if (towardsX !== 0 && !terrain.isFree(cellX + towardsX, cellY)) return
    if (towardsY !== 0 && !terrain.isFree(cellX, cellY + towardsY)) return
    const dx = (towardsX === 0 ? x : towardsX > 0 ? cellX + 1 : cellX) - x
    const dy = (towardsY === 0 ? y : towardsY > 0 ? cellY + 1 : cellY) - y
    const distance = Math.sqrt(dx * dx + dy * dy)
    if (distance >= far || distance === 0) return
    planes.addWall(dx / distance, dy / distance, Math.max(0, distance - size))
  }
}
