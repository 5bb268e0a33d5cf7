/**
 * The entries that a search has met, found by their words in the slots through a small open-addressed table. A search meets
 * some hundred of perhaps a million entries. Kept together they stay in the nearest cache, unlike columns as long as the
 * atlas.
 *
 * Table cells hold `base` + node, and each search starts its base above all earlier values: nothing is ever cleared.
 */
import { type AnyCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { ENTRY_BITS, endSlotOf, entryIn, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Ranked, Region } from '../base/ids.ts'

const BASE_MAX = 1 << 30
/** Nodes at first. */
const CAPACITY = 2048

/** Bounds the cost from an entry to the goal from below. */
interface Estimator {
  estimate(word: Ranked, crossing: AnyCrossing): number
}

export class Nodes {
  count = 0
  wordOf = new Int32Array(CAPACITY)
  /** The entry's crossing as seen from the region through which it was reached. */
  crossingOf = new Int32Array(CAPACITY)
  /** The node before, NONE for those reached from the start. */
  previousOf = new Int32Array(CAPACITY)
  /** The region, and its level, through which the node was reached. */
  regionOf = new Int32Array(CAPACITY)
  levelOf = new Uint8Array(CAPACITY)
  /** The place in the order of settled nodes, from 1; 0 while the node is open. */
  settledAs = new Int32Array(CAPACITY)
  /** Infinity until the node is reached. */
  unitsOf = new Float64Array(CAPACITY)
  /** A lower bound on the cost from here to the goal. */
  restOf = new Float64Array(CAPACITY)
  /**
   * The nodes of the entries of each region crossed, slot by slot. On weighted ground searches cross a region from one entry
   * after the other, and look up its entries only the first time.
   */
  nodeOfSlot = new Int32Array(2 * CAPACITY)
  private slotCount = 0
  private table = new Int32Array(4 * CAPACITY)
  private shift = 32 - Math.log2(4 * CAPACITY)
  private base = 1

  clear(): void {
    this.base += this.count
    this.count = 0
    this.slotCount = 0
    if (this.base > BASE_MAX) {
      this.table.fill(0)
      this.base = 1
    }
  }

  /** The node of `word`. A new one, number count - 1, is open and not reached. */
  find(word: Ranked): number {
    const { table, base } = this
    const mask = table.length - 1
    let at = this.placeOf(word)
    for (;;) {
      const node = table[at] - base
      if (node < 0) break
      if (this.wordOf[node] === word) return node
      at = (at + 1) & mask
    }
    const node = this.count++
    table[at] = base + node
    this.wordOf[node] = word
    this.settledAs[node] = 0
    this.unitsOf[node] = Infinity
    if (this.count === this.wordOf.length) this.grow()
    return node
  }

  /**
   * Where `nodeOfSlot` has the nodes of a region's entries. They are looked up at the first visit, which has a node of its own.
   * The estimator bounds the costs from new ones.
   */
  ofRegion(graph: LevelTopology, level: Level, region: Region, estimator: Estimator | null): number {
    const { slots } = graph
    const known = this.count
    // Negative, so that it differs from all words of entries.
    const visit = this.find(~((level << ENTRY_BITS) | region))
    if (visit < known) return this.previousOf[visit]
    const first = this.slotCount
    this.previousOf[visit] = first
    const end = endSlotOf(graph, region)
    for (let slot = firstSlotOf(graph, region); slot < end; slot++) {
      const met = this.count
      const node = this.find(slots[2 * slot])
      if (node === met && estimator !== null)
        this.restOf[node] = estimator.estimate(slots[2 * slot], slots[2 * slot + 1])
      if (this.slotCount === this.nodeOfSlot.length) this.nodeOfSlot = doubled(this.nodeOfSlot)
      this.nodeOfSlot[this.slotCount++] = node
    }
    return first
  }

  /** The place in the table where a word is looked for first, as a signed number, which the compiler keeps in 32 bits. */
  private placeOf(word: Ranked): number {
    return (Math.imul(word, 0x9e3779b1) >>> this.shift) | 0
  }

  private grow(): void {
    this.wordOf = doubled(this.wordOf)
    this.crossingOf = doubled(this.crossingOf)
    this.previousOf = doubled(this.previousOf)
    this.regionOf = doubled(this.regionOf)
    this.levelOf = doubled(this.levelOf)
    this.settledAs = doubled(this.settledAs)
    this.unitsOf = doubled(this.unitsOf)
    this.restOf = doubled(this.restOf)
    this.table = new Int32Array(4 * this.wordOf.length)
    this.shift = 32 - Math.log2(this.table.length)
    this.base = 1
    for (let node = 0; node < this.count; node++) {
      let at = this.placeOf(this.wordOf[node])
      while (this.table[at] !== 0) at = (at + 1) & (this.table.length - 1)
      this.table[at] = this.base + node
    }
  }
}

/** Visits the settled entries with their costs, in no order. Not a method, so that isthmus/lite need not load it. */
export function forEachSettled(
  { count, settledAs, wordOf, unitsOf, crossingOf }: Nodes,
  visit: (entry: Entry, units: number, crossing: AnyCrossing) => void,
): void {
  for (let node = 0; node < count; node++)
    if (settledAs[node] > 0) visit(entryIn(wordOf[node]), unitsOf[node], crossingOf[node])
}

/**
 * What a search looked at, for drawings: the cells before the crossings of the settled entries, in their order, as x, y
 * pairs.
 */
export function footprintOf({ count, settledAs, crossingOf }: Nodes): Int32Array {
  const settled: number[] = []
  for (let node = 0; node < count; node++) if (settledAs[node] > 0) settled.push(node)
  settled.sort((a, b) => settledAs[a] - settledAs[b])
  return Int32Array.from(settled.flatMap(node => [xOf(crossingOf[node]), yOf(crossingOf[node])]))
}
