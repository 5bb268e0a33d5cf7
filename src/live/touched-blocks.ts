/**
 * Edits of cells -> the bits, costs and labels of the blocks they lie in. What a block was before is kept beside, so that its
 * regions can be compared.
 */
import { planeCountOf, regionCountOf } from '../atlas/labels.ts'
import type { Work } from '../base/work.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type Terrain,
} from '../map/terrain.ts'
import { BlockLabeller } from '../region/label.ts'
import type { Store } from './store.ts'

const CELLS_A_PIECE = 64

/** A block in which cells have changed. */
export interface TouchedBlock {
  readonly block: number
  /**
   * Whether its entries stay where they are though its ground becomes dearer or cheaper, as under layers that come and go; where
   * the ground itself is another one, entries are to be where that is cheap.
   */
  readonly keepsEntries: boolean
  /** Its row words before. */
  readonly before: Int32Array
  /** Whether cells became free or walls. */
  hasBits: boolean
  /** Whether cells that stay free cost something else, or the block's costs are kept in another way. */
  hasCosts: boolean
  /** The columns of each row whose cost or kind changed. */
  readonly changed: Int32Array
  /** What its cells cost before, and now; of a map that is no view only where any that stays free costs something else. */
  readonly costsBefore: Uint16Array
  readonly costsNow: Uint16Array
}

/** Of blocks the cells whose cost is to be another one: the place in the block, (y & 31) * 32 + (x & 31), and the cost. */
export type EditsOfBlock = ReadonlyMap<number, ArrayLike<number>>

/** Edits of cells, y * width + x -> cost, by block; those that change nothing are left out. */
export function* byBlock(
  store: Pick<Store, 'terrain' | 'turn'>,
  edits: ReadonlyMap<number, number>,
): Work<EditsOfBlock> {
  const { terrain } = store
  const cellsOfBlock = new Map<number, number[]>()
  let count = 0
  for (const [cell, cost] of edits) {
    if (count++ % CELLS_A_PIECE === 0) {
      yield
      store.turn()
    }
    const x = cell % terrain.width
    const y = (cell - x) / terrain.width
    if (terrain.costAt(x, y) === cost) continue
    const block = terrain.blockOf(x, y)
    const cells = cellsOfBlock.get(block)
    const place = ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
    if (cells === undefined) cellsOfBlock.set(block, [place, cost])
    else cells.push(place, cost)
  }
  return cellsOfBlock
}

/** Reads what the cells of a block cost, 0 for walls, into `out` from `at` on. */
export function readCosts(
  { costOfBlock, costOfCell, rowBits }: Terrain,
  block: number,
  out: Uint16Array,
  at = 0,
): void {
  const cost = costOfBlock[block]
  if (cost < 0) {
    const from = ~cost << BLOCK_CELLS_SHIFT
    out.set(costOfCell.subarray(from, from + BLOCK_CELLS), at)
    return
  }
  for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
    const bits = rowBits[(block << BLOCK_SHIFT) | row]
    for (let column = 0; column < BLOCK_SIDE_CELLS; column++) out[at++] = ((bits >>> column) & 1) * cost
  }
}

/** A block's regions: how many there are, and the cells of each as 32 row words. */
export interface Labelled {
  readonly count: number
  readonly masks: Int32Array
}

const NO_COSTS = new Uint16Array(0)

export class TouchedBlocks {
  private readonly store: Store
  private readonly labeller = new BlockLabeller()

  constructor(store: Store) {
    this.store = store
  }

  /** Returns the blocks where anything is other than before; entries stay in those of `layered`. */
  *apply(cellsOfBlock: EditsOfBlock, layered: ReadonlySet<number>): Work<TouchedBlock[]> {
    const touched: TouchedBlock[] = []
    for (const [block, cells] of cellsOfBlock) {
      touched.push(this.edit(block, cells, layered.has(block)))
      yield
    }
    return touched
  }

  private edit(block: number, cells: ArrayLike<number>, keepsEntries: boolean): TouchedBlock {
    const { rowBits } = this.store.terrain
    const firstWord = block << BLOCK_SHIFT
    const before = rowBits.slice(firstWord, firstWord + BLOCK_SIDE_CELLS)
    const changed = new Int32Array(BLOCK_SIDE_CELLS)
    if (this.isTurning(block, cells)) return this.turn(block, cells, before, changed)
    const costsBefore = new Uint16Array(BLOCK_CELLS)
    readCosts(this.store.terrain, block, costsBefore)
    const costsNow = costsBefore.slice()
    const costs = { costsBefore, costsNow }
    const touched: TouchedBlock = { block, keepsEntries, before, hasBits: false, hasCosts: false, changed, ...costs }
    for (let i = 0; i < cells.length; i += 2) {
      const row = cells[i] >> BLOCK_SHIFT
      const bit = 1 << (cells[i] & BLOCK_MASK)
      const isFree = cells[i + 1] > 0
      changed[row] |= bit
      if (((before[row] & bit) !== 0) === isFree) touched.hasCosts = true
      else {
        touched.hasBits = true
        this.store.columns.rowBits.write(firstWord + row, rowBits[firstWord + row] ^ bit)
      }
      costsNow[cells[i]] = cells[i + 1]
    }
    if (this.storeCosts(block, costsNow)) touched.hasCosts = true
    return touched
  }

