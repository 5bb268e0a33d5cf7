/**
 * The state of a jumping search: its nodes, the queue of entries left to expand, the best path so far, and a bound. The
 * search follows only what costs less than the bound.
 *
 * A node is a cell with the quadrants that open from it; only the best way to a cell is kept. An entry of the queue is
 * a node, or a waiting sweep of one.
 *
 * An open hash table finds nodes by cell. A slot is full only where its entry names that slot. So a new search clears
 * nothing: it numbers its entries from 1 again.
 */
import { BucketRing } from '../base/bucket-ring.ts'

const CAPACITY_MIN = 1 << 12
/** The next search frees columns longer than this. */
const CAPACITY_KEPT = 1 << 17
/** All units here are even, so each bucket holds one estimate. */
const BUCKET_UNITS = 2
/** The multiplier of Fibonacci hashing. */
const HASH = 0x9e3779b1
const NO_SLOT = -1

export class JumpNodes {
  /** y << 16 | x */
  cellOfEntry!: Int32Array
  unitsOfEntry!: Int32Array
  /** The node from which an entry was reached; 0 at the start. */
  nodeBeforeEntry!: Int32Array
  /** The quadrants or rays that an entry must send, a bit each. */
  quadrantsOfEntry!: Uint8Array
  goalX = 0
  goalY = 0
  boundUnits = 0
  /** The estimate of the entry taken last: no entry that is left has a lower one. */
  nowUnits = 0
  nodeBeforeGoal = 0

  /** The estimate is sumUnits * (|dx| + |dy|) + apartUnits * ||dx| - |dy||, which needs no branch. */
  private readonly sumUnits: number
  private readonly apartUnits: number
  private readonly queue = new BucketRing()
  /** The slot of a node; NO_SLOT for a sweep. */
  private slotOfEntry!: Int32Array
  private entryOfSlot!: Int32Array
  private hashShift = 0
  private entryCount = 1

  constructor(sumUnits: number, apartUnits: number) {
    this.sumUnits = sumUnits
    this.apartUnits = apartUnits
    this.allocate(CAPACITY_MIN)
  }

  /** Forgets everything and begins a search. */
  start(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    if (this.cellOfEntry.length > CAPACITY_KEPT) this.allocate(CAPACITY_MIN)
    this.entryCount = 1
    this.goalX = x1
    this.goalY = y1
    this.boundUnits = limitUnits
    this.nodeBeforeGoal = 0
    this.nowUnits = this.leftUnits(x0, y0)
    this.queue.restart(this.nowUnits, BUCKET_UNITS)
  }

  /** A lower bound of the cost from (x, y) to the goal. */
  leftUnits(x: number, y: number): number {
    const dx = x - this.goalX
    const dy = y - this.goalY
    const ax = (dx ^ (dx >> 31)) - (dx >> 31)
    const ay = (dy ^ (dy >> 31)) - (dy >> 31)
    const apart = ax - ay
    const distance = (apart ^ (apart >> 31)) - (apart >> 31)
    return (Math.imul(this.sumUnits, ax + ay) + Math.imul(this.apartUnits, distance)) | 0
  }

  /** Adds a node at (x, y), unless it costs too much or a way as good to its cell is known. */
  addNode(x: number, y: number, units: number, nodeBefore: number, quadrants: number): void {
    const estimate = (units + this.leftUnits(x, y)) | 0
    if (estimate >= this.boundUnits) return
    if (this.entryCount === this.cellOfEntry.length) this.grow()
    const cell = (y << 16) | x
    const slot = this.slotFor(cell)
    const known = this.entryOfSlot[slot]
    if (this.isHeld(slot, known) && this.unitsOfEntry[known] <= units) return
    this.entryOfSlot[slot] = this.entryCount
    this.addEntry(cell, units, estimate, nodeBefore, quadrants, slot)
  }

  /** Lets a sweep of `node` wait at (x, y). */
  addSweep(x: number, y: number, units: number, node: number, quadrants: number): void {
    const estimate = (units + this.leftUnits(x, y)) | 0
    if (estimate >= this.boundUnits) return
    if (this.entryCount === this.cellOfEntry.length) this.grow()
    this.addEntry((y << 16) | x, units, estimate, node, quadrants, NO_SLOT)
  }

  /** The node at (x, y); 0 where there is none. */
  nodeAt(x: number, y: number): number {
    const slot = this.slotFor((y << 16) | x)
    const entry = this.entryOfSlot[slot]
    return this.isHeld(slot, entry) ? entry : 0
  }

