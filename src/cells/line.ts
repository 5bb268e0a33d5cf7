/**
 * The two shortest lines between two cells of open ground, and whether one is free. With 8 directions a line is a diagonal run
 * and a straight run, in either order. With 4 it is a run along x and one along y.
 */
import type { Directions } from '../map/movement.ts'
import { DX, DY, directionOf, stepUnits } from '../map/movement.ts'
import type { ByGround, Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, placeIn } from '../map/terrain.ts'
import type { Bends } from './bends.ts'

/** Diagonal first (8 directions), x first (4 directions). */
export const LINE_EARLY = 0
/** Straight first (8 directions), y first (4 directions). */
export const LINE_LATE = 1
export const NO_LINE = -1

/** Whether every step of the line is legal. Both ends are taken to be free cells of the map. */
export function isLineFree(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, kind: number): boolean {
  // A late line is the early one from its other end.
  if (kind === LINE_LATE) return isLineFree(terrain, x1, y1, x0, y0, LINE_EARLY)
  if (terrain.directions === 4) return isRowFree(terrain, x0, x1, y0) && isColumnFree(terrain, x1, y0, y1)
  const dx = x1 - x0
  const dy = y1 - y0
  const ax = dx < 0 ? -dx : dx
  const ay = dy < 0 ? -dy : dy
  const diagonal = ax < ay ? ax : ay
  const stepX = dx < 0 ? -1 : 1
  const stepY = dy < 0 ? -1 : 1
  const bendX = x0 + stepX * diagonal
  const bendY = y0 + stepY * diagonal
  if (ax > ay ? !isRowFree(terrain, bendX, x1, y1) : !isColumnFree(terrain, x1, bendY, y1)) return false
  return isDiagonalFree(terrain, x0, y0, stepX, stepY, diagonal)
}

/** The line between two free cells that is free, the early one first; NO_LINE where neither is. */
export function freeLine(terrain: Terrain, x0: number, y0: number, x1: number, y1: number): number {
  if (isLineFree(terrain, x0, y0, x1, y1, LINE_EARLY)) return LINE_EARLY
  const dx = x1 - x0
  const dy = y1 - y0
  // A plain run: the late line is the early one.
  if (dx === 0 || dy === 0 || (terrain.directions === 8 && (dx === dy || dx === -dy))) return NO_LINE
  return isLineFree(terrain, x0, y0, x1, y1, LINE_LATE) ? LINE_LATE : NO_LINE
}

/** Whether the cells xA..xB of row y, in either order, are free. */
export function isRowFree(terrain: Terrain, xA: number, xB: number, y: number): boolean {
  const from = xA < xB ? xA : xB
  const to = xA < xB ? xB : xA
  const { rowBits } = terrain
  let word = (((y >> BLOCK_SHIFT) * terrain.blocksWide + (from >> BLOCK_SHIFT)) << BLOCK_SHIFT) | (y & BLOCK_MASK)
  const wordTo = (((y >> BLOCK_SHIFT) * terrain.blocksWide + (to >> BLOCK_SHIFT)) << BLOCK_SHIFT) | (y & BLOCK_MASK)
  let mask = -1 << (from & BLOCK_MASK)
  for (; word < wordTo; word += 32) {
    if ((~rowBits[word] & mask) !== 0) return false
    mask = -1
  }
  mask &= -1 >>> (31 - (to & BLOCK_MASK))
  return (~rowBits[word] & mask) === 0
}

/** Whether the cells yA..yB of column x, in either order, are free. */
export function isColumnFree(terrain: Terrain, x: number, yA: number, yB: number): boolean {
  const from = yA < yB ? yA : yB
  const to = yA < yB ? yB : yA
  const { rowBits, blocksWide } = terrain
  const mask = 1 << (x & BLOCK_MASK)
  const column = x >> BLOCK_SHIFT
  for (let y = from; y <= to; ) {
    const base = ((y >> BLOCK_SHIFT) * blocksWide + column) << BLOCK_SHIFT
    const end = (y | BLOCK_MASK) < to ? y | BLOCK_MASK : to
    let all = mask
    for (; y <= end; y++) all &= rowBits[base | (y & BLOCK_MASK)]
    if (all === 0) return false
  }
  return true
}

/**
 * Whether `count` diagonal steps from (x, y) are legal: each needs the whole square of 2 x 2 cells that it crosses. So each row
 * needs the cell on the diagonal and both its neighbours; the first and the last row need one neighbour only.
 */
function isDiagonalFree(terrain: Terrain, x: number, y: number, stepX: number, stepY: number, count: number): boolean {
  if (count === 0) return true
  const { rowBits, blocksWide } = terrain
  const endX = x + stepX * count
  if (!isRowFree(terrain, x, x + stepX, y) || !isRowFree(terrain, endX - stepX, endX, y + stepY * count)) return false
  for (let left = count - 1; left > 0; ) {
    x += stepX
    y += stepY
    const bit = x & BLOCK_MASK
    if (bit === 0 || bit === BLOCK_MASK) {
      if (!isRowFree(terrain, x - 1, x + 1, y)) return false
      left--
      continue
    }
    // The rows whose three cells are in this block.
    const toSide = stepX > 0 ? BLOCK_MASK - bit : bit
    const toEnd = stepY > 0 ? BLOCK_SIDE_CELLS - (y & BLOCK_MASK) : (y & BLOCK_MASK) + 1
    const rows = Math.min(left, toSide, toEnd)
    const mask = 7 << (bit - 1)
    let word = (((y >> BLOCK_SHIFT) * blocksWide + (x >> BLOCK_SHIFT)) << BLOCK_SHIFT) | (y & BLOCK_MASK)
    let walls = 0
    for (let row = 0; row < rows; row++, word += stepY) {
      walls |= ~rowBits[word] & (stepX > 0 ? mask << row : mask >>> row)
    }
    if (walls !== 0) return false
    x += stepX * (rows - 1)
    y += stepY * (rows - 1)
    left -= rows
  }
  return true
}

