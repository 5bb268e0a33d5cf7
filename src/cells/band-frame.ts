/**
 * The cells beside a path, laid out for a flood in a frame in which all others are walls.
 *
 * What is beside the path is kept as one span a row, from the first to the last cell that is near enough. A path seldom
 * comes by a row twice; where it does, what lies between is looked at as well.
 */
import { DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

/** No power of two, or the rows of a band would all lie in the same few lines of the processor's cache. */
export const FRAME = 260
/** No side of the box around a path and what is beside it is longer: walls are left around. */
export const BAND_SIDE_MAX = FRAME - 2

export class BandFrame {
  /** Of a flood over this frame. */
  private readonly words: Int32Array
  /** Of the free cells of the band. */
  costMin = 0
  costMax = 0
  left = 0
  top = 0
  /** Where the path begins and ends. */
  start = 0
  goal = 0
  private readonly terrain: Terrain
  /** By row of the frame, in the map's coordinates; none where the first is beyond the last. */
  private readonly firstOfRow = new Int32Array(FRAME).fill(FRAME)
  private readonly lastOfRow = new Int32Array(FRAME)

  constructor(terrain: Terrain, words: Int32Array) {
    this.terrain = terrain
    this.words = words
  }

  /**
   * Lays out what is within `reachCells` of the path from (x, y) that is `length` numbers of `runs`: direction, steps, ...
   * Cells count as reached for `farUnits`. Where there is no room for that, less of the surroundings is taken; false where
   * not even the path has room.
   */
  layOut(runs: Int32Array, length: number, reachCells: number, x: number, y: number, farUnits: number): boolean {
    this.clear()
    const reach = this.place(runs, length, reachCells, x, y)
    if (reach === 0) return false
    this.start = this.cellAt(x, y)
    for (let i = 0; i < length; i += 2) {
      this.span(x, y, DX[runs[i]], DY[runs[i]], runs[i + 1], reach)
      x += DX[runs[i]] * runs[i + 1]
      y += DY[runs[i]] * runs[i + 1]
    }
    this.goal = this.cellAt(x, y)
    this.load(farUnits)
    return true
  }

  private cellAt(x: number, y: number): number {
    return (y - this.top) * FRAME + x - this.left
  }

  private clear(): void {
    const { words, firstOfRow, lastOfRow, left } = this
    for (let row = 0; row < FRAME; row++) {
      const end = 2 * (row * FRAME + lastOfRow[row] - left)
      for (let at = 2 * (row * FRAME + firstOfRow[row] - left); at <= end; at += 2) words[at] = 0
    }
  }

  /** Moves the frame to where the path fits in with what is beside it; returns how far that may be, 0 where it does not fit. */
  private place(runs: Int32Array, length: number, reachMax: number, x: number, y: number): number {
    let minX = x
    let maxX = x
    let minY = y
    let maxY = y
    for (let i = 0; i < length; i += 2) {
      x += DX[runs[i]] * runs[i + 1]
      y += DY[runs[i]] * runs[i + 1]
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
      minY = Math.min(minY, y)
      maxY = Math.max(maxY, y)
    }
    const room = BAND_SIDE_MAX - 1 - Math.max(maxX - minX, maxY - minY)
    const reach = Math.max(0, Math.min(reachMax, room >> 1))
    this.left = minX - reach - 1
    this.top = minY - reach - 1
    this.firstOfRow.fill(this.left + FRAME)
    this.lastOfRow.fill(this.left)
    return reach
  }

  /** Widens the rows' spans by what is within reach of a run. */
  private span(x: number, y: number, dx: number, dy: number, steps: number, reach: number): void {
    const { firstOfRow, lastOfRow, top } = this
    const endY = y + dy * steps
    const lowest = Math.max(y, endY) + reach
    for (let row = Math.min(y, endY) - reach; row <= lowest; row++) {
      // The steps of the run from which the row is in reach.
      const from = dy === 0 ? 0 : Math.max(0, (row - y) * dy - reach)
      const to = dy === 0 ? steps : Math.min(steps, (row - y) * dy + reach)
      const a = x + dx * from
      const b = x + dx * to
      const first = (a < b ? a : b) - reach
      const last = (a < b ? b : a) + reach
      if (first < firstOfRow[row - top]) firstOfRow[row - top] = first
      if (last > lastOfRow[row - top]) lastOfRow[row - top] = last
    }
  }

  private load(farUnits: number): void {
    const { terrain, firstOfRow, lastOfRow, top } = this
    this.costMin = 0x7fffffff
    this.costMax = 1
    for (let row = 0; row < FRAME; row++) {
      const y = top + row
      const isOutside = y < 0 || y >= terrain.height
      const first = Math.max(0, firstOfRow[row])
      const last = isOutside ? -1 : Math.min(terrain.width - 1, lastOfRow[row])
      // What is outside the map stays wall, and needs no clearing.
      firstOfRow[row] = first
      lastOfRow[row] = last
      for (let x = first; x <= last; x = (x | BLOCK_MASK) + 1) {
        this.loadInBlock(x, Math.min(last, x | BLOCK_MASK), y, farUnits)
      }
    }
  }

  /** The cells (first, y)..(last, y), all of one block. */
  private loadInBlock(first: number, last: number, y: number, farUnits: number): void {
    const { terrain, words } = this
    const { costOfCell } = terrain
    const block = terrain.blockOf(first, y)
    const blockCost = terrain.costOfBlock[block]
    const isMixed = blockCost < 0
    let bits = terrain.rowBits[(block << BLOCK_SHIFT) | (y & BLOCK_MASK)] >>> (first & BLOCK_MASK)
    let from = isMixed
      ? (~blockCost << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (first & BLOCK_MASK)
      : 0
    let { costMin, costMax } = this
    let at = 2 * this.cellAt(first, y)
    for (const end = at + 2 * (last - first); at <= end; at += 2, from++, bits >>>= 1) {
      words[at + 1] = farUnits
      if ((bits & 1) === 0) continue
      const own = isMixed ? costOfCell[from] : blockCost
      words[at] = own
      if (own < costMin) costMin = own
      if (own > costMax) costMax = own
    }
    this.costMin = costMin
    this.costMax = costMax
  }
}
