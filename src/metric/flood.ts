/**
 * Costs from some entries of a level to all others, fast, for the choice and the measuring of landmarks.
 *
 * Entries wait in buckets by cost, and an entry that improves after its turn has another one. Costs within a region obey the
 * triangle inequality. So an entry that was reached through a region cannot improve its other entries, and leads on only to
 * the region beyond. The final costs do not depend on the order of turns.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { entryIn, firstPairOf, firstSlotOf, pairCountOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { NONE } from '../base/none.ts'
import { filling, type Work } from '../base/work.ts'

/** Work between two yields: turns of entries, each over the pairs of one or two regions, and regions searched for a least pair. */
const TURNS_A_PIECE = 128
const REGIONS_A_PIECE = 256

export class LevelFlood {
  private readonly graph: LevelGraph
  private readonly unitsOfEntry: Float64Array
  /** The region through which an entry was reached; its complement once the entry has had its turn. */
  private readonly viaOfEntry: Int32Array
  private readonly waiting = new BucketRing()
  private readonly widthUnits: number

  /** Makes a flood of a level, in pieces, since it reads all pairs. */
  static *over(graph: LevelGraph): Work<LevelFlood> {
    return new LevelFlood(graph, yield* leastPairOf(graph))
  }

  /** With buckets as wide as the cheapest pair, most entries have one turn. */
  private constructor(graph: LevelGraph, widthUnits: number) {
    this.widthUnits = widthUnits
    this.graph = graph
    this.unitsOfEntry = new Float64Array(graph.entryCount)
    this.viaOfEntry = new Int32Array(graph.entryCount)
  }

  /** The cost of each entry from the nearest source; valid until the next call. A source of -1 is skipped. */
  *from(sources: Int32Array): Work<Float64Array> {
    yield* filling(this.unitsOfEntry, Infinity)
    return yield* this.alsoFrom(sources)
  }

  /** Adds sources to those since the last call of `from`; entries nearer to those are not visited again. */
  *alsoFrom(sources: Int32Array): Work<Float64Array> {
    const { graph, unitsOfEntry, viaOfEntry } = this
    this.waiting.restart(0, this.widthUnits)
    for (const entry of sources) {
      if (entry < 0) continue
      unitsOfEntry[entry] = 0
      viaOfEntry[entry] = graph.regionCount // no region, so it leads on to both
      this.waiting.push(0, entry)
    }
    while (this.takeTurns(TURNS_A_PIECE)) yield
    return unitsOfEntry
  }

  /** Takes up to `count` turns; returns whether entries may be left. */
  private takeTurns(count: number): boolean {
    const { viaOfEntry, waiting } = this
    const { regionOfSide } = this.graph
    for (; count > 0; count--) {
      const entry = waiting.pop(NONE)
      if (entry === NONE) return false
      const via = viaOfEntry[entry]
      if (via < 0) continue
      viaOfEntry[entry] = ~via
      if (regionOfSide[2 * entry] !== via) this.relax(regionOfSide[2 * entry], entry)
      if (regionOfSide[2 * entry + 1] !== via) this.relax(regionOfSide[2 * entry + 1], entry)
    }
    return true
  }

  private relax(region: number, from: number): void {
    const { unitsOfEntry, graph } = this
    const { slots, tables } = graph
    const firstSlot = firstSlotOf(graph, region)
    const size = slotCountOf(graph, region)
    if (size < 2) return
    const scale = unitsOfStep(graph, region)
    const units = unitsOfEntry[from]
    let own = 0
    let pair = firstPairOf(graph, region)
    while (entryIn(slots[2 * (firstSlot + own)]) !== from) pair += own++
    let at = 2 * firstSlot
    for (let slot = 0; slot < own; slot++, at += 2, pair++) {
      const entry = entryIn(slots[at])
      const reached = units + tables[pair] * scale
      if (reached < unitsOfEntry[entry]) this.reach(entry, reached, region)
    }
    pair += own
    at += 2
    for (let slot = own + 1; slot < size; slot++, at += 2) {
      const entry = entryIn(slots[at])
      const reached = units + tables[pair] * scale
      pair += slot
      if (reached < unitsOfEntry[entry]) this.reach(entry, reached, region)
    }
  }

  /** Records a lower cost of an entry and queues it for another turn. */
  private reach(entry: number, units: number, via: number): void {
    this.unitsOfEntry[entry] = units
    this.viaOfEntry[entry] = via
    this.waiting.push(units, entry)
  }
}

/** The cost of the cheapest pair of a level, at least 1. */
function* leastPairOf(graph: LevelGraph): Work<number> {
  const { regionCount, tables } = graph
  let least = Infinity
  for (let region = 0; region < regionCount; region++) {
    if (region % REGIONS_A_PIECE === 0) yield
    const pairCount = pairCountOf(slotCountOf(graph, region))
    if (pairCount === 0) continue
    const first = firstPairOf(graph, region)
    let word = 0xffff
    for (let pair = first; pair < first + pairCount; pair++) if (tables[pair] < word) word = tables[pair]
    least = Math.min(least, word * unitsOfStep(graph, region))
  }
  return least < Infinity ? Math.max(1, least) : 1
}
