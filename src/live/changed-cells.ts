/**
 * The cells of a block that became walls, or free, beside the ways of its pairs. Three tests: a way that no new wall touches is
 * still free; ways through an opening are longer than one that is, if the free way over it is; and one flood from all of these
 * cells at once, over ground in which all are free, tells from what on a pair's ways may pass any, for all pairs.
 */
import { xOf, yOf } from '../atlas/crossing.ts'
import { DIAGONAL_UNITS, DX, DY, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { ManySourceFlood } from './many-source-flood.ts'
import type { TouchedBlock } from './touched-blocks.ts'

/** With more openings each pair would be held against too many cells. */
const OPENINGS_MAX = 16
/** A diagonal saves so much of the two straight steps around its corner; on ground of cost 1 twice that. */
const CORNER_UNITS = 2 * STRAIGHT_UNITS - DIAGONAL_UNITS

export class ChangedCells {
  private readonly terrain: Terrain
  private readonly flood: ManySourceFlood
  private readonly walls = new Int32Array(BLOCK_SIDE_CELLS)
  private wallCount = 0
  private readonly openings = new Int32Array(2 * OPENINGS_MAX)
  private openingCount = 0
  /** Around all of them: places in the block. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.flood = new ManySourceFlood(terrain)
  }

  look({ block, before, changed }: TouchedBlock): void {
    const { rowBits } = this.terrain
    this.wallCount = 0
    this.openingCount = 0
    let columns = 0
    this.top = BLOCK_SIDE_CELLS
    this.bottom = -1
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const turned = changed[row] & (before[row] ^ rowBits[(block << BLOCK_SHIFT) | row])
      this.walls[row] = turned & before[row]
      if (turned === 0) continue
      columns |= turned
      this.top = Math.min(this.top, row)
      this.bottom = row
      if (this.walls[row] !== 0) this.wallCount++
      for (let rest = turned & ~before[row]; rest !== 0; rest &= rest - 1, this.openingCount++) {
        if (this.openingCount >= OPENINGS_MAX) continue
        this.openings[2 * this.openingCount] = 31 - Math.clz32(rest & -rest)
        this.openings[2 * this.openingCount + 1] = row
      }
    }
    this.left = 31 - Math.clz32(columns & -columns)
    this.right = 31 - Math.clz32(columns)
  }

  /** Whether any of them lies in the box of two cells of the block, given by crossings, as all cells do that a line touches. */
  isInBox(a: number, b: number): boolean {
    const ax = xOf(a) & BLOCK_MASK
    const bx = xOf(b) & BLOCK_MASK
    if ((ax > bx ? ax : bx) < this.left || (ax < bx ? ax : bx) > this.right) return false
    const ay = yOf(a) & BLOCK_MASK
    const by = yOf(b) & BLOCK_MASK
    return (ay > by ? ay : by) >= this.top && (ay < by ? ay : by) <= this.bottom
  }

  /** Whether all ways between two cells that an opening made are longer than `units`, on ground of cost 1. */
  areOpeningsBeside(a: number, b: number, units: number): boolean {
    if (this.openingCount > OPENINGS_MAX) return false
    const longest = this.terrain.directions === 8 ? units + 2 * CORNER_UNITS : units
    for (let i = 0; i < 2 * this.openingCount; i += 2) {
      if (this.freeTo(i, a) + this.freeTo(i, b) <= longest) return false
    }
    return true
  }

  private freeTo(i: number, crossing: number): number {
    const { openings, terrain } = this
    const dx = openings[i] - (xOf(crossing) & BLOCK_MASK)
    const dy = openings[i + 1] - (yOf(crossing) & BLOCK_MASK)
    return freeUnits(dx, dy, 1, terrain.directions)
  }

  /** Whether a wall lies on the way from a cell that is in bytes from..end - 1, or beside a diagonal of it. */
  isBlocked(start: number, bytes: Uint8Array, from: number, end: number): boolean {
    if (this.wallCount === 0) return false
    let x = xOf(start) & BLOCK_MASK
    let y = yOf(start) & BLOCK_MASK
    for (let at = from; at < end; at++) {
      const dx = DX[bytes[at] >> 5]
      const dy = DY[bytes[at] >> 5]
      for (let steps = (bytes[at] & BLOCK_MASK) + 1; steps > 0; steps--) {
        if (dx !== 0 && dy !== 0 && (this.isWall(x + dx, y) || this.isWall(x, y + dy))) return true
        x += dx
        y += dy
        if (this.isWall(x, y)) return true
      }
    }
    return false
  }

  /** What a cell of the block costs at least from the nearest of all of them, by ways that need not pass it. */
  boundTo(crossing: number, cost: number): number {
    if (this.bottom < 0) return Infinity
    const x = xOf(crossing) & BLOCK_MASK
    const y = yOf(crossing) & BLOCK_MASK
    const dx = x < this.left ? this.left - x : x > this.right ? x - this.right : 0
    const dy = y < this.top ? this.top - y : y > this.bottom ? y - this.bottom : 0
    return freeUnits(dx, dy, cost, this.terrain.directions) - CORNER_UNITS * cost
  }

  /** The same by a flood, of crossings by their slots: into `out`. */
  measure({ block, before, changed }: TouchedBlock, crossings: ReadonlyMap<number, number>, out: Float64Array): void {
    const { flood } = this
    const { rowBits, blocksWide, costOfBlock } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const firstWord = block << BLOCK_SHIFT
    const now = rowBits.slice(firstWord, firstWord + BLOCK_SIDE_CELLS)
    const cells: number[] = []
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const turned = changed[row] & (before[row] ^ now[row])
      for (let rest = turned; rest !== 0; rest &= rest - 1) {
        cells.push(left + 31 - Math.clz32(rest & -rest), top + row)
      }
      // Of this one version for this moment: nothing is noted.
      rowBits[firstWord + row] |= turned
    }
    flood.forget()
    flood.load(block)
    rowBits.set(now, firstWord)
    for (const crossing of crossings.values()) flood.addTarget(xOf(crossing), yOf(crossing))
    flood.floodFrom(cells)
    // Half of it, since a pair has two slots; a block's costs are in halves.
    const corner = CORNER_UNITS * costOfBlock[block]
    for (const [slot, crossing] of crossings) out[slot] = flood.unitsTo(xOf(crossing), yOf(crossing)) - corner
  }

  private isWall(x: number, y: number): boolean {
    return ((this.walls[y] >>> x) & 1) !== 0
  }
}
