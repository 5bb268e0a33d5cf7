/**
 * The regions that a search has crossed, and the nodes of their entries: on weighted ground a region is crossed from one entry
 * after the other, and only the first time its entries are looked up among all that were met.
 */
import { doubled } from '../base/growing.ts'

export class Visits {
  /** By region and slot. */
  nodeOf = new Int32Array(4096)
  private count = 0

  clear(): void {
    this.count = 0
  }

  /** Makes room for the slots of one more region; returns where they lie. */
  add(slotCount: number): number {
    const first = this.count
    this.count += slotCount
    while (this.count > this.nodeOf.length) this.nodeOf = doubled(this.nodeOf)
    return first
  }
}
