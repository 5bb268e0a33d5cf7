/**
 * Costs from some entries of a level to all others, fast, for the choice and the measuring of landmarks.
 *
 * Entries wait in buckets by cost, a ring of them as long as the dearest pair, and an entry that is improved
 * after its turn simply has another one. Costs within a region obey the triangle inequality, so an entry that was reached
 * through a region has nothing to tell to its other entries: each entry leads on only to the region beyond. What an entry
 * costs in the end does not depend on the order of turns.
 */

import type { LevelGraph } from '../atlas/level-graph.ts'
import { entryIn, firstPairOf, firstSlotOf, pairCountOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { filling, type Work } from '../base/work.ts'

/** The width of a bucket as a part of what a pair costs on average: with more, entries have several turns. */
const WIDTH_OF_MEAN = 0.5
/** And of what a cheap one costs, one in ten: beside pairs of millions hundreds of others would have turn after turn. */
const WIDTH_OF_CHEAP = 2
const CHEAP_SHARE = 0.1
/** Turns of entries, each of which looks at the pairs of a region or two, and regions whose pairs are summed up. */
const TURNS_A_PIECE = 128
const REGIONS_A_PIECE = 256

export class LevelFlood {
  private readonly graph: LevelGraph
  private readonly unitsOfEntry: Float64Array
  /** The region through which an entry was reached; its complement once the entry has had its turn. */
  private readonly viaOfEntry: Int32Array
  private readonly waiting: BucketRing

  /** A flood of a level, in pieces as its pairs are many. */
  static *over(graph: LevelGraph): Work<LevelFlood> {
    return new LevelFlood(graph, yield* pairUnitsOf(graph))
  }

  private constructor(graph: LevelGraph, { mean, cheap, max }: PairUnits) {
    const widthUnits = Math.max(1, Math.min(mean * WIDTH_OF_MEAN, cheap * WIDTH_OF_CHEAP))
    this.graph = graph
    this.unitsOfEntry = new Float64Array(graph.entryCount)
    this.viaOfEntry = new Int32Array(graph.entryCount)
    this.waiting = new BucketRing(widthUnits, max)
  }

  /** What each entry costs from the nearest of the sources, until the next call; a source of -1 stands for none. */
  *from(sources: Int32Array): Work<Float64Array> {
    yield* filling(this.unitsOfEntry, Infinity)
    return yield* this.alsoFrom(sources)
  }

  /** The same from these sources and all since the last call of `from`: what is nearer to those is not looked at again. */
  *alsoFrom(sources: Int32Array): Work<Float64Array> {
    const { graph, unitsOfEntry, viaOfEntry } = this
    this.waiting.restart()
    for (const entry of sources) {
      if (entry < 0) continue
      unitsOfEntry[entry] = 0
      viaOfEntry[entry] = graph.regionCount // no region, so it leads on to both
      this.waiting.push(0, entry)
    }
    while (this.takeTurns(TURNS_A_PIECE)) yield
    return unitsOfEntry
  }

  /** Whether entries are left after so many turns. */
  private takeTurns(count: number): boolean {
    const { viaOfEntry, waiting } = this
    const { regionOfSide } = this.graph
    for (; count > 0; count--) {
      const entry = waiting.pop()
      if (entry < 0) return false
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

  /** An entry is reached for less: it waits for its turn, if it does not yet. */
  private reach(entry: number, units: number, via: number): void {
    const { unitsOfEntry, viaOfEntry, waiting } = this
    const before = unitsOfEntry[entry]
    // Whoever was not reached before may have a region of an earlier flood.
    const isWaiting = before < Infinity && viaOfEntry[entry] >= 0
    unitsOfEntry[entry] = units
    viaOfEntry[entry] = via
    if (!isWaiting || !waiting.isSameBucket(before, units)) waiting.push(units, entry)
  }
}

interface PairUnits {
  readonly mean: number
  /** At least what one in ten costs, at most twice that. */
  readonly cheap: number
  readonly max: number
}

/** What the pairs of a level cost. */
function* pairUnitsOf(graph: LevelGraph): Work<PairUnits> {
  const { regionCount, tables } = graph
  let sum = 0
  let count = 0
  let max = 1
  const countOfBits = new Int32Array(64)
  for (let region = 0; region < regionCount; region++) {
    if (region % REGIONS_A_PIECE === 0) yield
    const pairCount = pairCountOf(slotCountOf(graph, region))
    if (pairCount === 0) continue
    const first = firstPairOf(graph, region)
    const scale = unitsOfStep(graph, region)
    for (let pair = first; pair < first + pairCount; pair++) {
      const units = tables[pair] * scale
      sum += units
      if (units > max) max = units
      countOfBits[bitsOf(units)]++
    }
    count += pairCount
  }
  let bits = 0
  for (let left = CHEAP_SHARE * count - countOfBits[0]; left > 0; left -= countOfBits[bits]) bits++
  return { mean: sum / Math.max(1, count), cheap: 2 ** bits, max }
}

/** As many as it takes to write the whole part of a number. */
function bitsOf(units: number): number {
  return units < 2 ** 31 ? 32 - Math.clz32(units) : 31 + bitsOf(units / 2 ** 31)
}
