/**
 * The costs from some entries of a level to all others. Regions wait in order of their least news: the lowest new cost of one of
 * their entries. A region has its turn as a whole: each entry with news offers ways to the region's other entries. Costs within
 * a region obey the triangle inequality, so an entry that improves there is news only for the region beyond.
 *
 * Costs are kept by slot, so a region finds those of its entries side by side. Both slots of an entry have its cost, unless one
 * has just improved. The final costs do not depend on the order of turns, except in the crown of a tiled map. Searches found its
 * tables, and a few of their costs miss that inequality.
 */
import { BucketRing } from '../base/bucket-ring.ts'
import { doubled } from '../base/growing.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { filling, type Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import {
  ENTRY_MASK,
  endSlotOf,
  firstPairOf,
  firstSlotOf,
  type LevelGraph,
  type LevelTopology,
  slotCountOf,
  unitsOfStep,
} from './level-graph.ts'

/** Turns between two yields. */
const TURNS_A_PIECE = 64
/** A region has a dozen slots, mostly. */
const REGIONS_A_PIECE = 64

/** The width of a bucket of the queue of regions, where the cheapest cell costs `costMin`. */
export function bucketUnits(costMin: number): number {
  return BLOCK_SIDE_CELLS * UNITS_PER_CELL * costMin
}

/** The two slots of each entry of a level, one in each of the regions that it joins. */
export class SlotPairs {
  /** The slot of the same entry in the region beyond. */
  readonly beyondOfSlot: Int32Array
  readonly regionOfSlot: Int32Array
  /** One of the two slots of an entry; NONE for one without. */
  readonly slotOfEntry: Int32Array

  static *of(graph: LevelTopology): Work<SlotPairs> {
    const pairs = new SlotPairs(graph)
    const { beyondOfSlot, regionOfSlot, slotOfEntry } = pairs
    const { slots, regionCount } = graph
    yield* filling(slotOfEntry, NONE)
    for (let region = 0; region < regionCount; region++) {
      if (region % REGIONS_A_PIECE === 0) yield
      for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++) {
        regionOfSlot[slot] = region
        const entry = slots[2 * slot] & ENTRY_MASK
        const other = slotOfEntry[entry]
        slotOfEntry[entry] = slot
        if (other === NONE) continue
        beyondOfSlot[slot] = other
        beyondOfSlot[other] = slot
      }
    }
    return pairs
  }

  private constructor({ slots, entryCount }: LevelTopology) {
    this.beyondOfSlot = new Int32Array(slots.length >> 1)
    this.regionOfSlot = new Int32Array(slots.length >> 1)
    this.slotOfEntry = new Int32Array(entryCount)
  }
}

export class PlainEntryWave {
  /** In units; Infinity where no way leads. */
  readonly unitsOfSlot: Float64Array
  /** The slot before on the way to a slot: of the same region, or that of the same entry in the region beyond. */
  readonly before: Int32Array
  private readonly isNews: Uint8Array
  private readonly leastNews: Float64Array
  private readonly waiting = new BucketRing()
  private readonly graph: LevelGraph
  private readonly pairs: SlotPairs
  private readonly widthUnits: number
  /** The slots of a region that have news. */
  private news = new Int32Array(64)

  constructor(graph: LevelGraph, pairs: SlotPairs, costMin: number) {
    const slotCount = pairs.regionOfSlot.length
    this.graph = graph
    this.pairs = pairs
    this.widthUnits = bucketUnits(costMin)
    this.unitsOfSlot = new Float64Array(slotCount)
    this.before = new Int32Array(slotCount)
    this.isNews = new Uint8Array(slotCount)
    this.leastNews = new Float64Array(graph.regionCount)
  }

  static *over(graph: LevelGraph, costMin: number): Work<PlainEntryWave> {
    return new PlainEntryWave(graph, yield* SlotPairs.of(graph), costMin)
  }

