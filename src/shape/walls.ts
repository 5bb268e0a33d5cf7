/**
 * The walls that were in the way last. While a path is pulled taut, most looks along a segment end at one of the same few
 * walls again: whether a segment touches these is a matter of a few multiplications, however long it is.
 */
import { NO_WALL, xOfWall, yOfWall } from './sight.ts'

const WALLS_KEPT = 4

export class KnownWalls {
  private readonly walls = new Int32Array(WALLS_KEPT).fill(NO_WALL)
  private next = 0

  /** Keeps a wall instead of the one kept longest. */
  keep(wall: number): void {
    this.walls[this.next] = wall
    this.next = (this.next + 1) & (WALLS_KEPT - 1)
  }

  /** Whether one of the walls touches the segment between two cells: exact, for all here are whole numbers. */
  touch(x0: number, y0: number, x1: number, y1: number): boolean {
    const { walls } = this
    const dx = x1 - x0
    const dy = y1 - y0
    const left = dx < 0 ? x1 : x0
    const right = dx < 0 ? x0 : x1
    const top = dy < 0 ? y1 : y0
    const bottom = dy < 0 ? y0 : y1
    const reach = right - left + bottom - top
    for (let i = 0; i < WALLS_KEPT; i++) {
      const x = xOfWall(walls[i])
      const y = yOfWall(walls[i])
      if (x < left || x > right || y < top || y > bottom) continue
      // Two convex shapes are apart exactly when the normal of a side of one of them parts them.
      const across = (x - x0) * dy - (y - y0) * dx
      if (2 * (across < 0 ? -across : across) <= reach) return true
    }
    return false
  }
}
