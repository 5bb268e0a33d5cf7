/**
 * The abstract graph of one level -> costs and ways of the next. The ways from each of a region's entries to the others lead
 * through its children (inside.ts). The table stores the entries that a way passes, so a query unpacks a route without a search.
 */
import {
  endSlotOf,
  entryAt,
  firstSlotOf,
  type LevelGraph,
  type LevelTopology,
  pairCountOf,
  TableWriter,
} from '../atlas/level-graph.ts'
import type { GrowingShorts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { Inside } from './inside.ts'

export class Lift {
  private readonly upper: LevelTopology
  private readonly writer: TableWriter
  private readonly inside: Inside
  private units = new Float64Array(128)
  /** A place of each of the region's entries. */
  private readonly places: number[] = []

  /** `tables` receives the tables of the regions in the order filled. */
  constructor(lower: LevelGraph, upper: LevelTopology, tables: GrowingShorts) {
    this.upper = upper
    this.writer = new TableWriter(tables)
    this.inside = new Inside(lower)
  }

  /** Writes the table of `region`, whose children are `children`. */
  *fill(region: number, children: Int32Array): Work<void> {
    const { upper, inside, writer, places } = this
    const firstSlot = firstSlotOf(upper, region)
    const size = endSlotOf(upper, region) - firstSlot
    const pairCount = pairCountOf(size)
    if (pairCount === 0) return
    if (pairCount > this.units.length) this.units = new Float64Array(2 * pairCount)
    yield
    writer.begin()
    inside.load(children)
    for (let slot = 0; slot < size; slot++) places[slot] = inside.placeAt(entryAt(upper, firstSlot + slot))
    for (let high = 1, pair = 0; high < size; high++) {
      yield
      inside.spread(places[high])
      while (inside.wave.goOn()) yield
      for (let low = 0; low < high; low++, pair++) {
        this.units[pair] = inside.wave.unitsOfSlot[places[low]]
        this.writeWay(places[low], places[high])
        writer.endWay(pair)
      }
    }
    yield
    writer.endTable(this.units, pairCount, Infinity)
  }

  /** Writes the slots of the entries that a way passes, each in the child that leads to it. */
  private writeWay(from: number, to: number): void {
    const { inside, writer } = this
    const { before } = inside.wave
    for (let place = from; place !== to; place = before[place])
      if (inside.isTwin(place, before[place])) writer.slot(inside.slotOf[place])
  }
}
