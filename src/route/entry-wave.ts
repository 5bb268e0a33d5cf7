/**
 * The costs from one start to all entries of level 0, for searches that need most of them.
 *
 * Regions wait in order of their least news: the lowest new cost of one of their entries. A region has its turn as a whole. Each
 * entry with news offers ways to the region's other entries. Costs within a region obey the triangle inequality, so an entry
 * that improves there is news only for the region beyond.
 *
 * Costs are kept by slot, so a region finds those of its entries side by side. Both slots of an entry have its cost, unless one
 * has just improved.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { ENTRY_MASK, endSlotOf, firstPairOf, firstSlotOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { BucketRing } from '../base/bucket-ring.ts'
import { doubled } from '../base/growing.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { RouteEnd } from './end.ts'

export class EntryWave {
  /** In units; Infinity where no way leads. */
  readonly unitsOfSlot: Float64Array
  /** The slot of the same entry in the region beyond. */
  readonly beyondOfSlot: Int32Array
  readonly regionOfSlot: Int32Array
  /** The slot of its region from which a slot was reached; NONE where it was reached from beyond, or by the start. */
  private readonly fromOfSlot: Int32Array
  private readonly isNews: Uint8Array
  private readonly leastNews: Float64Array
  private readonly waiting = new BucketRing()
  private readonly graph: AtlasLevel
  private readonly widthUnits: number
  /** The slots of a region that have news, the cheapest first. */
  private news = new Int32Array(64)

  /** Buckets of the queue are `widthUnits` wide. */
  constructor(graph: AtlasLevel, widthUnits: number) {
    const slotCount = graph.slots.length >> 1
    this.graph = graph
    this.widthUnits = widthUnits
    this.unitsOfSlot = new Float64Array(slotCount)
    this.fromOfSlot = new Int32Array(slotCount)
    this.isNews = new Uint8Array(slotCount)
    this.beyondOfSlot = new Int32Array(slotCount)
    this.regionOfSlot = new Int32Array(slotCount)
    this.leastNews = new Float64Array(graph.regionCount)
    this.pairSlots()
  }

  spread(start: RouteEnd): void {
    const { graph, unitsOfSlot, beyondOfSlot, fromOfSlot, waiting, leastNews } = this
    unitsOfSlot.fill(Infinity)
    leastNews.fill(Infinity)
    this.isNews.fill(0)
    waiting.restart(0, this.widthUnits)
    let next = 0
    for (const region of start.regions) {
      for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++) {
        const units = start.unitsOfSlot[next++]
        if (units >= unitsOfSlot[slot]) continue
        unitsOfSlot[slot] = units
        fromOfSlot[slot] = fromOfSlot[beyondOfSlot[slot]] = NONE
        this.tellBeyond(slot)
      }
    }
    for (let region = waiting.pop(NONE); region !== NONE; region = waiting.pop(NONE)) {
      if (leastNews[region] === Infinity) continue
      leastNews[region] = Infinity
      this.settle(region)
    }
  }

  /** The slot before on the cheapest way to a slot: of the same entry, or of the entry before; NONE where the start leads there. */
  before(slot: number): number {
    if (this.fromOfSlot[slot] !== NONE) return this.fromOfSlot[slot]
    const beyond = this.beyondOfSlot[slot]
    return this.fromOfSlot[beyond] === NONE ? NONE : beyond
  }

  private pairSlots(): void {
    const { graph, beyondOfSlot, regionOfSlot } = this
    const { slots, entryCount, regionCount } = graph
    const slotOfEntry = new Int32Array(entryCount).fill(NONE)
    for (let region = 0; region < regionCount; region++) {
      for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++) {
        const entry = slots[2 * slot] & ENTRY_MASK
        regionOfSlot[slot] = region
        const other = slotOfEntry[entry]
        slotOfEntry[entry] = slot
        if (other === NONE) continue
        beyondOfSlot[slot] = other
        beyondOfSlot[other] = slot
      }
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
    const { unitsOfSlot, fromOfSlot, isNews, graph } = this
    const { tables } = graph
    const units = unitsOfSlot[from]
    const scale = unitsOfStep(graph, region)
    const own = from - first
    let pair = firstPairOf(graph, region) + ((own * (own - 1)) >> 1)
    for (let slot = first; slot < from; slot++, pair++) {
      const total = units + tables[pair] * scale
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      fromOfSlot[slot] = from
      isNews[slot] = 1
    }
    pair += own
    for (let slot = from + 1; slot < end; slot++) {
      const total = units + tables[pair] * scale
      pair += slot - first
      if (total >= unitsOfSlot[slot]) continue
      unitsOfSlot[slot] = total
      fromOfSlot[slot] = from
      isNews[slot] = 1
    }
  }

  /** Passes the cost of a slot to the region beyond. */
  private tellBeyond(slot: number): void {
    const { unitsOfSlot, isNews, leastNews, regionOfSlot } = this
    const beyond = this.beyondOfSlot[slot]
    const region = regionOfSlot[beyond]
    const units = unitsOfSlot[slot]
    unitsOfSlot[beyond] = units
    this.fromOfSlot[beyond] = NONE
    isNews[beyond] = 1
    if (units >= leastNews[region]) return
    leastNews[region] = units
    this.waiting.push(units, region)
  }
}
