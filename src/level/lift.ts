/**
 * The abstract graph of one level -> costs and ways of the next. Inside a region of the upper level, a Dijkstra from each
 * of its entries runs over the entries of its children: those on the borders between children, and the region's own.
 * What a path passes is noted, so that a query unpacks a route by following it, with no search.
 */
import type { GrowingShorts } from '../base/growing.ts'
import { Heap } from '../base/heap.ts'
import { sideOf } from '../entry/crossing.ts'
import type { LevelGraph } from '../graph/level-graph.ts'
import { pairCountOf, pairOf, ROW_FIRST_SLOT, ROW_LENGTH, ROW_TABLE, shiftOf } from '../graph/level-graph.ts'
import type { LevelSlots } from '../graph/slots.ts'
import { TableWriter } from '../graph/ways.ts'

const NONE = -1

export class Lift {
  private readonly lower: LevelGraph
  private readonly parentOfRegion: Int32Array
  private readonly upper: LevelSlots
  private readonly tables: GrowingShorts
  private readonly writer: TableWriter
  private readonly heap = new Heap(256)
  private units = new Float64Array(128)

  /** nodeOfEntry[entry] is the entry's number among the nodes of the region at hand, NONE elsewhere. */
  private readonly nodeOfEntry: Int32Array
  private nodeCount = 0
  private entryOfNode = new Int32Array(64)
  private unitsOfNode = new Float64Array(64)
  private isSettled = new Uint8Array(64)
  /** The node before, and its slot in the child region that leads from it to this node. */
  private previousOfNode = new Int32Array(64)
  private previousSlotOfNode = new Int32Array(64)
  /** The child region from which the node was reached; NONE for the source. */
  private childOfNode = new Int32Array(64)

  /** `tables` receives the tables of the regions that are done, in their order. */
  constructor(lower: LevelGraph, parentOfRegion: Int32Array, upper: LevelSlots, tables: GrowingShorts) {
    this.lower = lower
    this.parentOfRegion = parentOfRegion
    this.upper = upper
    this.tables = tables
    this.writer = new TableWriter(tables, Infinity)
    this.nodeOfEntry = new Int32Array(lower.entryCount).fill(NONE)
  }

  /** Writes the table of `region`, whose children are `children`. */
  fill(region: number, children: Int32Array): void {
    const { rowOfRegion, slots } = this.upper
    const row = region * ROW_LENGTH
    const firstSlot = rowOfRegion[row + ROW_FIRST_SLOT]
    const size = rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - firstSlot
    const pairCount = pairCountOf(size)
    rowOfRegion[row + ROW_TABLE] = this.tables.length
    if (pairCount === 0) return
    if (pairCount > this.units.length) this.units = new Float64Array(2 * pairCount)

    this.nodeCount = 0
    for (let slot = firstSlot; slot < firstSlot + size; slot++) this.addNode(slots[2 * slot])
    for (const child of children) this.addInnerEntries(region, child)

    for (let high = 1, pair = 0; high < size; high++) {
      this.search(region, high, slots[2 * (firstSlot + high) + 1])
      for (let low = 0; low < high; low++, pair++) {
        this.units[pair] = this.unitsOfNode[low]
        for (let node = low; this.previousOfNode[node] !== high; node = this.previousOfNode[node]) {
          this.writer.slot(this.previousSlotOfNode[node])
        }
        this.writer.endWay(pair)
      }
    }
    this.writer.endTable(this.units, pairCount)
    for (let node = 0; node < this.nodeCount; node++) this.nodeOfEntry[this.entryOfNode[node]] = NONE
  }

  /** The entries between `child` and its siblings in the same region. */
  private addInnerEntries(region: number, child: number): void {
    const { rowOfRegion, slots, regionOfSide } = this.lower
    const row = child * ROW_LENGTH
    for (let slot = rowOfRegion[row]; slot < rowOfRegion[row + ROW_LENGTH]; slot++) {
      const entry = slots[2 * slot]
      const beyond = regionOfSide[2 * entry + 1 - sideOf(slots[2 * slot + 1])]
      if (this.nodeOfEntry[entry] === NONE && this.parentOfRegion[beyond] === region) this.addNode(entry)
    }
  }

  private addNode(entry: number): void {
    if (this.nodeCount === this.entryOfNode.length) this.growNodes()
    this.nodeOfEntry[entry] = this.nodeCount
    this.entryOfNode[this.nodeCount++] = entry
  }

  private growNodes(): void {
    const length = 2 * this.entryOfNode.length
    const entryOfNode = new Int32Array(length)
    entryOfNode.set(this.entryOfNode)
    this.entryOfNode = entryOfNode
    this.unitsOfNode = new Float64Array(length)
    this.isSettled = new Uint8Array(length)
    this.previousOfNode = new Int32Array(length)
    this.previousSlotOfNode = new Int32Array(length)
    this.childOfNode = new Int32Array(length)
  }

  /** Dijkstra from the region's own slot `source`, until its slots before that are settled. */
  private search(region: number, source: number, crossing: number): void {
    const { heap, nodeCount, unitsOfNode, isSettled } = this
    const { regionOfSide } = this.lower
    unitsOfNode.fill(Infinity, 0, nodeCount)
    isSettled.fill(0, 0, nodeCount)
    heap.clear()
    unitsOfNode[source] = 0
    isSettled[source] = 1
    const inside = regionOfSide[2 * this.entryOfNode[source] + sideOf(crossing)]
    this.relaxChild(inside, source, 0)
    let left = source
    while (left > 0 && heap.size > 0) {
      const node = heap.pop()
      if (isSettled[node] === 1) continue
      isSettled[node] = 1
      if (node < source) left--
      const entry = this.entryOfNode[node]
      const a = regionOfSide[2 * entry]
      const beyond = a === this.childOfNode[node] ? regionOfSide[2 * entry + 1] : a
      if (this.parentOfRegion[beyond] === region) this.relaxChild(beyond, node, unitsOfNode[node])
    }
  }

  private relaxChild(child: number, from: number, units: number): void {
    const { lower, unitsOfNode, nodeOfEntry } = this
    const row = child * ROW_LENGTH
    const firstSlot = lower.rowOfRegion[row + ROW_FIRST_SLOT]
    const table = lower.rowOfRegion[row + ROW_TABLE]
    const size = lower.rowOfRegion[row + ROW_LENGTH + ROW_FIRST_SLOT] - firstSlot
    const scale = 2 ** shiftOf(lower.tables[table])
    let fromSlot = 0
    while (lower.slots[2 * (firstSlot + fromSlot)] !== this.entryOfNode[from]) fromSlot++
    for (let slot = 0; slot < size; slot++) {
      const node = nodeOfEntry[lower.slots[2 * (firstSlot + slot)]]
      if (node === NONE || slot === fromSlot) continue
      const reached = units + lower.tables[table + 1 + pairOf(slot, fromSlot)] * scale
      if (reached >= unitsOfNode[node]) continue
      unitsOfNode[node] = reached
      this.previousOfNode[node] = from
      this.previousSlotOfNode[node] = fromSlot
      this.childOfNode[node] = child
      this.heap.push(reached, node)
    }
  }
}
