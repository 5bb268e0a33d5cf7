/**
 * How far a guide goes to each side, and which way it is laid out in a frame of rows: turned where it goes back less along
 * columns than along rows, since sweeps take it row by row.
 */
import type { Bends } from './bends.ts'

export class GuideExtent {
  minX = 0
  maxX = 0
  minY = 0
  maxY = 0
  isTurned = false

  measure(guide: Bends): void {
    const last = guide.count - 1
    this.minX = this.maxX = guide.xOf(0)
    this.minY = this.maxY = guide.yOf(0)
    let backX = -Math.abs(guide.xOf(last) - guide.xOf(0))
    let backY = -Math.abs(guide.yOf(last) - guide.yOf(0))
    for (let i = 1; i <= last; i++) {
      const x = guide.xOf(i)
      const y = guide.yOf(i)
      backX += Math.abs(x - guide.xOf(i - 1))
      backY += Math.abs(y - guide.yOf(i - 1))
      this.widen(x, y, x, y)
    }
    this.isTurned = backX === backY ? this.maxX - this.minX > this.maxY - this.minY : backX < backY
  }

  widen(left: number, top: number, right: number, bottom: number): void {
    this.minX = Math.min(this.minX, left)
    this.minY = Math.min(this.minY, top)
    this.maxX = Math.max(this.maxX, right)
    this.maxY = Math.max(this.maxY, bottom)
  }
}
