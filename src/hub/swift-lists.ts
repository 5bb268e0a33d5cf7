/**
 * The hubs of every entry, measured as hub-lists.ts does, by the program of floods.
 */
import { ENTRY, HUB_SHIFT, KNOWN, KNOWN_BYTES, PAGE_BYTES, RANGES, STATE } from './flood-records.ts'
import type { HubMeter, HubRow } from './hub-rows.ts'
import type { SwiftFloods } from './swift-floods.ts'

export class SwiftLists implements HubMeter {
  hubCount = 0
  private readonly floods: SwiftFloods
  private readonly order: Int32Array

  constructor(floods: SwiftFloods, order: Int32Array) {
    this.floods = floods
    this.order = order
  }

  get knownCount(): number {
    return this.floods.words[STATE.known >> 2]
  }

  get isFar(): boolean {
    return this.floods.isFar
  }

  takeTurns(count: number): boolean {
    const { floods, order } = this
    while (count > 0) {
      if (floods.isFar) return false
      if (!floods.isWaiting) {
        if (this.hubCount === order.length) return false
        floods.plant(order[this.hubCount++])
      }
      count = floods.prune(count, this.hubCount - 1)
    }
    return true
  }

  /** Put in order from what is known in each range of costs. */
  rowOf(entry: number): HubRow {
    const { words } = this.floods
    const first = words[(this.floods.addressOf(entry) + ENTRY.last) >>> 2] >>> 2
    const known: number[] = []
    for (let range = first; range < first + RANGES; range++)
      for (let at = words[range] >>> 0; at !== 0; at = this.before(at)) known.push(words[(at + KNOWN.hub) >>> 2])
    // The number of a hub is above its step.
    const inOrder = Uint32Array.from(known).sort()
    return { hubs: Int32Array.from(inOrder, word => word >>> HUB_SHIFT), steps: Uint8Array.from(inOrder) }
  }

  private before(at: number): number {
    const before = at - KNOWN_BYTES
    return (before & (PAGE_BYTES - 1)) === 0 ? this.floods.words[before >>> 2] >>> 0 : before
  }
}
