/** The two slots of each entry of a level, one in each of the regions that it joins. */
import { ENTRY_MASK, endSlotOf, firstSlotOf, type LevelTopology } from '../atlas/level-graph.ts'
import { NONE } from '../base/none.ts'

export class SlotPairs {
  /** The slot of the same entry in the region beyond. */
  readonly beyondOfSlot: Int32Array
  readonly regionOfSlot: Int32Array

  constructor(graph: LevelTopology) {
    const { slots, entryCount, regionCount } = graph
    const slotOfEntry = new Int32Array(entryCount).fill(NONE)
    this.beyondOfSlot = new Int32Array(slots.length >> 1)
    this.regionOfSlot = new Int32Array(slots.length >> 1)
    for (let region = 0; region < regionCount; region++) {
      for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++) {
        this.regionOfSlot[slot] = region
        const entry = slots[2 * slot] & ENTRY_MASK
        const other = slotOfEntry[entry]
        slotOfEntry[entry] = slot
        if (other === NONE) continue
        this.beyondOfSlot[slot] = other
        this.beyondOfSlot[other] = slot
      }
    }
  }
}
