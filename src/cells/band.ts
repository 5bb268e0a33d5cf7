/**
 * Finds the cheapest path within a few cells of a guide, a path already known. On weighted ground, or where a path bends at
 * every step, a search around both ends looks at thousands of cells. A guide that came along entries is close to the best
 * path, so a narrow band suffices. The guide may lead through walls.
 *
 * The frame's rows are rows or columns of the map, whichever makes the guide turn back less. Each row keeps one span, from the
 * first to the last cell near the guide. A guide seldom crosses a row twice; where it does, the span covers the gap too.
 */
import { NONE } from '../base/none.ts'
import { EVEN_PITCH } from '../kernel/sweep-layout.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { type Bends, boxAround } from './bends.ts'
import { type Sweep, Sweeps } from './sweep.ts'

/** No boxes. */
const NOTHING: readonly number[] = []

export class BandSearch {
  private readonly terrain: Terrain
  /** What all free cells cost; 0 where they differ. */
  private readonly one: number
  private readonly sweeps: Sweeps
  /** The sweep that found the last path. */
  private sweep: Sweep
  /** Where the path ends. */
  private goal = 0

  constructor(terrain: Terrain, isEven = false) {
    this.terrain = terrain
    this.one = isEven ? terrain.costMin : 0
    this.sweeps = new Sweeps(terrain)
    this.sweep = this.sweeps.over(this.one, 0)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.sweeps.forgetMap()
  }

  /**
   * Returns the cost in units of the cheapest path within `reachCells` of the guide, between the guide's ends. Negative if no
   * path costs less than `limitUnits`, or if the guide is too long for the frame. A band too wide for the frame is narrowed.
   * The search may stop at any path that costs at most `enoughUnits`. It also covers all cells of `boxes` (left, top, right
   * and bottom of each).
   */
  find(guide: Bends, reachCells: number, limitUnits: number, enoughUnits = NONE, boxes = NOTHING): number {
    this.sweep = this.sweeps.over(this.one, limitUnits)
    const reach = this.place(guide, reachCells, boxes)
    if (reach === 0) return NONE
    this.layOut(guide, reach, boxes)
    const start = this.sweep.cellAt(guide.xOf(0), guide.yOf(0))
    const units = this.sweep.run(start, this.goal, limitUnits, enoughUnits)
    return units < Infinity ? units : NONE
  }

  /** Appends the path found last to `bends`, which end at its start. */
  goOn(bends: Bends): void {
    this.sweep.goOn(this.goal, bends)
  }

  /** Places the frame around the guide; returns how many cells beside it fit, 0 where the guide does not fit. */
  private place(guide: Bends, reachMax: number, boxes: readonly number[]): number {
    const { sweep } = this
    let [minX, minY, maxX, maxY] = boxAround(guide)
    const isTurned = isBetterTurned(guide, maxX - minX, maxY - minY)
    for (let i = 0; i < boxes.length; i += 4) {
      minX = Math.min(minX, boxes[i])
      minY = Math.min(minY, boxes[i + 1])
      maxX = Math.max(maxX, boxes[i + 2])
      maxY = Math.max(maxY, boxes[i + 3])
    }
    const across = (isTurned ? maxX - minX : maxY - minY) + 1
    const along = (isTurned ? maxY - minY : maxX - minX) + 1
    const room = Math.min(sweep.rowsMax - across, sweep.alongMax - along)
    const reach = Math.max(0, Math.min(reachMax, room >> 1))
    sweep.place((isTurned ? minX : minY) - reach, (isTurned ? minY : minX) - reach, isTurned)
    sweep.reset(reach === 0 ? 0 : across + 2 * reach)
    return reach
  }

  private layOut(guide: Bends, reach: number, boxes: readonly number[]): void {
    const { sweep } = this
    // `widen` reads 2 * reach rows ahead, four at a time.
    const rowEnd = sweep.rowCount + 2 * reach + 4
    sweep.firstOfRow.fill(EVEN_PITCH, 1, rowEnd)
    sweep.lastOfRow.fill(0, 1, rowEnd)
    this.goal = this.walk(guide, reach)
    this.widen(reach)
    for (let i = 0; i < boxes.length; i += 4) this.addBox(boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3], reach)
    sweep.layOut(this.terrain, reach)
  }

  /** Stores the guide's first and last cell in each row, `reach` rows further on; returns the cell where it ends. */
  private walk(guide: Bends, reach: number): number {
    const { sweep } = this
    const { firstOfRow, lastOfRow, pitch, isTurned } = sweep
    const alongRow = isTurned ? DY : DX
    const acrossRows = isTurned ? DX : DY
    const start = sweep.cellAt(guide.xOf(0), guide.yOf(0))
    let row = Math.floor(start / pitch)
    let cell = start - row * pitch
    firstOfRow[row + reach] = Math.min(firstOfRow[row + reach], cell)
    lastOfRow[row + reach] = Math.max(lastOfRow[row + reach], cell)
    for (let i = 0; i + 1 < guide.count; i++) {
      const direction = guide.directionAfter(i)
      const runSteps = guide.stepsAfter(i)
      const along = alongRow[direction]
      const across = acrossRows[direction]
      // A run along a row adds only its last cell to the span.
      const stride = across === 0 ? runSteps : 1
      for (let steps = runSteps; steps > 0; steps -= stride) {
        row += across
        cell += along * stride
        const at = row + reach
        if (cell < firstOfRow[at]) firstOfRow[at] = cell
        if (cell > lastOfRow[at]) lastOfRow[at] = cell
      }
    }
    return row * pitch + cell
  }

  /**
   * Gives each row the least first cell and the greatest last cell of 2 * reach + 1 rows. Each round joins the spans of two
   * rows, so the rows covered double. Sweep.layOut adds the cells to each side.
   */
  private widen(reach: number): void {
    const rows = 2 * reach + 1
    for (let known = 1, ahead = 1; known < rows; known += ahead) {
      ahead = Math.min(known, rows - known)
      this.sweep.rows.takeAhead(this.sweep.rowCount, ahead)
    }
  }

  /** Adds a box to the spans, less the `reach` cells that Sweep.layOut adds to each side. */
  private addBox(left: number, top: number, right: number, bottom: number, reach: number): void {
    const { firstOfRow, lastOfRow, isTurned, left: cellZero, top: rowZero } = this.sweep
    const first = (isTurned ? top : left) - cellZero + reach
    const last = (isTurned ? bottom : right) - cellZero - reach
    const lastRow = (isTurned ? right : bottom) - rowZero
    for (let row = (isTurned ? left : top) - rowZero; row <= lastRow; row++) {
      if (first < firstOfRow[row]) firstOfRow[row] = first
      if (last > lastOfRow[row]) lastOfRow[row] = last
    }
  }
}

/**
 * Whether a frame around a guide, which lies in a box of this size, is better turned. Sweeps go row by row, so it is turned where
 * the guide goes back less along x than along y.
 */
function isBetterTurned(guide: Bends, width: number, height: number): boolean {
  const last = guide.count - 1
  let backX = -Math.abs(guide.xOf(last) - guide.xOf(0))
  let backY = -Math.abs(guide.yOf(last) - guide.yOf(0))
  for (let i = 1; i <= last; i++) {
    backX += Math.abs(guide.xOf(i) - guide.xOf(i - 1))
    backY += Math.abs(guide.yOf(i) - guide.yOf(i - 1))
  }
  return backX === backY ? width > height : backX < backY
}
