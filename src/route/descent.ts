/**
 * A route that is read off an approach: what every entry costs to the goal is known, so from each region the way leads to
 * the entry by which the rest costs least. It takes some additions a region and no search, over all entries of level 0.
 *
 * Costs are rounded up to their units, and an entry that lies on the way to another one costs as much as that one. Of all
 * that cost the same but for the rounding the last on the way is taken: from any other the way would lead back.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { reversed, sideOf } from '../atlas/crossing.ts'
import { hold } from '../atlas/hold.ts'
import {
  entryAt,
  entryIn,
  firstSlotOf,
  pairUnits,
  slotCountOf,
  slotOfEntry,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { FAR } from './approach.ts'
import type { QueryEnd } from './end.ts'
import { type EntryWay, StepList } from './steps.ts'

export class Descent {
  private readonly levelZero: AtlasLevel
  private approach: Uint16Array = new Uint16Array(1)
  private scale = 1
  private unitsOfSlot = new Float64Array(64)

  constructor(columns: AtlasColumns) {
    this.levelZero = columns.levels[0]
  }

  /**
   * The way from where `from` stands to the goal of the approach, which lies in `goalRegion`; null where it tells of none.
   * `goal` gives its end, with true costs: it is asked for where they decide.
   */
  find(approach: Uint16Array, from: QueryEnd, goalRegion: Region, goal: () => QueryEnd): EntryWay | null {
    const { levelZero } = this
    const steps = new StepList()
    this.approach = approach
    this.scale = 2 ** approach[0]
    let region = from.region
    let walked = 0
    let slot = this.firstFrom(from)
    if (slot !== NONE) walked = from.unitsOfSlot[slot]
    while (slot !== NONE) {
      const at = 2 * (firstSlotOf(levelZero, region) + slot)
      const entry = entryIn(levelZero.slots[at])
      const crossing = levelZero.slots[at + 1]
      steps.push(0, region, entry, crossing)
      const known = this.knownOf(region, slot)
      region = levelZero.regionOfSide[2 * entry + 1 - sideOf(crossing)]
      const own = slotOfEntry(levelZero, region, entry)
      hold(own < slotCountOf(levelZero, region), 'slots')
      slot = this.nextAfter(region, own, known)
      const units = known * this.scale
      if (region === goalRegion) {
        const isLeast = slot === NONE || this.unitsOfSlot[slot] >= units + this.scale
        if (isLeast || goal().unitsOfSlot[own] <= units) return { units: walked + units, steps: steps.steps() }
      }
      if (slot !== NONE) walked += pairUnits(levelZero, region, own, slot)
    }
    return null
  }

  private knownOf(region: Region, slot: number): number {
    return this.approach[1 + entryAt(this.levelZero, firstSlotOf(this.levelZero, region) + slot)]
  }

  private firstFrom({ region, slotCount, unitsOfSlot }: QueryEnd): number {
    this.reserve(slotCount)
    for (let slot = 0; slot < slotCount; slot++) {
      const known = this.knownOf(region, slot)
      this.unitsOfSlot[slot] = known === FAR ? Infinity : unitsOfSlot[slot] + known * this.scale
    }
    return this.lastOfLeast(region, slotCount)
  }

  /** To an entry nearer to the goal than the one by which the region was entered, so that no way goes in circles. */
  private nextAfter(region: Region, own: number, known: number): number {
    const { levelZero } = this
    const slotCount = slotCountOf(levelZero, region)
    this.reserve(slotCount)
    for (let slot = 0; slot < slotCount; slot++) {
      const rest = slot === own ? FAR : this.knownOf(region, slot)
      this.unitsOfSlot[slot] = rest >= known ? Infinity : pairUnits(levelZero, region, own, slot) + rest * this.scale
    }
    return this.lastOfLeast(region, slotCount)
  }

  private lastOfLeast(region: Region, slotCount: number): number {
    let least = Infinity
    for (let slot = 0; slot < slotCount; slot++) least = Math.min(least, this.unitsOfSlot[slot])
    if (least === Infinity) return NONE
    const most = least + this.scale + (slotCount > 1 ? unitsOfStep(this.levelZero, region) : 0)
    let last = NONE
    for (let slot = 0; slot < slotCount; slot++) {
      if (this.unitsOfSlot[slot] >= most) continue
      if (last === NONE || this.knownOf(region, slot) < this.knownOf(region, last)) last = slot
    }
    return last
  }

  private reserve(slotCount: number): void {
    if (slotCount > this.unitsOfSlot.length) this.unitsOfSlot = new Float64Array(2 * slotCount)
  }
}

/** The same way from its other end, which lies in `lastRegion`. */
export function turnedAround({ units, steps }: EntryWay, lastRegion: number): EntryWay {
  const list = new StepList()
  let region = lastRegion
  for (let step = steps.entryOfStep.length - 1; step >= 0; step--) {
    list.push(0, region, steps.entryOfStep[step], reversed(steps.crossingOfStep[step]))
    region = steps.regionOfStep[step]
  }
  return { units, steps: list.steps() }
}