  /** Forgets all costs, and spreads from these slots. */
  *spread(unitsOfSlots: Iterable<readonly [slot: number, units: number]>): Work<void> {
    yield* filling(this.unitsOfSlot, Infinity)
    this.restart()
    for (const [slot, units] of unitsOfSlots) this.seed(slot, units)
    while (this.goOn()) yield
  }

  /** The same from entries that cost nothing; skips NONE. */
  spreadFrom(entries: Iterable<number>): Work<void> {
    return this.spread(this.sidesOf(entries))
  }

  private *sidesOf(entries: Iterable<number>): Generator<readonly [slot: number, units: number]> {
    const { slotOfEntry, beyondOfSlot } = this.pairs
    for (const entry of entries) {
      if (entry === NONE) continue
      yield [slotOfEntry[entry], 0]
      yield [beyondOfSlot[slotOfEntry[entry]], 0]
    }
  }

  /** Begins a wave. One that was given up has left news. */
  restart(): void {
    this.leastNews.fill(Infinity)
    this.isNews.fill(0)
    this.waiting.restart(0, this.widthUnits)
  }

  /** Gives a slot a cost, if none is lower, as news for the region beyond. */
  private seed(slot: number, units: number): void {
    if (units > this.unitsOfSlot[slot]) return
    this.unitsOfSlot[slot] = units
    this.tellBeyond(slot)
  }

  /** Gives a piece of regions their turns; returns whether news may be left. */
  goOn(): boolean {
    const { waiting, leastNews } = this
    for (let turns = 0; turns < TURNS_A_PIECE; turns++) {
      const region = waiting.pop(NONE)
      if (region === NONE) return false
      if (leastNews[region] === Infinity) continue
      leastNews[region] = Infinity
      this.settle(region)
    }
    return true
  }

  unitsTo(entry: number): number {
    return this.unitsOfSlot[this.pairs.slotOfEntry[entry]]
  }

  private settle(region: Region): void {
    const { graph, isNews } = this
    const first = firstSlotOf(graph, region)
    const end = first + slotCountOf(graph, region)
    while (this.news.length < end - first) this.news = doubled(this.news)
    const { news } = this
    let count = 0
    for (let slot = first; slot < end; slot++) {
      if (isNews[slot] === 0) continue
      isNews[slot] = 0
      news[count++] = slot
    }
    if (end - first === 1) return
    // A slot that has improved meanwhile is news for the region beyond.
    for (let i = 0; i < count; i++) if (isNews[news[i]] === 0) this.offer(region, first, end, news[i])
    for (let slot = first; slot < end; slot++) {
      if (isNews[slot] === 0) continue
      isNews[slot] = 0
      this.tellBeyond(slot)
    }
  }

  /** Offers ways from one slot of a region to all others. */
  private offer(region: Region, first: number, end: number, from: number): void {
    const { unitsOfSlot, before, isNews, graph } = this
    const { tables } = graph
    const units = unitsOfSlot[from]
    const scale = unitsOfStep(graph, region)
    const own = from - first
    let pair = firstPairOf(graph, region) + ((own * (own - 1)) >> 1)
    for (let slot = first; slot < from; slot++, pair++) {
      const total = units + tables[pair] * scale
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      before[slot] = from
      isNews[slot] = 1
    }
    pair += own
    for (let slot = from + 1; slot < end; slot++) {
      const total = units + tables[pair] * scale
      pair += slot - first
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      before[slot] = from
      isNews[slot] = 1
    }
  }

  /** Passes the cost of a slot to the region beyond, where the graph has that. */
  private tellBeyond(slot: number): void {
    const beyond = this.pairs.beyondOfSlot[slot]
    if (beyond < 0) return
    this.unitsOfSlot[beyond] = this.unitsOfSlot[slot]
    this.before[beyond] = slot
    this.tell(beyond)
  }

  /** The cost of a slot is news for its region. */
  tell(slot: number): void {
    const { unitsOfSlot, isNews, leastNews } = this
    const region = this.pairs.regionOfSlot[slot]
    const units = unitsOfSlot[slot]
    isNews[slot] = 1
    if (units >= leastNews[region]) return
    leastNews[region] = units
    this.waiting.push(units, region)
  }
}
