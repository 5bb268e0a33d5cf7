/** The two slots of each entry of a level, one in each of the regions that it joins. */
import { NONE } from '../base/none.ts'
import { filling, type Work } from '../base/work.ts'
import { ENTRY_MASK, endSlotOf, firstSlotOf, type LevelTopology } from './level-graph.ts'

/** A region has a dozen slots, mostly. */
const REGIONS_A_PIECE = 64

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
