/**
 * The state of a jumping search: its nodes, the queue of entries left to expand, the best path so far, and a bound. The
 * search follows only what costs less than the bound.
 *
 * A node is a cell with the quadrants that open from it; only the best way to a cell is kept. An entry of the queue is
 * a node, or a waiting sweep of one.
 *
 * An open hash table finds nodes by cell. It holds the numbers of entries counted over all searches, so a new search clears nothing.
 */
import { BucketRing } from '../base/bucket-ring.ts'
import { doubled } from '../base/growing.ts'

const CAPACITY_MIN = 1 << 12
/** The next search frees columns longer than this. */
const CAPACITY_KEPT = 1 << 17
/** All units here are even, so each bucket holds one estimate. */
const BUCKET_UNITS = 2
/** The multiplier of Fibonacci hashing. */
const HASH = 0x9e3779b1
/** Entries are counted no farther. */
const COUNT_MAX = 2 ** 30
/** Beside the quadrants of an entry: it is a sweep, or a node to whose cell a better way was found since. */
const SWEEP = 16
const OUTDATED = 32

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
  /** The best nodes of cells, as `countBefore` and the number of the entry; of earlier searches where that is not above 0. */
  private nodeOfSlot!: Int32Array
  /** The entries of all searches before. */
  private countBefore = 0
  private entryCount = 1

  constructor(sumUnits: number, apartUnits: number) {
    this.sumUnits = sumUnits
    this.apartUnits = apartUnits
    this.allocate()
  }

  /** Forgets everything and begins a search. */
  start(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    this.countBefore += this.entryCount
    if (this.cellOfEntry.length > CAPACITY_KEPT || this.countBefore > COUNT_MAX) this.allocate()
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
    this.add((y << 16) | x, units, nodeBefore, quadrants, false)
  }

  /** Lets a sweep of `node` wait at (x, y). */
  addSweep(x: number, y: number, units: number, node: number, quadrants: number): void {
    this.add((y << 16) | x, units, node, quadrants | SWEEP, false)
  }

  /** The node at (x, y); 0 where there is none. */
  nodeAt(x: number, y: number): number {
    return Math.max(0, this.nodeOfSlot[this.slotOf((y << 16) | x)] - this.countBefore)
  }

  /** Adds quadrants to a node and queues it again. */
  widen(node: number, quadrants: number): void {
    const { cellOfEntry, unitsOfEntry, nodeBeforeEntry, quadrantsOfEntry } = this
    this.add(cellOfEntry[node], unitsOfEntry[node], nodeBeforeEntry[node], quadrants | quadrantsOfEntry[node], true)
  }

  isNode(entry: number): boolean {
    return (this.quadrantsOfEntry[entry] & SWEEP) === 0
  }

  /** Takes the entry of the lowest estimate; 0 when none is left below the bound. */
  take(): number {
    for (;;) {
      const entry = this.queue.pop(0)
      if (entry === 0) return 0
      if (this.quadrantsOfEntry[entry] >= OUTDATED) continue
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

  private add(cell: number, units: number, nodeBefore: number, quadrants: number, isWider: boolean): void {
    const estimate = (units + this.leftUnits(cell & 0xffff, cell >>> 16)) | 0
    if (estimate >= this.boundUnits) return
    if (this.entryCount === this.cellOfEntry.length) this.grow()
    const entry = this.entryCount
    if (quadrants < SWEEP) {
      const slot = this.slotOf(cell)
      const known = this.nodeOfSlot[slot] - this.countBefore
      if (known > 0 && !isWider && this.unitsOfEntry[known] <= units) return
      if (known > 0) this.quadrantsOfEntry[known] |= OUTDATED
      this.nodeOfSlot[slot] = this.countBefore + entry
    }
    this.entryCount++
    this.cellOfEntry[entry] = cell
    this.unitsOfEntry[entry] = units
    this.nodeBeforeEntry[entry] = nodeBefore
    this.quadrantsOfEntry[entry] = quadrants
    this.queue.push(estimate, entry)
  }

  /** The slot of a cell's node, or the free slot for it. */
  private slotOf(cell: number): number {
    const { nodeOfSlot, cellOfEntry, countBefore } = this
    const mask = nodeOfSlot.length - 1
    let slot = Math.imul(cell, HASH) >>> Math.clz32(mask)
    for (;;) {
      const entry = nodeOfSlot[slot] - countBefore
      if (entry <= 0 || cellOfEntry[entry] === cell) return slot
      slot = (slot + 1) & mask
    }
  }

  private allocate(): void {
    this.countBefore = 0
    this.cellOfEntry = new Int32Array(CAPACITY_MIN)
    this.unitsOfEntry = new Int32Array(CAPACITY_MIN)
    this.nodeBeforeEntry = new Int32Array(CAPACITY_MIN)
    this.quadrantsOfEntry = new Uint8Array(CAPACITY_MIN)
    this.nodeOfSlot = new Int32Array(2 * CAPACITY_MIN)
  }

  private grow(): void {
    this.cellOfEntry = doubled(this.cellOfEntry)
    this.unitsOfEntry = doubled(this.unitsOfEntry)
    this.nodeBeforeEntry = doubled(this.nodeBeforeEntry)
    this.quadrantsOfEntry = doubled(this.quadrantsOfEntry)
    this.nodeOfSlot = new Int32Array(2 * this.nodeOfSlot.length)
    // Of the nodes of one cell the last is the best.
    for (let entry = 1; entry < this.entryCount; entry++) {
      if (this.isNode(entry)) this.nodeOfSlot[this.slotOf(this.cellOfEntry[entry])] = this.countBefore + entry
    }
  }
}
