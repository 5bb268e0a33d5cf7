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
import { type Bends, boxAround } from './bends.ts'
import type { Sweep } from './sweep.ts'
import type { Frame } from './sweep-frame.ts'

/** No boxes. */
const NOTHING: readonly number[] = []

/**
 * Returns the cost in units of the cheapest path within `reachCells` of the guide, between the guide's ends, which the sweep then
 * has. Negative if no path costs less than `limitUnits`, or if the guide is too long for the frame. A band too wide for the
 * frame is narrowed. The search may stop at any path that costs at most `enoughUnits`. It also covers all cells of `boxes` (left,
 * top, right and bottom of each).
 */
export function findBeside(
  sweep: Sweep,
  guide: Bends,
  reachCells: number,
  limitUnits: number,
  enoughUnits = NONE,
  boxes = NOTHING,
): number {
  const { ground, costMin } = sweep.terrain
  const last = guide.count - 1
  sweep.cover(frame => lay(frame, guide, reachCells, boxes), ground.of({ even: costMin, mixed: 0 }))
  return sweep.find(guide.xOf(0), guide.yOf(0), guide.xOf(last), guide.yOf(last), limitUnits, enoughUnits)
}

/** Places the frame around the guide, and writes the span of each row. False where the guide does not fit. */
function lay(frame: Frame, guide: Bends, reachMax: number, boxes: readonly number[]): boolean {
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
  const room = Math.min(frame.rowsMax - across, frame.alongMax - along)
  const reach = Math.min(reachMax, room >> 1)
  if (reach <= 0) return false
  frame.place((isTurned ? minX : minY) - reach, (isTurned ? minY : minX) - reach, isTurned)
  frame.reset(across + 2 * reach)
  // `widen` reads 2 * reach rows ahead, four at a time.
  const rowEnd = frame.rowCount + 2 * reach + 4
  frame.firstOfRow.fill(EVEN_PITCH, 1, rowEnd)
  frame.lastOfRow.fill(0, 1, rowEnd)
  walk(frame, guide, reach)
  widen(frame, reach)
  for (let i = 0; i < boxes.length; i += 4) addBox(frame, boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3])
  return true
}

/** Stores the guide's first and last cell in each row, `reach` rows further on. */
function walk(frame: Frame, guide: Bends, reach: number): void {
  const { firstOfRow, lastOfRow, pitch, isTurned } = frame
  const alongRow = isTurned ? DY : DX
  const acrossRows = isTurned ? DX : DY
  const start = frame.cellAt(guide.xOf(0), guide.yOf(0))
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
}

/**
 * Gives each row the least first cell and the greatest last cell of 2 * reach + 1 rows, and `reach` cells more to each side. Each round
 * joins the spans of two rows, so the rows covered double.
 */
function widen({ rows, rowCount, firstOfRow, lastOfRow }: Frame, reach: number): void {
  const rowsWide = 2 * reach + 1
  for (let known = 1, ahead = 1; known < rowsWide; known += ahead) {
    ahead = Math.min(known, rowsWide - known)
    rows.takeAhead(rowCount, ahead)
  }
  for (let row = 1; row <= rowCount; row++) {
    firstOfRow[row] -= reach
    lastOfRow[row] += reach
  }
}

/** Adds a box to the spans. */
function addBox(frame: Frame, left: number, top: number, right: number, bottom: number): void {
  const { firstOfRow, lastOfRow, isTurned, left: cellZero, top: rowZero } = frame
  const first = (isTurned ? top : left) - cellZero
  const last = (isTurned ? bottom : right) - cellZero
  const lastRow = (isTurned ? right : bottom) - rowZero
  for (let row = (isTurned ? left : top) - rowZero; row <= lastRow; row++) {
    if (first < firstOfRow[row]) firstOfRow[row] = first
    if (last > lastOfRow[row]) lastOfRow[row] = last
  }
}

/**
 * Whether a frame around a guide, which lies in a box of this size, is better turned. Sweeps go row by row, so it is turned where
 * the guide goes back less along x than along y.
 */
function isBetterTurned(guide: Bends, width: number, height: number): boolean {
  const last = guide.count - 1
  let backX = 0
  let backY = 0
  for (let i = 1; i <= last; i++) {
    backX += Math.abs(guide.xOf(i) - guide.xOf(i - 1))
    backY += Math.abs(guide.yOf(i) - guide.yOf(i - 1))
  }
  backX -= Math.abs(guide.xOf(last) - guide.xOf(0))
  backY -= Math.abs(guide.yOf(last) - guide.yOf(0))
  return backX === backY ? width > height : backX < backY
}
