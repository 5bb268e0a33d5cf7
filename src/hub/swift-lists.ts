/**
 * The hubs of every entry, measured as hub-lists.ts does, by the kernel of floods.
 */
import * as layout from '../kernel/hub-layout.ts'
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
    return this.floods.words[layout.KNOWN_COUNT >> 2]
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
    const first = words[(this.floods.addressOf(entry) + layout.ENTRY_LAST) >>> 2] >>> 2
    const known: number[] = []
    for (let range = first; range < first + layout.RANGES; range++)
      for (let at = words[range] >>> 0; at !== 0; at = this.before(at)) known.push(words[(at + layout.KNOWN_HUB) >>> 2])
    // The number of a hub is above its step.
    const inOrder = Uint32Array.from(known).sort()
    return { hubs: Int32Array.from(inOrder, word => word >>> layout.HUB_SHIFT), steps: Uint8Array.from(inOrder) }
  }

  private before(at: number): number {
    const before = at - layout.KNOWN_BYTES
    return (before & (layout.PAGE_BYTES - 1)) === 0 ? this.floods.words[before >>> 2] >>> 0 : before
  }
}
