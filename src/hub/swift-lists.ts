/**
 * The hubs of every entry, measured as hub-lists.ts does, by the program of floods.
 */
import { ENTRY, HUB_SHIFT, KNOWN, KNOWN_BYTES, PAGE_BYTES, STATE } from './flood-program.ts'
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

  /** Read from its end on, as pages lead back. */
  rowOf(entry: number): HubRow {
    const { words } = this.floods
    const last = words[(this.floods.addressOf(entry) + ENTRY.last) >>> 2] >>> 0
    let count = 0
    for (let at = last; at !== 0; at = this.before(at)) count++
    const hubs = new Int32Array(count)
    const steps = new Uint8Array(count)
    for (let at = last; at !== 0; at = this.before(at)) {
      count--
      hubs[count] = words[(at + KNOWN.hub) >>> 2] >>> HUB_SHIFT
      steps[count] = words[(at + KNOWN.hub) >>> 2]
    }
    return { hubs, steps }
  }

  private before(at: number): number {
    const before = at - KNOWN_BYTES
    return (before & (PAGE_BYTES - 1)) === 0 ? this.floods.words[before >>> 2] >>> 0 : before
  }
}
