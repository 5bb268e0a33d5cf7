/**
 * The cells beside a path, laid out for sweeps in a frame in which all others are walls. The frame lies so that the path
 * goes across its rows with as few turns back as may be: its rows are rows of the map, or columns of it.
 *
 * What is beside the path is kept as one span a row, from the first to the last cell that is near enough. A path seldom
 * comes by a row twice; where it does, what lies between is looked at as well.
 */
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, type Terrain } from '../map/terrain.ts'
import type { Sweep } from './sweep.ts'

/** No power of two, or the rows of a band would all lie in the same few lines of the processor's cache. */
export const FRAME = 330
/** No side of the box around a path and what is beside it is longer: walls are left around. */
const BAND_SIDE_MAX = FRAME - 2

export class BandFrame {
  /** Where the path begins and ends. */
  start = 0
  goal = 0
  /** Whether rows are columns of the map. */
  isTurned = false
  rowCount = 0
  /** Of the map: the row before the first and the cell before each row's first. */
  private top = 0
  private left = 0
  private readonly terrain: Terrain
  readonly sweep: Sweep

  constructor(terrain: Terrain, sweep: Sweep) {
    this.terrain = terrain
    this.sweep = sweep
  }

  /**
   * Lays out what is within `reachCells` of the path from (x, y) that is `length` numbers of `runs`: direction, steps, ...,
   * and the boxes: left, top, right, bottom, ... Where there is no room for that, less of the surroundings is taken; false where
   * not even path and boxes have room.
   */
  layOut(
    runs: Int32Array,
    length: number,
    reachCells: number,
    x: number,
    y: number,
    boxes: readonly number[],
  ): boolean {
    this.sweep.clear(this.rowCount)
    this.rowCount = 0
    const reach = this.place(runs, length, reachCells, x, y, boxes)
    if (reach === 0) return false
    this.start = this.cellAt(x, y)
    this.goal = this.walk(runs, length, reach)
    this.widen(reach)
    for (let i = 0; i < boxes.length; i += 4) this.addBox(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3])
    this.load()
    return true
  }

  get goalX(): number {
    return this.isTurned ? this.top + Math.floor(this.goal / FRAME) : this.left + (this.goal % FRAME)
  }

  get goalY(): number {
    return this.isTurned ? this.left + (this.goal % FRAME) : this.top + Math.floor(this.goal / FRAME)
  }

  /** Moves the frame to where the path fits in with what is beside it; returns how far that may be, 0 where it does not fit. */
  private place(
    runs: Int32Array,
    length: number,
    reachMax: number,
    startX: number,
    startY: number,
    boxes: readonly number[],
  ): number {
    let x = startX
    let y = startY
    let minX = x
    let maxX = x
    let minY = y
    let maxY = y
    let walkedX = 0
    let walkedY = 0
    for (let i = 0; i < length; i += 2) {
      const dx = DX[runs[i]] * runs[i + 1]
      const dy = DY[runs[i]] * runs[i + 1]
      x += dx
      y += dy
      walkedX += Math.abs(dx)
      walkedY += Math.abs(dy)
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
    }
    const backX = walkedX - Math.abs(x - startX)
    const backY = walkedY - Math.abs(y - startY)
    this.isTurned = backX === backY ? maxX - minX > maxY - minY : backX < backY
    for (let i = 0; i < boxes.length; i += 4) {
      minX = Math.min(minX, boxes[i])
      minY = Math.min(minY, boxes[i + 1])
      maxX = Math.max(maxX, boxes[i + 2])
      maxY = Math.max(maxY, boxes[i + 3])
    }
    const room = BAND_SIDE_MAX - 1 - Math.max(maxX - minX, maxY - minY)
    const reach = Math.max(0, Math.min(reachMax, room >> 1))
    this.left = (this.isTurned ? minY : minX) - reach - 1
    this.top = (this.isTurned ? minX : minY) - reach - 1
    const across = this.isTurned ? maxX - minX : maxY - minY
    this.rowCount = reach === 0 ? 0 : across + 1 + 2 * reach
    this.sweep.firstOfRow.fill(FRAME, 1, this.rowCount + 1)
    this.sweep.lastOfRow.fill(0, 1, this.rowCount + 1)
    return reach
  }

  private cellAt(x: number, y: number): number {
    return this.isTurned ? (x - this.top) * FRAME + y - this.left : (y - this.top) * FRAME + x - this.left
  }

  /** Notes the first and the last cell of the path in each row, `reach` rows further on; returns where the path ends. */
  private walk(runs: Int32Array, length: number, reach: number): number {
    const { firstOfRow, lastOfRow } = this.sweep
    const alongRow = this.isTurned ? DY : DX
    const acrossRows = this.isTurned ? DX : DY
    let row = Math.floor(this.start / FRAME)
    let cell = this.start - row * FRAME
    firstOfRow[row + reach] = cell
    lastOfRow[row + reach] = cell
    for (let i = 0; i < length; i += 2) {
      const along = alongRow[runs[i]]
      const across = acrossRows[runs[i]]
      // Along a row its last cell says all.
      const stride = across === 0 ? runs[i + 1] : 1
      for (let steps = runs[i + 1]; steps > 0; steps -= stride) {
        row += across
        cell += along * stride
        const at = row + reach
        if (cell < firstOfRow[at]) firstOfRow[at] = cell
        if (cell > lastOfRow[at]) lastOfRow[at] = cell
      }
    }
    return row * FRAME + cell
  }

  /** From what is noted to what is within reach: of so many rows the least first cell and the greatest last one. */
  private widen(reach: number): void {
    const { firstOfRow, lastOfRow } = this.sweep
    const rows = 2 * reach + 1
    for (let known = 1; known < rows; known = Math.min(2 * known, rows)) {
      const ahead = Math.min(known, rows - known)
      for (let row = 1, other = 1 + ahead; other <= this.rowCount; row++, other++) {
        if (firstOfRow[other] < firstOfRow[row]) firstOfRow[row] = firstOfRow[other]
        if (lastOfRow[other] > lastOfRow[row]) lastOfRow[row] = lastOfRow[other]
      }
    }
    for (let row = 1; row <= this.rowCount; row++) {
      firstOfRow[row] -= reach
      lastOfRow[row] += reach
    }
  }

  private addBox(left: number, top: number, right: number, bottom: number): void {
    const { firstOfRow, lastOfRow } = this.sweep
    const first = this.isTurned ? top - this.left : left - this.left
    const last = this.isTurned ? bottom - this.left : right - this.left
    const lastRow = (this.isTurned ? right : bottom) - this.top
    for (let row = (this.isTurned ? left : top) - this.top; row <= lastRow; row++) {
      if (first < firstOfRow[row]) firstOfRow[row] = first
      if (last > lastOfRow[row]) lastOfRow[row] = last
    }
  }

  private load(): void {
    const { terrain, sweep, top, left, isTurned, rowCount } = this
    const { firstOfRow, lastOfRow } = sweep
    const { width, height } = terrain
    const rowEnd = isTurned ? width : height
    const cellEnd = isTurned ? height : width
    for (let row = 1; row <= rowCount; row++) {
      const isOutside = top + row < 0 || top + row >= rowEnd
      const first = Math.max(0, left + firstOfRow[row])
      const last = isOutside ? first - 1 : Math.min(cellEnd - 1, left + lastOfRow[row])
      // What is outside the map stays wall, and needs no clearing.
      firstOfRow[row] = first - left
      lastOfRow[row] = last - left
      for (let cell = first; cell <= last; cell = (cell | BLOCK_MASK) + 1) {
        const count = Math.min(last, cell | BLOCK_MASK) + 1 - cell
        const [x, y] = isTurned ? [top + row, cell] : [cell, top + row]
        sweep.layOut(terrain, row * FRAME + cell - left, x, y, count, isTurned)
      }
    }
  }
}
