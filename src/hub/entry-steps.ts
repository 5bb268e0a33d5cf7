/**
 * The graph of a level laid out for thousands of floods. Each side of an entry lists the next entries beyond it with their costs,
 * so no flood looks up triangles of pairs.
 */
import { stepThrough } from '../atlas/hubs.ts'
import { entryAt, firstPairOf, firstSlotOf, type LevelGraph, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Entry, Region } from '../base/ids.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

const REGIONS_A_PIECE = 16

export class EntrySteps {
  readonly entryCount: number
  /** Side s of entry e leads on by the steps from firstOfSide[2 * e + s] up to firstOfSide[2 * e + s + 1]. */
  readonly firstOfSide: Int32Array
  /** Where a step leads: 2 * entry + the side from which that entry leads on, opposite to the side of the step. */
  readonly beyond: Int32Array
  readonly units: Float64Array
  /** The step back, as hubs store it (hubs.ts). */
  readonly stepBack: Uint8Array
  /** The least and the most cost of a step. */
  unitsMin = Infinity
  unitsMax = 1
  /** The low 32 bits of all costs, combined by "or". */
  unitsBits = 0

  static *of(graph: LevelGraph): Work<EntrySteps> {
    const firstOfSide = new Int32Array(2 * graph.entryCount + 1)
    for (let side = 0; side < 2 * graph.entryCount; side++) {
      if (side % STEPS_A_PIECE === 0) yield
      firstOfSide[side + 1] = firstOfSide[side] + slotCountOf(graph, graph.regionOfSide[side]) - 1
    }
    const steps = new EntrySteps(firstOfSide)
    const next = firstOfSide.slice()
    for (let region = 0; region < graph.regionCount; region++) {
      if (region % REGIONS_A_PIECE === 0) yield
      steps.addRegion(graph, region, next)
    }
    return steps
  }

  private constructor(firstOfSide: Int32Array) {
    const stepCount = firstOfSide[firstOfSide.length - 1]
    this.entryCount = firstOfSide.length >> 1
    this.firstOfSide = firstOfSide
    this.beyond = new Int32Array(stepCount)
    this.units = new Float64Array(stepCount)
    this.stepBack = new Uint8Array(stepCount)
  }

  /** Adds the steps through a region, each after the last step of its side. */
  private addRegion(graph: LevelGraph, region: Region, next: Int32Array): void {
    const slotCount = slotCountOf(graph, region)
    const firstSlot = firstSlotOf(graph, region)
    const scale = slotCount < 2 ? 0 : unitsOfStep(graph, region)
    let pair = firstPairOf(graph, region)
    for (let slot = 1; slot < slotCount; slot++) {
      const entry = entryAt(graph, firstSlot + slot)
      const side = sideOf(graph, entry, region)
      const back = stepThrough(graph, entry, side, 0)
      for (let other = 0; other < slot; other++, pair++) {
        const otherEntry = entryAt(graph, firstSlot + other)
        const otherSide = sideOf(graph, otherEntry, region)
        const units = graph.tables[pair] * scale
        this.add(
          next[2 * entry + side]++,
          2 * otherEntry + 1 - otherSide,
          units,
          stepThrough(graph, otherEntry, otherSide, slot),
        )
        this.add(next[2 * otherEntry + otherSide]++, 2 * entry + 1 - side, units, back + other)
      }
    }
  }

  private add(step: number, beyond: number, units: number, back: number): void {
    this.beyond[step] = beyond
    this.units[step] = units
    this.stepBack[step] = back
    this.unitsBits |= units
    if (units < this.unitsMin) this.unitsMin = units
    if (units > this.unitsMax) this.unitsMax = units
  }
}

/** The side of an entry on which a region lies. */
function sideOf({ regionOfSide }: LevelGraph, entry: Entry, region: Region): number {
  return regionOfSide[2 * entry] === region ? 0 : 1
}
