/**
 * The hubs that the entries of a region know, in one list: neighbours know mostly the same hubs. So one pass over two short
 * lists finds the hubs that two regions share. Of most of them it looks at the least cost alone. Costs of a hub are summed up
 * when it is first met. Of a hundred hubs of a region, another region knows some ten.
 */
import type { Region } from '../base/ids.ts'
import { type HubNumbers, placeOfHub } from './hubs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelGraph } from './level-graph.ts'

/** Behind the last hub of a list. */
export const NO_MORE_HUBS = 0x7fffffff
/** The least cost of a hub that was not met yet. */
const NOT_MET = -1

type Costs = Float32Array | Float64Array

/** Rows whose costs are summed up when they are first read. */
interface HubRows extends HubNumbers {
  readonly unitsToHub: Costs
  /** One bit a hub; all are 0 between uses. */
  readonly marks: Int32Array
  unitsAt(entry: number, place: number): number
}

export class RegionHubs {
  /** The lowest number first, and NO_MORE_HUBS behind the last. */
  readonly hubs: Int32Array
  /** The cost of each from its nearest entry; NOT_MET where the hub was not met yet. */
  least: Costs
  /** The costs of each from all entries, slot by slot; Infinity from entries that do not know it. */
  units: Costs
  private readonly rows: HubRows
  private readonly graph: LevelGraph
  private readonly firstSlot: number
  private readonly slotCount: number

  constructor(rows: HubRows, graph: LevelGraph, region: Region) {
    this.rows = rows
    this.graph = graph
    this.firstSlot = firstSlotOf(graph, region)
    this.slotCount = endSlotOf(graph, region) - this.firstSlot
    const hubs = this.together()
    this.hubs = hubs
    this.least = new Float32Array(hubs.length).fill(NOT_MET)
    this.units = new Float32Array(hubs.length * this.slotCount)
  }

  /** Sums up the costs of the hub at this place of the list. */
  meet(at: number): void {
    if (this.least[at] !== NOT_MET) return
    const { rows, graph, slotCount } = this
    let least = Infinity
    for (let slot = 0; slot < slotCount; slot++) {
      const entry = entryAt(graph, this.firstSlot + slot)
      const place = placeOfHub(rows, entry, this.hubs[at])
      const units = place < 0 ? Infinity : rows.unitsAt(entry, place)
      // The column is replaced by a wider one at the first cost of more than 24 bits.
      if (rows.unitsToHub.BYTES_PER_ELEMENT > this.units.BYTES_PER_ELEMENT) {
        this.least = new Float64Array(this.least)
        this.units = new Float64Array(this.units)
      }
      this.units[at * slotCount + slot] = units
      if (units < least) least = units
    }
    this.least[at] = least
  }

  /** The hubs of all its entries, put in order by bits. */
  private together(): Int32Array {
    const { firstHubOfEntry, hubs, marks } = this.rows
    let count = 0
    for (let slot = 0; slot < this.slotCount; slot++) {
      const entry = entryAt(this.graph, this.firstSlot + slot)
      for (let at = firstHubOfEntry[entry]; at < firstHubOfEntry[entry + 1]; at++) {
        const word = hubs[at] >> 5
        const marked = marks[word] | (1 << (hubs[at] & 31))
        if (marked !== marks[word]) count++
        marks[word] = marked
      }
    }
    const together = new Int32Array(count + 1).fill(NO_MORE_HUBS)
    for (let word = 0, i = 0; i < count; word++) {
      for (let bits = marks[word]; bits !== 0; bits &= bits - 1)
        together[i++] = 32 * word + 31 - Math.clz32(bits & -bits)
      marks[word] = 0
    }
    return together
  }
}