  /** Adds quadrants to a node and queues it again. */
  widen(node: number, quadrants: number): void {
    const cell = this.cellOfEntry[node]
    const [x, y, units] = [cell & 0xffff, cell >>> 16, this.unitsOfEntry[node]]
    const estimate = (units + this.leftUnits(x, y)) | 0
    if (estimate >= this.boundUnits) return
    if (this.entryCount === this.cellOfEntry.length) this.grow()
    const slot = this.slotOfEntry[node]
    this.entryOfSlot[slot] = this.entryCount
    const before = this.nodeBeforeEntry[node]
    this.addEntry(cell, units, estimate, before, quadrants | this.quadrantsOfEntry[node], slot)
  }

  isNode(entry: number): boolean {
    return this.slotOfEntry[entry] >= 0
  }

  /** Takes the entry of the lowest estimate; 0 when none is left below the bound. */
  take(): number {
    for (;;) {
      const entry = this.queue.pop(0)
      if (entry === 0) return 0
      const slot = this.slotOfEntry[entry]
      // A node is out of date when a better way to its cell has been found since.
      if (slot >= 0 && this.entryOfSlot[slot] !== entry) continue
      const cell = this.cellOfEntry[entry]
      this.nowUnits = (this.unitsOfEntry[entry] + this.leftUnits(cell & 0xffff, cell >>> 16)) | 0
      return this.nowUnits < this.boundUnits ? entry : 0
    }
  }

  /** Returns the entry taken last to the queue. */
  putBack(entry: number): void {
    this.queue.push(this.nowUnits, entry)
  }

  /** Records a path to the goal whose last node is `node`, if it is the cheapest so far. */
  reach(units: number, node: number): void {
    if (units >= this.boundUnits) return
    this.boundUnits = units
    this.nodeBeforeGoal = node
  }

  /** The slot of a cell's node, or the free slot for it. */
  private slotFor(cell: number): number {
    const { entryOfSlot, cellOfEntry } = this
    const mask = entryOfSlot.length - 1
    let slot = Math.imul(cell, HASH) >>> this.hashShift
    for (;;) {
      const entry = entryOfSlot[slot]
      if (!this.isHeld(slot, entry) || cellOfEntry[entry] === cell) return slot
      slot = (slot + 1) & mask
    }
  }

  private isHeld(slot: number, entry: number): boolean {
    return entry < this.entryCount && this.slotOfEntry[entry] === slot
  }

  private addEntry(
    cell: number,
    units: number,
    estimate: number,
    nodeBefore: number,
    quadrants: number,
    slot: number,
  ): void {
    const entry = this.entryCount++
    this.cellOfEntry[entry] = cell
    this.unitsOfEntry[entry] = units
    this.nodeBeforeEntry[entry] = nodeBefore
    this.quadrantsOfEntry[entry] = quadrants
    this.slotOfEntry[entry] = slot
    this.queue.push(estimate, entry)
  }

  private allocate(capacity: number): void {
    this.cellOfEntry = new Int32Array(capacity)
    this.unitsOfEntry = new Int32Array(capacity)
    this.nodeBeforeEntry = new Int32Array(capacity)
    this.quadrantsOfEntry = new Uint8Array(capacity)
    // No entry 0 is ever in a slot.
    this.slotOfEntry = new Int32Array(capacity).fill(NO_SLOT, 0, 1)
    this.entryOfSlot = new Int32Array(2 * capacity)
    this.hashShift = 32 - Math.log2(2 * capacity)
  }

  private grow(): void {
    const { cellOfEntry, unitsOfEntry, nodeBeforeEntry, quadrantsOfEntry, slotOfEntry, entryOfSlot } = this
    this.allocate(2 * cellOfEntry.length)
    this.cellOfEntry.set(cellOfEntry)
    this.unitsOfEntry.set(unitsOfEntry)
    this.nodeBeforeEntry.set(nodeBeforeEntry)
    this.quadrantsOfEntry.set(quadrantsOfEntry)
    this.slotOfEntry.set(slotOfEntry)
    this.rehash(slotOfEntry, entryOfSlot)
  }

  /** Gives the best node of each cell a slot of the new table. Outdated nodes get slot 0, which does not name them. */
  private rehash(slotBefore: Int32Array, entryBefore: Int32Array): void {
    const mask = this.entryOfSlot.length - 1
    for (let entry = 1; entry < this.entryCount; entry++) {
      if (slotBefore[entry] === NO_SLOT) continue
      this.slotOfEntry[entry] = 0
      if (entryBefore[slotBefore[entry]] !== entry) continue
      let slot = Math.imul(this.cellOfEntry[entry], HASH) >>> this.hashShift
      while (this.entryOfSlot[slot] !== 0) slot = (slot + 1) & mask
      this.entryOfSlot[slot] = entry
      this.slotOfEntry[entry] = slot
    }
  }
}