  /** Whether cells only become walls, or free for what all free cells of the block cost; some of these stay. */
  private isTurning(block: number, cells: ArrayLike<number>): boolean {
    const { costOfBlock, rowBits } = this.store.terrain
    const cost = costOfBlock[block]
    if (cost <= 0 || this.store.isOfView || this.store.choice !== this.store.terrain) return false
    for (let i = 1; i < cells.length; i += 2) if (cells[i] !== 0 && cells[i] !== cost) return false
    let stay = 0
    for (let i = 0; i < cells.length; i += 2) stay -= (rowBits[wordOf(block, cells[i])] >>> (cells[i] & BLOCK_MASK)) & 1
    for (let row = 0; row < BLOCK_SIDE_CELLS && stay <= 0; row++) {
      for (let bits = rowBits[(block << BLOCK_SHIFT) | row]; bits !== 0 && stay <= 0; bits &= bits - 1) stay++
    }
    return stay > 0
  }

  /** Such an edit needs no costs of cells. */
  private turn(block: number, cells: ArrayLike<number>, before: Int32Array, changed: Int32Array): TouchedBlock {
    const { rowBits } = this.store.terrain
    for (let i = 0; i < cells.length; i += 2) {
      const word = wordOf(block, cells[i])
      const bit = 1 << (cells[i] & BLOCK_MASK)
      changed[word & BLOCK_MASK] |= bit
      this.store.columns.rowBits.write(word, rowBits[word] ^ bit)
    }
    const costs = { costsBefore: NO_COSTS, costsNow: NO_COSTS }
    return { block, keepsEntries: false, before, hasBits: true, hasCosts: false, changed, ...costs }
  }

  /** Keeps the costs as one where they are; whether what all cells cost has changed by that, or is no longer one. */
  private storeCosts(block: number, costs: Uint16Array): boolean {
    const { store } = this
    const before = store.terrain.costOfBlock[block]
    let one = 0
    let least = 0x7fffffff
    for (let place = 0; place < BLOCK_CELLS; place++) {
      const cost = costs[place]
      if (cost === 0) continue
      if (cost < least) least = cost
      one = one === 0 || one === cost ? cost : -1
      if (one < 0) break
    }
    if (one < 0) for (const cost of costs) if (cost > 0 && cost < least) least = cost
    if (before < 0) store.costs.give(~before, 1)
    let now = one
    if (one < 0) {
      const n = store.costs.take(1)
      store.costs.data.set(costs, n << BLOCK_CELLS_SHIFT)
      store.terrain.costOfCell = store.costs.data
      now = ~n
    }
    store.setCostOfBlock(block, now, least)
    return before < 0 || now < 0 ? before >= 0 || now >= 0 : before !== now
  }

  /** Labels a block anew; returns how many regions it has. Its planes are written; its row is the caller's. */
  label(block: number): number {
    const { store, labeller } = this
    const oldPlanes = planeCountOf(regionCountOf(store.levels[0].regionsOfBlock, block))
    const count = labeller.label(store.terrain.rowBits, block << BLOCK_SHIFT)
    const planeCount = planeCountOf(count)
    store.planes.give(store.firstPlaneOfBlock[block], oldPlanes)
    if (planeCount > 0) {
      const at = store.planes.take(planeCount)
      store.planes.data.set(labeller.planes.subarray(0, planeCount << BLOCK_SHIFT), at << BLOCK_SHIFT)
      store.columns.firstPlaneOfBlock.write(block, at)
    }
    return count
  }

  /** The row words of a block. */
  rows(block: number): Int32Array {
    return this.store.terrain.rowBits.subarray(block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT)
  }

  /** The masks of a block's regions as its labels have them, over these row words: 32 words each. */
  masks(block: number, rows: Int32Array, count: number): Int32Array {
    const { planes, firstPlaneOfBlock } = this.store
    const planeCount = planeCountOf(count)
    const first = firstPlaneOfBlock[block] << BLOCK_SHIFT
    return masksOf(planes.data.subarray(first, first + (planeCount << BLOCK_SHIFT)), planeCount, rows, count)
  }
}

/** The word of a block's row bits that has a cell, given by its place in the block. */
function wordOf(block: number, place: number): number {
  return (block << BLOCK_SHIFT) | (place >> BLOCK_SHIFT)
}

function masksOf(planes: Int32Array, planeCount: number, rows: Int32Array, count: number): Int32Array {
  const masks = new Int32Array(count << BLOCK_SHIFT)
  for (let region = 0; region < count; region++) {
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      let mask = rows[row]
      for (let plane = 0; plane < planeCount; plane++) {
        const bits = planes[(plane << BLOCK_SHIFT) | row]
        mask &= (region >> plane) & 1 ? bits : ~bits
      }
      masks[(region << BLOCK_SHIFT) | row] = mask
    }
  }
  return masks
}
