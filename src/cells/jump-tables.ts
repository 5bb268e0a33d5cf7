/**
 * How far each cell sees in 8 directions, a byte each: for frequent jumping searches on ground that does not change.
 *
 * Along a row or column: the steps to the first stop, a cell beside which a wall has just ended; without a stop, to the last
 * free cell. Along a diagonal: the steps to the first cell that sees a stop along its row or column, on the two sides that
 * the diagonal goes to; without one, the number of legal steps. So rays and sweeps look up what they would search for.
 * (Jump point search with tables, after Harabor and Grastien, for the rule that no corner is cut.)
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

/** The bit of a byte that says whether its run ends at a stop; the other bits count the steps. */
export const IS_STOP = 128
/** Stands for this many steps or more: go one step less and look again. */
export const RUN_MAX = 127
/** The bytes of a cell: east, west, south, north, then the diagonals as quadrants 0..3 are numbered. */
export const PLACE_SHIFT = 3
const CELL = 1 << PLACE_SHIFT
const EAST = 0
const WEST = 1
const SOUTH = 2
const NORTH = 3
const DIAGONALS = 4
/** While tables are made, a run is steps << 1, and bit 0 says whether it ends at a stop. */
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

  /** Fills columns and diagonals of one sense. `rows` lists each row after the one that it looks towards. */
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
