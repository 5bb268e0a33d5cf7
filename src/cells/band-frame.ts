/**
 * The cells beside a path, laid out for sweeps in a frame in which all others are walls. The frame lies so that the path
 * goes across its rows with as few turns back as may be: its rows are rows of the map, or columns of it.
 *
 * What is beside the path is kept as one span a row, from the first to the last cell that is near enough. A path seldom
 * comes by a row twice; where it does, what lies between is looked at as well.
 */
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { GuideExtent } from './guide-extent.ts'
import { lineRuns } from './line.ts'
import type { Sweep } from './sweep.ts'

/** No power of two, or the rows of a band would all lie in the same few lines of the processor's cache. */
export const FRAME = 330
/** No side of the box around a path and what is beside it is longer: walls are left around. */
const BAND_SIDE_MAX = FRAME - 2

/** What is looked at beside a guide and what is near it. */
export interface Beside {
  /** All cells of these: left, top, right, bottom, ... */
  readonly boxes: readonly number[]
  /** What is near these: lines between two cells of the guide, x, y of both and the kind (line.ts), ... */
  readonly lines: readonly number[]
}

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
  private readonly extent = new GuideExtent()
  private readonly side = new Bends(3)
  private readonly runs = new Int32Array(4)
  readonly sweep: Sweep

  constructor(terrain: Terrain, sweep: Sweep) {
    this.terrain = terrain
    this.sweep = sweep
  }

  /**
   * Lays out what is within `reachCells` of the guide and of its side lines, and the boxes. Where there is no room for that,
   * less of the surroundings is taken; false where not even guide and boxes have room.
   */
  layOut(guide: Bends, reachCells: number, { boxes, lines }: Beside): boolean {
    this.sweep.clear(this.rowCount)
    this.rowCount = 0
    const reach = this.place(guide, reachCells, boxes)
    if (reach === 0) return false
    this.start = this.cellAt(guide.xOf(0), guide.yOf(0))
    this.goal = this.walk(guide, reach)
    for (let i = 0; i < lines.length; i += 5) this.walkLine(lines, i, reach)
    this.widen(reach)
    for (let i = 0; i < boxes.length; i += 4) this.addBox(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3], reach)
    this.sweep.layOut(this.terrain, this.left, this.top, this.rowCount, this.isTurned, reach)
    return true
  }

  /** Moves the frame to where the guide fits in with what is beside it; returns how far that may be, 0 where it does not fit. */
  private place(guide: Bends, reachMax: number, boxes: readonly number[]): number {
    const { extent } = this
    extent.measure(guide)
    this.isTurned = extent.isTurned
    for (let i = 0; i < boxes.length; i += 4) extent.widen(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3])
    const { minX, maxX, minY, maxY } = extent
    const room = BAND_SIDE_MAX - 1 - Math.max(maxX - minX, maxY - minY)
    const reach = Math.max(0, Math.min(reachMax, room >> 1))
    this.left = (this.isTurned ? minY : minX) - reach - 1
    this.top = (this.isTurned ? minX : minY) - reach - 1
    const across = this.isTurned ? maxX - minX : maxY - minY
    this.rowCount = reach === 0 ? 0 : across + 1 + 2 * reach
    // Rows look so far ahead, four at a time.
    this.sweep.firstOfRow.fill(FRAME, 1, this.rowCount + 2 * reach + 4)
    this.sweep.lastOfRow.fill(0, 1, this.rowCount + 2 * reach + 4)
    return reach
  }

  private cellAt(x: number, y: number): number {
    return this.isTurned ? (x - this.top) * FRAME + y - this.left : (y - this.top) * FRAME + x - this.left
  }

  /** Notes the first and the last cell of the guide in each row, `reach` rows further on; returns where it ends. */
  private walk(guide: Bends, reach: number): number {
    const { firstOfRow, lastOfRow } = this.sweep
    const alongRow = this.isTurned ? DY : DX
    const acrossRows = this.isTurned ? DX : DY
    const start = this.cellAt(guide.xOf(0), guide.yOf(0))
    let row = Math.floor(start / FRAME)
    let cell = start - row * FRAME
    firstOfRow[row + reach] = Math.min(firstOfRow[row + reach], cell)
    lastOfRow[row + reach] = Math.max(lastOfRow[row + reach], cell)
    for (let i = 0; i + 1 < guide.count; i++) {
      const direction = guide.directionAfter(i)
      const runSteps = guide.stepsAfter(i)
      const along = alongRow[direction]
      const across = acrossRows[direction]
      // Along a row its last cell says all.
      const stride = across === 0 ? runSteps : 1
      for (let steps = runSteps; steps > 0; steps -= stride) {
        row += across
        cell += along * stride
        const at = row + reach
        if (cell < firstOfRow[at]) firstOfRow[at] = cell
        if (cell > lastOfRow[at]) lastOfRow[at] = cell
      }
    }
    return row * FRAME + cell
  }

  /** The same of a line. */
  private walkLine(lines: readonly number[], at: number, reach: number): void {
    const { side, runs } = this
    const [x, y] = [lines[at], lines[at + 1]]
    lineRuns(lines[at + 2] - x, lines[at + 3] - y, lines[at + 4], this.terrain.directions, runs)
    side.start(x, y)
    side.run(runs[0], runs[1])
    side.run(runs[2], runs[3])
    this.walk(side, reach)
  }

  /**
   * From what is noted to what is within reach of its row: of so many rows the least first cell and the greatest last one. In
   * each turn two rows say what so many each are known to say; cells to each side come last, with the boxes (Sweep.layOut).
   */
  private widen(reach: number): void {
    const rows = 2 * reach + 1
    for (let known = 1, ahead = 1; known < rows; known += ahead) {
      ahead = Math.min(known, rows - known)
      this.sweep.rows.takeAhead(this.rowCount, ahead)
    }
  }

  /** All of a box, of which `reach` cells to each side come last. */
  private addBox(left: number, top: number, right: number, bottom: number, reach: number): void {
    const { firstOfRow, lastOfRow } = this.sweep
    const first = (this.isTurned ? top : left) - this.left + reach
    const last = (this.isTurned ? bottom : right) - this.left - reach
    const lastRow = (this.isTurned ? right : bottom) - this.top
    for (let row = (this.isTurned ? left : top) - this.top; row <= lastRow; row++) {
      if (first < firstOfRow[row]) firstOfRow[row] = first
      if (last > lastOfRow[row]) lastOfRow[row] = last
    }
  }
}
