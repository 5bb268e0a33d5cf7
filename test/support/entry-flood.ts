/**
 * Dijkstra over the entries of one level, as plain as can be: the costs from some entries to all others. It shares nothing with
 * the searches of bake and query but the tables that it reads.
 */
import type { AtlasLevel } from '../../src/atlas/columns.ts'
import {
  entryAt,
  firstPairOf,
  firstSlotOf,
  pairOf,
  slotCountOf,
  slotOfEntry,
  unitsOfStep,
} from '../../src/atlas/level-graph.ts'
import { Heap } from '../../src/base/heap.ts'
import type { Entry, Region } from '../../src/base/ids.ts'

const always = () => true

export class EntryFlood {
  /** In units, by entry; Infinity where the last flood did not come. */
  readonly unitsTo: Float64Array
  private readonly graph: AtlasLevel
  private readonly heap = new Heap()
  private reached: number[] = []

  constructor(graph: AtlasLevel) {
    this.graph = graph
    this.unitsTo = new Float64Array(graph.entryCount).fill(Number.POSITIVE_INFINITY)
  }

  /** Floods from all of `sources`. `goesOn` decides whether it goes on from an entry that is settled at these units. */
  flood(sources: Iterable<number>, goesOn: (entry: Entry, units: number) => boolean = always): void {
    const { heap, unitsTo } = this
    const { regionOfSide } = this.graph
    for (const entry of this.reached) unitsTo[entry] = Number.POSITIVE_INFINITY
    this.reached = []
    heap.clear()
    for (const entry of sources) this.reach(entry, 0)
    while (heap.size > 0) {
      const entry = heap.pop()
      const units = heap.poppedKey
      if (units > unitsTo[entry] || !goesOn(entry, units)) continue
      for (let side = 2 * entry; side < 2 * entry + 2; side++) this.spread(regionOfSide[side], entry, units)
    }
  }

  private spread(region: Region, entry: Entry, units: number): void {
    const { graph } = this
    const { tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const size = slotCountOf(graph, region)
    if (size < 2) return
    const fromSlot = slotOfEntry(graph, region, entry)
    const firstPair = firstPairOf(graph, region)
    const step = unitsOfStep(graph, region)
    for (let slot = 0; slot < size; slot++) {
      if (slot === fromSlot) continue
      this.reach(entryAt(graph, firstSlot + slot), units + tables[firstPair + pairOf(slot, fromSlot)] * step)
    }
  }

  private reach(entry: Entry, units: number): void {
    const known = this.unitsTo[entry]
    if (units >= known) return
    if (known === Number.POSITIVE_INFINITY) this.reached.push(entry)
    this.unitsTo[entry] = units
    this.heap.push(units, entry)
  }
}
