/**
 * What a search from two sides knows of the cells it has met, in pages of one block each: a page is made when its block is
 * first entered, so memory follows what is visited and not the size of the map. A place is page << 10 | row << 5 | column,
 * and the columns hold 2 * place + side.
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

const PAGE_SHIFT = 2 * BLOCK_SHIFT
const PAGES_MIN = 16
/** With more pages than this, they are given back when the next search begins. */
const PAGES_KEPT = 256

export class ExactCells {
  /** From the side's own end, in units. */
  unitsOf!: Float64Array
  /** For the search's own use. */
  markOf!: Uint8Array
  private readonly blocksWide: number
  /** Pages are numbered from 0; pageOfBlock[block] is one more, 0 for a block that was not entered. */
  private readonly pageOfBlock: Int32Array
  private blockOfPage!: Int32Array
  private pageCount = 0

  constructor(terrain: Terrain) {
    this.blocksWide = terrain.blocksWide
    this.pageOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh)
    this.allocate(PAGES_MIN)
  }

  clear(): void {
    for (let page = 0; page < this.pageCount; page++) this.pageOfBlock[this.blockOfPage[page]] = 0
    this.pageCount = 0
    if (this.blockOfPage.length > PAGES_KEPT) this.allocate(PAGES_MIN)
  }

  /** The place of a cell. When its block is first entered all its cells are infinitely far from both ends. */
  placeOf(x: number, y: number): number {
    const block = (y >> BLOCK_SHIFT) * this.blocksWide + (x >> BLOCK_SHIFT)
    const page = this.pageOfBlock[block] || this.addPage(block)
    return ((page - 1) << PAGE_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
  }

  xOf(place: number): number {
    return ((this.blockOfPage[place >> PAGE_SHIFT] % this.blocksWide) << BLOCK_SHIFT) | (place & BLOCK_MASK)
  }

  yOf(place: number): number {
    const blockY = Math.floor(this.blockOfPage[place >> PAGE_SHIFT] / this.blocksWide)
    return (blockY << BLOCK_SHIFT) | ((place >> BLOCK_SHIFT) & BLOCK_MASK)
  }

  private addPage(block: number): number {
    if (this.pageCount === this.blockOfPage.length) this.grow()
    this.blockOfPage[this.pageCount] = block
    this.unitsOf.fill(Infinity, this.pageCount << (PAGE_SHIFT + 1), (this.pageCount + 1) << (PAGE_SHIFT + 1))
    this.markOf.fill(0, this.pageCount << (PAGE_SHIFT + 1), (this.pageCount + 1) << (PAGE_SHIFT + 1))
    this.pageOfBlock[block] = ++this.pageCount
    return this.pageCount
  }

  private allocate(pages: number): void {
    this.blockOfPage = new Int32Array(pages)
    this.unitsOf = new Float64Array(pages << (PAGE_SHIFT + 1))
    this.markOf = new Uint8Array(pages << (PAGE_SHIFT + 1))
  }

  private grow(): void {
    const { blockOfPage, unitsOf, markOf } = this
    this.allocate(2 * blockOfPage.length)
    this.blockOfPage.set(blockOfPage)
    this.unitsOf.set(unitsOf)
    this.markOf.set(markOf)
  }
}
