/**
 * The costs from one start to all entries of a level, for searches that need most of them, and the ways there. A kernel spreads
 * the wave where regions have entries enough to go four at a time; else script does. The costs are the same, and ways follow
 * from them alone.
 */
import type { AtlasLevel } from '../atlas/columns.ts'
import {
  endSlotOf,
  firstPairOf,
  firstSlotOf,
  headOf,
  pairOf,
  shiftOf,
  slotCountOf,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import { bucketUnits, PlainEntryWave, SlotPairs } from '../atlas/plain-entry-wave.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { finish } from '../base/work.ts'
import { ENTRY_FLOODS } from '../kernel/bytes/entry-floods-bytes.ts'
import {
  BUCKET_SHIFT,
  IS_FAR,
  LANES_AT,
  NEWS_AT,
  REGION_BYTES,
  REGION_LANES,
  REGION_SHIFT,
  REGION_SLOTS,
  UNREACHED,
} from '../kernel/entry-layout.ts'
import { kernelOn } from '../kernel/kernel.ts'

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
    if (!this.isSwift) finish(this.plain.spread(startUnits))
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

/** With fewer pairs a region most lanes of a vector are empty. */
const PAIRS_A_REGION_MIN = 12
/** Costs of pairs with larger shifts may add up to more than 32 bits. */
const SHIFT_MAX = 12
const BYTES_MAX = 2 ** 30

/** The wave by a kernel, in a memory of its own that holds the costs of all pairs. */
class SwiftEntryWave {
  private readonly graph: AtlasLevel
  private readonly pairs: SlotPairs
  private readonly run: NonNullable<ReturnType<typeof kernelOf>>['run']
  /** The memory of the kernel. */
  readonly words: Uint32Array
  private readonly shorts: Uint16Array
  /** One more than regions: the last is where the memory ends. */
  private readonly addressOfRegion: Int32Array

  /** Null where script is as fast, or there is no WebAssembly. */
  static over(graph: AtlasLevel, pairs: SlotPairs, widthUnits: number): SwiftEntryWave | null {
    if (graph.pairCount < PAIRS_A_REGION_MIN * graph.regionCount) return null
    let slotsMax = 0
    for (let region = 0; region < graph.regionCount; region++) {
      slotsMax = Math.max(slotsMax, slotCountOf(graph, region))
      if (slotCountOf(graph, region) > 1 && shiftOf(headOf(graph, region)) > SHIFT_MAX) return null
    }
    const addressOfRegion = new Int32Array(graph.regionCount + 1)
    addressOfRegion[0] = wholeVectors(NEWS_AT + 4 * slotsMax)
    for (let region = 0, end = addressOfRegion[0]; region < graph.regionCount && end < BYTES_MAX; region++) {
      end += bytesOf(slotCountOf(graph, region))
      addressOfRegion[region + 1] = end
    }
    const end = addressOfRegion[graph.regionCount]
    const kernel = end > 0 && end < BYTES_MAX ? kernelOf(end) : null
    return kernel && new SwiftEntryWave(graph, pairs, kernel, addressOfRegion, widthUnits)
  }

  private constructor(
    graph: AtlasLevel,
    pairs: SlotPairs,
    { run, memory }: NonNullable<ReturnType<typeof kernelOf>>,
    addressOfRegion: Int32Array,
    widthUnits: number,
  ) {
    this.graph = graph
    this.pairs = pairs
    this.run = run
    this.addressOfRegion = addressOfRegion
    this.words = new Uint32Array(memory)
    this.shorts = new Uint16Array(memory)
    this.words[BUCKET_SHIFT >> 2] = Math.floor(Math.log2(widthUnits))
    for (let region = 0; region < graph.regionCount; region++) this.layOut(region)
  }

  /** Spreads from a start that knows the costs of some slots. False where costs need more than 32 bits. */
  spread(startUnits: ReadonlyMap<number, number>): boolean {
    const { run, words, graph } = this
    for (const units of startUnits.values()) if (units >= UNREACHED) return false
    run.reset(this.addressOfRegion[0], this.addressOfRegion[graph.regionCount])
    for (const [slot, units] of startUnits) {
      const region = this.pairs.regionOfSlot[slot]
      run.seed(this.addressOfRegion[region], slot - firstSlotOf(graph, region), units)
    }
    run.spread()
    return words[IS_FAR >> 2] === 0
  }

  unitsAt(slot: number): number {
    const units = this.words[this.placeOf(slot)]
    return units === UNREACHED ? Infinity : units
  }

  /** Where `words` holds the cost of a slot. Slots of one region lie side by side. */
  placeOf(slot: number): number {
    const region = this.pairs.regionOfSlot[slot]
    return ((this.addressOfRegion[region] + LANES_AT) >> 2) + slot - firstSlotOf(this.graph, region)
  }

  private layOut(region: Region): void {
    const { graph, words, pairs } = this
    const address = this.addressOfRegion[region]
    const count = slotCountOf(graph, region)
    const lanes = lanesOf(count)
    words[(address + REGION_SLOTS) >> 2] = count
    words[(address + REGION_LANES) >> 2] = lanes
    words[(address + REGION_BYTES) >> 2] = bytesOf(count)
    if (count > 1) words[(address + REGION_SHIFT) >> 2] = shiftOf(headOf(graph, region))
    let at = ((address + LANES_AT) >> 2) + 2 * lanes
    for (let slot = firstSlotOf(graph, region), end = endSlotOf(graph, region); slot < end; slot++, at++) {
      const beyond = pairs.beyondOfSlot[slot]
      words[at] = 4 * this.placeOf(beyond) - LANES_AT
      words[at + lanes] = this.addressOfRegion[pairs.regionOfSlot[beyond]]
    }
    this.layPairs(region, ((address + LANES_AT) >> 1) + 8 * lanes, count, lanes)
  }

  /** Writes the costs of pairs as rows. */
  private layPairs(region: Region, at: number, count: number, lanes: number): void {
    const { shorts, graph } = this
    const { tables } = graph
    let pair = firstPairOf(graph, region)
    for (let high = 1; high < count; high++) {
      for (let low = 0; low < high; low++, pair++) {
        shorts[at + high * lanes + low] = tables[pair]
        shorts[at + low * lanes + high] = tables[pair]
      }
    }
  }
}

function kernelOf(bytes: number) {
  return kernelOn(ENTRY_FLOODS, bytes)
}

function lanesOf(slotCount: number): number {
  return (slotCount + 3) & ~3
}

function bytesOf(slotCount: number): number {
  const lanes = lanesOf(slotCount)
  return wholeVectors(LANES_AT + 16 * lanes + 2 * lanes * slotCount)
}

function wholeVectors(bytes: number): number {
  return (bytes + 15) & ~15
}
