/**
 * The cheapest ways from one entry of a level to all others, settled in order of their cost (Dijkstra), with a say at each
 * entry whether the ways that pass it are worth going on. Costs within a region obey the triangle inequality, so an entry
 * that was reached through a region leads on only to the one beyond.
 */

import { entryIn, firstPairOf, firstSlotOf, type LevelGraph, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { Heap } from '../base/heap.ts'
import type { Entry, Region } from '../base/ids.ts'
import type { Work } from '../base/work.ts'

const NONE = -1
const TURNS_A_PIECE = 256

export class EntryTree {
  /** Of the entries settled: the slot before on the way from the root, and the region through which it came; NONE at the root. */
  readonly entryBefore: Int32Array
  readonly regionBefore: Int32Array
  private readonly graph: LevelGraph
  private readonly unitsOfEntry: Float64Array
  private readonly heap = new Heap()
  private readonly met: Int32Array
  private metCount = 0

  constructor(graph: LevelGraph) {
    this.graph = graph
    this.entryBefore = new Int32Array(graph.entryCount)
    this.regionBefore = new Int32Array(graph.entryCount)
    this.unitsOfEntry = new Float64Array(graph.entryCount).fill(Infinity)
    this.met = new Int32Array(graph.entryCount)
  }

  /** Settles what can be reached from the root; `settle` says whether ways lead on from an entry that costs so much. */
  *grow(root: number, settle: (entry: number, units: number) => boolean): Work<void> {
    const { heap, graph, unitsOfEntry, regionBefore } = this
    for (let i = 0; i < this.metCount; i++) unitsOfEntry[this.met[i]] = Infinity
    this.metCount = 0
    this.reach(root, 0, NONE, NONE)
    let turns = 0
    while (heap.size > 0) {
      if (++turns % TURNS_A_PIECE === 0) yield
      const entry = heap.pop()
      const units = heap.poppedKey
      // Bettered since it was pushed: it has had its turn.
      if (units > unitsOfEntry[entry] || !settle(entry, units)) continue
      const via = regionBefore[entry]
      const region0 = graph.regionOfSide[2 * entry]
      const region1 = graph.regionOfSide[2 * entry + 1]
      if (region0 !== via) this.relax(region0, entry, units)
      if (region1 !== via) this.relax(region1, entry, units)
    }
  }

  private reach(entry: Entry, units: number, before: number, region: Region): void {
    if (this.unitsOfEntry[entry] === Infinity) this.met[this.metCount++] = entry
    this.unitsOfEntry[entry] = units
    this.entryBefore[entry] = before
    this.regionBefore[entry] = region
    this.heap.push(units, entry)
  }

  private relax(region: number, from: number, units: number): void {
    const { graph, unitsOfEntry } = this
    const { slots, tables } = graph
    const size = slotCountOf(graph, region)
    if (size < 2) return
    const firstSlot = firstSlotOf(graph, region)
    const scale = unitsOfStep(graph, region)
    let own = 0
    let pair = firstPairOf(graph, region)
    while (entryIn(slots[2 * (firstSlot + own)]) !== from) pair += own++
    for (let slot = 0; slot < size; slot++) {
      if (slot === own) {
        pair += own
        continue
      }
      const entry = entryIn(slots[2 * (firstSlot + slot)])
      const reached = units + tables[pair] * scale
      pair += slot < own ? 1 : slot
      if (reached < unitsOfEntry[entry]) this.reach(entry, reached, from, region)
    }
  }
}
