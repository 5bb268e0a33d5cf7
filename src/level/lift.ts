/**
 * The abstract graph of one level -> costs and ways of the next. The ways from each of a region's entries to the others lead
 * through its children. The table stores the entries that a way passes, so a query unpacks a route without a search.
 */
import {
  endSlotOf,
  entryAt,
  firstSlotOf,
  type LevelGraph,
  type LevelTopology,
  pairCountOf,
  slotCountOf,
  TableWriter,
} from '../atlas/level-graph.ts'
import type { SlotPairs } from '../atlas/plain-entry-wave.ts'
import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import type { GrowingShorts } from '../base/growing.ts'
import type { Entry } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'

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

/**
 * The inside of a region of the upper level: its children, and the ways through them from one entry to all others. A wave finds
 * them (atlas/plain-entry-wave.ts), over a graph of these children alone. Each slot of a child is a **place**; an entry between
 * two children has a place in both, its twins.
 */
export class Inside {
  /** Finds costs and ways by place. */
  wave!: PlainEntryWave
  /** The slot of each place in its child. */
  slotOf!: Int32Array
  private graph!: { -readonly [Column in keyof LevelGraph]: LevelGraph[Column] }
  private pairs!: SlotPairs
  private placeCount = 0
  private readonly placeOfEntry = new Map<Entry, number>()
  private readonly lower: LevelGraph

  constructor(lower: LevelGraph) {
    this.lower = lower
    this.reserve(64, 256)
  }

  /** Loads the children of a region. */
  load(children: Int32Array): void {
    const { lower, placeOfEntry } = this
    let count = 0
    for (const child of children) count += slotCountOf(lower, child)
    this.placeCount = count
    if (children.length > this.graph.regionCount || count > this.slotOf.length)
      this.reserve(2 * children.length, 2 * count)
    const { slotOf, graph } = this
    const { beyondOfSlot: twinOf, regionOfSlot: childOf } = this.pairs
    graph.tables = lower.tables
    twinOf.fill(NONE, 0, count)
    placeOfEntry.clear()
    let place = 0
    for (let i = 0; i < children.length; i++) {
      const child = children[i]
      const size = slotCountOf(lower, child)
      graph.rowOfRegion[2 * i] = place
      graph.rowOfRegion[2 * i + 1] = size
      graph.tableOfRegion[i] = lower.tableOfRegion[child]
      for (let slot = 0; slot < size; slot++, place++) {
        const entry = entryAt(lower, firstSlotOf(lower, child) + slot)
        const twin = placeOfEntry.get(entry)
        slotOf[place] = slot
        childOf[place] = i
        placeOfEntry.set(entry, place)
        if (twin === undefined) continue
        twinOf[place] = twin
        twinOf[twin] = place
      }
    }
  }

  /** A place of an entry. */
  placeAt(entry: Entry): number {
    return this.placeOfEntry.get(entry)!
  }

  /** Whether two places are of one entry. */
  isTwin(place: number, other: number): boolean {
    return this.pairs.beyondOfSlot[place] === other
  }

  /** Begins a wave of the cheapest ways from a place to all others. */
  spread(from: number): void {
    const { wave } = this
    wave.unitsOfSlot.fill(Infinity, 0, this.placeCount)
    wave.restart()
    wave.unitsOfSlot[from] = 0
    wave.tell(from)
  }

  private reserve(regionCount: number, places: number): void {
    const columns = { rowOfRegion: new Int32Array(2 * regionCount), tableOfRegion: new Int32Array(regionCount) }
    const [beyondOfSlot, regionOfSlot] = [new Int32Array(places), new Int32Array(places)]
    this.graph = { ...this.lower, regionCount, ...columns }
    // Entries are many and few of them are here, so a map has their places.
    this.pairs = { beyondOfSlot, regionOfSlot, slotOfEntry: new Int32Array(0) }
    this.wave = new PlainEntryWave(this.graph, this.pairs, 1)
    this.slotOf = new Int32Array(places)
  }
}
