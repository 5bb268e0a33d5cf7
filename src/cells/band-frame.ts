/**
 * The cells beside a path, laid out for sweeps in a frame in which all others are walls. The frame lies so that the path
 * goes across its rows with as few turns back as may be: its rows are rows of the map, or columns of it.
 *
 * What is beside the path is kept as one span a row, from the first to the last cell that is near enough. A path seldom
 * comes by a row twice; where it does, what lies between is looked at as well.
 */
import { DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import type { Sweep } from './sweep.ts'
import { WALL } from './sweep-rows.ts'

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
   * Lays out what is within `reachCells` of the path from (x, y) that is `length` numbers of `runs`: direction, steps, ...
   * Where there is no room for that, less of the surroundings is taken; false where not even the path has room.
   */
  layOut(runs: Int32Array, length: number, reachCells: number, x: number, y: number): boolean {
    this.sweep.clear(this.rowCount)
    this.rowCount = 0
    const reach = this.place(runs, length, reachCells, x, y)
    if (reach === 0) return false
    const alongRow = this.isTurned ? DY : DX
    const acrossRows = this.isTurned ? DX : DY
    let cell = (this.isTurned ? y : x) - this.left
    let row = (this.isTurned ? x : y) - this.top
    this.start = row * FRAME + cell
    for (let i = 0; i < length; i += 2) {
      const steps = runs[i + 1]
      this.span(cell, row, alongRow[runs[i]], acrossRows[runs[i]], steps, reach)
      cell += alongRow[runs[i]] * steps
      row += acrossRows[runs[i]] * steps
    }
    this.goal = row * FRAME + cell
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
  private place(runs: Int32Array, length: number, reachMax: number, startX: number, startY: number): number {
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
    const room = BAND_SIDE_MAX - 1 - Math.max(maxX - minX, maxY - minY)
    const reach = Math.max(0, Math.min(reachMax, room >> 1))
    const backX = walkedX - Math.abs(x - startX)
    const backY = walkedY - Math.abs(y - startY)
    this.isTurned = backX === backY ? maxX - minX > maxY - minY : backX < backY
    this.left = (this.isTurned ? minY : minX) - reach - 1
    this.top = (this.isTurned ? minX : minY) - reach - 1
    const across = this.isTurned ? maxX - minX : maxY - minY
    this.rowCount = reach === 0 ? 0 : across + 1 + 2 * reach
    this.sweep.firstOfRow.fill(FRAME, 1, this.rowCount + 1)
    this.sweep.lastOfRow.fill(0, 1, this.rowCount + 1)
    return reach
  }

  /** Widens the rows' spans by what is within reach of a run from a cell of a row. */
  private span(cell: number, row: number, alongRow: number, acrossRows: number, steps: number, reach: number): void {
    const { firstOfRow, lastOfRow } = this.sweep
    const endRow = row + acrossRows * steps
    const last = Math.max(row, endRow) + reach
    for (let r = Math.min(row, endRow) - reach; r <= last; r++) {
      // The steps of the run from which the row is in reach.
      const from = acrossRows === 0 ? 0 : Math.max(0, (r - row) * acrossRows - reach)
      const to = acrossRows === 0 ? steps : Math.min(steps, (r - row) * acrossRows + reach)
      const a = cell + alongRow * from
      const b = cell + alongRow * to
      const least = (a < b ? a : b) - reach
      const most = (a < b ? b : a) + reach
      if (least < firstOfRow[r]) firstOfRow[r] = least
      if (most > lastOfRow[r]) lastOfRow[r] = most
    }
  }

  private load(): void {
    const { terrain, top, left, isTurned, rowCount } = this
    const { firstOfRow, lastOfRow } = this.sweep
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
        const lastInBlock = Math.min(last, cell | BLOCK_MASK)
        if (isTurned) this.loadDown(row, cell, lastInBlock)
        else this.loadAlong(row, cell, lastInBlock)
      }
    }
  }

  /** Part of a row that lies in one block, from one cell of the map's row to another. */
  private loadAlong(row: number, first: number, last: number): void {
    const { terrain } = this
    const { costs } = this.sweep
    const y = this.top + row
    const block = terrain.blockOf(first, y)
    const blockCost = terrain.costOfBlock[block]
    let at = row * FRAME + first - this.left
    const end = at + last - first
    if (blockCost < 0) {
      const { costOfCell } = terrain
      let from = (~blockCost << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (first & BLOCK_MASK)
      for (; at <= end; at++) costs[at] = costOfCell[from++] || WALL
    } else {
      let bits = terrain.rowBits[(block << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (first & BLOCK_MASK)
      for (; at <= end; at++, bits >>>= 1) costs[at] = (bits & 1) === 0 ? WALL : blockCost
    }
  }

  /** The same where the row is a column of the map. */
  private loadDown(row: number, first: number, last: number): void {
    const { terrain } = this
    const { costs } = this.sweep
    const x = this.top + row
    const block = terrain.blockOf(x, first)
    const blockCost = terrain.costOfBlock[block]
    let at = row * FRAME + first - this.left
    const end = at + last - first
    if (blockCost < 0) {
      const { costOfCell } = terrain
      let from = (~blockCost << BLOCK_CELLS_SHIFT) | ((first & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
      for (; at <= end; at++, from += 1 << BLOCK_SHIFT) costs[at] = costOfCell[from] || WALL
    } else {
      const { rowBits } = terrain
      let from = (block << BLOCK_SHIFT) | (first & BLOCK_MASK)
      for (; at <= end; at++) costs[at] = ((rowBits[from++] >>> (x & BLOCK_MASK)) & 1) === 0 ? WALL : blockCost
    }
  }
}
