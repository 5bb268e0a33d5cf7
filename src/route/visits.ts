/**
 * The regions that a search has crossed, and the nodes of their entries: on weighted ground a region is crossed from one entry
 * after the other, and only the first time its entries are looked up among all that were met.
 */
import { doubled } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import type { Nodes } from './nodes.ts'

export class Visits {
  /** By region and slot: the entry's node, NONE as long as it is not known. */
  nodeOf = new Int32Array(4096)
  private count = 0

  clear(): void {
    this.count = 0
  }

  /** Where the slots of a region lie; `key` stands for it among words of entries. */
  placeOf(nodes: Nodes, key: number, slotCount: number): number {
    const known = nodes.count
    const visit = nodes.find(key)
    if (visit < known) return nodes.previousOf[visit]
    const first = this.count
    this.count += slotCount
    while (this.count > this.nodeOf.length) this.nodeOf = doubled(this.nodeOf)
    this.nodeOf.fill(NONE, first, this.count)
    nodes.previousOf[visit] = first
    return first
  }
}
