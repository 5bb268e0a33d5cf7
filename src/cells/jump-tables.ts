/**
 * How far each cell sees: for a search that jumps often over ground that stays as it is, eight bytes a cell.
 *
 * Along row and column: the steps to the first cell beside which a wall has just ended, or where there is none, to the
 * last free cell. Along a diagonal: the steps to the first cell from whose row or column such a one is seen, on the two sides
 * the diagonal goes to, or as far as there are legal steps. So what a ray or a sweep finds is looked up and not searched for.
 * (Jump point search with tables, after Harabor and Grastien, for the rule that no corner is cut.)
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

/** Of a byte: whether there is anything to be seen at the end of the steps, which are the other bits. */
export const IS_STOP = 128
/** This many steps or more: go one less, and look again. */
export const RUN_MAX = 127
/** The bytes of a cell: east, west, south, north, then the diagonals as quadrants 0..3 are numbered. */
export const PLACE_SHIFT = 3
const CELL = 1 << PLACE_SHIFT
const EAST = 0
const WEST = 1
const SOUTH = 2
const NORTH = 3
const DIAGONALS = 4
/** Of a run while tables are made: steps << 1, and whether it ends at a stop. */
const ONE_STEP = 2

export class JumpTables {
  readonly width: number
  /** runs[(y * width + x) << 3 | where to] */
  readonly runs: Uint8Array

  constructor(terrain: Terrain) {
    const { width, height } = terrain
    this.width = width
    this.runs = new Uint8Array((width * height) << PLACE_SHIFT)
    const free = freeBytes(terrain)
    const rows = Int32Array.from({ length: height }, (_, y) => y)
    for (const y of rows) this.lookAlongRow(free, y)
    this.lookAlongColumns(free, rows, -1)
    this.lookAlongColumns(free, rows.reverse(), 1)
  }

  private lookAlongRow(free: Uint8Array, y: number): void {
    const { width, runs } = this
    const wide = width + 2
    const first = (y + 1) * wide + 1
    for (let sense = -1; sense <= 1; sense += 2) {
      const slot = sense > 0 ? EAST : WEST
      let run = 0
      for (let i = 0; i < width; i++) {
        const x = sense > 0 ? width - 1 - i : i
        const here = first + x
        const next = here + sense
        if (free[here] === 0) continue
        if (free[next] === 0) run = 0
        else if ((free[next - wide] & ~free[here - wide]) | (free[next + wide] & ~free[here + wide])) run = ONE_STEP | 1
        else run += ONE_STEP
        runs[((y * width + x) << PLACE_SHIFT) | slot] = byteOf(run)
      }
    }
  }

  /** Up or down the columns and along the diagonals of that sense, with rows in the order in which they know their next. */
  private lookAlongColumns(free: Uint8Array, rows: Int32Array, sense: number): void {
    const { width, runs } = this
    const wide = width + 2
    const slot = sense > 0 ? SOUTH : NORTH
    const [toWest, toEast] = sense > 0 ? [DIAGONALS + 1, DIAGONALS] : [DIAGONALS + 2, DIAGONALS + 3]
    const columns = new Int32Array(wide)
    let [west, east, westBefore, eastBefore] = [0, 0, 0, 0].map(() => new Int32Array(wide))
    for (const y of rows) {
      const first = (y + 1) * wide
      const nextRow = ((y + sense) * width - 1) << PLACE_SHIFT
      for (let x = 1; x <= width; x++) {
        const here = first + x
        const next = here + sense * wide
        west[x] = east[x] = 0
        if (free[here] === 0) continue
        const place = (y * width + x - 1) << PLACE_SHIFT
        if (free[next] === 0) columns[x] = 0
        else {
          const opened = (free[next - 1] & ~free[here - 1]) | (free[next + 1] & ~free[here + 1])
          const onward = nextRow + (x << PLACE_SHIFT)
          if (free[next - 1] & free[here - 1]) {
            const stops = (runs[onward - CELL + slot] | runs[onward - CELL + WEST]) & IS_STOP
            west[x] = stops ? ONE_STEP | 1 : westBefore[x - 1] + ONE_STEP
          }
          if (free[next + 1] & free[here + 1]) {
            const stops = (runs[onward + CELL + slot] | runs[onward + CELL + EAST]) & IS_STOP
            east[x] = stops ? ONE_STEP | 1 : eastBefore[x + 1] + ONE_STEP
          }
          columns[x] = opened ? ONE_STEP | 1 : columns[x] + ONE_STEP
        }
        runs[place | slot] = byteOf(columns[x])
        runs[place | toWest] = byteOf(west[x])
        runs[place | toEast] = byteOf(east[x])
      }
      ;[west, westBefore, east, eastBefore] = [westBefore, west, eastBefore, east]
    }
  }
}

function byteOf(run: number): number {
  const steps = run >> 1
  return (steps < RUN_MAX ? steps : RUN_MAX) | ((run & 1) * IS_STOP)
}

/** A byte a cell, 1 where it is free, with a frame of walls one cell wide. */
function freeBytes({ width, height, blocksWide, rowBits }: Terrain): Uint8Array {
  const free = new Uint8Array((width + 2) * (height + 2))
  for (let y = 0; y < height; y++) {
    const first = (y + 1) * (width + 2) + 1
    const words = (((y >> BLOCK_SHIFT) * blocksWide) << BLOCK_SHIFT) | (y & BLOCK_MASK)
    for (let x = 0; x < width; x++) free[first + x] = (rowBits[words + (x & ~BLOCK_MASK)] >>> (x & BLOCK_MASK)) & 1
  }
  return free
}
