/**
 * What a jumping search knows: its nodes, the queue of what is left to expand, the best path so far, and the bound that
 * all which is still worth following costs less than.
 *
 * A node is a cell with the quadrants that open from it; only the best way to a cell is kept. An entry of the queue is
 * a node, or a sweep of one that waits for its turn. Where an entry finds no room the bound falls to its estimate:
 * nothing at or above that can be proven any more, and everything below still can.
 */
import { DIAGONAL_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import type { BendList } from './near-bends.ts'
import { BucketQueue, ENTRIES_MAX, KEY_SPAN } from './near-queue.ts'
import { GAVE_UP, isInWindow, NONE_BELOW, placeOf, WINDOW_CELLS, windowStart } from './near-window.ts'

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
/** freeUnits is SUM_UNITS * (|dx| + |dy|) + APART_UNITS * ||dx| - |dy||, which needs no branch. */
const SUM_UNITS = DIAGONAL_UNITS
const APART_UNITS = UNITS_PER_CELL - DIAGONAL_UNITS
const ENTRY_COUNT_MAX = ENTRIES_MAX
/** All units here are even: half of them makes a key. */
const KEY_SHIFT = 1
const RISE_MAX_UNITS = (KEY_SPAN - 1) << KEY_SHIFT

/** The lower half of a word in the table of nodes is the node, the upper half tells of which search. */
const STAMP_SHIFT = 16
const STAMP_MAX = 0x7fff << STAMP_SHIFT

export class JumpNodes {
  /** y << 16 | x */
  readonly cellOfEntry = new Int32Array(ENTRIES_MAX)
  readonly unitsOfEntry = new Int32Array(ENTRIES_MAX)
  /** The node from which an entry was reached; 0 at the start. */
  readonly nodeBeforeEntry = new Uint16Array(ENTRIES_MAX)
  /** The quadrants to sweep, a bit each. */
  readonly quadrantsOfEntry = new Uint8Array(ENTRIES_MAX)
  readonly isNodeOfEntry = new Uint8Array(ENTRIES_MAX)
  goalX = 0
  goalY = 0
  boundUnits = 0
  /** The estimate of the entry taken last: no entry that is left has a lower one. */
  nowUnits = 0

  private readonly queue = new BucketQueue()
  private readonly nodeOfPlace = new Int32Array(WINDOW_CELLS)
  private stamp = 0
  private entryCount = 0
  private left = 0
  private top = 0
  private limitUnits = 0
  private bestUnits = NONE_BELOW
  private nodeBeforeGoal = 0

  /** Forgets everything and begins a search. */
  start(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    if (this.stamp === STAMP_MAX) {
      this.nodeOfPlace.fill(0)
      this.stamp = 0
    }
    this.stamp += 1 << STAMP_SHIFT
    this.entryCount = 1
    this.goalX = x1
    this.goalY = y1
    this.left = windowStart(x0, x1)
    this.top = windowStart(y0, y1)
    this.limitUnits = limitUnits
    this.boundUnits = limitUnits
    this.bestUnits = NONE_BELOW
    this.nowUnits = this.leftUnits(x0, y0)
    this.queue.restart(this.nowUnits >> KEY_SHIFT)
  }

  /** What is at least left from (x, y) to the goal. */
  leftUnits(x: number, y: number): number {
    const dx = x - this.goalX
    const dy = y - this.goalY
    const ax = (dx ^ (dx >> 31)) - (dx >> 31)
    const ay = (dy ^ (dy >> 31)) - (dy >> 31)
    const apart = ax - ay
    const distance = (apart ^ (apart >> 31)) - (apart >> 31)
    return (Math.imul(SUM_UNITS, ax + ay) + Math.imul(APART_UNITS, distance)) | 0
  }

  /** Adds a node at (x, y), unless it is too dear or a way as good to its cell is known. */
  addNode(x: number, y: number, units: number, nodeBefore: number, quadrants: number): void {
    const estimate = (units + this.leftUnits(x, y)) | 0
    if (estimate >= this.boundUnits || !this.hasRoom(x, y, estimate)) return
    const place = placeOf(x, y)
    const known = this.nodeOfPlace[place] ^ this.stamp
    if (known >>> STAMP_SHIFT === 0 && this.unitsOfEntry[known] <= units) return
    this.nodeOfPlace[place] = this.stamp | this.entryCount
    this.addEntry(x, y, units, estimate, nodeBefore, quadrants, 1)
  }

  /** Lets the sweep of a quadrant of `node` wait at (x, y). */
  addSweep(x: number, y: number, units: number, node: number, quadrant: number): void {
    const estimate = (units + this.leftUnits(x, y)) | 0
    if (estimate >= this.boundUnits || !this.hasRoom(x, y, estimate)) return
    this.addEntry(x, y, units, estimate, node, 1 << quadrant, 0)
  }

  /** Takes the entry of the lowest estimate; 0 when none is left below the bound. */
  take(): number {
    for (;;) {
      const entry = this.queue.pop()
      if (entry === 0) return 0
      const cell = this.cellOfEntry[entry]
      const x = cell & 0xffff
      const y = cell >>> 16
      // A node is out of date when a better way to its cell has been found since.
      const isCurrent = this.isNodeOfEntry[entry] === 0 || this.nodeOfPlace[placeOf(x, y)] === (this.stamp | entry)
      if (!isCurrent) continue
      this.nowUnits = (this.unitsOfEntry[entry] + this.leftUnits(x, y)) | 0
      return this.nowUnits < this.boundUnits ? entry : 0
    }
  }

  /** Notes a path to the goal, `node` being its last. */
  reach(units: number, node: number): void {
    if (units >= this.boundUnits) return
    this.boundUnits = units
    this.bestUnits = units
    this.nodeBeforeGoal = node
  }

  /** The answer, once `take` has none left. */
  answer(): number {
    if (this.bestUnits === this.boundUnits) return this.bestUnits
    return this.boundUnits === this.limitUnits ? NONE_BELOW : GAVE_UP
  }

  /** Writes the best path: from each node on diagonally first, then straight. */
  writeBends(bends: BendList): void {
    bends.clear()
    let x = this.goalX
    let y = this.goalY
    bends.add(x, y)
    for (let node = this.nodeBeforeGoal; node !== 0; node = this.nodeBeforeEntry[node]) {
      const nodeX = this.cellOfEntry[node] & 0xffff
      const nodeY = this.cellOfEntry[node] >>> 16
      const diagonalSteps = Math.min(Math.abs(x - nodeX), Math.abs(y - nodeY))
      bends.add(nodeX + diagonalSteps * Math.sign(x - nodeX), nodeY + diagonalSteps * Math.sign(y - nodeY))
      bends.add(nodeX, nodeY)
      x = nodeX
      y = nodeY
    }
    bends.reverse()
  }

  private hasRoom(x: number, y: number, estimate: number): boolean {
    const isRoom =
      isInWindow(x, y, this.left, this.top) &&
      estimate - this.nowUnits < RISE_MAX_UNITS &&
      this.entryCount < ENTRY_COUNT_MAX
    if (!isRoom) this.boundUnits = estimate
    return isRoom
  }

  private addEntry(
    x: number,
    y: number,
    units: number,
    estimate: number,
    nodeBefore: number,
    quadrants: number,
    isNode: number,
  ): void {
    const entry = this.entryCount++
    this.cellOfEntry[entry] = (y << 16) | x
    this.unitsOfEntry[entry] = units
    this.nodeBeforeEntry[entry] = nodeBefore
    this.quadrantsOfEntry[entry] = quadrants
    this.isNodeOfEntry[entry] = isNode
    this.queue.push(estimate >> KEY_SHIFT, entry)
  }
}
