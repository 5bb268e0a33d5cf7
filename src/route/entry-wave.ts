/**
 * The costs from one start to all entries of a level, for searches that need most of them, and the ways there. A kernel spreads
 * the wave where regions have entries enough to go four at a time; else script does. The costs are the same, and ways follow
 * from them alone.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import { firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { bucketUnits, PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import { SlotPairs } from '../atlas/slot-pairs.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { SwiftEntryWave } from './swift-entry-wave.ts'

export class EntryWave {
  readonly pairs: SlotPairs
  private readonly graph: AtlasLevel
  private readonly costMin: number
  /** Null where script is as fast, or there is no WebAssembly. */
  private readonly swift: SwiftEntryWave | null
  /** Made when it is first needed. */
  private knownPlain: PlainEntryWave | null = null
  private isSwift = false
  private startUnits: ReadonlyMap<number, number> = new Map()

  constructor(graph: AtlasLevel, costMin: number) {
    this.graph = graph
    this.costMin = costMin
    this.pairs = finish(SlotPairs.of(graph))
    this.swift = SwiftEntryWave.over(graph, this.pairs, bucketUnits(costMin))
  }

  /** `startUnits` are the costs from the start to some slots. */
  spread(startUnits: ReadonlyMap<number, number>): void {
    this.startUnits = startUnits
    this.isSwift = this.swift?.spread(startUnits) ?? false
    if (this.isSwift) return
    const { plain } = this
    finish(plain.begin())
    for (const [slot, units] of startUnits) plain.seed(slot, units)
    finish(plain.spread())
  }

  /** The cost to the entry of a slot, in units; Infinity where no way leads. */
  unitsAt(slot: number): number {
    return this.isSwift ? this.swift!.unitsAt(slot) : this.plain.unitsOfSlot[slot]
  }

  /** A slot of the entry before, on a cheapest way to a slot; NONE where the start leads there. */
  before(slot: number): number {
    const { startUnits } = this
    const units = this.unitsAt(slot)
    const beyond = this.pairs.beyondOfSlot[slot]
    if (startUnits.get(slot) === units || startUnits.get(beyond) === units) return NONE
    const lower = Math.min(slot, beyond)
    const before = this.beforeInRegion(lower, units)
    return before === NONE ? this.beforeInRegion(Math.max(slot, beyond), units) : before
  }

  private beforeInRegion(slot: number, units: number): number {
    const { graph } = this
    const region: Region = this.pairs.regionOfSlot[slot]
    const first = firstSlotOf(graph, region)
    const place = this.isSwift ? this.swift!.placeOf(first) : first
    const column = this.isSwift ? this.swift!.words : this.plain.unitsOfSlot
    const scale = unitsOfStep(graph, region)
    const firstPair = firstPairOf(graph, region)
    for (let other = 0, count = slotCountOf(graph, region); other < count; other++) {
      const before = column[place + other]
      if (before >= units) continue
      if (before + graph.tables[firstPair + pairOf(other, slot - first)] * scale === units) return first + other
    }
    return NONE
  }

  private get plain(): PlainEntryWave {
    this.knownPlain ??= new PlainEntryWave(this.graph, this.pairs, this.costMin)
    return this.knownPlain
  }
}
