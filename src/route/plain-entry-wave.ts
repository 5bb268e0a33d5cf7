/**
 * The wave over entries in script. Costs are kept by slot, so a region finds those of its entries side by side. Both slots of an
 * entry have its cost, unless one has just improved.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { firstPairOf, firstSlotOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { doubled } from '../base/growing.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { SlotPairs } from './slot-pairs.ts'

export class PlainEntryWave {
  /** In units; Infinity where no way leads. */
  readonly unitsOfSlot: Float64Array
  private readonly isNews: Uint8Array
  private readonly leastNews: Float64Array
  private readonly waiting = new BucketRing()
  private readonly graph: AtlasLevel
  private readonly pairs: SlotPairs
  private readonly widthUnits: number
  /** The slots of a region that have news, the cheapest first. */
  private news = new Int32Array(64)

  constructor(graph: AtlasLevel, pairs: SlotPairs, widthUnits: number) {
    const slotCount = graph.slots.length >> 1
    this.graph = graph
    this.pairs = pairs
    this.widthUnits = widthUnits
    this.unitsOfSlot = new Float64Array(slotCount)
    this.isNews = new Uint8Array(slotCount)
    this.leastNews = new Float64Array(graph.regionCount)
  }

  /** Spreads from a start that knows the costs of some slots. */
  spread(startUnits: ReadonlyMap<number, number>): void {
    const { unitsOfSlot, waiting, leastNews } = this
    unitsOfSlot.fill(Infinity)
    leastNews.fill(Infinity)
    this.isNews.fill(0)
    waiting.restart(0, this.widthUnits)
    for (const [slot, units] of startUnits) {
      if (units >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = units
      this.tellBeyond(slot)
    }
    for (let region = waiting.pop(NONE); region !== NONE; region = waiting.pop(NONE)) {
      if (leastNews[region] === Infinity) continue
      leastNews[region] = Infinity
      this.settle(region)
    }
  }

  private settle(region: Region): void {
    const { graph, isNews } = this
    const first = firstSlotOf(graph, region)
    const end = first + slotCountOf(graph, region)
    const count = this.takeNews(first, end)
    if (end - first === 1) return
    const { news } = this
    // A slot that has improved meanwhile is news for the region beyond.
    for (let i = 0; i < count; i++) if (isNews[news[i]] === 0) this.offer(region, first, end, news[i])
    for (let slot = first; slot < end; slot++) {
      if (isNews[slot] === 0) continue
      isNews[slot] = 0
      this.tellBeyond(slot)
    }
  }

  /** Lists the slots with news, the cheapest first. Returns their count. */
  private takeNews(first: number, end: number): number {
    const { isNews, unitsOfSlot } = this
    while (this.news.length < end - first) this.news = doubled(this.news)
    const { news } = this
    let count = 0
    for (let slot = first; slot < end; slot++) {
      if (isNews[slot] === 0) continue
      isNews[slot] = 0
      let at = count++
      for (; at > 0 && unitsOfSlot[news[at - 1]] > unitsOfSlot[slot]; at--) news[at] = news[at - 1]
      news[at] = slot
    }
    return count
  }

  /** Offers ways from one slot of a region to all others. */
  private offer(region: Region, first: number, end: number, from: number): void {
    const { unitsOfSlot, isNews, graph } = this
    const { tables } = graph
    const units = unitsOfSlot[from]
    const scale = unitsOfStep(graph, region)
    const own = from - first
    let pair = firstPairOf(graph, region) + ((own * (own - 1)) >> 1)
    for (let slot = first; slot < from; slot++, pair++) {
      const total = units + tables[pair] * scale
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      isNews[slot] = 1
    }
    pair += own
    for (let slot = from + 1; slot < end; slot++) {
      const total = units + tables[pair] * scale
      pair += slot - first
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      isNews[slot] = 1
    }
  }

  /** Passes the cost of a slot to the region beyond. */
  private tellBeyond(slot: number): void {
    const { unitsOfSlot, isNews, leastNews } = this
    const beyond = this.pairs.beyondOfSlot[slot]
    const region = this.pairs.regionOfSlot[beyond]
    const units = unitsOfSlot[slot]
    unitsOfSlot[beyond] = units
    isNews[beyond] = 1
    if (units >= leastNews[region]) return
    leastNews[region] = units
    this.waiting.push(units, region)
  }
}
