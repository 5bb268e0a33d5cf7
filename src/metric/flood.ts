/**
 * Costs from some entries of a level to all others, fast, for the choice and the measuring of landmarks.
 *
 * Entries wait in buckets by cost, a ring of them as long as the dearest pair: no heap, and an entry that is improved
 * after its turn simply has another one. Costs within a region obey the triangle inequality, so an entry that was reached
 * through a region has nothing to tell to its other entries: each entry leads on only to the region beyond. What an entry
 * costs in the end does not depend on the order of turns.
 */

import type { LevelGraph } from '../atlas/level-graph.ts'
import { entryIn, firstPairOf, firstSlotOf, pairCountOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Work } from '../base/work.ts'

/** The width of a bucket as a part of what a pair costs on average: with more, entries have several turns. */
const WIDTH_OF_MEAN = 0.5
const BUCKETS_MAX = 1 << 12
const BUCKET_ENTRIES_MIN = 64
/** Turns of entries, each of which looks at the pairs of a region or two, and regions whose pairs are summed up. */
const TURNS_A_PIECE = 128
const REGIONS_A_PIECE = 256

export class LevelFlood {
  private readonly graph: LevelGraph
  private readonly unitsOfEntry: Float64Array
  /** The region through which an entry was reached; its complement once the entry has had its turn. */
  private readonly viaOfEntry: Int32Array
  private readonly buckets: Int32Array[]
  private readonly countOfBucket: Int32Array
  private readonly bucketsPerUnit: number
  private waitingCount = 0
  /** The one whose entries have their turn. */
  private bucket = 0

  /** A flood of a level, in pieces as its pairs are many. */
  static *over(graph: LevelGraph): Work<LevelFlood> {
    return new LevelFlood(graph, yield* pairUnitsOf(graph))
  }

  private constructor(graph: LevelGraph, { mean, max }: PairUnits) {
    const widthUnits = Math.max(1, mean * WIDTH_OF_MEAN, max / (BUCKETS_MAX - 2))
    // One more than the dearest pair spans, so that what it leads to never falls into the bucket at hand from behind.
    const bucketCount = 2 ** Math.ceil(Math.log2(max / widthUnits + 2))
    this.graph = graph
    this.unitsOfEntry = new Float64Array(graph.entryCount)
    this.viaOfEntry = new Int32Array(graph.entryCount)
    this.buckets = Array.from({ length: bucketCount }, () => new Int32Array(BUCKET_ENTRIES_MIN))
    this.countOfBucket = new Int32Array(bucketCount)
    this.bucketsPerUnit = 1 / widthUnits
  }

  /** What each entry costs from the nearest of the sources, until the next call; a source of -1 stands for none. */
  *from(sources: Int32Array): Work<Float64Array> {
    const { graph, unitsOfEntry, viaOfEntry } = this
    unitsOfEntry.fill(Infinity)
    for (const entry of sources) {
      if (entry < 0) continue
      unitsOfEntry[entry] = 0
      viaOfEntry[entry] = graph.regionCount // no region, so it leads on to both
      this.push(0, entry)
    }
    this.bucket = 0
    while (this.waitingCount > 0) {
      this.takeTurns(TURNS_A_PIECE)
      yield
    }
    return unitsOfEntry
  }

  private takeTurns(count: number): void {
    const { viaOfEntry, buckets, countOfBucket } = this
    const { regionOfSide } = this.graph
    const mask = buckets.length - 1
    for (let at = this.bucket; this.waitingCount > 0; at = (at + 1) & mask) {
      this.bucket = at
      while (countOfBucket[at] > 0) {
        if (count-- === 0) return
        const entry = buckets[at][--countOfBucket[at]]
        this.waitingCount--
        const via = viaOfEntry[entry]
        if (via < 0) continue
        viaOfEntry[entry] = ~via
        if (regionOfSide[2 * entry] !== via) this.relax(regionOfSide[2 * entry], entry)
        if (regionOfSide[2 * entry + 1] !== via) this.relax(regionOfSide[2 * entry + 1], entry)
      }
    }
  }

  private relax(region: number, from: number): void {
    const { unitsOfEntry, viaOfEntry } = this
    const { graph } = this
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
      if (reached >= unitsOfEntry[entry]) continue
      unitsOfEntry[entry] = reached
      viaOfEntry[entry] = region
      this.push(reached, entry)
    }
    pair += own
    at += 2
    for (let slot = own + 1; slot < size; slot++, at += 2) {
      const entry = entryIn(slots[at])
      const reached = units + tables[pair] * scale
      pair += slot
      if (reached >= unitsOfEntry[entry]) continue
      unitsOfEntry[entry] = reached
      viaOfEntry[entry] = region
      this.push(reached, entry)
    }
  }

  private push(units: number, entry: number): void {
    const { buckets, countOfBucket } = this
    const bucket = Math.floor(units * this.bucketsPerUnit) % buckets.length
    const count = countOfBucket[bucket]++
    if (count === buckets[bucket].length) buckets[bucket] = doubled(buckets[bucket])
    buckets[bucket][count] = entry
    this.waitingCount++
  }
}

interface PairUnits {
  readonly mean: number
  readonly max: number
}

/** What the pairs of a level cost, in the mean and at most. */
function* pairUnitsOf(graph: LevelGraph): Work<PairUnits> {
  const { regionCount, tables } = graph
  let sum = 0
  let count = 0
  let max = 1
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
    }
    count += pairCount
  }
  return { mean: sum / Math.max(1, count), max }
}
