/**
 * What an exact search knows of the cells it has met: columns by node, found by cell through an open-addressed table, and
 * the heap of what is left to expand. All of it grows with what is visited and with nothing else, so that a map of any
 * size can be searched. A cell is y << 15 | x.
 */
import { Heap } from '../base/heap.ts'

const CAPACITY_MIN = 1 << 12
/** Columns longer than this are given back when the next search begins. */
const CAPACITY_KEPT = 1 << 17

export class ExactNodes {
  count = 0
  readonly heap = new Heap(CAPACITY_MIN)
  cellOf!: Int32Array
  /** From the start, in units. */
  unitsOf!: Float64Array
  previousOf!: Int32Array
  /** For the search's own use. */
  markOf!: Uint8Array
  private table!: Int32Array
  private shift = 0

  constructor() {
    this.allocate(CAPACITY_MIN)
  }

  clear(): void {
    this.heap.clear()
    if (this.cellOf.length > CAPACITY_KEPT) this.allocate(CAPACITY_MIN)
    else this.table.fill(0)
    this.count = 0
  }

  /** The node of a cell. A new one is number count - 1, and infinitely far from the start. */
  find(cell: number): number {
    const { table, cellOf } = this
    const mask = table.length - 1
    let at = Math.imul(cell, 0x9e3779b1) >>> this.shift
    for (let node = table[at] - 1; node >= 0; node = table[at] - 1) {
      if (cellOf[node] === cell) return node
      at = (at + 1) & mask
    }
    table[at] = this.count + 1
    return this.add(cell)
  }

  /** A node beside that of the cell: find does not know it. */
  add(cell: number): number {
    const node = this.count++
    this.cellOf[node] = cell
    this.unitsOf[node] = Infinity
    if (this.count === this.cellOf.length) this.grow()
    return node
  }

  private allocate(capacity: number): void {
    this.cellOf = new Int32Array(capacity)
    this.unitsOf = new Float64Array(capacity)
    this.previousOf = new Int32Array(capacity)
    this.markOf = new Uint8Array(capacity)
    this.table = new Int32Array(2 * capacity)
    this.shift = 32 - Math.log2(2 * capacity)
  }

  private grow(): void {
    const { cellOf, unitsOf, previousOf, markOf, table } = this
    this.allocate(2 * cellOf.length)
    this.cellOf.set(cellOf)
    this.unitsOf.set(unitsOf)
    this.previousOf.set(previousOf)
    this.markOf.set(markOf)
    const mask = this.table.length - 1
    for (const item of table) {
      if (item === 0) continue
      let at = Math.imul(cellOf[item - 1], 0x9e3779b1) >>> this.shift
      while (this.table[at] !== 0) at = (at + 1) & mask
      this.table[at] = item
    }
  }
}
