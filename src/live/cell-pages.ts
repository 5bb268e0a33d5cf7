/**
 * Maps each cell to a number, 0 by default. Only blocks with other numbers take memory: one page per block.
 */
import type { Place } from '../map/place.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

/** The blocks of a map, and where a cell (y * width + x) lies in them. */
export class Blocks {
  readonly width: number
  readonly height: number
  readonly wide: number
  readonly count: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.wide = (width + BLOCK_MASK) >> BLOCK_SHIFT
    this.count = this.wide * ((height + BLOCK_MASK) >> BLOCK_SHIFT)
  }

  blockOf(cell: number): number {
    const x = cell % this.width
    return (((cell - x) / this.width) >> BLOCK_SHIFT) * this.wide + (x >> BLOCK_SHIFT)
  }

  /** A cell's place in its block: (y & 31) * 32 + (x & 31). */
  placeOf(cell: number): number {
    const x = cell % this.width
    return ((((cell - x) / this.width) & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
  }

  leftOf(block: number): number {
    return (block % this.wide) << BLOCK_SHIFT
  }

  topOf(block: number): number {
    return Math.floor(block / this.wide) << BLOCK_SHIFT
  }

  /** The blocks that lie in an area together with the cells around them; none for other places. */
  deepIn(place: Place): Set<number> {
    const blocks = new Set<number>()
    if (!('width' in place)) return blocks
    const right = (Math.max(0, Math.min(this.width, place.x + place.width)) - 1) >> BLOCK_SHIFT
    const bottom = (Math.max(0, Math.min(this.height, place.y + place.height)) - 1) >> BLOCK_SHIFT
    // Beyond 32 bits a shift wraps around.
    const left = (Math.max(0, Math.min(this.width, place.x + 1)) + BLOCK_MASK) >> BLOCK_SHIFT
    const top = (Math.max(0, Math.min(this.height, place.y + 1)) + BLOCK_MASK) >> BLOCK_SHIFT
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) blocks.add(y * this.wide + x)
    return blocks
  }

  /** Visits the cells of a block that lie on the map. */
  forEachCell(block: number, visit: (x: number, y: number, place: number) => void): void {
    const left = this.leftOf(block)
    const top = this.topOf(block)
    const wide = Math.min(BLOCK_MASK + 1, this.width - left)
    const high = Math.min(BLOCK_MASK + 1, this.height - top)
    for (let row = 0; row < high; row++) {
      for (let column = 0; column < wide; column++) visit(left + column, top + row, (row << BLOCK_SHIFT) | column)
    }
  }
}

type Values = Int32Array | Float64Array

interface Page<T extends Values> {
  readonly valueOfPlace: T
  /** How many of the values are not 0. */
  count: number
}

export class CellPages<T extends Values> {
  private readonly pageOfBlock = new Map<number, Page<T>>()
  private readonly makePage: (cells: number) => T

  constructor(makePage: (cells: number) => T) {
    this.makePage = makePage
  }

  has(block: number): boolean {
    return this.pageOfBlock.has(block)
  }

  get(block: number, place: number): number {
    return this.pageOfBlock.get(block)?.valueOfPlace[place] ?? 0
  }

  /** The values of a block; null if all are 0. */
  page(block: number): T | null {
    return this.pageOfBlock.get(block)?.valueOfPlace ?? null
  }

  set(block: number, place: number, value: number): void {
    let page = this.pageOfBlock.get(block)
    if (page === undefined) {
      if (value === 0) return
      page = { valueOfPlace: this.makePage(BLOCK_CELLS), count: 0 }
      this.pageOfBlock.set(block, page)
    }
    const before = page.valueOfPlace[place]
    page.valueOfPlace[place] = value
    page.count += Number(value !== 0) - Number(before !== 0)
    if (page.count === 0) this.pageOfBlock.delete(block)
  }

  drop(block: number): void {
    this.pageOfBlock.delete(block)
  }

  clear(): void {
    this.pageOfBlock.clear()
  }
}

/** Row bits of a block with all cells in the set. */
const WHOLE = new Int32Array(BLOCK_MASK + 1).fill(-1)

/** A set of cells, one bit each. Blocks that are wholly in the set, as most seen blocks are, share their rows. */
export class CellSet {
  private readonly rowsOfBlock = new Map<number, Int32Array>()

  touches(block: number): boolean {
    return this.rowsOfBlock.has(block)
  }

  has(block: number, place: number): boolean {
    const rows = this.rowsOfBlock.get(block)
    return rows !== undefined && ((rows[place >> BLOCK_SHIFT] >>> (place & BLOCK_MASK)) & 1) !== 0
  }

  add(block: number, place: number): void {
    let rows = this.rowsOfBlock.get(block)
    if (rows === WHOLE) return
    if (rows === undefined) {
      rows = new Int32Array(BLOCK_MASK + 1)
      this.rowsOfBlock.set(block, rows)
    }
    rows[place >> BLOCK_SHIFT] |= 1 << (place & BLOCK_MASK)
    if (rows.every(bits => bits === -1)) this.rowsOfBlock.set(block, WHOLE)
  }

  remove(block: number, place: number): void {
    if (!this.has(block, place)) return
    let rows = this.rowsOfBlock.get(block)!
    if (rows === WHOLE) rows = WHOLE.slice()
    rows[place >> BLOCK_SHIFT] &= ~(1 << (place & BLOCK_MASK))
    if (rows.every(bits => bits === 0)) this.rowsOfBlock.delete(block)
    else this.rowsOfBlock.set(block, rows)
  }

  forEachBlock(visit: (block: number) => void): void {
    for (const block of this.rowsOfBlock.keys()) visit(block)
  }

  clear(): void {
    this.rowsOfBlock.clear()
  }
}