/** The line as two runs, either of which may be empty: out = direction, steps, direction, steps. */
export function lineRuns(dx: number, dy: number, kind: number, directions: Directions, out: Int32Array): void {
  const ax = dx < 0 ? -dx : dx
  const ay = dy < 0 ? -dy : dy
  const signX = dx < 0 ? -1 : 1
  const signY = dy < 0 ? -1 : 1
  const alongX = directionOf(signX, 0)
  const alongY = directionOf(0, signY)
  const early = kind === LINE_EARLY ? 0 : 2
  if (directions === 4) {
    out[early] = alongX
    out[early + 1] = ax
    out[2 - early] = alongY
    out[3 - early] = ay
    return
  }
  const diagonal = ax < ay ? ax : ay
  out[early] = directionOf(signX, signY)
  out[early + 1] = diagonal
  out[2 - early] = ax > ay ? alongX : alongY
  out[3 - early] = (ax > ay ? ax : ay) - diagonal
}

const RUNS = new Int32Array(4)

/** Appends the line of a kind to (x, y), whatever is in its way. */
export function addLine({ directions }: Terrain, x: number, y: number, kind: number, bends: Bends): void {
  const last = bends.count - 1
  lineRuns(x - bends.xOf(last), y - bends.yOf(last), kind, directions, RUNS)
  bends.run(RUNS[0], RUNS[1])
  bends.run(RUNS[2], RUNS[3])
}

/** On mixed ground a line in sight need not be a cheapest path. */
const SIGHT: ByGround<typeof freeLine> = { even: freeLine, mixed: () => NO_LINE }

/** Appends the line to a cell in plain sight on even ground, where it is a cheapest path. Returns false where there is none. */
export function addSightLine(terrain: Terrain, x: number, y: number, bends: Bends): boolean {
  const kind = terrain.ground.of(SIGHT)(terrain, bends.xOf(bends.count - 1), bends.yOf(bends.count - 1), x, y)
  if (kind !== NO_LINE) addLine(terrain, x, y, kind, bends)
  return kind !== NO_LINE
}

/** What the line costs in units; Infinity where it is not free. */
export function lineUnits(terrain: Terrain, x0: number, y0: number, x1: number, y1: number, kind: number): number {
  const block = terrain.blockOf(x0, y0)
  // In a block whose cells differ in cost a wall costs 0: one look at each cell is enough.
  const isMixed = terrain.costOfBlock[block] < 0 && terrain.blockOf(x1, y1) === block
  if (!isMixed && !isLineFree(terrain, x0, y0, x1, y1, kind)) return Infinity
  lineRuns(x1 - x0, y1 - y0, kind, terrain.directions, RUNS)
  const direction = RUNS[0]
  const steps = RUNS[1]
  const bendX = x0 + steps * DX[direction]
  const bendY = y0 + steps * DY[direction]
  if (!isMixed) return runUnits(terrain, x0, y0, direction, steps) + runUnits(terrain, bendX, bendY, RUNS[2], RUNS[3])
  const units = unitsInBlock(terrain, x0, y0, direction, steps)
  return units === Infinity ? units : units + unitsInBlock(terrain, bendX, bendY, RUNS[2], RUNS[3])
}

/** What `steps` steps from (x, y) cost, inside a block whose cells differ in cost; Infinity where one is not legal. */
function unitsInBlock(terrain: Terrain, x: number, y: number, direction: number, steps: number): number {
  const { costOfCell } = terrain
  const alongX = DX[direction]
  const alongY = DY[direction] << BLOCK_SHIFT
  let at = placeIn(terrain.costOfBlock[terrain.blockOf(x, y)], x, y)
  let last = costOfCell[at]
  let sum = -last
  for (let step = 0; step < steps; step++) {
    if (direction >= 4 && (costOfCell[at + alongX] === 0 || costOfCell[at + alongY] === 0)) return Infinity
    sum += 2 * last
    at += alongX + alongY
    last = costOfCell[at]
    if (last === 0) return Infinity
  }
  return stepUnits(direction, sum + last, 0)
}

/** The cost in units of `steps` legal steps in one direction. */
export function runUnits(terrain: Terrain, x: number, y: number, direction: number, steps: number): number {
  return stepUnits(direction, terrain.costsAlong(x, y, DX[direction], DY[direction], steps), 0)
}

/** What a path costs in units. */
export function unitsAlong(terrain: Terrain, bends: Bends): number {
  let units = 0
  for (let i = 0; i + 1 < bends.count; i++) {
    units += runUnits(terrain, bends.xOf(i), bends.yOf(i), bends.directionAfter(i), bends.stepsAfter(i))
  }
  return units
}
