/**
 * What lies between an end and the entries of its region on a coarser level, by which a way leaves that region: the cheapest
 * ways along level 0 inside it, from the slots of the end's own region on. It has some dozen entries of level 0.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { HUB_LEVEL_MAX } from '../atlas/hubs.ts'
import { endSlotOf, entryAt, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { QueryEnd } from './end.ts'

/** No region of the coarser level has more slots than a block's rim has cells. */
export const RIM_CELLS = 4 * (BLOCK_SIDE_CELLS << HUB_LEVEL_MAX)

/** The last step of a way from an end to an entry. */
export interface LocalStep {
  readonly entry: Entry
  /** The region of level 0 that the step goes through, and the slot by which it leaves that. */
  readonly region: Region
  readonly slot: number
  /** The slot by which it enters, and the step there; null where it begins at the end. */
  readonly slotBefore: number
  readonly before: LocalStep | null
}

export class LocalTree {
  /** The region on the coarser level, and how many slots it has. */
  home: Region = 0
  slotCount = 0
  /** What the entry in each slot of it costs at least. */
  readonly unitsOfSlot = new Float64Array(RIM_CELLS)
  /** To the entries of level 0, and what they cost; Infinity for those not met, as all are where level 0 is the coarser one. */
  readonly unitsOf: Float64Array
  readonly stepTo: LocalStep[] = []
  private readonly columns: AtlasColumns
  private readonly levelZero: AtlasLevel
  private readonly graph: AtlasLevel
  private readonly level: Level
  private readonly met: LocalStep[] = []

  constructor(columns: AtlasColumns, level: Level) {
    this.columns = columns
    this.levelZero = columns.levels[0]
    this.graph = columns.levels[level]
    this.level = level
    this.unitsOf = new Float64Array(this.levelZero.entryCount).fill(Infinity)
  }

  grow(end: QueryEnd): void {
    const { graph, level, unitsOf, unitsOfSlot } = this
    this.home = this.above(end.region)
    this.slotCount = slotCountOf(graph, this.home)
    if (level > 0) this.search(end)
    const firstSlot = firstSlotOf(graph, this.home)
    for (let slot = 0; slot < this.slotCount; slot++)
      unitsOfSlot[slot] = level === 0 ? end.doubts!.leastTo(end, slot) : unitsOf[entryAt(graph, firstSlot + slot)]
  }

  /** The last step to the entry in a slot of the region. */
  stepToSlot(slot: number): LocalStep {
    const { home: region } = this
    const entry = entryAt(this.graph, firstSlotOf(this.graph, region) + slot)
    return this.level > 0 ? this.stepTo[entry] : { entry, region, slot, slotBefore: slot, before: null }
  }

  private search(end: QueryEnd): void {
    const { met } = this
    for (const { entry } of met) this.unitsOf[entry] = Infinity
    met.length = 0
    for (let slot = 0; slot < end.slotCount; slot++)
      this.reach(end.region, slot, end.doubts!.leastTo(end, slot), slot, null)
    // More come while it goes on. Entries are numbered rank by rank: those of the coarser level, by which ways leave, come first.
    for (const step of met)
      if (step.entry >= this.graph.entryCount && this.stepTo[step.entry] === step) this.leadOn(step)
  }

  /** Through the region beyond, unless that is another one on the coarser level too, which has but some of its rim's entries. */
  private leadOn(step: LocalStep): void {
    const { levelZero } = this
    const { regionOfSide } = levelZero
    const side = 2 * step.entry
    const region = regionOfSide[regionOfSide[side] === step.region ? side + 1 : side]
    if (this.above(region) !== this.home) return
    const firstSlot = firstSlotOf(levelZero, region)
    const firstPair = firstPairOf(levelZero, region)
    const scale = unitsOfStep(levelZero, region)
    const units = this.unitsOf[step.entry]
    let own = 0
    while (entryAt(levelZero, firstSlot + own) !== step.entry) own++
    for (let slot = endSlotOf(levelZero, region) - firstSlot - 1; slot >= 0; slot--) {
      const pair = firstPair + pairOf(own, slot)
      if (slot !== own) this.reach(region, slot, units + levelZero.tables[pair] * scale, own, step)
    }
  }

  private reach(region: Region, slot: number, units: number, slotBefore: number, before: LocalStep | null): void {
    const entry = entryAt(this.levelZero, firstSlotOf(this.levelZero, region) + slot)
    if (units >= this.unitsOf[entry]) return
    const step = { entry, region, slot, slotBefore, before }
    this.unitsOf[entry] = units
    this.stepTo[entry] = step
    this.met.push(step)
  }

  private above(region: Region): Region {
    for (let level = 0; level < this.level; level++) region = this.columns.levels[level].parentOfRegion[region]
    return region
  }
}
